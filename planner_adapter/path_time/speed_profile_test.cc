#include "planner_adapter/path_time/speed_profile.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "collision2d/motion/motion.h"
#include "collision2d/motion/time_of_impact.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"
#include "planner_adapter/path_time/profile_check.h"
#include "planner_adapter/path_time/testing/random_regions.h"

namespace collision2d::planner {
namespace {

// Straight, a left turn, straight: poses every 2 m.
EgoPath Turn() {
  std::vector<PathPose> poses;
  PathPose pose;
  for (int k = 0; k <= 50; ++k) {
    pose.station_m = 2.0 * k;
    poses.push_back(pose);
    pose.position = pose.position + 2.0 * Vec2{std::cos(pose.yaw_rad), std::sin(pose.yaw_rad)};
    if (k >= 20 && k < 30) pose.yaw_rad += 0.1;
  }
  return *EgoPath::Create(poses);
}

Scene CrossingScene(Random& random) {
  Scene scene;
  scene.ego.shapes = {*ConvexPolygon::Rectangle(4.0, 2.0)};
  const Vec2 meet = {random.Uniform(10.0, 70.0), random.Uniform(-2.0, 10.0)};
  const double yaw = random.Angle();
  const Vec2 half_way = random.Uniform(5.0, 50.0) * Vec2{std::cos(yaw), std::sin(yaw)};
  MovingObstacle obstacle = {"crossing", "car", {*ConvexPolygon::Rectangle(5.0, 2.0)}, {}, {}};
  const Vec2 from = meet - half_way;
  const Vec2 to = meet + half_way;
  obstacle.predictions = {{1.0, {{0.0, from, yaw}, {8.0, to, yaw + random.Uniform(-1.0, 1.0)}}, {}}};
  scene.moving_obstacles.push_back(obstacle);
  return scene;
}

Motion ObstacleMotion(const Scene& scene, double from_s, double to_s) {
  const std::vector<TimedPose>& poses = scene.moving_obstacles[0].predictions[0].poses;
  return *Motion::Between(InterpolatePose(poses, from_s).ToPose2(), InterpolatePose(poses, to_s).ToPose2(), from_s,
                          to_s);
}

// The brackets of one contact must overlap, and a free one contradicts a proven contact; `graze`
// counts where either is undecided.
void Compare(const ProfileCheck& check, const ImpactResult& impact, double end_s, int* graze) {
  if (check.verdict == MotionVerdict::kUndecided || impact.verdict == MotionVerdict::kUndecided) {
    ++*graze;
    return;
  }
  ASSERT_EQ(check.verdict, impact.verdict) << check.free_until_s << " " << impact.free_until_s;
  if (check.verdict == MotionVerdict::kFree) {
    ASSERT_EQ(check.free_until_s, end_s);
    return;
  }
  ASSERT_LE(check.free_until_s, impact.contact_by_s + 1e-7);
  ASSERT_LE(impact.free_until_s, check.contact_by_s + 1e-7);
}

TEST(TrajectoryOfProfileTest, LinearProfilesMeetObstaclesWhenTheirTrajectoriesDo) {
  Random random(TestSeed());
  const EgoPath path = Turn();
  PathTimeGraph graph;
  int graze = 0;
  int found = 0;
  int wide = 0;
  for (int i = 0; i < 2000; ++i) {
    const Scene scene = CrossingScene(random);
    ASSERT_TRUE(graph.Assign(scene, path, {}).ok());
    std::vector<StationTime> points = {{random.Uniform(0.0, 50.0), random.Uniform(0.0, 2.0)}};
    while (points.back().time_s < 6.0) {
      const double step_s = random.Uniform(0.2, 2.0);
      const double station_m = points.back().station_m + step_s * random.Uniform(-5.0, 20.0);
      points.push_back({std::clamp(station_m, 0.0, 100.0), points.back().time_s + step_s});
    }
    std::vector<ProfilePiece> pieces;
    const SpeedProfile profile = *LinearProfile(points, &pieces);
    const ProfileCheck check = *CheckProfile(graph, profile);
    const auto trajectory = TrajectoryOfProfile(path, profile, "of profile");
    ASSERT_TRUE(trajectory.ok()) << trajectory.status();
    EXPECT_EQ(trajectory->id, "of profile");
    const std::vector<TimedPose>& poses = trajectory->poses;
    EXPECT_EQ(poses.front().time_s, points.front().time_s);
    EXPECT_NEAR(poses.back().time_s, points.back().time_s, kSameInstant_s);
    ImpactResult first;
    for (size_t k = 0; k + 1 < poses.size() && first.verdict == MotionVerdict::kFree; ++k) {
      const Motion ego =
          *Motion::Between(poses[k].ToPose2(), poses[k + 1].ToPose2(), poses[k].time_s, poses[k + 1].time_s);
      first = *TimeOfImpact(scene.ego.shapes[0], ego, scene.moving_obstacles[0].shapes[0],
                            ObstacleMotion(scene, poses[k].time_s, poses[k + 1].time_s));
    }
    Compare(check, first, points.back().time_s, &graze);
    if (HasFatalFailure()) FAIL() << "profile " << i;
    found += check.verdict == MotionVerdict::kCollides;
    // 1 ms, and what 1 cm takes where the profile closes by less than 1 m/s.
    wide += check.verdict == MotionVerdict::kCollides && check.contact_by_s - check.free_until_s > 0.011;
  }
  EXPECT_GT(found, 300);
  EXPECT_LT(wide, found / 20);
  EXPECT_LT(graze, 40);
}

TEST(TrajectoryOfProfileTest, CurvedProfilesMeetObstaclesWhenBoundedMotionsDo) {
  Random random(TestSeed() + 1);
  const EgoPath path = Turn();
  PathTimeGraph graph;
  int graze = 0;
  int found = 0;
  for (int i = 0; i < 400; ++i) {
    const Scene scene = CrossingScene(random);
    ASSERT_TRUE(graph.Assign(scene, path, {}).ok());
    double end_s = 0.0;
    const std::vector<ProfilePiece> pieces = RandomPieces(random, random.Integer(2, 3), &end_s);
    const SpeedProfile profile = {pieces, end_s};
    const ProfileCheck check = *CheckProfile(graph, profile);
    ASSERT_TRUE(TrajectoryOfProfile(path, profile, "curved").ok());
    const double start_s = pieces[0].time_s;
    if (end_s == start_s) continue;
    double speed_mps = 0.0;
    for (size_t k = 0; k < pieces.size(); ++k) {
      const double x = (k + 1 < pieces.size() ? pieces[k + 1].time_s : end_s) - pieces[k].time_s;
      speed_mps = std::max(speed_mps, std::abs(pieces[k].speed_mps) + std::abs(pieces[k].acceleration_mps2) * x +
                                          std::abs(pieces[k].jerk_mps3) * x * x);
    }
    Motion::Bounds bounds;
    bounds.speed_mps = 1.001 * speed_mps + 1e-3;
    bounds.yaw_rate_radps = 0.0501 * speed_mps + 1e-3;
    const auto pose_at = [&](double time_s) {
      const PathPose pose = path.At(static_cast<double>(StationOf(profile, time_s)));
      return Pose2::FromYaw(pose.position, pose.yaw_rad);
    };
    const Motion ego = *Motion::Bounded(pose_at, bounds, start_s, end_s);
    const auto impact = TimeOfImpact(scene.ego.shapes[0], ego, scene.moving_obstacles[0].shapes[0],
                                     ObstacleMotion(scene, start_s, end_s));
    ASSERT_TRUE(impact.ok()) << impact.status();
    Compare(check, *impact, end_s, &graze);
    if (HasFatalFailure()) FAIL() << "profile " << i;
    found += check.verdict == MotionVerdict::kCollides;
  }
  EXPECT_GT(found, 20);
  EXPECT_LT(graze, 40);
}

TEST(TrajectoryOfProfileTest, PosesAtStationsTurnsAndPieces) {
  const EgoPath path = *EgoPath::Create({{0.0, {0.0, 0.0}}, {10.0, {10.0, 0.0}}, {20.0, {20.0, 0.0}}});
  // Brakes from 10 m/s at 5 m, is at 10 m twice, and turns back at 12.5 m.
  const std::vector<ProfilePiece> pieces = {{0.0, 5.0, 0.0}, {1.0, 5.0, 10.0, -20.0 / 3.0}};
  const auto trajectory = TrajectoryOfProfile(path, {pieces, 4.0}, "back");
  ASSERT_TRUE(trajectory.ok()) << trajectory.status();
  std::vector<double> xs;
  for (const TimedPose& pose : trajectory->poses) xs.push_back(pose.position.x);
  ASSERT_EQ(xs.size(), 6u);
  const double expected[] = {5.0, 5.0, 10.0, 12.5, 10.0, 5.0};
  for (size_t k = 0; k < xs.size(); ++k) EXPECT_NEAR(xs[k], expected[k], 1e-9) << k;
  EXPECT_EQ(trajectory->poses[1].time_s, 1.0);
  EXPECT_NEAR(trajectory->poses[3].time_s, 2.5, 1e-12);
  EXPECT_EQ(trajectory->poses[5].time_s, 4.0);
  // A path of one pose, a profile of one point, and one that leaves the path.
  const EgoPath point = *EgoPath::Create({{3.0, {1.0, 2.0}, 0.5}});
  const std::vector<ProfilePiece> stands = {{0.0, 3.0}};
  EXPECT_EQ(TrajectoryOfProfile(point, {stands, 0.0}, "point")->poses.size(), 1u);
  EXPECT_EQ(TrajectoryOfProfile(point, {stands, 1.0}, "stands")->poses.size(), 2u);
  EXPECT_EQ(TrajectoryOfProfile(path, {pieces, 8.0}, "leaves").status().message(),
            "pieces[1].station_m: 5 is not the beginning of a piece that remains on the path");
}

TEST(AcceleratedProfileTest, StopsAndStands) {
  const StationState state = {1.0, 10.0, 4.0};
  const auto pieces = AcceleratedProfile(state, 0.5, -2.0, 8.0);
  ASSERT_EQ(pieces.size(), 3u);
  EXPECT_EQ(pieces[1].time_s, 1.5);
  EXPECT_EQ(pieces[1].station_m, 12.0);
  EXPECT_EQ(pieces[2].time_s, 3.5);
  EXPECT_EQ(pieces[2].station_m, 16.0);
  EXPECT_EQ(pieces[2].speed_mps, 0.0);
  // Its pieces join where times are coarse.
  constexpr double kFar_s = 1.7e9;
  const TestRegions far({0.0, 100.0}, {kFar_s, kFar_s + 8.0});
  const auto late = AcceleratedProfile({kFar_s + 1.0, 10.0, 30.0}, 0.3, -20.0, kFar_s + 8.0);
  EXPECT_EQ(late.size(), 3u);
  EXPECT_TRUE(CheckProfile(far.view(), {late, kFar_s + 8.0}).ok());
  EXPECT_EQ(AcceleratedProfile(state, 0.0, -2.0, 8.0).size(), 2u);
  EXPECT_EQ(AcceleratedProfile(state, 0.0, -2.0, 2.0).size(), 1u);
  EXPECT_EQ(AcceleratedProfile(state, 10.0, -2.0, 8.0).size(), 1u);
  EXPECT_EQ(AcceleratedProfile({1.0, 10.0, 0.0}, 0.0, -2.0, 8.0).size(), 1u);
  EXPECT_EQ(AcceleratedProfile({1.0, 10.0, 0.0}, 0.0, -2.0, 8.0)[0].acceleration_mps2, 0.0);
}

}  // namespace
}  // namespace collision2d::planner
