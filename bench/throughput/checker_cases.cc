#include "bench/throughput/checker_cases.h"

#include <algorithm>
#include <ctime>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "bench/median.h"
#include "bench/throughput/check_ok.h"
#include "bench/throughput/checker_scenes.h"
#include "bench/throughput/read_scenes.h"
#include "bench/throughput/wrong_verdicts.h"
#include "collision2d/testing/allocation_count.h"
#include "planner_adapter/planner_adapter.h"
#include "planner_adapter/replay/replay_scene.h"

namespace collision2d::bench {
namespace {

using planner::CheckerOptions;
using planner::Scene;
using planner::TrajectoryChecker;
using planner::Verdict;

constexpr int kCandidates = 1000;
constexpr int kWalls = 100000;
constexpr int kMapInstants = 50;
constexpr int kRaisedCandidates = 200;
constexpr int kRaisedWalls = 10000;
// Pairs that the plain checker may be put to for one case: some seconds.
constexpr int kPlainPairs = 300'000;

int Scaled(int count, double scale) { return std::max(1, static_cast<int>(count * scale)); }

TrajectoryChecker CheckerOf(const Scene& scene) {
  absl::StatusOr<TrajectoryChecker> checker = TrajectoryChecker::Create(scene, CheckerOptions());
  CheckOk(checker.status());
  return *std::move(checker);
}

// The processor time of one call of `work`, which other programs on the machine do not add to, and what it allocates after a first one.
void Measure(const std::function<void()>& work, double min_time_s, CheckerMeasurement* measurement) {
  work();
  const int64_t before = AllocationCount();
  work();
  measurement->allocations = AllocationCount() - before;
  std::vector<double> calls_ms;
  const std::clock_t start = std::clock();
  std::clock_t end = start;
  do {
    const std::clock_t begin = end;
    work();
    end = std::clock();
    calls_ms.push_back(1e3 * static_cast<double>(end - begin) / CLOCKS_PER_SEC);
  } while (static_cast<double>(end - start) < min_time_s * CLOCKS_PER_SEC);
  measurement->ms_median = Median(calls_ms);
}

CheckerMeasurement MeasureCheck(const std::string& name, const Scene& scene, const CheckerRun& run) {
  const TrajectoryChecker checker = CheckerOf(scene);
  std::vector<Verdict> verdicts(scene.candidates.size());
  CheckerMeasurement measurement;
  measurement.case_name = name;
  measurement.candidates = static_cast<int64_t>(scene.candidates.size());
  measurement.instants = static_cast<int64_t>(scene.candidates[0].poses.size());
  measurement.obstacles = static_cast<int64_t>(scene.static_obstacles.size() + scene.moving_obstacles.size());
  Measure([&] { CheckOk(checker.Check(scene.candidates, absl::MakeSpan(verdicts))); }, run.min_time_s, &measurement);
  const int64_t pairs = measurement.instants * measurement.obstacles;
  measurement.wrong = CountWrongVerdicts(scene, CheckerOptions(), scene.candidates, verdicts,
                                         static_cast<int>(std::max<int64_t>(1, kPlainPairs / pairs)));
  return measurement;
}

CheckerCase TrafficCase(const std::string& name, int instants, int movers, bool has_road) {
  return {name, [=](const CheckerRun& run) {
            return MeasureCheck(
                name, TrafficScene(Scaled(kCandidates, run.scale), instants, movers, has_road, run.seed), run);
          }};
}

Scene ScaledMap(const CheckerRun& run) {
  return WalledScene(Scaled(kCandidates, run.scale), kMapInstants, Scaled(kWalls, run.scale), run.seed);
}

CheckerCase RaisedCase(const std::string& name, const planner::HeightSpan& span, double road_m) {
  return {name, [=](const CheckerRun& run) {
            return MeasureCheck(name,
                                RaisedScene(Scaled(kRaisedCandidates, run.scale), kMapInstants,
                                            Scaled(kRaisedWalls, run.scale), span, road_m, run.seed),
                                run);
          }};
}

CheckerMeasurement MeasureCreate(const CheckerRun& run) {
  const Scene scene = ScaledMap(run);
  CheckerMeasurement measurement;
  measurement.case_name = "create_map_1e5";
  measurement.obstacles = static_cast<int64_t>(scene.static_obstacles.size());
  Measure([&] { CheckerOf(scene); }, run.min_time_s, &measurement);
  return measurement;
}

// The plain checker wants no three points of a polytope on one line in the plan, as those of an arch are.
bool HasPolytopes(const Scene& scene) {
  const auto has_solids = [](const auto& obstacle) { return !obstacle.solids.empty(); };
  return std::any_of(scene.static_obstacles.begin(), scene.static_obstacles.end(), has_solids) ||
         std::any_of(scene.moving_obstacles.begin(), scene.moving_obstacles.end(), has_solids);
}

int64_t CountWrongReplayed(const Scene& scene, double scale, CheckerMeasurement* measurement) {
  const absl::StatusOr<planner::ReplayedScene> replayed = planner::ReplayScene(scene, planner::ReplayOptions());
  CheckOk(replayed.status());
  const std::vector<planner::Trajectory>& candidates = replayed->cycles[0].candidates;
  std::vector<Verdict> verdicts(candidates.size());
  CheckOk(CheckerOf(scene).Check(candidates, absl::MakeSpan(verdicts)));
  measurement->candidates += static_cast<int64_t>(candidates.size());
  for (const planner::Trajectory& candidate : candidates) {
    measurement->instants = std::max(measurement->instants, static_cast<int64_t>(candidate.poses.size()));
  }
  measurement->obstacles += static_cast<int64_t>(scene.static_obstacles.size() + scene.moving_obstacles.size());
  if (HasPolytopes(scene)) return 0;
  return CountWrongVerdicts(scene, CheckerOptions(), candidates, verdicts, Scaled(kCandidates, scale));
}

CheckerMeasurement MeasureReplay(const CheckerRun& run) {
  const std::vector<Scene> scenes = ReadScenes(run.scenes);
  const auto count = static_cast<int64_t>(scenes.size());
  CheckerMeasurement measurement;
  measurement.case_name = "replay";
  for (const Scene& scene : scenes) measurement.wrong += CountWrongReplayed(scene, run.scale, &measurement);
  measurement.candidates /= count;
  measurement.obstacles /= count;
  const auto replay_all = [&] {
    for (const Scene& scene : scenes) CheckOk(planner::ReplayScene(scene, planner::ReplayOptions()).status());
  };
  Measure(replay_all, run.min_time_s, &measurement);
  measurement.ms_median /= static_cast<double>(count);
  measurement.allocations /= count;
  return measurement;
}

}  // namespace

std::vector<CheckerCase> AllCheckerCases() {
  return {
      TrafficCase("traffic_20x12_road", 20, 12, true),
      TrafficCase("traffic_50x100", 50, 100, false),
      {"map_1e5", [](const CheckerRun& run) { return MeasureCheck("map_1e5", ScaledMap(run), run); }},
      {"create_map_1e5", MeasureCreate},
      RaisedCase("kerbs_1e4", {0.0, 0.1}, 0.0),
      RaisedCase("raised_1e4", {0.0, 2.0}, 30.0),
      {"replay", MeasureReplay},
  };
}

}  // namespace collision2d::bench
