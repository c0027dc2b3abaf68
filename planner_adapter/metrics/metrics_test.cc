// Metrics of known scenes, with numbers computed by hand.

#include <optional>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/test.h"
#include "planner_adapter/checking/trajectory_checker.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

constexpr double kTime_s = 1e-6;
constexpr double kLength_m = 1e-9;
// What 1 mm takes at 5 m/s.
constexpr double kConflict_s = 2.1e-4;

ConvexPolygon Box(double length_m, double width_m, Vec2 center = {}) {
  return *ConvexPolygon::Rectangle(length_m, width_m, center);
}

// Poses every half second from 0 s to end_s.
std::vector<TimedPose> Straight(Vec2 start, Vec2 velocity_mps, double end_s, double yaw_rad = 0.0) {
  std::vector<TimedPose> poses;
  for (double time_s = 0.0; time_s <= end_s; time_s += 0.5) {
    poses.push_back({time_s, start + time_s * velocity_mps, yaw_rad});
  }
  return poses;
}

// A vehicle of 4 x 2 m that drives at 10 m/s along the reference path, the x axis, for 2 s; checked
// every half second.
Scene DriveAlongX() {
  Scene scene;
  scene.id = "drive";
  scene.time_step_s = 0.5;
  scene.ego.shapes = {Box(4.0, 2.0)};
  scene.ego_state = EgoState();
  for (int i = -1; i <= 10; ++i) scene.reference_path.push_back({20.0 * i, 0.0});
  scene.candidates.push_back({"c", Straight({}, {10.0, 0.0}, 2.0)});
  return scene;
}

void AddParked(Vec2 place, Scene* scene) {
  scene->static_obstacles.push_back({"parked", "", {Box(4.0, 2.0, place)}, {}});
}

void AddMoving(const ConvexPolygon& shape, const std::vector<TimedPose>& poses, Scene* scene,
               double probability = 1.0) {
  scene->moving_obstacles.push_back({"moving", "", {shape}, {{probability, poses, {}}}, {}});
}

CheckerOptions AllMetrics() {
  CheckerOptions options;
  options.metrics = MetricOptions::All();
  return options;
}

Verdict Check(const Scene& scene, const CheckerOptions& options) {
  const absl::StatusOr<TrajectoryChecker> checker = TrajectoryChecker::Create(Scene(scene), options);
  EXPECT_TRUE(checker.ok()) << checker.status();
  Verdict verdict;
  const absl::Status status = checker->Check(scene.candidates, absl::MakeSpan(&verdict, 1));
  EXPECT_TRUE(status.ok()) << status;
  return verdict;
}

Metrics MetricsOf(const Scene& scene) { return Check(scene, AllMetrics()).metrics; }

TEST(MetricsTest, AParkedVehicleAhead) {
  Scene scene = DriveAlongX();
  AddParked({50.0, 0.0}, &scene);
  const Metrics metrics = MetricsOf(scene);
  // At 2 s the front is at 22 m and the parked vehicle's rear at 48 m.
  EXPECT_NEAR(metrics.headway->gap_m.value, 26.0, kLength_m);
  EXPECT_NEAR(metrics.headway->headway_s->value, 2.6, kTime_s);
  EXPECT_EQ(metrics.headway->headway_s->interaction.time_s, 2.0);
  EXPECT_EQ(metrics.headway->headway_s->interaction.step, 4);
  EXPECT_EQ(metrics.headway->headway_s->interaction.obstacle, 0);
  EXPECT_NEAR(metrics.required_deceleration->deceleration_mps2, 100.0 / 52.0, 1e-9);
  EXPECT_NEAR(metrics.required_deceleration->closing_speed_mps, 10.0, 1e-9);
  EXPECT_NEAR(metrics.time_to_collision->constant_twist_s->value, 2.6, kTime_s);
  EXPECT_EQ(metrics.time_to_collision->constant_twist_s->interaction.time_s, 2.0);
  EXPECT_FALSE(metrics.time_to_collision->on_paths_s.has_value());
  // Along: 10 + 1.75 + 13.5^2 / 8 = 34.53125 m are safe, and 31 m are there at 1.5 s. Across: 2 *
  // (0.1 + 0.2^2 / 1.6) m, and the bodies overlap by 2 m.
  EXPECT_NEAR(metrics.rss_margin->longitudinal_margin_m, 31.0 - 34.53125, kLength_m);
  EXPECT_NEAR(metrics.rss_margin->lateral_margin_m, -2.25, kLength_m);
  EXPECT_TRUE(metrics.rss_margin->is_dangerous());
  EXPECT_EQ(metrics.rss_margin->interaction.time_s, 1.5);
  EXPECT_FALSE(metrics.lateral_clearance.has_value());
  // What does not move is never somewhere at another time.
  EXPECT_FALSE(metrics.post_encroachment_time.has_value());
  EXPECT_FALSE(metrics.goal.has_value());
}

TEST(MetricsTest, ALeaderThatIsFasterNeedsNoDeceleration) {
  Scene scene = DriveAlongX();
  AddMoving(Box(4.0, 2.0), Straight({20.0, 0.0}, {15.0, 0.0}, 2.0), &scene);
  const Metrics metrics = MetricsOf(scene);
  EXPECT_NEAR(metrics.headway->gap_m.value, 16.0, kLength_m);
  EXPECT_NEAR(metrics.headway->headway_s->value, 1.6, kTime_s);
  EXPECT_FALSE(metrics.required_deceleration.has_value());
  EXPECT_FALSE(metrics.time_to_collision.has_value());
  // The leader's rear, at 18 m at first, stays ahead of the ego vehicle's front, which comes there
  // at 1.6 s; the leader has left that place at once.
  const PostEncroachmentTime& post = *metrics.post_encroachment_time;
  EXPECT_NEAR(post.gap_s, -1.6, kTime_s);
  EXPECT_NEAR(post.ego.time_s, 1.6, kTime_s);
  EXPECT_EQ(post.ego.step, 3);
  EXPECT_NEAR(post.obstacle_time_s, 0.0, kTime_s);
}

TEST(MetricsTest, AVehicleBesideIsNoLeader) {
  Scene scene = DriveAlongX();
  AddParked({10.0, 3.5}, &scene);
  const Metrics metrics = MetricsOf(scene);
  EXPECT_FALSE(metrics.headway.has_value());
  EXPECT_FALSE(metrics.required_deceleration.has_value());
  EXPECT_NEAR(metrics.lateral_clearance->value, 1.5, kLength_m);
  EXPECT_EQ(metrics.lateral_clearance->interaction.time_s, 1.0);
  // 1.5 m are there across, 0.25 m are safe.
  EXPECT_NEAR(metrics.rss_margin->lateral_margin_m, 1.25, kLength_m);
  EXPECT_FALSE(metrics.rss_margin->is_dangerous());
}

TEST(MetricsTest, OneThatCrossesLater) {
  Scene scene = DriveAlongX();
  AddMoving(Box(2.0, 2.0), Straight({20.0, -15.0}, {0.0, 5.0}, 6.0), &scene);
  // On a candidate of 4 s the ego vehicle's front reaches the crossing, from 19 to 21 m, at 1.7 s,
  // and its rear leaves it at 2.3 s. The other one is there from 2.6 s to 3.4 s.
  scene.candidates[0].poses = Straight({}, {10.0, 0.0}, 4.0);
  const PostEncroachmentTime post = *MetricsOf(scene).post_encroachment_time;
  EXPECT_NEAR(post.gap_s, 0.3, kTime_s);
  EXPECT_NEAR(post.ego.time_s, 2.3, kTime_s);
  EXPECT_EQ(post.ego.step, 4);
  EXPECT_NEAR(post.obstacle_time_s, 2.6, kTime_s);
  EXPECT_FALSE(post.is_undecided);
  EXPECT_NEAR(post.ego_conflict->entry_s, 1.7, kConflict_s);
  EXPECT_NEAR(post.ego_conflict->exit_s, 2.3, kConflict_s);
  EXPECT_NEAR(post.obstacle_conflict->entry_s, 2.6, kConflict_s);
  EXPECT_NEAR(post.obstacle_conflict->exit_s, 3.4, kConflict_s);
}

TEST(MetricsTest, OneThatCrossedBefore) {
  Scene scene = DriveAlongX();
  AddMoving(Box(2.0, 2.0), Straight({20.0, 0.0}, {0.0, 5.0}, 6.0), &scene);
  const PostEncroachmentTime post = *MetricsOf(scene).post_encroachment_time;
  EXPECT_NEAR(post.gap_s, -1.3, kTime_s);
  EXPECT_NEAR(post.ego.time_s, 1.7, kTime_s);
  EXPECT_NEAR(post.obstacle_time_s, 0.4, kTime_s);
  EXPECT_NEAR(post.obstacle_conflict->exit_s, 0.4, kConflict_s);
  // The candidate ends on the crossing.
  EXPECT_EQ(post.ego_conflict->exit_s, 2.0);
  // The time step does not matter.
  scene.time_step_s = 0.3;
  EXPECT_NEAR(MetricsOf(scene).post_encroachment_time->gap_s, -1.3, kTime_s);
}

// The one that crosses twice: its second visit, while the ego vehicle is near, is the conflict.
TEST(MetricsTest, OneThatComesTwice) {
  Scene scene = DriveAlongX();
  scene.candidates[0].poses = Straight({}, {10.0, 0.0}, 4.0);
  AddMoving(Box(2.0, 2.0),
            {{0.0, {20.0, 0.0}, 0.0}, {0.5, {20.0, -10.0}, 0.0}, {3.0, {20.0, -10.0}, 0.0}, {5.0, {20.0, 10.0}, 0.0}},
            &scene);
  const PostEncroachmentTime post = *MetricsOf(scene).post_encroachment_time;
  EXPECT_NEAR(post.gap_s, 1.5, kTime_s);
  EXPECT_NEAR(post.obstacle_conflict->entry_s, 3.8, kConflict_s);
  EXPECT_NEAR(post.obstacle_conflict->exit_s, 4.2, kConflict_s);
}

// Ahead at the same speed, for ever: the gap is constant.
TEST(MetricsTest, OneThatKeepsItsDistance) {
  Scene scene = DriveAlongX();
  AddMoving(Box(4.0, 2.0), Straight({20.0, 0.0}, {10.0, 0.0}, 2.0), &scene);
  const PostEncroachmentTime post = *MetricsOf(scene).post_encroachment_time;
  EXPECT_NEAR(post.gap_s, -1.6, kTime_s);
  EXPECT_EQ(post.ego_conflict->exit_s, 2.0);
  EXPECT_NEAR(post.obstacle_conflict->entry_s, 0.0, kConflict_s);
}

TEST(MetricsTest, APostEncroachmentTimeBeyondTheHorizonIsAbsent) {
  Scene scene = DriveAlongX();
  AddMoving(Box(2.0, 2.0), Straight({20.0, 0.0}, {0.0, 5.0}, 6.0), &scene);
  CheckerOptions options = AllMetrics();
  options.metrics.post_encroachment_horizon_s = 1.2;
  EXPECT_FALSE(Check(scene, options).metrics.post_encroachment_time.has_value());
}

// A disc turns on the spot, so little beside what the ego vehicle covers that the search gives up:
// what it has got to is reported, as undecided.
TEST(MetricsTest, ALongGrazeIsUndecided) {
  Scene scene = DriveAlongX();
  const auto turn_beside = [&](double gap_m) {
    const Vec2 place = {20.0, -51.0 - gap_m};
    scene.moving_obstacles.clear();
    AddMoving(*ConvexPolygon::Create({{0.0, 0.0}}, 50.0), {{3.0, place, 0.0}, {4.0, place, 3.0}}, &scene);
    return MetricsOf(scene).post_encroachment_time;
  };
  for (const double gap_m : {1.5e-6, 2e-6, 3e-6, 5e-6, 1e-5, 1e-4, 1e-3}) {
    const std::optional<PostEncroachmentTime> graze = turn_beside(gap_m);
    ASSERT_TRUE(graze.has_value()) << gap_m;
    EXPECT_TRUE(graze->is_undecided) << gap_m;
    EXPECT_GE(graze->gap_s, 1.0) << gap_m;
    EXPECT_LE(graze->gap_s, 2.0) << gap_m;
  }
  EXPECT_FALSE(turn_beside(1e-2).has_value());
  const std::optional<PostEncroachmentTime> contact = turn_beside(-1e-3);
  ASSERT_TRUE(contact.has_value());
  EXPECT_FALSE(contact->is_undecided);
  EXPECT_NEAR(contact->gap_s, 1.0, kTime_s);
}

TEST(MetricsTest, AnObstacleThatIsHeldStaysForEver) {
  Scene scene = DriveAlongX();
  AddMoving(Box(2.0, 2.0), Straight({20.0, -15.0}, {0.0, 5.0}, 1.0), &scene);
  EXPECT_FALSE(MetricsOf(scene).post_encroachment_time.has_value());
  // It stops beside the way, at -10 m.
  CheckerOptions options = AllMetrics();
  options.beyond_prediction = BeyondPrediction::kHold;
  EXPECT_FALSE(Check(scene, options).metrics.post_encroachment_time.has_value());
  // It stops on the crossing at 2.8 s, where it touches what the ego vehicle covers at 2 s from 2.4
  // s on.
  scene.moving_obstacles[0].predictions[0].poses = {{0.0, {20.0, -14.0}, 0.0}, {2.8, {20.0, 0.0}, 0.0}};
  EXPECT_NEAR(Check(scene, options).metrics.post_encroachment_time->gap_s, 0.4, kTime_s);
}

TEST(MetricsTest, ACollisionEndsTheInstants) {
  Scene scene = DriveAlongX();
  AddMoving(Box(4.0, 2.0), Straight({11.5, 0.0}, {0.0, 0.0}, 2.0), &scene);
  const Verdict verdict = Check(scene, AllMetrics());
  // The front is at 9.5 m at 0.75 s.
  ASSERT_TRUE(verdict.collides());
  const Metrics& metrics = verdict.metrics;
  EXPECT_NEAR(metrics.time_to_collision->on_paths_s->value, 0.75, kTime_s);
  EXPECT_EQ(metrics.time_to_collision->on_paths_s->interaction.obstacle, 0);
  EXPECT_NEAR(metrics.time_to_collision->constant_twist_s->value, 0.25, kTime_s);
  EXPECT_NEAR(metrics.headway->gap_m.value, 2.5, kLength_m);
  EXPECT_EQ(metrics.headway->gap_m.interaction.time_s, 0.5);
  EXPECT_EQ(metrics.post_encroachment_time->gap_s, 0.0);
  EXPECT_FALSE(metrics.post_encroachment_time->ego_conflict.has_value());
}

TEST(MetricsTest, ACollisionAtTheBeginningLeavesNoInstant) {
  Scene scene = DriveAlongX();
  AddParked({1.0, 0.0}, &scene);
  const Metrics metrics = MetricsOf(scene);
  EXPECT_EQ(metrics.time_to_collision->on_paths_s->value, 0.0);
  EXPECT_FALSE(metrics.time_to_collision->constant_twist_s.has_value());
  EXPECT_FALSE(metrics.headway.has_value());
  EXPECT_FALSE(metrics.rss_margin.has_value());
  EXPECT_FALSE(metrics.post_encroachment_time.has_value());
}

TEST(MetricsTest, TheTwistTurns) {
  // On a circle of 10 m about (0, 10), at 5 m/s: the parked box is met by the turn, not straight
  // ahead.
  Scene scene = DriveAlongX();
  std::vector<TimedPose>& poses = scene.candidates[0].poses;
  poses.clear();
  for (const double time_s : {0.0, 0.001}) {
    const double turn = 0.5 * time_s;
    poses.push_back({time_s, {10.0 * std::sin(turn), 10.0 - 10.0 * std::cos(turn)}, turn});
  }
  scene.ego.shapes = {*ConvexPolygon::Create({{0.0, 0.0}})};
  scene.static_obstacles.push_back({"wall", "", {Box(20.0, 1.0, {10.0, 10.5})}, {}});
  // The wall's lower side is at y = 10, where a quarter turn leads to.
  EXPECT_NEAR(MetricsOf(scene).time_to_collision->constant_twist_s->value, M_PI - 0.001, 1e-3);
}

TEST(MetricsTest, StandingAndReversing) {
  Scene scene = DriveAlongX();
  AddParked({50.0, 0.0}, &scene);
  for (const double speed_mps : {0.0, -5.0}) {
    scene.candidates[0].poses = Straight({}, {speed_mps, 0.0}, 2.0);
    const Metrics metrics = MetricsOf(scene);
    EXPECT_FALSE(metrics.headway->headway_s.has_value()) << speed_mps;
    EXPECT_NEAR(metrics.headway->gap_m.value, 46.0, kLength_m);
    EXPECT_FALSE(metrics.required_deceleration.has_value());
    EXPECT_FALSE(metrics.time_to_collision.has_value());
    EXPECT_TRUE(std::isfinite(metrics.rss_margin->longitudinal_margin_m));
  }
}

TEST(MetricsTest, OnePoseHasNoVelocity) {
  Scene scene = DriveAlongX();
  scene.candidates[0].poses.resize(1);
  AddParked({10.0, 0.0}, &scene);
  AddMoving(Box(2.0, 2.0), Straight({0.0, -10.0}, {0.0, 5.0}, 6.0), &scene);
  const Metrics metrics = MetricsOf(scene);
  EXPECT_NEAR(metrics.headway->gap_m.value, 6.0, kLength_m);
  EXPECT_FALSE(metrics.headway->headway_s.has_value());
  EXPECT_FALSE(metrics.required_deceleration.has_value());
  EXPECT_FALSE(metrics.rss_margin.has_value());
  EXPECT_FALSE(metrics.time_to_collision.has_value());
  // The other arrives at 1.6 s.
  EXPECT_NEAR(metrics.post_encroachment_time->gap_s, 1.6, kTime_s);
  EXPECT_EQ(metrics.post_encroachment_time->ego_conflict->exit_s, 0.0);
}

TEST(MetricsTest, WithoutPathOnlyWhatNeedsNone) {
  Scene scene = DriveAlongX();
  scene.reference_path.clear();
  AddParked({30.0, 0.0}, &scene);
  const Metrics metrics = MetricsOf(scene);
  EXPECT_FALSE(metrics.headway.has_value());
  EXPECT_FALSE(metrics.required_deceleration.has_value());
  EXPECT_FALSE(metrics.rss_margin.has_value());
  EXPECT_FALSE(metrics.lateral_clearance.has_value());
  EXPECT_NEAR(metrics.time_to_collision->constant_twist_s->value, 0.6, kTime_s);
}

TEST(MetricsTest, OccupanciesStandStill) {
  Scene scene = DriveAlongX();
  Prediction prediction;
  prediction.occupancies = {{0.0, {Box(4.0, 2.0, {60.0, 0.0})}}, {1.0, {Box(4.0, 2.0, {50.0, 0.0})}}, {3.0, {}}};
  scene.moving_obstacles.push_back({"crowd", "", {}, {prediction}, {}});
  const Metrics metrics = MetricsOf(scene);
  EXPECT_NEAR(metrics.headway->gap_m.value, 26.0, kLength_m);
  EXPECT_NEAR(metrics.required_deceleration->closing_speed_mps, 10.0, 1e-9);
}

// Longer from 0.5 s on, and away after 1 s.
TEST(MetricsTest, TimedShapesCountWhileTheyHold) {
  Scene scene = DriveAlongX();
  AddMoving(Box(4.0, 2.0), Straight({60.0, 0.0}, {}, 2.0), &scene);
  std::vector<TimedShapes>& timed = scene.moving_obstacles[0].predictions[0].timed_shapes;
  const double gap_m = MetricsOf(scene).headway->gap_m.value;
  const double last_s = MetricsOf(scene).headway->gap_m.interaction.time_s;
  timed = {{0.5 * last_s, {Box(20.0, 2.0)}}};
  EXPECT_NEAR(MetricsOf(scene).headway->gap_m.value, gap_m - 8.0, kLength_m);
  timed.push_back({0.75 * last_s, {}});
  EXPECT_LT(MetricsOf(scene).headway->gap_m.interaction.time_s, 0.75 * last_s);
  timed = {{0.0, {}}};
  EXPECT_FALSE(MetricsOf(scene).headway.has_value());
  EXPECT_FALSE(MetricsOf(scene).post_encroachment_time.has_value());
}

TEST(MetricsTest, TheWorstHypothesisCounts) {
  Scene scene = DriveAlongX();
  AddMoving(Box(4.0, 2.0), Straight({60.0, 0.0}, {}, 2.0), &scene, 0.9);
  scene.moving_obstacles[0].predictions.push_back({0.1, Straight({50.0, 0.0}, {}, 2.0), {}});
  EXPECT_EQ(MetricsOf(scene).headway->gap_m.interaction.hypothesis, 1);
  CheckerOptions options = AllMetrics();
  options.min_probability = 0.5;
  const Metrics metrics = Check(scene, options).metrics;
  EXPECT_EQ(metrics.headway->gap_m.interaction.hypothesis, 0);
  EXPECT_NEAR(metrics.headway->gap_m.value, 36.0, kLength_m);
}

TEST(MetricsTest, ABridgeIsIgnored) {
  Scene scene = DriveAlongX();
  scene.ego.height_m = 1.5;
  AddParked({50.0, 0.0}, &scene);
  scene.static_obstacles[0].height = HeightSpan{4.0, 5.0};
  const Metrics metrics = MetricsOf(scene);
  EXPECT_FALSE(metrics.headway.has_value());
  EXPECT_FALSE(metrics.time_to_collision.has_value());
  EXPECT_FALSE(metrics.rss_margin.has_value());
}

// A van of 3.9 m that dives under a bridge at 3.2 m and is still pitched when its roof is below it.
// Its highest point is then at its rear.
TEST(MetricsTest, ABridgeIsIgnoredByATiltedVehicle) {
  Scene scene = DriveAlongX();
  scene.ego.height_m = 3.9;
  AddParked({50.0, 0.0}, &scene);
  scene.static_obstacles[0].height = HeightSpan{3.2, 4.5};
  const double rear_m = 2.0;
  for (TimedPose& pose : scene.candidates[0].poses) {
    pose.pitch_rad = 0.05;
    pose.z_m = -0.7 - 0.05 * rear_m;
  }
  EXPECT_FALSE(MetricsOf(scene).time_to_collision.has_value());
  EXPECT_FALSE(MetricsOf(scene).headway.has_value());
  for (TimedPose& pose : scene.candidates[0].poses) pose.z_m += 0.02;
  EXPECT_TRUE(MetricsOf(scene).time_to_collision.has_value());
  EXPECT_TRUE(MetricsOf(scene).headway.has_value());
}

// A slim mast of 3 m that pitches from one side to the other is level, and 3 m high, in between
// only; a beam crosses its way there 3 s later.
TEST(MetricsTest, AMastIsHighestBetweenTiltedPoses) {
  Scene scene = DriveAlongX();
  scene.ego.shapes = {Box(0.2, 0.2)};
  scene.ego.height_m = 3.0;
  AddMoving(Box(0.2, 0.2), Straight({5.0, -20.0}, {0.0, 5.0}, 6.0), &scene);
  scene.moving_obstacles[0].height = HeightSpan{2.6, 2.7};
  for (const double pitch_rad : {0.0, 0.6}) {
    scene.candidates[0].poses = {{0.0, {}, 0.0}, {2.0, {10.0, 0.0}, 0.0}};
    scene.candidates[0].poses[0].pitch_rad = -pitch_rad;
    scene.candidates[0].poses[1].pitch_rad = pitch_rad;
    const Metrics metrics = MetricsOf(scene);
    ASSERT_TRUE(metrics.post_encroachment_time.has_value()) << pitch_rad;
    EXPECT_NEAR(metrics.post_encroachment_time->gap_s, 2.92, 0.02);
  }
}

TEST(MetricsTest, TheFirstGoalThatIsReached) {
  Scene scene = DriveAlongX();
  Goal far;
  far.area = {Box(1.0, 1.0, {100.0, 0.0})};
  Goal near;
  near.area = {Box(10.0, 2.0, {15.0, 0.0})};
  scene.goals = {far, near};
  const GoalReached goal = *MetricsOf(scene).goal;
  ASSERT_TRUE(goal.reached.has_value());
  EXPECT_EQ(goal.reached->time_s, 1.0);
  EXPECT_EQ(goal.reached->step, 2);
  EXPECT_EQ(goal.reached->goal, 1);
  scene.goals.pop_back();
  const GoalReached missed = *MetricsOf(scene).goal;
  EXPECT_FALSE(missed.reached.has_value());
}

TEST(MetricsTest, WhatIsNotSelectedIsAbsent) {
  Scene scene = DriveAlongX();
  AddParked({50.0, 0.0}, &scene);
  AddMoving(Box(2.0, 2.0), Straight({20.0, 0.0}, {0.0, 5.0}, 6.0), &scene);
  scene.goals.emplace_back();
  // A path that metrics would refuse.
  scene.reference_path = {{0.0, 0.0}, {40.0, 0.0}, {0.0, 0.0}};
  const Metrics metrics = Check(scene, CheckerOptions()).metrics;
  EXPECT_FALSE(metrics.time_to_collision.has_value());
  EXPECT_FALSE(metrics.headway.has_value());
  EXPECT_FALSE(metrics.post_encroachment_time.has_value());
  EXPECT_FALSE(metrics.required_deceleration.has_value());
  EXPECT_FALSE(metrics.rss_margin.has_value());
  EXPECT_FALSE(metrics.lateral_clearance.has_value());
  EXPECT_FALSE(metrics.goal.has_value());
  CheckerOptions options;
  options.metrics.goal = true;
  EXPECT_TRUE(Check(scene, options).metrics.goal->reached.has_value());
  EXPECT_FALSE(TrajectoryChecker::Create(Scene(scene), AllMetrics()).ok());
}

// The value of each metric, or -1 if it is absent.
std::vector<double> ValuesOf(const Metrics& metrics) {
  const auto value = [](const auto& metric, auto of) { return metric.has_value() ? of(*metric) : -1.0; };
  return {value(metrics.time_to_collision,
                [&](const auto& m) { return value(m.on_paths_s, [](const auto& v) { return v.value; }); }),
          value(metrics.headway, [](const auto& m) { return m.gap_m.value; }),
          value(metrics.post_encroachment_time, [](const auto& m) { return std::abs(m.gap_s); }),
          value(metrics.required_deceleration, [](const auto& m) { return m.deceleration_mps2; }),
          value(metrics.rss_margin, [](const auto& m) { return 1e3 + m.longitudinal_margin_m; }),
          value(metrics.lateral_clearance, [](const auto& m) { return m.value; }),
          value(metrics.goal, [](const auto& m) { return m.reached.has_value() ? m.reached->time_s : 99.0; })};
}

TEST(MetricsTest, EachMetricIsTheSameWithoutTheOthers) {
  for (const Vec2 begin : {Vec2{20.0, 0.0}, Vec2{12.0, -5.0}}) {
    Scene scene = DriveAlongX();
    AddParked({50.0, 0.0}, &scene);
    AddParked({2.0, 4.0}, &scene);
    AddMoving(Box(2.0, 2.0), Straight(begin, {0.0, 5.0}, 6.0), &scene);
    scene.goals.emplace_back();
    const std::vector<double> all = ValuesOf(MetricsOf(scene));
    EXPECT_EQ(Check(scene, AllMetrics()).collides(), begin.x == 12.0);
    for (size_t k = 0; k < all.size(); ++k) {
      CheckerOptions options;
      options.metrics = {k == 0, k == 1, k == 2, k == 3, k == 4, k == 5, k == 6};
      std::vector<double> alone(all.size(), -1.0);
      alone[k] = all[k];
      EXPECT_EQ(ValuesOf(Check(scene, options).metrics), alone) << k;
      if (k > 0) {
        EXPECT_NE(all[k], -1.0) << k;
      }
    }
  }
}

TEST(MetricsTest, APredictionThatIsNoMotionIsRefused) {
  Scene scene = DriveAlongX();
  AddMoving(Box(4.0, 2.0), {{0.0, {40.0, 0.0}, 0.0}, {1.0, {2e8, 0.0}, 0.0}}, &scene);
  EXPECT_EQ(TrajectoryChecker::Create(Scene(scene), AllMetrics()).status().message(),
            "moving_obstacles[0].predictions[0].poses[1].x: 2e+08 m is beyond the limit of 1e+08 m");
}

// To the bit, although others that end later shift the windows in which instants are computed
// together.
TEST(MetricsTest, OneCandidateDoesNotAffectAnother) {
  Scene scene = DriveAlongX();
  scene.time_step_s = 0.05;
  scene.reference_path = {{-20.0, 0.0}, {0.0, 1.0}, {20.0, -2.0}, {40.0, 3.0}, {60.0, 0.0}};
  AddParked({50.0, 4.0}, &scene);
  AddMoving(Box(4.0, 2.0), Straight({40.0, 5.0}, {-3.0, 0.5}, 2.0, 3.0), &scene);
  scene.candidates.push_back({"d", Straight({}, {8.0, 0.3}, 2.5)});
  std::vector<Verdict> together(2);
  const absl::StatusOr<TrajectoryChecker> checker = TrajectoryChecker::Create(Scene(scene), AllMetrics());
  ASSERT_TRUE(checker.ok()) << checker.status();
  ASSERT_TRUE(checker->Check(scene.candidates, absl::MakeSpan(together)).ok());
  scene.candidates.pop_back();
  const Metrics alone = MetricsOf(scene);
  ASSERT_TRUE(alone.headway.has_value() && alone.rss_margin.has_value());
  EXPECT_EQ(together[0].metrics.headway->gap_m.value, alone.headway->gap_m.value);
  EXPECT_EQ(together[0].metrics.rss_margin->longitudinal_margin_m, alone.rss_margin->longitudinal_margin_m);
  EXPECT_EQ(together[0].metrics.rss_margin->lateral_margin_m, alone.rss_margin->lateral_margin_m);
}

TEST(MetricsTest, TheOtherFieldsAreTheSameWithMetrics) {
  Scene scene = DriveAlongX();
  AddParked({11.0, 2.5}, &scene);
  const Verdict with = Check(scene, AllMetrics());
  const Verdict without = Check(scene, CheckerOptions());
  EXPECT_EQ(with.minimum_clearance->signed_distance_m, without.minimum_clearance->signed_distance_m);
  EXPECT_EQ(with.pairs_checked, without.pairs_checked);
}

TEST(MetricsTest, AHorizonThatIsNoTimeIsRefused) {
  const Scene scene = DriveAlongX();
  CheckerOptions options;
  options.metrics.time_to_collision_horizon_s = 0.0;
  EXPECT_EQ(TrajectoryChecker::Create(Scene(scene), options).status().message(),
            "metrics.time_to_collision_horizon_s: 0 s is not positive");
  options = {};
  options.metrics.post_encroachment_horizon_s = std::numeric_limits<double>::infinity();
  EXPECT_EQ(TrajectoryChecker::Create(Scene(scene), options).status().message(),
            "metrics.post_encroachment_horizon_s: inf is not finite");
}

TEST(ProfileTest, HasEveryInstantAlsoAfterACollision) {
  Scene scene = DriveAlongX();
  AddMoving(Box(4.0, 2.0), Straight({11.5, 0.0}, {0.0, 0.0}, 1.0), &scene);
  const absl::StatusOr<TrajectoryChecker> checker = TrajectoryChecker::Create(Scene(scene), CheckerOptions());
  ASSERT_TRUE(checker.ok()) << checker.status();
  const auto profiles = checker->Profiles({scene.candidates[0]});
  ASSERT_TRUE(profiles.ok()) << profiles.status();
  const std::vector<ProfilePoint>* const profile = &profiles->front();
  ASSERT_EQ(profile->size(), 5u);
  EXPECT_EQ((*profile)[1].time_s, 0.5);
  EXPECT_NEAR(*(*profile)[0].clearance_m, 7.5, kLength_m);
  EXPECT_NEAR(*(*profile)[1].clearance_m, 2.5, kLength_m);
  EXPECT_LT(*(*profile)[2].clearance_m, 0.0);
  EXPECT_NEAR(*(*profile)[0].time_to_collision_s, 0.75, kTime_s);
  EXPECT_NEAR(*(*profile)[1].time_to_collision_s, 0.25, kTime_s);
  EXPECT_EQ(*(*profile)[2].time_to_collision_s, 0.0);
  // The obstacle is gone.
  EXPECT_FALSE((*profile)[3].clearance_m.has_value());
  EXPECT_FALSE((*profile)[3].time_to_collision_s.has_value());
  EXPECT_FALSE((*profile)[4].road_clearance_m.has_value());
}

TEST(ProfileTest, ARoadHasAClearanceAtEachInstantIfItHasAnEdge) {
  Scene scene = DriveAlongX();
  scene.drivable_area = {*ConvexPolygon::Rectangle(100.0, 10.0, {20.0, 0.0})};
  const auto profile_of = [&] {
    const absl::StatusOr<TrajectoryChecker> checker = TrajectoryChecker::Create(Scene(scene), CheckerOptions());
    EXPECT_TRUE(checker.ok()) << checker.status();
    return checker->Profiles({scene.candidates[0]})->front();
  };
  std::vector<ProfilePoint> profile = profile_of();
  ASSERT_EQ(profile.size(), 5u);
  for (const ProfilePoint& point : profile) EXPECT_NEAR(*point.road_clearance_m, 4.0, kLength_m);
  // A road without area: nothing is road, and no edge is the closest.
  scene.drivable_area = {*ConvexPolygon::Create({{0.0, 0.0}, {40.0, 0.0}})};
  for (const ProfilePoint& point : profile_of()) EXPECT_FALSE(point.road_clearance_m.has_value());
  const Verdict verdict = Check(scene, CheckerOptions());
  EXPECT_EQ(verdict.leaves_road_time_s, 0.0);
  EXPECT_FALSE(verdict.road_clearance.has_value());
}

// One that begins and ends between multiples of the time step, one that only ends so, and one that
// covers none.
TEST(ProfileTest, OfManyCandidatesAreThoseOfEach) {
  Scene scene = DriveAlongX();
  AddParked({30.0, 1.0}, &scene);
  AddMoving(Box(4.0, 2.0), Straight({50.0, 0.0}, {-5.0, 0.5}, 2.0), &scene);
  const auto at = [](double time_s) { return TimedPose{time_s, {10.0 * time_s, 0.0}}; };
  scene.candidates.push_back({"odd", {at(0.2), at(1.3)}});
  scene.candidates.push_back({"late", {at(0.5), at(1.3)}});
  scene.candidates.push_back({"short", {at(0.2), at(0.3)}});
  const absl::StatusOr<TrajectoryChecker> checker = TrajectoryChecker::Create(Scene(scene), CheckerOptions());
  ASSERT_TRUE(checker.ok()) << checker.status();
  const absl::StatusOr<std::vector<std::vector<ProfilePoint>>> profiles = checker->Profiles(scene.candidates);
  ASSERT_TRUE(profiles.ok()) << profiles.status();
  const std::vector<std::vector<double>> times_s = {
      {0.0, 0.5, 1.0, 1.5, 2.0}, {0.2, 0.5, 1.0, 1.3}, {0.5, 1.0, 1.3}, {0.2, 0.3}};
  ASSERT_EQ(profiles->size(), times_s.size());
  for (size_t i = 0; i < times_s.size(); ++i) {
    const std::vector<ProfilePoint>& profile = (*profiles)[i];
    const auto of_one = checker->Profiles({scene.candidates[i]});
    ASSERT_TRUE(of_one.ok()) << of_one.status();
    const std::vector<ProfilePoint>& alone = of_one->front();
    ASSERT_EQ(profile.size(), times_s[i].size());
    ASSERT_EQ(alone.size(), profile.size());
    for (size_t k = 0; k < profile.size(); ++k) {
      EXPECT_EQ(profile[k].time_s, times_s[i][k]);
      EXPECT_EQ(profile[k].clearance_m, alone[k].clearance_m);
      EXPECT_EQ(profile[k].time_to_collision_s, alone[k].time_to_collision_s);
    }
  }
}

TEST(ProfileTest, RefusesABadCandidate) {
  const Scene scene = DriveAlongX();
  const absl::StatusOr<TrajectoryChecker> checker = TrajectoryChecker::Create(Scene(scene), CheckerOptions());
  ASSERT_TRUE(checker.ok()) << checker.status();
  EXPECT_EQ(checker->Profiles({Candidate{"bad", {}}}).status().message(),
            "candidate bad: poses: empty; at least one pose is needed");
  EXPECT_EQ(checker->Profiles({Candidate{"far", {{0.0, {1e9, 0.0}, 0.0}}}}).status().message(),
            "candidate far: poses[0].x: 1e+09 m is beyond the limit of 1e+08 m");
}

}  // namespace
}  // namespace collision2d::planner
