#include "bench/throughput/checker_cases.h"

#include <algorithm>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "bench/throughput/check_ok.h"
#include "bench/throughput/checker_scenes.h"
#include "bench/throughput/cycle_cases.h"
#include "bench/throughput/planner_scene.h"
#include "bench/throughput/read_scenes.h"
#include "bench/throughput/wrong_verdicts.h"
#include "collision2d/collision2d.h"
#include "collision2d/testing/allocation_count.h"
#include "collision2d/v1/scene.pb.h"
#include "planner_adapter/checking/check_instants.h"
#include "planner_adapter/checking/metrics_check.h"
#include "planner_adapter/metrics/metric_scene.h"
#include "planner_adapter/replay/replay_scene.h"
#include "planner_adapter/replay_page/replay_page.h"

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

// What is checked: instants, or the motion between them too.
enum class Checked { kInstants, kMotion };

CheckerOptions OptionsOf(Checked checked) {
  CheckerOptions options;
  options.instants_only = checked == Checked::kInstants;
  return options;
}

// The name of a case.
std::string NameOf(const std::string& scene, Checked checked) {
  return checked == Checked::kMotion ? absl::StrCat(scene, "_motion") : scene;
}

int64_t CountWrong(const Scene& scene, const CheckerOptions& options, absl::Span<const planner::Candidate> candidates,
                   absl::Span<const Verdict> verdicts, int sample) {
  return options.instants_only
             ? CountWrongVerdicts(scene, options, candidates, verdicts, sample)
             : CountWrongMotionVerdicts(scene, options, candidates, verdicts, std::max(1, sample / 10));
}

CheckerCase TrafficCase(const std::string& name, Checked checked, int instants, int movers, bool has_road,
                        double margin_m = 0.0) {
  return {NameOf(name, checked), [=](const CheckerRun& run) {
            Scene scene = TrafficScene(Scaled(kCandidates, run.scale), instants, movers, has_road, run.seed);
            scene.margins.body.round_m = margin_m;
            return MeasureCheck(NameOf(name, checked), OptionsOf(checked), scene, run);
          }};
}

Scene ScaledMap(const CheckerRun& run) {
  return WalledScene(Scaled(kCandidates, run.scale), kMapInstants, Scaled(kWalls, run.scale), run.seed);
}

CheckerCase MapCase(Checked checked) {
  return {NameOf("map_1e5", checked), [=](const CheckerRun& run) {
            return MeasureCheck(NameOf("map_1e5", checked), OptionsOf(checked), ScaledMap(run), run);
          }};
}

CheckerCase RaisedCase(const std::string& name, Checked checked, const planner::HeightSpan& span, double road_m) {
  return {NameOf(name, checked), [=](const CheckerRun& run) {
            return MeasureCheck(NameOf(name, checked), OptionsOf(checked),
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
  Measure([&] { CheckerOf(scene, {}); }, run.min_time_s, &measurement);
  return measurement;
}

// Moves the poses of a candidate or prediction into columns.
template <typename Motion>
void Pack(Motion* motion) {
  v1::PackedPoses& packed = *motion->mutable_packed_poses();
  for (const v1::TimedPose& pose : motion->poses()) {
    packed.add_time_s(pose.time_s());
    packed.add_x(pose.x());
    packed.add_y(pose.y());
    packed.add_yaw_rad(pose.yaw_rad());
  }
  motion->clear_poses();
}

// The bytes of a message with a message for each pose, or with columns of poses, parsed and
// converted.
CheckerMeasurement MeasureSceneOfMessage(bool is_packed, const CheckerRun& run) {
  const Scene scene = TrafficScene(Scaled(kCandidates, run.scale), 50, 100, /*has_road=*/false, run.seed);
  v1::Scene message = planner::SceneToProto(scene);
  if (is_packed) {
    for (v1::Candidate& candidate : *message.mutable_candidates()) Pack(&candidate);
    for (v1::Prediction& prediction : *message.mutable_predictions()) Pack(&prediction);
  }
  const std::string bytes = message.SerializeAsString();
  CheckerMeasurement measurement = SizesOf(is_packed ? "scene_of_columns_50x100" : "scene_of_message_50x100", scene);
  const auto parse = [&] {
    v1::Scene parsed;
    parsed.ParseFromString(bytes);
    CheckOk(planner::SceneFromProto(parsed).status());
  };
  Measure(parse, run.min_time_s, &measurement);
  return measurement;
}

// The same scene, made of arrays: x, y and yaw of all poses.
CheckerMeasurement MeasureSceneOfArrays(const CheckerRun& run) {
  const PlannerScene traffic = MovingTraffic(Scaled(kCandidates, run.scale), 50, 100, run.seed);
  const auto rows = [](absl::Span<const Pose2> poses) {
    std::vector<double> numbers;
    for (const Pose2& pose : poses) {
      numbers.insert(numbers.end(), {pose.translation.x, pose.translation.y, pose.yaw_rad()});
    }
    return numbers;
  };
  const std::vector<double> ego_rows = rows(traffic.world_from_ego);
  const std::vector<double> obstacle_rows = rows(traffic.world_from_obstacle);
  const auto make = [&] {
    namespace input = planner::input;
    input::Scene scene;
    scene.id = "throughput";
    scene.ego.shapes = {input::Rectangle{4.5, 2.0}};
    scene.ego_state.emplace();
    // Pose `step` of what is at `first` in the rows, where the next step is `stride` rows further.
    const auto poses = [&](const std::vector<double>& numbers, size_t first, size_t stride) {
      std::vector<planner::TimedPose> result;
      result.reserve(static_cast<size_t>(traffic.steps));
      for (int step = 0; step < traffic.steps; ++step) {
        const double* row = &numbers[3 * (first + static_cast<size_t>(step) * stride)];
        result.push_back({0.1 * step, {row[0], row[1]}, row[2]});
      }
      return result;
    };
    for (int k = 0; k < traffic.obstacle_count(); ++k) {
      const std::string id = absl::StrCat("car_", k);
      scene.moving_obstacles.push_back({id, "", {input::Rectangle{4.5, 2.0}}});
      scene.predictions.push_back(
          {id, poses(obstacle_rows, static_cast<size_t>(k), static_cast<size_t>(traffic.obstacle_count()))});
    }
    for (int i = 0; i < traffic.trajectory_count(); ++i) {
      scene.candidates.push_back({"", poses(ego_rows, static_cast<size_t>(i * traffic.steps), 1)});
    }
    CheckOk(planner::MakeScene(std::move(scene)).status());
  };
  CheckerMeasurement measurement = {"scene_of_arrays_50x100", traffic.trajectory_count(), traffic.steps,
                                    traffic.obstacle_count()};
  Measure(make, run.min_time_s, &measurement);
  return measurement;
}

// The scene of traffic_50x100 with what metrics read: the path along which the candidates fan out,
// and a goal.
Scene MetricsScene(const CheckerRun& run) {
  Scene scene = TrafficScene(Scaled(kCandidates, run.scale), 50, 100, /*has_road=*/false, run.seed);
  for (int i = -2; i <= 10; ++i) scene.reference_path.push_back({20.0 * i, 0.0});
  planner::Goal goal;
  goal.area = {*ConvexPolygon::Rectangle(20.0, 4.0, {45.0, 0.0})};
  goal.speed_mps = planner::Interval{5.0, 15.0};
  scene.goals = {goal};
  return scene;
}

std::string NameOfMetrics(bool with_encroachment) {
  return with_encroachment ? "metrics_50x100" : "metrics_50x100_without_encroachment";
}

// As first_hit of //bench:planner_throughput: the obstacles are posed and the first collisions
// found.
CheckerMeasurement MeasureFirstHit(const CheckerRun& run) {
  const PlannerScene scene = MovingTraffic(Scaled(kCandidates, run.scale), 50, 100, run.seed);
  const auto poses_of_step = [&](int step) {
    return absl::MakeConstSpan(scene.world_from_obstacle).subspan(static_cast<size_t>(step) * 100, 100);
  };
  std::vector<PolygonBatch> batches;
  for (int step = 0; step < scene.steps; ++step) {
    absl::StatusOr<PolygonBatch> batch = PolygonBatch::Create(scene.obstacles, poses_of_step(step));
    CheckOk(batch.status());
    batches.push_back(*std::move(batch));
  }
  std::vector<Hit> hits(static_cast<size_t>(scene.trajectory_count()));
  CheckerMeasurement measurement = {"first_hit_50x100", scene.trajectory_count(), scene.steps, scene.obstacle_count()};
  const auto find = [&] {
    for (int step = 0; step < scene.steps; ++step) CheckOk(batches[step].SetPoses(poses_of_step(step)));
    CheckOk(FirstHit(absl::MakeConstSpan(&scene.ego, 1), Trajectories{scene.world_from_ego, scene.steps, {}}, batches,
                     absl::MakeSpan(hits)));
  };
  Measure(find, run.min_time_s, &measurement);
  return measurement;
}

// What metrics add to complete verdicts.
CheckerMeasurement MeasureMetrics(bool with_encroachment, const CheckerRun& run) {
  const Scene scene = MetricsScene(run);
  CheckerOptions options;
  options.metrics = planner::MetricOptions::All();
  options.metrics.post_encroachment_time = with_encroachment;
  const absl::StatusOr<planner::MetricScene> metric_scene =
      planner::MetricScene::Create(scene, {options.metrics, options.beyond_prediction, 0.0, options.impact});
  CheckOk(metric_scene.status());
  std::vector<Verdict> verdicts(scene.candidates.size());
  CheckOk(CheckerOf(scene, {}).Check(scene.candidates, absl::MakeSpan(verdicts)));
  planner::Instants instants;
  CheckOk(planner::CheckInstants(scene.candidates, 0.0, scene.time_step_s, planner::kMaxInstants, &instants));
  std::vector<planner::CandidateInstants> checked;
  for (const planner::Candidate& candidate : scene.candidates) checked.push_back(InstantsOf(candidate, instants));
  const auto compute = [&] {
    for (Verdict& verdict : verdicts) verdict.metrics = {};
    CheckOk(ComputeMetrics(*metric_scene, 0.0, scene.candidates, instants, checked, absl::MakeSpan(verdicts)));
  };
  CheckerMeasurement measurement = {NameOfMetrics(with_encroachment), static_cast<int64_t>(scene.candidates.size()), 50,
                                    100};
  Measure(compute, run.min_time_s, &measurement);
  return measurement;
}

// The plain checker wants no three points of a polytope on one line in the plan, as those of an
// arch are.
bool HasPolytopes(const Scene& scene) {
  const auto has_solids = [](const auto& obstacle) { return !obstacle.polytopes.empty(); };
  return std::any_of(scene.static_obstacles.begin(), scene.static_obstacles.end(), has_solids) ||
         std::any_of(scene.moving_obstacles.begin(), scene.moving_obstacles.end(), has_solids);
}

planner::ReplayOptions ReplayOptionsOf(Checked checked) {
  planner::ReplayOptions options;
  options.checker = OptionsOf(checked);
  return options;
}

int64_t CountWrongReplayed(const Scene& scene, Checked checked, double scale, CheckerMeasurement* measurement) {
  const absl::StatusOr<planner::ReplayedScene> replayed = planner::ReplayScene(scene, ReplayOptionsOf(checked));
  CheckOk(replayed.status());
  // The plain check knows one frame only.
  Scene local = scene;
  local.origin = {};
  std::vector<planner::Candidate> candidates = replayed->cycles[0].candidates;
  for (planner::Candidate& candidate : candidates) {
    for (planner::TimedPose& pose : candidate.poses) pose = RelativeTo(scene.origin, pose);
  }
  std::vector<Verdict> verdicts(candidates.size());
  CheckOk(CheckerOf(local, OptionsOf(checked)).Check(candidates, absl::MakeSpan(verdicts)));
  measurement->candidates += static_cast<int64_t>(candidates.size());
  for (const planner::Candidate& candidate : candidates) {
    measurement->instants = std::max(measurement->instants, static_cast<int64_t>(candidate.poses.size()));
  }
  measurement->obstacles += static_cast<int64_t>(scene.static_obstacles.size() + scene.moving_obstacles.size());
  if (HasPolytopes(scene)) return 0;
  return CountWrong(local, OptionsOf(checked), candidates, verdicts, Scaled(kCandidates, scale));
}

CheckerMeasurement MeasureReplay(Checked checked, bool with_page, const CheckerRun& run) {
  const std::vector<Scene> scenes = ReadScenes(run.scenes);
  const auto count = static_cast<int64_t>(scenes.size());
  CheckerMeasurement measurement;
  measurement.case_name = NameOf(with_page ? "replay_page" : "replay", checked);
  for (const Scene& scene : scenes) measurement.wrong += CountWrongReplayed(scene, checked, run.scale, &measurement);
  measurement.candidates /= count;
  measurement.obstacles /= count;
  const auto replay_all = [&] {
    for (const Scene& scene : scenes) {
      const absl::StatusOr<planner::ReplayedScene> replayed = planner::ReplayScene(scene, ReplayOptionsOf(checked));
      CheckOk(replayed.status());
      if (with_page) CheckOk(planner::RenderReplayPage({*replayed}).status());
    }
  };
  Measure(replay_all, run.min_time_s, &measurement);
  for (double* ms : {&measurement.ms_median, &measurement.ms_p999, &measurement.ms_first})
    *ms /= static_cast<double>(count);
  measurement.allocations /= count;
  return measurement;
}

}  // namespace

TrajectoryChecker CheckerOf(const Scene& scene, const CheckerOptions& options) {
  absl::StatusOr<TrajectoryChecker> checker = TrajectoryChecker::Create(Scene(scene), options);
  CheckOk(checker.status());
  return *std::move(checker);
}

CheckerMeasurement SizesOf(const std::string& name, const Scene& scene) {
  CheckerMeasurement measurement;
  measurement.case_name = name;
  measurement.candidates = static_cast<int64_t>(scene.candidates.size());
  for (const planner::Candidate& candidate : scene.candidates) {
    measurement.instants = std::max(measurement.instants, static_cast<int64_t>(candidate.poses.size()));
  }
  measurement.obstacles = static_cast<int64_t>(scene.static_obstacles.size() + scene.moving_obstacles.size());
  return measurement;
}

CheckerMeasurement MeasureCheck(const std::string& name, const CheckerOptions& options, const Scene& scene,
                                const CheckerRun& run) {
  const TrajectoryChecker checker = CheckerOf(scene, options);
  std::vector<Verdict> verdicts(scene.candidates.size());
  CheckerMeasurement measurement = SizesOf(name, scene);
  Measure([&] { CheckOk(checker.Check(scene.candidates, absl::MakeSpan(verdicts))); }, run.min_time_s, &measurement);
  // With a workspace obstacles stay placed from call to call, so that its time is not that of a
  // cycle.
  planner::CheckerWorkspace workspace;
  const auto check_again = [&] {
    CheckOk(checker.Check(scene.candidates, absl::MakeSpan(verdicts), {{}, {}, &workspace}));
  };
  check_again();
  const int64_t before = AllocationCount();
  check_again();
  measurement.allocations = AllocationCount() - before;
  // The plain checker closes no gaps of the road.
  CheckerOptions judged = options;
  judged.road_gap_m = 0.0;
  if (!scene.drivable_area.empty()) CheckOk(CheckerOf(scene, judged).Check(scene.candidates, absl::MakeSpan(verdicts)));
  const int64_t pairs = measurement.instants * measurement.obstacles;
  measurement.wrong = CountWrong(scene, judged, scene.candidates, verdicts,
                                 static_cast<int>(std::max<int64_t>(1, kPlainPairs / pairs)));
  return measurement;
}

std::vector<CheckerCase> AllCheckerCases() {
  std::vector<CheckerCase> cases;
  for (const Checked checked : {Checked::kInstants, Checked::kMotion}) {
    cases.push_back(TrafficCase("traffic_20x12_road", checked, 20, 12, true));
    cases.push_back(TrafficCase("traffic_50x100", checked, 50, 100, false));
    cases.push_back(TrafficCase("traffic_50x100_margin", checked, 50, 100, false, 0.3));
    cases.push_back(MapCase(checked));
    cases.push_back(RaisedCase("kerbs_1e4", checked, {0.0, 0.1}, 0.0));
    cases.push_back(RaisedCase("raised_1e4", checked, {0.0, 2.0}, 30.0));
    for (const bool with_page : {false, true}) {
      cases.push_back({NameOf(with_page ? "replay_page" : "replay", checked),
                       [=](const CheckerRun& run) { return MeasureReplay(checked, with_page, run); }});
    }
  }
  cases.push_back({"create_map_1e5", MeasureCreate});
  for (const bool is_packed : {false, true}) {
    cases.push_back({is_packed ? "scene_of_columns_50x100" : "scene_of_message_50x100",
                     [is_packed](const CheckerRun& run) { return MeasureSceneOfMessage(is_packed, run); }});
  }
  cases.push_back({"scene_of_arrays_50x100", MeasureSceneOfArrays});
  for (CheckerCase& cycle : CycleCases()) cases.push_back(std::move(cycle));
  cases.push_back({"first_hit_50x100", MeasureFirstHit});
  for (const bool with_encroachment : {true, false}) {
    cases.push_back({NameOfMetrics(with_encroachment),
                     [=](const CheckerRun& run) { return MeasureMetrics(with_encroachment, run); }});
  }
  return cases;
}

}  // namespace collision2d::bench
