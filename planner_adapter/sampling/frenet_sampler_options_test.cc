#include "planner_adapter/sampling/frenet_sampler_options.h"

#include <cmath>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {
namespace {

using ::testing::HasSubstr;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kMaxCurvature = 0.2;

KinematicLimits Limits() { return {30.0, 3.0, 7.0, 4.0, 0.5}; }

TEST(KinematicLimitsTest, MaxCurvatureIsThatOfTheBicycleModel) {
  KinematicLimits limits;
  limits.max_steering_angle_rad = std::atan(0.5);
  EXPECT_NEAR(MaxCurvature(limits, 2.5), 0.2, 1e-15);
}

TEST(KinematicLimitsTest, EachLimitMayBeReachedButNotExceeded) {
  constexpr double kMore = 1e-9;
  const struct {
    MotionState reached;
    MotionState exceeded;
    KinematicLimit limit;
  } cases[] = {
      {{0.0, 0.0, 0.0}, {-0.001, 0.0, 0.0}, KinematicLimit::kReverse},
      {{30.0, 0.0, 0.0}, {30.0 + kMore, 0.0, 0.0}, KinematicLimit::kSpeed},
      {{10.0, 3.0, 0.0}, {10.0, 3.0 + kMore, 0.0}, KinematicLimit::kAcceleration},
      {{10.0, -7.0, 0.0}, {10.0, -7.0 - kMore, 0.0}, KinematicLimit::kDeceleration},
      {{1.0, 0.0, 0.2}, {1.0, 0.0, 0.2 + kMore}, KinematicLimit::kCurvature},
      {{1.0, 0.0, -0.2}, {1.0, 0.0, -0.2 - kMore}, KinematicLimit::kCurvature},
      {{10.0, 0.0, 0.04}, {10.0, 0.0, 0.04 + kMore}, KinematicLimit::kLateralAcceleration},
      {{10.0, 0.0, -0.04}, {10.0, 0.0, -0.04 - kMore}, KinematicLimit::kLateralAcceleration},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(FirstExceeded(Limits(), kMaxCurvature, c.reached), std::nullopt) << KinematicLimitName(c.limit);
    EXPECT_EQ(FirstExceeded(Limits(), kMaxCurvature, c.exceeded), c.limit) << KinematicLimitName(c.limit);
  }
}

TEST(KinematicLimitsTest, RoundingAtStandstillIsNotReverse) {
  EXPECT_EQ(FirstExceeded(Limits(), kMaxCurvature, {-1e-12, 0.0, 0.0}), std::nullopt);
}

TEST(KinematicLimitsTest, NanIsRejected) {
  EXPECT_TRUE(FirstExceeded(Limits(), kMaxCurvature, {kNan, 0.0, 0.0}).has_value());
  EXPECT_TRUE(FirstExceeded(Limits(), kMaxCurvature, {1.0, kNan, 0.0}).has_value());
  EXPECT_TRUE(FirstExceeded(Limits(), kMaxCurvature, {1.0, 0.0, kNan}).has_value());
}

TEST(KinematicLimitsTest, RejectionsAreCountedByLimit) {
  KinematicRejections rejections;
  rejections.Add(KinematicLimit::kSpeed);
  rejections.Add(KinematicLimit::kLateralAcceleration);
  rejections.Add(KinematicLimit::kLateralAcceleration);
  EXPECT_EQ(rejections.count(KinematicLimit::kSpeed), 1);
  EXPECT_EQ(rejections.count(KinematicLimit::kLateralAcceleration), 2);
  EXPECT_EQ(rejections.count(KinematicLimit::kReverse), 0);
  EXPECT_EQ(rejections.total(), 3);
}

TEST(KinematicLimitsTest, DefaultsAreValid) { EXPECT_TRUE(ValidateKinematicLimits({}).ok()); }

TEST(KinematicLimitsTest, ErrorsNameTheFieldAndTheValue) {
  const struct {
    double KinematicLimits::*field;
    double value;
    std::string message;
  } cases[] = {
      {&KinematicLimits::max_speed_mps, kNan, "limits.max_speed_mps: nan"},
      {&KinematicLimits::max_acceleration_mps2, 0.0, "limits.max_acceleration_mps2: 0 "},
      {&KinematicLimits::max_deceleration_mps2, -8.0, "limits.max_deceleration_mps2: -8 "},
      {&KinematicLimits::max_lateral_acceleration_mps2, HUGE_VAL, "limits.max_lateral_acceleration_mps2: inf"},
      {&KinematicLimits::max_steering_angle_rad, 0.0, "limits.max_steering_angle_rad: 0 "},
      {&KinematicLimits::max_steering_angle_rad, 1.75, "limits.max_steering_angle_rad: 1.75 is not below"},
  };
  for (const auto& c : cases) {
    KinematicLimits limits;
    limits.*c.field = c.value;
    const absl::Status status = ValidateKinematicLimits(limits);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(status.message()), HasSubstr(c.message));
  }
}

TEST(LatticeJitterTest, TheSameSeedGivesTheSameRequestAndAnotherSeedAnother) {
  const Scene scene;
  std::mt19937_64 one(1), again(1), two(2);
  const SamplingRequest request = JitteredRequest(scene, FrenetSamplerOptions(), one);
  EXPECT_EQ(request.lateral_offsets_m, JitteredRequest(scene, FrenetSamplerOptions(), again).lateral_offsets_m);
  EXPECT_NE(request.lateral_offsets_m, JitteredRequest(scene, FrenetSamplerOptions(), two).lateral_offsets_m);
}

TEST(LatticeJitterTest, ValuesStayWithinHalfTheirSpacingAndKeepTheirOrder) {
  Scene scene;
  scene.desired_speed_mps = 10.0;
  const FrenetSamplerOptions options;
  bool moved = false;
  for (int seed = 0; seed < 100; ++seed) {
    std::mt19937_64 random(seed);
    const SamplingRequest request = JitteredRequest(scene, options, random);
    ASSERT_EQ(request.lateral_offsets_m.size(), options.lateral_offsets_m.size());
    for (size_t i = 0; i < request.lateral_offsets_m.size(); ++i) {
      EXPECT_LE(std::abs(request.lateral_offsets_m[i] - options.lateral_offsets_m[i]), 0.35 + 1e-12);
      moved |= request.lateral_offsets_m[i] != options.lateral_offsets_m[i];
      if (i == 0) continue;
      EXPECT_LE(request.lateral_offsets_m[i - 1], request.lateral_offsets_m[i] + 1e-12);
    }
    ASSERT_EQ(request.end_speeds_mps.size(), options.end_speed_factors.size());
    EXPECT_EQ(request.end_speeds_mps[0], 0.0);
    for (const double speed : request.end_speeds_mps) EXPECT_GE(speed, 0.0);
    for (const double horizon : request.horizons_s) EXPECT_GT(horizon, 1.0);
  }
  EXPECT_TRUE(moved);
}

TEST(LatticeJitterTest, ListsOfTheSceneReplaceTheDefaultsAndASingleValueStays) {
  Scene scene;
  scene.sampling_request.horizons_s = {3.0};
  scene.sampling_request.stop_distances_m = {10.0, 30.0};
  std::mt19937_64 random(7);
  const SamplingRequest request = JitteredRequest(scene, FrenetSamplerOptions(), random);
  EXPECT_EQ(request.horizons_s, std::vector<double>{3.0});
  ASSERT_EQ(request.stop_distances_m.size(), 2u);
  EXPECT_NEAR(request.stop_distances_m[0], 10.0, 5.0);
  EXPECT_NEAR(request.stop_distances_m[1], 30.0, 10.0);
}

}  // namespace

}  // namespace collision2d::planner
