#include "planner_adapter/sampling/frenet_frame.h"

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

using ::testing::HasSubstr;

constexpr std::mt19937_64::result_type kSeed = 99;

ReferencePath PathThrough(const std::vector<Vec2>& points) {
  absl::StatusOr<ReferencePath> path = ReferencePath::Create(points, 2.0);
  EXPECT_TRUE(path.ok()) << path.status();
  return *std::move(path);
}

ReferencePath CurvedPath() {
  std::vector<Vec2> points;
  for (double x = 0.0; x <= 200.0; x += 5.0) points.push_back({x, 10.0 * std::sin(0.05 * x)});
  return PathThrough(points);
}

EgoState Ego(Vec2 position, double yaw_rad, double speed_mps, double acceleration_mps2 = 0.0) {
  return {{0.0, position, yaw_rad}, speed_mps, acceleration_mps2};
}

TEST(FrenetFrameTest, StraightPathIsARotation) {
  const ReferencePath path = PathThrough({{0, 0}, {100, 0}});
  const absl::StatusOr<FrenetState> state = ToFrenet(path, Ego({20.0, 3.0}, M_PI / 6.0, 8.0, 2.0));
  ASSERT_TRUE(state.ok()) << state.status();
  EXPECT_NEAR(state->s_m, 20.0, 1e-12);
  EXPECT_NEAR(state->d_m, 3.0, 1e-12);
  EXPECT_NEAR(state->speed_mps, 8.0 * std::cos(M_PI / 6.0), 1e-12);
  EXPECT_NEAR(state->acceleration_mps2, 2.0 * std::cos(M_PI / 6.0), 1e-12);
  EXPECT_NEAR(state->d_slope, std::tan(M_PI / 6.0), 1e-12);
  EXPECT_NEAR(state->d_curvature_per_m, 0.0, 1e-12);
}

TEST(FrenetFrameTest, CircleAtConstantOffsetHasItsRadius) {
  // Path: a circle of 40 m, turning left; motion: 5 m outside of it, so 45 m.
  const PathPoint foot{{0.0, 0.0}, {1.0, 0.0}, 1.0 / 40.0, 0.0};
  const CartesianState state = ToCartesian(foot, {0.0, 8.0, 1.6, -5.0, 0.0, 0.0});
  EXPECT_NEAR(state.motion.curvature_per_m, 1.0 / 45.0, 1e-15);
  EXPECT_NEAR(state.motion.speed_mps, 9.0, 1e-14);
  EXPECT_NEAR(state.motion.acceleration_mps2, 1.8, 1e-14);
  EXPECT_EQ(state.position, (Vec2{0.0, -5.0}));
}

TEST(FrenetFrameTest, AtTheCenterOfCurvatureNoCurvatureWillDo) {
  const PathPoint foot{{0.0, 0.0}, {1.0, 0.0}, 1.0 / 4.0, 0.0};
  EXPECT_TRUE(std::isinf(ToCartesian(foot, {0.0, 8.0, 0.0, 4.0, 0.0, 0.0}).motion.curvature_per_m));
  EXPECT_TRUE(std::isinf(ToCartesian(foot, {0.0, 8.0, 0.0, 5.0, 0.1, 0.0}).motion.curvature_per_m));
}

TEST(FrenetFrameTest, RoundTripGivesTheEgoState) {
  const ReferencePath path = CurvedPath();
  std::mt19937_64 generator(kSeed);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  for (int i = 0; i < 500; ++i) {
    const PathPoint near = path.At(100.0 + 80.0 * unit(generator));
    const double path_yaw = std::atan2(near.tangent.y, near.tangent.x);
    const EgoState ego =
        Ego(near.position + 5.0 * unit(generator) * PerpendicularLeft(near.tangent),
            path_yaw + 1.2 * unit(generator) + 2.0 * M_PI, 10.0 + 10.0 * unit(generator), 5.0 * unit(generator));
    const absl::StatusOr<FrenetState> state = ToFrenet(path, ego);
    ASSERT_TRUE(state.ok()) << state.status();
    const PathPoint foot = path.At(state->s_m);
    const CartesianState back = ToCartesian(foot, *state);
    EXPECT_NEAR(Norm(back.position - ego.pose.position), 0.0, 1e-10) << "seed " << kSeed << " case " << i;
    EXPECT_NEAR(NormalizeAngle(std::atan2(back.direction.y, back.direction.x) - ego.pose.yaw_rad), 0.0, 1e-12);
    EXPECT_NEAR(back.motion.speed_mps, ego.speed_mps, 1e-12);
    EXPECT_NEAR(back.motion.acceleration_mps2, ego.acceleration_mps2, 1e-11);
    // The stated assumption: the vehicle turns at the rate of the path, ds/dt times the path's curvature.
    EXPECT_NEAR(back.motion.curvature_per_m * back.motion.speed_mps, foot.curvature_per_m * state->speed_mps, 1e-11);
  }
}

// Speed, acceleration and curvature against differences of the positions of a made-up motion.
TEST(FrenetFrameTest, DerivativesAgreeWithDifferences) {
  const ReferencePath path = CurvedPath();
  const auto state_at = [&](double t) {
    const double s = 30.0 + 6.0 * t + 0.5 * t * t;
    return FrenetState{s, 6.0 + t, 1.0, 2.0 * std::sin(0.1 * s), 0.2 * std::cos(0.1 * s), -0.02 * std::sin(0.1 * s)};
  };
  const auto position_at = [&](double t) { return ToCartesian(path.At(state_at(t).s_m), state_at(t)).position; };
  constexpr double kStep = 1e-3;
  for (double t = 0.0; t < 8.0; t += 0.05) {
    const CartesianState state = ToCartesian(path.At(state_at(t).s_m), state_at(t));
    const Vec2 before = position_at(t - kStep);
    const Vec2 after = position_at(t + kStep);
    const Vec2 velocity = (0.5 / kStep) * (after - before);
    const Vec2 acceleration = (1.0 / (kStep * kStep)) * ((after - state.position) - (state.position - before));
    const double speed = Norm(velocity);
    EXPECT_NEAR(state.motion.speed_mps, speed, 1e-3 * speed) << t;
    EXPECT_NEAR(state.motion.acceleration_mps2, Dot(acceleration, velocity) / speed, 0.05) << t;
    EXPECT_NEAR(state.motion.curvature_per_m, Cross(velocity, acceleration) / std::pow(speed, 3), 1e-3) << t;
    EXPECT_NEAR(Cross(velocity, state.direction) / (speed * Norm(state.direction)), 0.0, 1e-3) << t;
  }
}

TEST(FrenetFrameTest, ErrorsNameTheField) {
  const ReferencePath straight = PathThrough({{0, 0}, {100, 0}});
  const absl::Status backward = ToFrenet(straight, Ego({1, 0}, 0.0, -0.5)).status();
  EXPECT_EQ(backward.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(backward.message()), HasSubstr("ego_state.speed_mps: -0.5 is negative"));

  const absl::Status across = ToFrenet(straight, Ego({1, 0}, 2.0, 5.0)).status();
  EXPECT_EQ(across.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(across.message()), HasSubstr("ego_state.yaw_rad: 2 differs"));
  EXPECT_THAT(std::string(across.message()), HasSubstr("114.6 degrees"));
  EXPECT_FALSE(ToFrenet(straight, Ego({1, 0}, M_PI / 2.0, 5.0)).ok());
  EXPECT_TRUE(ToFrenet(straight, Ego({1, 0}, 1.5, 5.0)).ok());

  std::vector<Vec2> circle;
  for (double angle = 0.0; angle < 3.0; angle += 0.1)
    circle.push_back({10.0 * std::sin(angle), -10.0 * std::cos(angle)});
  const absl::Status center = ToFrenet(PathThrough(circle), Ego({0.2, 0.0}, M_PI / 2.0, 5.0)).status();
  EXPECT_EQ(center.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(center.message()), HasSubstr("centre of curvature"));
}

}  // namespace
}  // namespace collision2d::planner
