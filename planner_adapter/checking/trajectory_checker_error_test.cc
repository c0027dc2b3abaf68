// What TrajectoryChecker refuses, and that a refusal leaves no answer in the caller's verdicts.

#include <chrono>
#include <functional>
#include <memory>
#include <type_traits>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/test.h"
#include "gmock/gmock.h"
#include "planner_adapter/checking/static_obstacles.h"
#include "planner_adapter/checking/testing/small_scenes.h"
#include "planner_adapter/checking/trajectory_checker.h"
#include "planner_adapter/road/road.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/scene_limits.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

using ::testing::HasSubstr;

// What an earlier call has left in the caller's memory.
Verdict EarlierVerdict() {
  Verdict verdict;
  verdict.outcome = Outcome::kFree;
  verdict.pairs_checked = -123;
  return verdict;
}

bool IsNoAnswer(const Verdict& verdict) {
  return verdict.outcome == Outcome::kNotChecked && !verdict.is_free() && verdict.pairs_checked == 0;
}

Scene SceneFrom(double start_s) {
  Scene scene;
  scene.time_step_s = 0.5;
  scene.ego.shapes = {ConvexPolygon::Rectangle(1.0, 1.0).value()};
  scene.ego_state = EgoState();
  scene.ego_state->pose.time_s = start_s;
  scene.static_obstacles = {{"wall", "", {ConvexPolygon::Rectangle(1.0, 1.0, {3.0, 0.0}).value()}, {}}};
  return scene;
}

Candidate NamedCandidate(std::string id, std::vector<TimedPose> poses) {
  Candidate candidate;
  candidate.id = std::move(id);
  candidate.poses = std::move(poses);
  return candidate;
}

Candidate Good() { return NamedCandidate("good", {{2.0, {}, 0.0}, {4.0, {1.0, 1.0}, 0.5}}); }

// Expects Check to refuse the candidates with this message and to leave no answer.
void ExpectRefused(const Scene& scene, const std::vector<Candidate>& candidates, const std::string& message) {
  const absl::StatusOr<TrajectoryChecker> checker = TrajectoryChecker::Create(Scene(scene), {});
  ASSERT_TRUE(checker.ok()) << checker.status();
  std::vector<Verdict> verdicts(candidates.size());
  for (Verdict& verdict : verdicts) verdict = EarlierVerdict();
  const absl::Status status = checker->Check(candidates, absl::MakeSpan(verdicts));
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(status.message(), HasSubstr(message));
  for (const Verdict& verdict : verdicts) EXPECT_TRUE(IsNoAnswer(verdict));
}

TEST(TrajectoryCheckerErrorTest, OptionsOutOfRangeAreNamed) {
  const Scene scene = SceneFrom(2.0);
  for (const double probability : {-0.125, 1.5, kNan, kInfinity, -kInfinity}) {
    CheckerOptions options;
    options.min_probability = probability;
    const absl::Status status = TrajectoryChecker::Create(Scene(scene), options).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << probability;
    EXPECT_THAT(status.message(), HasSubstr("min_probability: "));
  }
  for (const double gap_m : {-0.125, 10.5, kNan, kInfinity, -kInfinity}) {
    CheckerOptions options;
    options.road_gap_m = gap_m;
    const absl::Status status = TrajectoryChecker::Create(Scene(scene), options).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << gap_m;
    EXPECT_THAT(status.message(), HasSubstr("road_gap_m: "));
  }
  // What is made already is not asked for the gap again, but options are.
  CheckerOptions bad;
  bad.road_gap_m = -0.125;
  const auto road = std::make_shared<const Road>();
  EXPECT_THAT(TrajectoryChecker::Create(Scene(scene), bad, {road}).status().message(), HasSubstr("road_gap_m: -0.125"));
  const auto statics = TrajectoryChecker::MakeStaticObstacles(std::make_shared<const Scene>(scene)).value();
  EXPECT_THAT(TrajectoryChecker::Create(Scene(scene), bad, {road, statics}).status().message(),
              HasSubstr("road_gap_m: -0.125"));
  CheckerOptions extreme;
  extreme.min_probability = 1.0;
  extreme.road_gap_m = 0.0;
  EXPECT_TRUE(TrajectoryChecker::Create(Scene(scene), extreme).ok());
}

TEST(TrajectoryCheckerErrorTest, AnEgoVehicleNeedsAShape) {
  Scene scene = SceneFrom(2.0);
  scene.ego.shapes.clear();
  EXPECT_THAT(TrajectoryChecker::Create(Scene(scene), {}).status().message(), HasSubstr("ego.shapes: empty"));
  scene = SceneFrom(2.0);
  for (const double height_m : {kNan, -1.0, 1e300}) {
    scene.ego.height_m = height_m;
    EXPECT_THAT(TrajectoryChecker::Create(Scene(scene), {}).status().message(), HasSubstr("ego.height_m: "));
  }
}

TEST(TrajectoryCheckerErrorTest, NoCandidateIsNoError) {
  const Scene scene = SceneFrom(2.0);
  EXPECT_TRUE(TrajectoryChecker::Create(Scene(scene), {})->Check({}, {}).ok());
}

TEST(TrajectoryCheckerErrorTest, EveryCandidateNeedsAVerdict) {
  const Scene scene = SceneFrom(2.0);
  const absl::StatusOr<TrajectoryChecker> checker = TrajectoryChecker::Create(Scene(scene), {});
  std::vector<Verdict> verdicts(3);
  const absl::Status status = checker->Check({Good(), Good()}, absl::MakeSpan(verdicts));
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(status.message(), HasSubstr("2 candidates, but room for 3 verdicts"));
  EXPECT_FALSE(verdicts[0].minimum_clearance.has_value());
  EXPECT_FALSE(checker->Check({Good(), Good()}, absl::MakeSpan(verdicts).subspan(2)).ok());
}

TEST(TrajectoryCheckerErrorTest, ACandidateNeedsAPose) {
  Scene scene = SceneFrom(2.0);
  ExpectRefused(scene, {Good(), NamedCandidate("empty", {})}, "candidate empty: poses: empty");
  // Also where the beginning of the cycle is looked for among the scene's own candidates.
  scene.ego_state.reset();
  scene.candidates = {NamedCandidate("empty", {}), Good()};
  ExpectRefused(scene, scene.candidates, "candidate empty: poses: empty");
  scene.candidates = {NamedCandidate("empty", {})};
  ExpectRefused(scene, scene.candidates, "candidate empty: poses: empty");
}

TEST(TrajectoryCheckerErrorTest, ACandidateMustNotBeginBeforeTheCycle) {
  const Scene scene = SceneFrom(2.0);
  ExpectRefused(scene, {Good(), NamedCandidate("early", {{2.0 - 1.1 * kSameInstant_s, {}, 0.0}, {3.0, {}, 0.0}})},
                "candidate early: begins at 1.9999989");
  const absl::StatusOr<TrajectoryChecker> checker = TrajectoryChecker::Create(Scene(scene), {});
  std::vector<Verdict> verdicts(1);
  const Candidate in_time = NamedCandidate("in time", {{2.0 - 0.9 * kSameInstant_s, {}, 0.0}, {3.0, {}, 0.0}});
  ASSERT_TRUE(checker->Check({in_time}, absl::MakeSpan(verdicts)).ok());
  EXPECT_EQ(verdicts[0].minimum_clearance->time_s, 2.0);
}

TEST(TrajectoryCheckerErrorTest, MoreInstantsThanTheLimitAreRefused) {
  Scene scene = SceneFrom(2.0);
  scene.time_step_s = 1.0 / kMaxInstants;
  ExpectRefused(scene, {Good()}, "time_step_s: 1e-06 s over the candidates' span from 2 s to 4 s");
  scene.time_step_s = 1.0 / (kMaxInstants - 1);
  const Candidate second = NamedCandidate("second", {{2.0, {}, 0.0}, {3.0, {}, 0.0}});
  ExpectRefused(scene, {second, second, second, second, second},
                "s makes 5000000 instants of 5 candidates; at most 4000000 are accepted");
}

TEST(TrajectoryCheckerErrorTest, NumbersThatAreNotFiniteOrOutOfRangeAreRefused) {
  const Scene scene = SceneFrom(2.0);
  for (const double bad : {kNan, kInfinity, -kInfinity, 1e300}) {
    ExpectRefused(scene, {Good(), NamedCandidate("bad", {{bad, {}, 0.0}})}, "candidate bad: poses[0].");
    ExpectRefused(scene, {Good(), NamedCandidate("bad", {{2.0, {}, 0.0}, {bad, {}, 0.0}})}, "candidate bad");
    ExpectRefused(scene, {Good(), NamedCandidate("bad", {{2.0, {bad, 0.0}, 0.0}, {3.0, {}, 0.0}})}, "candidate bad");
    ExpectRefused(scene, {Good(), NamedCandidate("bad", {{2.0, {}, 0.0}, {3.0, {0.0, bad}, 0.0}})}, "candidate bad");
    ExpectRefused(scene, {Good(), NamedCandidate("bad", {{2.0, {}, bad}, {3.0, {}, 0.0}})}, "candidate bad");
    ExpectRefused(scene, {NamedCandidate("bad", {{2.0, {}, 0.0, bad}})}, "candidate bad: poses[0].");
    ExpectRefused(scene, {NamedCandidate("bad", {{2.0, {}, 0.0, 0.0, bad}})}, "candidate bad: poses[0].");
    ExpectRefused(scene, {NamedCandidate("bad", {{2.0, {}, 0.0, 0.0, 0.0, bad}})}, "candidate bad: poses[0].");
  }
}

// Scenes made by a planner itself have not gone through the validation of MakeScene.
TEST(TrajectoryCheckerErrorTest, ObstaclesThatNoSceneHasAreRefusedByName) {
  Scene scene = SceneFrom(2.0);
  Prediction drives;
  drives.poses = {{2.0, {}, 0.0}, {3.0, {}, 0.0}, {4.0, {}, 0.0}};
  scene.moving_obstacles = {{"car", "", {ConvexPolygon::Rectangle(1.0, 1.0, {0.0, 9.0}).value()}, {drives}, {}}};
  ASSERT_TRUE(TrajectoryChecker::Create(Scene(scene), {}).ok());
  const auto expect_refused = [&scene](const auto& change, const std::string& message) {
    Scene changed = scene;
    change(changed);
    EXPECT_THAT(TrajectoryChecker::Create(Scene(changed), {}).status().message(), HasSubstr(message));
    EXPECT_THAT(TrajectoryChecker::MakeStaticObstacles(std::make_shared<const Scene>(changed)).status().message(),
                HasSubstr(message));
  };
  for (const double bad : {kNan, kInfinity, 1e300}) {
    for (double TimedPose::*number :
         {&TimedPose::z_m, &TimedPose::pitch_rad, &TimedPose::roll_rad, &TimedPose::yaw_rad, &TimedPose::time_s}) {
      expect_refused([&](Scene& of) { of.moving_obstacles[0].predictions[0].poses[2].*number = bad; },
                     "moving_obstacles[0].predictions[0].poses[2].");
    }
    expect_refused([&](Scene& of) { of.moving_obstacles[0].predictions[0].poses[1].position.y = bad; },
                   "moving_obstacles[0].predictions[0].poses[1].y: ");
    expect_refused(
        [&](Scene& of) {
          of.moving_obstacles[0].predictions[0].poses.clear();
          of.moving_obstacles[0].predictions[0].occupancies = {{bad, {}}};
        },
        "moving_obstacles[0].predictions[0].occupancies[0].time_s: ");
  }
  expect_refused([](Scene& of) { of.moving_obstacles[0].predictions[0].poses[2].time_s = 3.0; },
                 "moving_obstacles[0].predictions[0].poses[2].time_s: 3 s is not after");
  expect_refused(
      [](Scene& of) {
        of.moving_obstacles[0].predictions[0].timed_shapes = {{3.0, {}}, {3.0, {}}};
      },
      "moving_obstacles[0].predictions[0].timed_shapes[1].time_s: 3 s is not after");
  expect_refused([](Scene& of) { of.moving_obstacles[0].predictions.emplace_back(); },
                 "moving_obstacles[0].predictions[1]: no poses and no occupancies");
  expect_refused(
      [](Scene& of) {
        of.moving_obstacles[0].predictions[0].occupancies = {{3.0, {}}};
      },
      "moving_obstacles[0].predictions[0]: 3 poses and 1 occupancies; only one of the two is possible");
  expect_refused([](Scene& of) { of.moving_obstacles[0].predictions[0].probability = 1.5; },
                 "moving_obstacles[0].predictions[0].probability: 1.5 is beyond the limit of 1");
  const double far_m = 2.0 * kMaxDistanceFromOrigin_m;
  for (const HeightSpan& span : {HeightSpan{-far_m, 1.0}, HeightSpan{0.0, far_m}, HeightSpan{2.0, 1.0}}) {
    expect_refused([&](Scene& of) { of.moving_obstacles[0].height = span; }, "moving_obstacles[0].height.z_m");
    expect_refused([&](Scene& of) { of.static_obstacles[0].height = span; }, "static_obstacles[0].height.z_m");
  }
  expect_refused([&](Scene& of) { of.ego.height_m = far_m; }, "ego.height_m: 5e+07 m is beyond the limit of 2.5e+07 m");
}

// Nor have scenes that were edited after it.
TEST(TrajectoryCheckerErrorTest, NumbersThatNoSceneHasAreRefusedByName) {
  Scene scene = SceneFrom(2.0);
  scene.reference_path = {{0.0, 0.0}, {9.0, 0.0}};
  scene.road_borders = {{"left", {{0.0, 5.0}, {9.0, 5.0}}}};
  scene.lane_boundaries = {{"middle", {{0.0, 0.0}, {9.0, 0.0}}}};
  scene.goals = {{Interval{1.0, 2.0}, {}, Interval{0.0, 1.0}, Interval{0.0, 9.0}}};
  ASSERT_TRUE(TrajectoryChecker::Create(Scene(scene), {}).ok());
  const auto expect_refused = [&scene](const auto& change, const std::string& field) {
    Scene changed = scene;
    change(changed);
    const std::string message(TrajectoryChecker::Create(std::move(changed), {}).status().message());
    EXPECT_EQ(message.find(field + ": "), 0u) << message;
  };
  expect_refused([](Scene& of) { of.time_step_s = 0.0; }, "time_step_s");
  expect_refused([](Scene& of) { of.goals[0].time_s->max = 0.5; }, "goals[0].time_s.max");
  expect_refused([](Scene& of) { of.rss.max_braking_mps2 = -1.0; }, "rss.max_braking_mps2");
  for (const double bad : {kNan, kInfinity, 1e300}) {
    expect_refused([bad](Scene& of) { of.time_step_s = bad; }, "time_step_s");
    expect_refused([bad](Scene& of) { of.origin.y = bad; }, "origin.y");
    expect_refused([bad](Scene& of) { of.desired_speed_mps = bad; }, "desired_speed_mps");
    expect_refused([bad](Scene& of) { of.ego_state->pose.position.x = bad; }, "ego_state.x");
    expect_refused([bad](Scene& of) { of.ego_state->speed_mps = bad; }, "ego_state.speed_mps");
    expect_refused([bad](Scene& of) { of.ego_state->acceleration_mps2 = bad; }, "ego_state.acceleration_mps2");
    expect_refused([bad](Scene& of) { of.reference_path[1].x = bad; }, "reference_path[1].x");
    expect_refused([bad](Scene& of) { of.road_borders[0].points[1].y = bad; }, "road_borders[0].points[1].y");
    expect_refused([bad](Scene& of) { of.lane_boundaries[0].points[0].x = bad; }, "lane_boundaries[0].points[0].x");
    expect_refused([bad](Scene& of) { of.goals[0].yaw_rad->min = bad; }, "goals[0].yaw_rad.min");
    expect_refused([bad](Scene& of) { of.goals[0].speed_mps->max = bad; }, "goals[0].speed_mps.max");
  }
}

// What moves is judged in space, the static obstacles by ground plans: together with the former
// none of the latter is asked about.
TEST(TrajectoryCheckerErrorTest, AnObstacleTooLargeToBeTiltedIsNamedByItsPlaceAmongAll) {
  Scene scene = SceneFrom(2.0);
  scene.ego.height_m = 1.5;
  scene.static_obstacles.resize(5, scene.static_obstacles[0]);
  Prediction climbing;
  climbing.poses = {{2.0, {}, 0.0}, {4.0, {}, 0.0}};
  for (TimedPose& pose : climbing.poses) pose.pitch_rad = 0.125;
  const ConvexPolygon huge = ConvexPolygon::Rectangle(4.0 * kMaxDistanceFromOrigin_m, 1.0).value();
  scene.moving_obstacles = {{"huge", "", {huge}, {climbing}, HeightSpan{0.0, 1.0}}};
  ExpectRefused(scene, {Good()}, "obstacles at 2 s: shapes[5]: too large to be posed in space: beyond 2.5e+07 m");
}

TEST(TrajectoryCheckerErrorTest, StaticObstaclesOfAnotherSceneAreRefused) {
  const Scene scene = SceneFrom(2.0);
  const auto road = std::make_shared<const Road>();
  const std::shared_ptr<const StaticObstacles> statics =
      TrajectoryChecker::MakeStaticObstacles(std::make_shared<const Scene>(scene)).value();
  EXPECT_TRUE(TrajectoryChecker::Create(Scene(scene), {}, {road, statics}).ok());
  Scene other = scene;
  other.static_obstacles.resize(2, other.static_obstacles[0]);
  EXPECT_THAT(TrajectoryChecker::Create(Scene(other), {}, {road, statics}).status().message(),
              HasSubstr("static_obstacles: the scene has 2; those that were made already are 1"));
  other = scene;
  other.ego.height_m = 1.5;
  EXPECT_THAT(TrajectoryChecker::Create(Scene(other), {}, {road, statics}).status().message(),
              HasSubstr("ego: the static obstacles were made for other heights"));
  other.ego.shapes.clear();
  EXPECT_THAT(TrajectoryChecker::MakeStaticObstacles(std::make_shared<const Scene>(other)).status().message(),
              HasSubstr("ego.shapes: empty"));
  EXPECT_THAT(TrajectoryChecker::Create(Scene(other), {}, {road, statics}).status().message(),
              HasSubstr("ego.shapes: empty"));
}

TEST(TrajectoryCheckerErrorTest, ABodyTooLargeToBeTiltedIsRefused) {
  Scene scene = SceneFrom(2.0);
  scene.ego.shapes = {ConvexPolygon::Rectangle(1.0, 1.0, {2.0 * kMaxDistanceFromOrigin_m, 0.0}).value()};
  scene.ego.height_m = 1.5;
  scene.static_obstacles[0].height = HeightSpan{0.0, 1.0};
  Candidate climbing = Good();
  climbing.poses[1].pitch_rad = 0.125;
  ExpectRefused(scene, {climbing}, "obstacles at 2.5 s: body: shapes[0]: too large to be posed in space");
}

TEST(TrajectoryCheckerErrorTest, TheLimitsThemselvesAreLegal) {
  Scene scene = SceneFrom(2.0);
  scene.time_step_s = 4e6;
  const Vec2 corner = {kMaxDistanceFromOrigin_m, -kMaxDistanceFromOrigin_m};
  Prediction far_away;
  far_away.poses = {{2.0, -corner, kMaxYaw_rad}, {kMaxTime_s, -corner, -kMaxYaw_rad}};
  scene.moving_obstacles = {{"car", "", {ConvexPolygon::Rectangle(1.0, 1.0).value()}, {far_away}, {}}};
  const Candidate candidate = NamedCandidate("far", {{2.0, corner, -kMaxYaw_rad}, {kMaxTime_s, corner, kMaxYaw_rad}});
  const absl::StatusOr<TrajectoryChecker> checker = TrajectoryChecker::Create(Scene(scene), {});
  std::vector<Verdict> verdicts(1);
  const absl::Status status = checker->Check({candidate}, absl::MakeSpan(verdicts));
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_TRUE(verdicts[0].is_free());
  EXPECT_NEAR(verdicts[0].minimum_clearance->signed_distance_m, std::sqrt(2.0) * kMaxDistanceFromOrigin_m, 10.0);
}

TEST(TrajectoryCheckerErrorTest, TimesOutOfOrderAreRefused) {
  const Scene scene = SceneFrom(2.0);
  ExpectRefused(scene, {Good(), NamedCandidate("back", {{2.0, {}, 0.0}, {4.0, {}, 0.0}, {3.0, {}, 0.0}})},
                "candidate back: poses[2].time_s: 3 s is not after poses[1].time_s, 4 s");
  ExpectRefused(scene, {Good(), NamedCandidate("twice", {{2.0, {}, 0.0}, {2.0, {}, 0.0}})}, "candidate twice");
}

TEST(TrajectoryCheckerErrorTest, AnExecutorThatLosesCandidatesIsAnError) {
  const TrajectoryChecker checker = TrajectoryChecker::Create(SceneFrom(2.0), {}).value();
  const std::vector<Candidate> candidates(100, Good());
  std::vector<Verdict> verdicts(candidates.size(), EarlierVerdict());
  CheckResources resources;
  resources.parallel_for = [](int count, const std::function<void(int, int)>& run) { run(0, count - 1); };
  const absl::Status status = checker.Check(candidates, absl::MakeSpan(verdicts), resources);
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(status.message(), HasSubstr("parallel_for"));
  for (const Verdict& verdict : verdicts) EXPECT_TRUE(IsNoAnswer(verdict));
  resources.parallel_for = [](int count, const std::function<void(int, int)>& run) { run(0, count); };
  EXPECT_TRUE(checker.Check(candidates, absl::MakeSpan(verdicts), resources).ok());
}

// A scene that could end before the checker does not compile.
template <typename SceneArgument, typename = decltype(TrajectoryChecker::Create(std::declval<SceneArgument>(), {}))>
std::true_type IsAccepted(int);
template <typename SceneArgument>
std::false_type IsAccepted(...);
static_assert(decltype(IsAccepted<Scene>(0))::value && !decltype(IsAccepted<const Scene&>(0))::value, "");

// The checker, and static obstacles made before, own what they refer to.
TEST(TrajectoryCheckerErrorTest, TheSceneLivesAsLongAsTheChecker) {
  const auto make = [](bool is_shared) {
    Scene scene = SceneFrom(2.0);
    scene.static_obstacles = {{"wall", "", {*ConvexPolygon::Rectangle(1.0, 1.0)}, {}}};
    CheckerOptions options;
    options.metrics = MetricOptions::All();
    if (!is_shared) return *TrajectoryChecker::Create(std::move(scene), options);
    const auto statics = *TrajectoryChecker::MakeStaticObstacles(std::make_shared<const Scene>(scene));
    return *TrajectoryChecker::Create(std::make_shared<const Scene>(scene), options, {nullptr, statics});
  };
  for (const bool is_shared : {false, true}) {
    const TrajectoryChecker checker = make(is_shared);
    Verdict verdict;
    ASSERT_TRUE(checker.Check({Good()}, absl::MakeSpan(&verdict, 1)).ok());
    EXPECT_TRUE(verdict.collides());
    EXPECT_EQ(checker.scene().static_obstacles[0].id, "wall");
  }
}

TEST(TrajectoryCheckerErrorTest, PosesOfOneInstantMustBeTheSame) {
  const Scene scene = SceneFrom(2.0);
  const double soon_s = 3.0 + 0.5 * kSameInstant_s;
  ExpectRefused(scene, {Good(), NamedCandidate("jump", {{2.0, {}, 0.0}, {3.0, {}, 0.0}, {soon_s, {27.0, 0.0}, 0.0}})},
                "candidate jump: poses[2].time_s: 3.0000005 s is the same instant as poses[1].time_s, 3 s, but the "
                "poses are 27 m apart");
  const Candidate same = NamedCandidate("same", {{2.0, {}, 0.0}, {3.0, {}, 0.0}, {soon_s, {5e-5, 0.0}, 0.0}});
  std::vector<Verdict> verdicts(1);
  const absl::Status status = TrajectoryChecker::Create(Scene(scene), {})->Check({same}, absl::MakeSpan(verdicts));
  EXPECT_TRUE(status.ok()) << status;
}

// Both are within kSameInstant_s of the instant at 3 s, which stands for them.
TEST(TrajectoryCheckerErrorTest, PosesBeforeAndAfterAnInstantMustBeTheSame) {
  const double off_s = 0.9 * kSameInstant_s;
  ExpectRefused(SceneFrom(2.0),
                {NamedCandidate("jump", {{2.0, {}, 0.0}, {3.0 - off_s, {}, 0.0}, {3.0 + off_s, {9, 0}, 0.0}})},
                "poses[2].time_s: 3.0000009 s is the same instant as poses[1].time_s, 2.9999991 s");
}

TEST(TrajectoryCheckerErrorTest, APassedDeadlineEndsTheCheck) {
  const Scene scene = SceneFrom(2.0);
  CheckerOptions options;
  options.metrics = MetricOptions::All();
  const TrajectoryChecker checker = TrajectoryChecker::Create(Scene(scene), options).value();
  const std::vector<Candidate> candidates = {Good()};
  const auto now = std::chrono::steady_clock::now();
  std::vector<Verdict> verdicts(1);
  verdicts[0] = EarlierVerdict();
  const Deadline passed = now - std::chrono::seconds(1);
  EXPECT_EQ(checker.Check(candidates, absl::MakeSpan(verdicts), {passed}).code(), absl::StatusCode::kDeadlineExceeded);
  EXPECT_TRUE(IsNoAnswer(verdicts[0]));
  EXPECT_EQ(checker.Profiles(candidates, {passed}).status().code(), absl::StatusCode::kDeadlineExceeded);
  const Deadline far = now + std::chrono::hours(1);
  EXPECT_TRUE(checker.Check(candidates, absl::MakeSpan(verdicts), {far}).ok());
  EXPECT_TRUE(verdicts[0].is_free());
  EXPECT_TRUE(checker.Profiles(candidates, {far}).ok());
}

}  // namespace
}  // namespace collision2d::planner
