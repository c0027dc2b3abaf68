// Full verdicts of a planner's candidates, timed: see --help and docs/throughput.md.

#include <array>
#include <cstddef>
#include <iostream>
#include <memory>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/types/span.h"
#include "bench/chapter.h"
#include "bench/chapters/checker_scenes.h"
#include "bench/peers/planner_scene.h"
#include "bench/timing/timing.h"
#include "collision2d/collision2d.h"
#include "collision2d/planner.h"
#include "collision2d/testing/allocation_count.h"
#include "collision2d/v1/scene.pb.h"
#include "planner_adapter/checking/check_instants.h"
#include "planner_adapter/scene/obstacle_snapshot.h"
#include "replay/cycles/replay_scene.h"
#include "replay/page/replay_page.h"

namespace collision2d::bench {
namespace {

using planner::CheckerOptions;
using planner::Scene;
using planner::TrajectoryChecker;
using planner::Verdict;

constexpr char kAbout[] =
    "Times TrajectoryChecker on one thread: first collision, clearance with witness points and drivable area of 1000\n"
    "candidates among moving cars and among 10^5 walls, Create on these, 200 candidates among 10^4 kerbs and beside "
    "10^4\n"
    "walls on a high road, whose heights are known, and the replay of scenes, sampling included.\n\n"
    "Times are processor times, medians of whole calls. The column wrong counts verdicts that differ from the plain "
    "checker's, which\n"
    "shares no query with the library; of large cases a sample of the candidates is put to it.";

constexpr int kCandidates = 1000;
constexpr int kWalls = 100000;
constexpr int kMapInstants = 50;
constexpr int kRaisedCandidates = 200;
constexpr int kRaisedWalls = 10000;
// Pairs that the plain checker may be put to for one case: some seconds.
constexpr int kPlainPairs = 300'000;

struct Inputs {
  double scale = 1.0;  // Share of each case's candidates and walls, and of the replayed candidates that are verified.
  double min_time_s = 0.5;  // That each case is timed for.
  uint64_t seed = 0;
  std::string scenes;  // The file or folder that is replayed.
  std::string scene;   // The file of the scene of us101_20x12; empty: one is generated.

  int Scaled(int count) const { return std::max(1, static_cast<int>(count * scale)); }
};

struct Measurement {
  int64_t candidates = 0;
  int64_t instants = 0;
  int64_t obstacles = 0;
  CallTimes times = {};
  int64_t allocations = 0;  // Of one call.
  int64_t wrong = 0;        // Candidates whose verdict is not that of the plain checker, of a sample.
};

// Full verdicts of one scene's candidates (first collision, clearance with witness points, drivable
// area), on one thread.
struct Case {
  std::string name;
  std::function<Measurement(const Inputs& run)> measure;
};

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

int64_t AllocationsOf(const std::function<void()>& work) {
  const int64_t before = AllocationCount();
  work();
  return AllocationCount() - before;
}

// Sets times and allocations: those of `work` in the processor time of this thread, and what it
// allocates after a first call.
void Measure(const std::function<void()>& work, double min_time_s, Measurement* measurement) {
  measurement->times = TimeCalls(work, min_time_s, CallClock::kThread);
  measurement->allocations = AllocationsOf(work);
}

int64_t CountWrong(const Scene& scene, const CheckerOptions& options, absl::Span<const planner::Candidate> candidates,
                   absl::Span<const Verdict> verdicts, int sample) {
  return options.instants_only
             ? CountWrongVerdicts(scene, options, candidates, verdicts, sample)
             : CountWrongMotionVerdicts(scene, options, candidates, verdicts, std::max(1, sample / 10));
}

TrajectoryChecker CheckerOf(const Scene& scene, const CheckerOptions& options) {
  absl::StatusOr<TrajectoryChecker> checker = TrajectoryChecker::Create(Scene(scene), options);
  CheckOk(checker.status());
  return *std::move(checker);
}

int64_t ObstacleCount(const Scene& scene) {
  return static_cast<int64_t>(scene.static_obstacles.size() + scene.moving_obstacles.size());
}

// A measurement with the sizes of a scene; instants: those of its longest candidate.
Measurement SizesOf(const Scene& scene) {
  Measurement measurement = {static_cast<int64_t>(scene.candidates.size()), 0, ObstacleCount(scene)};
  for (const planner::Candidate& candidate : scene.candidates) {
    measurement.instants = std::max(measurement.instants, static_cast<int64_t>(candidate.poses.size()));
  }
  return measurement;
}

using MakeCheckedScene = std::function<Scene(const Inputs&)>;

// What is measured of a scene: `prepare` returns what is timed.
template <typename Prepare>
Case SceneCase(const std::string& name, const MakeCheckedScene& make, const Prepare& prepare) {
  return {name, [=](const Inputs& run) {
            const Scene scene = make(run);
            Measurement measurement = SizesOf(scene);
            Measure(prepare(scene), run.min_time_s, &measurement);
            return measurement;
          }};
}

// Verdicts of the scene's candidates, some of which are put to the plain checker.
Measurement MeasureCheck(const CheckerOptions& options, const Scene& scene, const Inputs& run) {
  const TrajectoryChecker checker = CheckerOf(scene, options);
  std::vector<Verdict> verdicts(scene.candidates.size());
  Measurement measurement = SizesOf(scene);
  Measure([&] { CheckOk(checker.Check(scene.candidates, absl::MakeSpan(verdicts))); }, run.min_time_s, &measurement);
  // With a workspace obstacles stay placed from call to call, so that its time is not that of a
  // cycle.
  planner::CheckerWorkspace workspace;
  const auto check_again = [&] {
    CheckOk(checker.Check(scene.candidates, absl::MakeSpan(verdicts), {{}, {}, &workspace}));
  };
  check_again();
  measurement.allocations = AllocationsOf(check_again);
  // The plain checker closes no gaps of the road.
  CheckerOptions judged = options;
  judged.road_gap_m = 0.0;
  if (!scene.drivable_area.empty()) CheckOk(CheckerOf(scene, judged).Check(scene.candidates, absl::MakeSpan(verdicts)));
  const int64_t pairs = measurement.instants * measurement.obstacles;
  measurement.wrong = CountWrong(scene, judged, scene.candidates, verdicts,
                                 static_cast<int>(std::max<int64_t>(1, kPlainPairs / pairs)));
  return measurement;
}

Case CheckCase(const std::string& name, const CheckerOptions& options, const MakeCheckedScene& make) {
  return {name, [=](const Inputs& run) { return MeasureCheck(options, make(run), run); }};
}

MakeCheckedScene Traffic(int instants, int movers, bool has_road, double margin_m = 0.0) {
  return [=](const Inputs& run) {
    Scene scene = TrafficScene(run.Scaled(kCandidates), instants, movers, has_road, run.seed);
    scene.margins.body.round_m = margin_m;
    return scene;
  };
}

// That of traffic_50x100.
Scene CarsScene(const Inputs& run) { return Traffic(50, 100, /*has_road=*/false)(run); }

Scene ScaledMap(const Inputs& run) {
  return WalledScene(run.Scaled(kCandidates), kMapInstants, run.Scaled(kWalls), run.seed);
}

MakeCheckedScene Raised(const planner::HeightSpan& span, double road_m) {
  return [=](const Inputs& run) {
    return RaisedScene(run.Scaled(kRaisedCandidates), kMapInstants, run.Scaled(kRaisedWalls), span, road_m, run.seed);
  };
}

std::function<void()> Creates(const Scene& scene) {
  return [&scene] { CheckerOf(scene, {}); };
}

Measurement MeasureCreateOfMap(const Inputs& run) {
  const Scene scene = ScaledMap(run);
  Measurement measurement = {0, 0, ObstacleCount(scene)};
  Measure(Creates(scene), run.min_time_s, &measurement);
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
std::function<void()> Parses(const Scene& scene, bool is_packed) {
  v1::Scene message = planner::SceneToProto(scene);
  if (is_packed) {
    for (v1::Candidate& candidate : *message.mutable_candidates()) Pack(&candidate);
    for (v1::Prediction& prediction : *message.mutable_predictions()) Pack(&prediction);
  }
  return [bytes = message.SerializeAsString()] {
    v1::Scene parsed;
    parsed.ParseFromString(bytes);
    CheckOk(planner::SceneFromProto(parsed).status());
  };
}

// x, y and yaw of all poses.
using PoseRows = std::vector<std::array<double, 3>>;

// At 0.1 s steps.
PoseRows RowsOf(absl::Span<const planner::TimedPose> poses) {
  PoseRows rows;
  for (const planner::TimedPose& pose : poses) rows.push_back({pose.position.x, pose.position.y, pose.yaw_rad});
  return rows;
}

std::vector<planner::TimedPose> PosesOf(const PoseRows& rows) {
  std::vector<planner::TimedPose> poses;
  poses.reserve(rows.size());
  for (const auto& [x, y, yaw_rad] : rows) poses.push_back({0.1 * static_cast<double>(poses.size()), {x, y}, yaw_rad});
  return poses;
}

// The same scene, made of arrays: x, y and yaw of all poses.
std::function<void()> MakesOfArrays(const Scene& scene) {
  std::vector<PoseRows> of_candidates, of_obstacles;
  for (const planner::Candidate& candidate : scene.candidates) of_candidates.push_back(RowsOf(candidate.poses));
  for (const planner::MovingObstacle& obstacle : scene.moving_obstacles) {
    of_obstacles.push_back(RowsOf(obstacle.predictions[0].poses));
  }
  return [of_candidates, of_obstacles] {
    namespace input = planner::input;
    input::Scene made;
    made.id = "throughput";
    made.ego.shapes = {input::Rectangle{4.5, 2.0}};
    made.ego_state.emplace();
    for (size_t k = 0; k < of_obstacles.size(); ++k) {
      const std::string id = absl::StrCat("car_", k);
      made.moving_obstacles.push_back({id, "", {input::Rectangle{4.5, 2.0}}});
      made.predictions.push_back({id, PosesOf(of_obstacles[k])});
    }
    for (const PoseRows& rows : of_candidates) made.candidates.push_back({"", PosesOf(rows)});
    CheckOk(planner::MakeScene(std::move(made)).status());
  };
}

// As first_hit of //bench:planner_throughput: the obstacles are posed and the first collisions
// found.
Measurement MeasureFirstHit(const Inputs& run) {
  const PlannerScene scene = MovingTraffic(run.Scaled(kCandidates), 50, 100, run.seed);
  std::vector<PolygonBatch> batches;
  for (int step = 0; step < scene.steps; ++step) {
    batches.push_back(PolygonBatch::Create(scene.obstacles, scene.ObstaclePoses(step)).value());
  }
  std::vector<Hit> hits(static_cast<size_t>(scene.trajectory_count()));
  Measurement measurement = {scene.trajectory_count(), scene.steps, scene.obstacle_count()};
  const auto find = [&] {
    for (int step = 0; step < scene.steps; ++step) CheckOk(batches[step].SetPoses(scene.ObstaclePoses(step)));
    CheckOk(FirstHit(absl::MakeConstSpan(&scene.ego, 1), Trajectories{scene.world_from_ego, scene.steps, {}}, batches,
                     absl::MakeSpan(hits)));
  };
  Measure(find, run.min_time_s, &measurement);
  return measurement;
}

// Verdicts at instants and their metrics, of the candidates of traffic_50x100 with what metrics
// read: the path along which the candidates fan out, and a goal.
Measurement MeasureMetrics(bool with_encroachment, const Inputs& run) {
  const Scene scene = WithPath(CarsScene(run));
  CheckerOptions options = OptionsOf(Checked::kInstants);
  options.metrics = planner::MetricOptions::All();
  options.metrics.post_encroachment_time = with_encroachment;
  const TrajectoryChecker checker = CheckerOf(scene, options);
  std::vector<Verdict> verdicts(scene.candidates.size());
  planner::CheckerWorkspace workspace;
  const auto check = [&] { CheckOk(checker.Check(scene.candidates, absl::MakeSpan(verdicts), {{}, {}, &workspace})); };
  Measurement measurement = SizesOf(scene);
  Measure(check, run.min_time_s, &measurement);
  return measurement;
}

planner::ReplayOptions ReplayOptionsOf(Checked checked) {
  planner::ReplayOptions options;
  options.checker = OptionsOf(checked);
  return options;
}

// Adds sizes and wrong verdicts of the candidates that the replay samples.
void AddReplayed(const Scene& scene, Checked checked, const Inputs& run, Measurement* measurement) {
  const absl::StatusOr<planner::ReplayedScene> replayed = planner::ReplayScene(scene, ReplayOptionsOf(checked));
  CheckOk(replayed.status());
  // The plain check knows one frame only.
  Scene local = scene;
  local.origin = {};
  local.candidates = replayed->cycles[0].candidates;
  for (planner::Candidate& candidate : local.candidates) {
    for (planner::TimedPose& pose : candidate.poses) pose = RelativeTo(scene.origin, pose);
  }
  std::vector<Verdict> verdicts(local.candidates.size());
  CheckOk(CheckerOf(local, OptionsOf(checked)).Check(local.candidates, absl::MakeSpan(verdicts)));
  const Measurement sizes = SizesOf(local);
  measurement->candidates += sizes.candidates;
  measurement->instants = std::max(measurement->instants, sizes.instants);
  measurement->obstacles += sizes.obstacles;
  // The plain checker wants no three points of a polytope on one line in the plan, as those of an
  // arch are.
  const auto has_solids = [](const auto& obstacle) { return !obstacle.polytopes.empty(); };
  if (std::any_of(scene.static_obstacles.begin(), scene.static_obstacles.end(), has_solids) ||
      std::any_of(scene.moving_obstacles.begin(), scene.moving_obstacles.end(), has_solids)) {
    return;
  }
  measurement->wrong += CountWrong(local, OptionsOf(checked), local.candidates, verdicts, run.Scaled(kCandidates));
}

Measurement MeasureReplay(Checked checked, bool with_page, const Inputs& run) {
  const std::vector<Scene> scenes = ReadScenes(run.scenes);
  const auto count = static_cast<int64_t>(scenes.size());
  Measurement measurement;
  for (const Scene& scene : scenes) AddReplayed(scene, checked, run, &measurement);
  const auto replay_all = [&] {
    for (const Scene& scene : scenes) {
      const absl::StatusOr<planner::ReplayedScene> replayed = planner::ReplayScene(scene, ReplayOptionsOf(checked));
      CheckOk(replayed.status());
      if (with_page) CheckOk(planner::RenderReplayPage({*replayed}).status());
    }
  };
  Measure(replay_all, run.min_time_s, &measurement);
  for (int64_t* sum : {&measurement.candidates, &measurement.obstacles, &measurement.allocations}) *sum /= count;
  CallTimes& times = measurement.times;
  for (double* ms : {&times.first_ms, &times.median_ms, &times.p999_ms}) *ms /= static_cast<double>(count);
  return measurement;
}

Scene CycleScene(const Inputs& run) {
  if (run.scene.empty()) return CurvedRoadScene(run.Scaled(kCandidates), 20, 12, run.seed);
  Scene scene = std::move(ReadScenes(run.scene).front());
  if (scene.candidates.empty()) {
    absl::StatusOr<planner::SampledCandidates> sampled = planner::SampleFrenetLattice(scene);
    CheckOk(sampled.status());
    scene.candidates = std::move(sampled->candidates);
  }
  return scene;
}

Scene CycleSceneWithoutRoad(const Inputs& run) {
  Scene scene = CycleScene(run);
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
      batches_.push_back(PolygonBatch::Create(shapes_, poses).value());
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

Case KernelCase(const std::string& name, const MakeCheckedScene& make, void (Kernel::*find)()) {
  return SceneCase(name, make, [find](const Scene& scene) -> std::function<void()> {
    return [kernel = std::make_shared<Kernel>(scene), find] { ((*kernel).*find)(); };
  });
}

// Wall times.
Case TwoThreadsCase(const std::string& name, const MakeCheckedScene& make) {
  return {name, [=](const Inputs& run) {
            const Scene scene = make(run);
            const TrajectoryChecker checker = CheckerOf(scene, {});
            std::vector<Verdict> verdicts(scene.candidates.size());
            TwoThreads threads;
            planner::CheckResources resources;
            resources.parallel_for = [&threads](int count, const std::function<void(int, int)>& work) {
              threads.Run(count, work);
            };
            Measurement measurement = SizesOf(scene);
            const auto check = [&] { CheckOk(checker.Check(scene.candidates, absl::MakeSpan(verdicts), resources)); };
            measurement.times = TimeCalls(check, run.min_time_s, CallClock::kWall);
            return measurement;
          }};
}

// With road and static obstacles given.
std::function<void()> CreatesShared(const Scene& scene) {
  const auto shared = std::make_shared<const Scene>(scene);
  absl::StatusOr<planner::Road> made = planner::Road::FromScene(*shared, CheckerOptions().road_gap_m);
  CheckOk(made.status());
  const auto road = std::make_shared<const planner::Road>(*std::move(made));
  const auto statics = TrajectoryChecker::MakeStaticObstacles(shared);
  CheckOk(statics.status());
  return [=] { CheckOk(TrajectoryChecker::Create(shared, {}, {road, *statics}).status()); };
}

// A verdict beside the calls of the batch that it contains, on the same poses:
//   kernel_SCENE, kernel_motion_SCENE  FirstHit, at instants or in motion, and MinimumSeparation
//   us101_20x12, us101_20x12_motion    Check without the road; of traffic_50x100 these are above
//   us101_20x12_motion_road            and with it
//   us101_20x12_motion_metrics         all metrics but the post-encroachment time, without the road
//   SCENE_motion_two_threads           wall times of two threads
//   create_us101_20x12                 Create with the road
//   create_us101_20x12_shared          and with road and static obstacles given
//
// SCENE is us101_20x12, that of Inputs::scene, or traffic_50x100.
void AddCycleCases(std::vector<Case>* cases) {
  CheckerOptions metrics;
  metrics.metrics = planner::MetricOptions::All();
  metrics.metrics.post_encroachment_time = false;
  const std::string name = "us101_20x12";
  for (const bool is_cycle : {true, false}) {
    const std::string scene = is_cycle ? name : "traffic_50x100";
    const MakeCheckedScene make = is_cycle ? CycleScene : CarsScene;
    cases->push_back(KernelCase(absl::StrCat("kernel_", scene), make, &Kernel::FindAtInstants));
    cases->push_back(KernelCase(absl::StrCat("kernel_motion_", scene), make, &Kernel::FindInMotion));
    cases->push_back(
        TwoThreadsCase(absl::StrCat(scene, "_motion_two_threads"), is_cycle ? CycleSceneWithoutRoad : CarsScene));
  }
  cases->push_back(CheckCase(name, OptionsOf(Checked::kInstants), CycleSceneWithoutRoad));
  cases->push_back(CheckCase(name + "_motion", {}, CycleSceneWithoutRoad));
  cases->push_back(CheckCase(name + "_motion_road", {}, CycleScene));
  cases->push_back(CheckCase(name + "_motion_metrics", metrics, CycleSceneWithoutRoad));
  cases->push_back(SceneCase("create_" + name, CycleScene, Creates));
  cases->push_back(SceneCase("create_" + name + "_shared", CycleScene, CreatesShared));
}

// All cases, in the order of the report:
//   traffic_20x12_road, traffic_50x100  1000 candidates x that many instants x moving cars, the
//   former on a drivable area
//   map_1e5                             1000 candidates x 50 instants among 10^5 walls
//   kerbs_1e4, raised_1e4               200 candidates x 50 instants among 10^4 static obstacles
//   with heights and a barrier that moves: kerbs
//                                       that are passed over, and walls beside a road at 30 m
//   replay                              a scene of `scenes`, on average: ReplayScene, which samples
//   the candidates too; those with
//                                       polytopes are timed, but not put to the plain checker
//   NAME_motion                         the same with the motion between instants; without it,
//   those above check instants only
//   create_map_1e5                      TrajectoryChecker::Create of the scene of map_1e5
//   scene_of_message_50x100, scene_of_arrays_50x100  the scene of traffic_50x100, parsed and
//   converted from a message, and made of arrays
//   those of AddCycleCases
//   first_hit_50x100, metrics_50x100    the candidates and cars of traffic_50x100: FirstCollision
//   of the batch, and the verdicts at instants with all metrics
//   metrics_50x100_without_encroachment  the same without the post-encroachment time
std::vector<Case> AllCases() {
  std::vector<Case> cases;
  for (const Checked checked : {Checked::kInstants, Checked::kMotion}) {
    const auto add = [&](const std::string& name, const MakeCheckedScene& make) {
      cases.push_back(CheckCase(NameOf(name, checked), OptionsOf(checked), make));
    };
    add("traffic_20x12_road", Traffic(20, 12, true));
    add("traffic_50x100", Traffic(50, 100, false));
    add("traffic_50x100_margin", Traffic(50, 100, false, 0.3));
    add("map_1e5", ScaledMap);
    add("kerbs_1e4", Raised({0.0, 0.1}, 0.0));
    add("raised_1e4", Raised({0.0, 2.0}, 30.0));
    for (const bool with_page : {false, true}) {
      cases.push_back({NameOf(with_page ? "replay_page" : "replay", checked),
                       [=](const Inputs& run) { return MeasureReplay(checked, with_page, run); }});
    }
  }
  cases.push_back({"create_map_1e5", MeasureCreateOfMap});
  for (const bool is_packed : {false, true}) {
    cases.push_back(SceneCase(is_packed ? "scene_of_columns_50x100" : "scene_of_message_50x100", CarsScene,
                              [is_packed](const Scene& scene) { return Parses(scene, is_packed); }));
  }
  cases.push_back(SceneCase("scene_of_arrays_50x100", CarsScene, MakesOfArrays));
  AddCycleCases(&cases);
  cases.push_back({"first_hit_50x100", MeasureFirstHit});
  for (const bool with_encroachment : {true, false}) {
    cases.push_back({with_encroachment ? "metrics_50x100" : "metrics_50x100_without_encroachment",
                     [=](const Inputs& run) { return MeasureMetrics(with_encroachment, run); }});
  }
  return cases;
}

void Run(const Options& options, Report* report) {
  const Inputs run = {options.Share("scale"), options.Positive("min_time"), options.Seed(), options.Text("scenes"),
                      options.Text("scene")};
  Table all;
  for (const Case& each : AllCases()) {
    if (!absl::StrContains(each.name, options.Text("only"))) continue;
    std::cerr << each.name << "..." << std::endl;
    const Measurement m = each.measure(run);
    report->AddRow({Key("case", each.name),
                    {"candidates", m.candidates},
                    {"instants", m.instants},
                    {"obstacles", m.obstacles},
                    {"ms_median|ms", m.times.median_ms},
                    {"ms_p999|p99.9", m.times.p999_ms},
                    {"ms_first|first", m.times.first_ms},
                    {"allocations", m.allocations},
                    {"wrong", m.wrong}},
                   &all);
  }
  report->AddMarkdown(all);
}

const Registration kChecker(
    {"checker",
     "Throughput of the trajectory checker",
     kAbout,
     {MinTime("1", "each case is timed for"),
      {"scale", "1", "share of each case's candidates and walls, up to 1"},
      {"only", "", "measures the cases whose names contain this"},
      Seed("20261120"),
      {"scenes", "testdata/scenes", "file or folder of scenes to replay; relative to the runfiles under bazel run"},
      {"scene", "", "file of the scene of us101_20x12, for USA_US101-3_3_T-1; empty: a generated curved road"}},
     Run});

}  // namespace
}  // namespace collision2d::bench
