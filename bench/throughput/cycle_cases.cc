#include "bench/throughput/cycle_cases.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "bench/throughput/check_ok.h"
#include "bench/throughput/checker_scenes.h"
#include "bench/throughput/read_scenes.h"
#include "bench/throughput/two_threads.h"
#include "collision2d/collision2d.h"
#include "collision2d/planner.h"
#include "planner_adapter/checking/check_instants.h"
#include "planner_adapter/scene/obstacle_snapshot.h"

namespace collision2d::bench {
namespace {

using planner::CheckerOptions;
using planner::Scene;
using planner::TrajectoryChecker;
using planner::Verdict;

constexpr char kUs101[] = "us101_20x12";
constexpr char kTraffic[] = "traffic_50x100";

Scene SceneOf(const std::string& name, const CheckerRun& run) {
  const int candidates = std::max(1, static_cast<int>(1000 * run.scale));
  if (name == kTraffic) return TrafficScene(candidates, 50, 100, /*has_road=*/false, run.seed);
  if (run.scene.empty()) return CurvedRoadScene(candidates, 20, 12, run.seed);
  Scene scene = std::move(ReadScenes(run.scene).front());
  if (scene.candidates.empty()) {
    absl::StatusOr<planner::SampledCandidates> sampled = planner::SampleFrenetLattice(scene);
    CheckOk(sampled.status());
    scene.candidates = std::move(sampled->candidates);
  }
  return scene;
}

Scene WithoutRoad(Scene scene) {
  scene.drivable_area.clear();
  scene.road_borders.clear();
  return scene;
}

// The candidates and the obstacles of a scene as the batch takes them, at the instants of a check.
class Kernel {
 public:
  explicit Kernel(const Scene& scene) : body_(scene.ego.shapes) {
    planner::Instants instants;
    CheckOk(planner::CheckInstants(scene.candidates, planner::CycleStartTime(scene), scene.time_step_s,
                                   planner::kMaxInstants, &instants));
    steps_ = static_cast<int>(instants.grid.size());
    for (const planner::Candidate& candidate : scene.candidates) {
      const planner::CandidateInstants of = planner::InstantsOf(candidate, instants);
      lengths_.push_back(of.grid_end);
      for (const planner::Instant& instant : instants.grid) {
        // Poses beyond a length are not read.
        const double time_s = std::clamp(instant.time_s, candidate.poses.front().time_s, candidate.poses.back().time_s);
        poses_.push_back(planner::InterpolatePose(candidate.poses, time_s, scene.origin).ToPose2());
      }
    }
    std::vector<planner::PlacedShape> placed;
    for (const planner::Instant& instant : instants.grid) {
      times_s_.push_back(instant.time_s);
      planner::PlaceObstacles(scene, instant.time_s, planner::BeyondPrediction::kHold, 0.0, &placed);
      // Held obstacles are the same at all instants.
      const bool is_first = shapes_.empty();
      std::vector<Pose2> poses;
      for (const planner::PlacedShape& each : placed) {
        if (is_first) shapes_.push_back(*each.shape);
        poses.push_back(each.local_from_shape);
      }
      absl::StatusOr<PolygonBatch> batch = PolygonBatch::Create(shapes_, poses);
      CheckOk(batch.status());
      batches_.push_back(*std::move(batch));
    }
    least_.resize(scene.candidates.size());
    hits_.resize(scene.candidates.size());
    swept_.resize(scene.candidates.size());
  }

  void FindAtInstants() {
    CheckOk(FirstHit(body_, trajectories(), batches_, absl::MakeSpan(hits_)));
    FindLeast();
  }

  void FindInMotion() {
    CheckOk(FirstHit(body_, trajectories(), times_s_, batches_, ImpactOptions(), absl::MakeSpan(swept_)));
    FindLeast();
  }

 private:
  Trajectories trajectories() const { return {poses_, steps_, lengths_}; }
  void FindLeast() { CheckOk(MinimumSeparation(body_, trajectories(), batches_, {}, absl::MakeSpan(least_))); }

  std::vector<ConvexPolygon> body_;
  std::vector<ConvexPolygon> shapes_;
  int steps_ = 0;
  std::vector<int> lengths_;
  std::vector<double> times_s_;
  std::vector<Pose2> poses_;
  std::vector<PolygonBatch> batches_;
  std::vector<Hit> hits_;
  std::vector<SweptHit> swept_;
  std::vector<Nearest<Separation>> least_;
};

CheckerCase KernelCase(const std::string& name, const std::string& scene_name, void (Kernel::*find)()) {
  return {name, [=](const CheckerRun& run) {
            const Scene scene = SceneOf(scene_name, run);
            Kernel kernel(scene);
            CheckerMeasurement measurement = SizesOf(name, scene);
            Measure([&] { (kernel.*find)(); }, run.min_time_s, &measurement);
            return measurement;
          }};
}

CheckerCase CheckCase(const std::string& name, const CheckerOptions& options, bool has_road) {
  return {name, [=](const CheckerRun& run) {
            const Scene scene = SceneOf(kUs101, run);
            return MeasureCheck(name, options, has_road ? scene : WithoutRoad(scene), run);
          }};
}

// Wall times.
CheckerCase TwoThreadsCase(const std::string& scene_name) {
  const std::string name = absl::StrCat(scene_name, "_motion_two_threads");
  return {name, [=](const CheckerRun& run) {
            const Scene scene = WithoutRoad(SceneOf(scene_name, run));
            const TrajectoryChecker checker = CheckerOf(scene, {});
            std::vector<Verdict> verdicts(scene.candidates.size());
            TwoThreads threads;
            planner::CheckResources resources;
            resources.parallel_for = [&threads](int count, const std::function<void(int, int)>& work) {
              threads.Run(count, work);
            };
            const auto ms_since = [](std::chrono::steady_clock::time_point begin) {
              return 1e3 * std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
            };
            const auto time_ms = [&] {
              const auto begin = std::chrono::steady_clock::now();
              CheckOk(checker.Check(scene.candidates, absl::MakeSpan(verdicts), resources));
              return ms_since(begin);
            };
            CheckerMeasurement measurement = SizesOf(name, scene);
            measurement.ms_first = time_ms();
            std::vector<double> calls_ms;
            const auto begin = std::chrono::steady_clock::now();
            do {
              calls_ms.push_back(time_ms());
            } while (ms_since(begin) < 1e3 * run.min_time_s);
            SetTimes(std::move(calls_ms), &measurement);
            return measurement;
          }};
}

CheckerMeasurement MeasureCreate(const CheckerRun& run) {
  const Scene scene = SceneOf(kUs101, run);
  CheckerMeasurement measurement = SizesOf(absl::StrCat("create_", kUs101), scene);
  Measure([&] { CheckerOf(scene, {}); }, run.min_time_s, &measurement);
  return measurement;
}

CheckerMeasurement MeasureCreateShared(const CheckerRun& run) {
  const auto shared = std::make_shared<const Scene>(SceneOf(kUs101, run));
  const Scene& scene = *shared;
  absl::StatusOr<planner::Road> made = planner::Road::FromScene(scene, CheckerOptions().road_gap_m);
  CheckOk(made.status());
  const auto road = std::make_shared<const planner::Road>(*std::move(made));
  const auto statics = TrajectoryChecker::MakeStaticObstacles(shared);
  CheckOk(statics.status());
  CheckerMeasurement measurement = SizesOf(absl::StrCat("create_", kUs101, "_shared"), scene);
  Measure(
      [&] {
        CheckOk(TrajectoryChecker::Create(shared, {}, {road, *statics}).status());
      },
      run.min_time_s, &measurement);
  return measurement;
}

}  // namespace

std::vector<CheckerCase> CycleCases() {
  CheckerOptions instants;
  instants.instants_only = true;
  CheckerOptions metrics;
  metrics.metrics = planner::MetricOptions::All();
  metrics.metrics.post_encroachment_time = false;
  const std::string name = kUs101;
  std::vector<CheckerCase> cases;
  for (const std::string scene : {kUs101, kTraffic}) {
    cases.push_back(KernelCase(absl::StrCat("kernel_", scene), scene, &Kernel::FindAtInstants));
    cases.push_back(KernelCase(absl::StrCat("kernel_motion_", scene), scene, &Kernel::FindInMotion));
    cases.push_back(TwoThreadsCase(scene));
  }
  cases.push_back(CheckCase(name, instants, false));
  cases.push_back(CheckCase(absl::StrCat(name, "_motion"), {}, false));
  cases.push_back(CheckCase(absl::StrCat(name, "_motion_road"), {}, true));
  cases.push_back(CheckCase(absl::StrCat(name, "_motion_metrics"), metrics, false));
  cases.push_back({absl::StrCat("create_", name), MeasureCreate});
  cases.push_back({absl::StrCat("create_", name, "_shared"), MeasureCreateShared});
  return cases;
}

}  // namespace collision2d::bench
