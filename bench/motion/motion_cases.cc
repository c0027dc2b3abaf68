#include "bench/motion/motion_cases.h"

#include <memory>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "bench/motion/recorded_pairs.h"
#include "bench/throughput/check_ok.h"
#include "bench/throughput/read_scenes.h"
#include "collision2d/planner.h"
#include "collision2d/testing/random.h"

namespace collision2d::bench {
namespace {

MotionCase FamilyCase(const MovingPairFamily& family) {
  return {family.name, [family](int count, uint64_t seed) {
            Random random(seed);
            std::vector<MovingPair> pairs;
            for (int i = 0; i < count; ++i) pairs.push_back(family.generate(&random));
            return pairs;
          }};
}

}  // namespace

std::vector<MotionCase> AllMotionCases(const std::string& scene_file) {
  std::vector<MotionCase> cases;
  for (const MovingPairFamily& family : MovingPairFamilies()) cases.push_back(FamilyCase(family));
  const std::vector<planner::Scene> scenes = ReadScenes(scene_file);
  if (scenes.empty()) CheckOk(absl::InvalidArgumentError(absl::StrCat("no scene in '", scene_file, "'")));
  // Here, so that a scene that cannot be sampled is refused before anything is measured.
  CheckOk(planner::SampleFrenetLattice(scenes.front()).status());
  const auto scene = std::make_shared<const planner::Scene>(scenes.front());
  const std::string prefix = absl::StrContains(scene->id, "US101") ? "us101" : "scene";
  for (const double step_s : {0.1, 0.5, 1.0}) {
    cases.push_back({absl::StrCat(prefix, "_", step_s), [scene, step_s](int count, uint64_t seed) {
                       Random random(seed);
                       return RecordedPairs(*scene, step_s, count, &random);
                     }});
  }
  return cases;
}

}  // namespace collision2d::bench
