#include "planner_adapter/replay_page/page_scene.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "absl/strings/str_cat.h"
#include "collision2d/v1/verdict.pb.h"
#include "planner_adapter/checking/verdict_to_proto.h"
#include "planner_adapter/replay_page/page_json.h"
#include "planner_adapter/replay_page/replay_page.pb.h"
#include "planner_adapter/scene/scene_to_proto.h"

namespace collision2d::planner {
namespace {

// Static obstacles in one part of the page.
constexpr size_t kObstaclesOfPart = 1000;

absl::Status CheckVerdict(const v1::Verdict& verdict, absl::string_view path) {
  const auto check = [path](absl::string_view field, bool is_set, absl::string_view cause, bool is_wanted) {
    if (is_set == is_wanted) return absl::OkStatus();
    const char* const what = is_wanted ? ": missing though " : ": set though not ";
    return absl::InvalidArgumentError(absl::StrCat(path, ".", field, what, cause));
  };
  absl::Status status = check("first_collision", verdict.has_first_collision(), "collides", verdict.collides());
  status.Update(check("leaves_drivable_area_time_s", verdict.has_leaves_drivable_area_time_s(), "leaves_drivable_area",
                      verdict.leaves_drivable_area()));
  return status;
}

// Checks that the cycle can be shown.
absl::Status CheckReplayedCycle(const ReplayedCycle& cycle, absl::string_view path) {
  const v1::SceneVerdicts& verdicts = cycle.verdicts;
  const int candidates = static_cast<int>(cycle.candidates.size());
  const auto refuse = [path](const auto&... what) { return absl::InvalidArgumentError(absl::StrCat(path, what...)); };
  if (verdicts.verdicts_size() != candidates) {
    return refuse(".verdicts: ", verdicts.verdicts_size(), " verdicts for ", candidates, " candidates");
  }
  if (verdicts.has_chosen_candidate() &&
      (verdicts.chosen_candidate() < 0 || verdicts.chosen_candidate() >= candidates)) {
    return refuse(".chosen_candidate: ", verdicts.chosen_candidate(), " is not the index of one of ", candidates,
                  " candidates");
  }
  if (!cycle.profiles.empty() && static_cast<int>(cycle.profiles.size()) != candidates) {
    return refuse(".profiles: ", cycle.profiles.size(), " profiles for ", candidates, " candidates");
  }
  for (int i = 0; i < candidates; ++i) {
    if (cycle.candidates[i].poses.empty()) return refuse(".candidates[", i, "].poses: empty");
    absl::Status status = CheckVerdict(verdicts.verdicts(i), absl::StrCat(path, ".verdicts[", i, "]"));
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<replay::ReplayPageCycle> PageCycleOf(const ReplayedCycle& cycle, Vec2 origin, absl::string_view path) {
  if (absl::Status status = CheckReplayedCycle(cycle, path); !status.ok()) return status;
  replay::ReplayPageCycle page;
  *page.mutable_verdicts() = cycle.verdicts;
  // The summary has it.
  page.mutable_verdicts()->clear_run();
  for (size_t i = 0; i < cycle.candidates.size(); ++i) {
    *page.add_candidates() = TrajectoryToProto(cycle.candidates[i], origin);
    if (cycle.profiles.empty()) continue;
    SetProfile(cycle.profiles[i], page.mutable_verdicts()->mutable_verdicts(static_cast<int>(i)));
  }
  return page;
}

absl::Status PageSceneText::Begin(const Scene& scene, absl::string_view file, absl::string_view input_digest,
                                  const TextSink& take) {
  origin_ = scene.origin;
  replay::ReplayPagePart part;
  replay::ReplayPageScene& head = *part.mutable_scene();
  head.set_file(std::string(file));
  head.set_input_digest(std::string(input_digest));
  head.mutable_origin()->set_x(scene.origin.x);
  head.mutable_origin()->set_y(scene.origin.y);
  *head.mutable_scene() = SurroundingsToProto(scene);
  const size_t obstacles = scene.static_obstacles.size();
  absl::string_view separator = "[";
  for (size_t begin = 0;; begin += kObstaclesOfPart) {
    const absl::StatusOr<std::string> json = PageJson(part);
    if (!json.ok()) return json.status();
    if (absl::Status status = take(absl::StrCat(separator, *json)); !status.ok()) return status;
    separator = ",\n";
    if (begin >= obstacles) return absl::OkStatus();
    part.Clear();
    for (size_t i = begin; i < std::min(begin + kObstaclesOfPart, obstacles); ++i) {
      *part.add_static_obstacles() = StaticObstacleToProto(scene.static_obstacles[i], scene.origin);
    }
  }
}

absl::StatusOr<std::string> PageSceneText::Cycle(const ReplayedCycle& cycle) {
  const std::string path = absl::StrCat("cycles[", cycles_++, "]");
  absl::StatusOr<replay::ReplayPageCycle> page = PageCycleOf(cycle, origin_, path);
  if (!page.ok()) return page.status();
  replay::ReplayPagePart part;
  part.mutable_cycle()->Swap(&*page);
  const absl::StatusOr<std::string> json = PageJson(part);
  if (json.ok()) return absl::StrCat(",\n", *json);
  return absl::Status(json.status().code(), absl::StrCat(path, ": ", json.status().message()));
}

absl::StatusOr<std::string> PageSceneText::End(absl::Span<const TimedPose> driven) {
  replay::ReplayPagePart part;
  AddPoses(driven, origin_, part.mutable_driven());
  const absl::StatusOr<std::string> json = PageJson(part);
  if (!json.ok()) return json.status();
  return absl::StrCat(",\n", *json, "]");
}

}  // namespace collision2d::planner
