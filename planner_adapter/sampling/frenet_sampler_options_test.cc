#include <optional>
#include <random>
#include <set>

#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/test.h"
#include "gmock/gmock.h"
#include "planner_adapter/sampling/frenet_sampler.h"
#include "planner_adapter/sampling/testing/sampling_test_scenes.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner::frenet_sampler_options_test {

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

// The kinematic limits of sampled candidates, judged by differences of their poses alone.

// The largest values that differences of the poses of a motion show.
struct Extremes {
  double speed = 0.0;
  double acceleration = 0.0;
  double deceleration = 0.0;
  double lateral_acceleration = 0.0;
  double curvature = 0.0;
  double yaw_error = 0.0;  // Between the yaw and the direction of motion.
  double reverse = 0.0;    // Way driven against the yaw.

  void Include(const Candidate& trajectory) {
    for (size_t k = 1; k + 1 < trajectory.poses.size(); ++k) {
      const TimedPose& a = trajectory.poses[k - 1];
      const TimedPose& b = trajectory.poses[k];
      const TimedPose& c = trajectory.poses[k + 1];
      const double step = c.time_s - b.time_s;
      if (std::abs(step - (b.time_s - a.time_s)) > 1e-9) continue;  // A shorter last step.
      const Vec2 before = b.position - a.position;
      const Vec2 after = c.position - b.position;
      const Vec2 heading{std::cos(b.yaw_rad), std::sin(b.yaw_rad)};
      reverse = std::max(reverse, -Dot(after, heading));
      const double v = Norm(c.position - a.position) / (2.0 * step);
      speed = std::max(speed, v);
      const double along = (Norm(after) - Norm(before)) / (step * step);
      acceleration = std::max(acceleration, along);
      deceleration = std::max(deceleration, -along);
      if (std::min(Norm(before), Norm(after)) < 1e-4) continue;  // Standing: no direction of motion.
      // The curvature of the circle through three points.
      const double turn =
          2.0 * std::abs(Cross(before, after)) / (Norm(before) * Norm(after) * Norm(c.position - a.position));
      curvature = std::max(curvature, turn);
      lateral_acceleration = std::max(lateral_acceleration, v * v * turn);
      const Vec2 way = c.position - a.position;
      yaw_error = std::max(yaw_error, std::abs(NormalizeAngle(std::atan2(way.y, way.x) - b.yaw_rad)));
    }
  }
};

Extremes ExtremesOf(const SampledCandidates& sampled) {
  Extremes extremes;
  for (const Candidate& candidate : sampled.candidates) extremes.Include(candidate);
  return extremes;
}

// The limits as seen from the poses alone, with a small time step; the tolerance is that of the
// differences.
TEST(FrenetSamplerLimitsTest, EveryCandidateKeepsTheLimits) {
  constexpr double kTolerance = 1.02;
  FrenetSamplerOptions options;
  options.limits.max_speed_mps = 12.5;
  options.limits.max_acceleration_mps2 = 2.0;
  options.limits.max_deceleration_mps2 = 6.0;
  options.limits.max_lateral_acceleration_mps2 = 3.0;
  options.limits.max_steering_angle_rad = 0.5;
  options.min_lateral_length_m = 4.0;
  std::vector<Scene> scenes;
  for (double speed : {0.0, 1.0, 3.0, 10.0}) {
    for (Scene scene : {StraightScene(speed), CurvedScene(speed, 15.0), CurvedScene(speed, 60.0), CornerScene(speed)}) {
      scene.desired_speed_mps = 10.0;
      scene.sampling_request.time_step_s = 0.02;
      scenes.push_back(scene);
    }
  }
  Extremes all;
  size_t num_candidates = 0;
  for (const Scene& scene : scenes) {
    const SampledCandidates sampled = Sample(scene, options);
    const Extremes seen = ExtremesOf(sampled);
    const double max_curvature = MaxCurvature(options.limits, scene.ego.wheelbase_m);
    num_candidates += sampled.candidates.size();
    EXPECT_LE(seen.speed, kTolerance * options.limits.max_speed_mps);
    EXPECT_LE(seen.acceleration, kTolerance * options.limits.max_acceleration_mps2 + 0.02);
    EXPECT_LE(seen.deceleration, kTolerance * options.limits.max_deceleration_mps2 + 0.02);
    EXPECT_LE(seen.lateral_acceleration, kTolerance * options.limits.max_lateral_acceleration_mps2);
    EXPECT_LE(seen.curvature, kTolerance * max_curvature);
    EXPECT_LE(seen.reverse, 1e-6);
    EXPECT_LE(seen.yaw_error, 0.01);
    ExpectWellFormed(scene, sampled);
    all.speed = std::max(all.speed, seen.speed / options.limits.max_speed_mps);
    all.acceleration = std::max(all.acceleration, seen.acceleration / options.limits.max_acceleration_mps2);
    all.deceleration = std::max(all.deceleration, seen.deceleration / options.limits.max_deceleration_mps2);
    all.lateral_acceleration =
        std::max(all.lateral_acceleration, seen.lateral_acceleration / options.limits.max_lateral_acceleration_mps2);
    all.curvature = std::max(all.curvature, seen.curvature / max_curvature);
  }
  EXPECT_GT(num_candidates, 2000u);
  // The limits were put to the test: each was nearly reached somewhere.
  EXPECT_GT(all.speed, 0.9);
  EXPECT_GT(all.acceleration, 0.9);
  EXPECT_GT(all.deceleration, 0.8);
  EXPECT_GT(all.lateral_acceleration, 0.9);
  EXPECT_GT(all.curvature, 0.8);
}

// The other half: what is rejected does exceed the limit that it is counted under. With every limit
// but one out of reach, the candidates that the one removes are seen to exceed it.
TEST(FrenetSamplerLimitsTest, WhatIsRejectedExceedsALimit) {
  FrenetSamplerOptions free;
  free.limits = {1e3, 1e3, 1e3, 1e3, 1.57};
  Scene scene = StraightScene(10.0);
  scene.sampling_request.time_step_s = 0.02;
  const SampledCandidates everything = Sample(scene, free);
  ASSERT_EQ(everything.rejections.total(), 0);
  const struct {
    double KinematicLimits::*field;
    double value;
    double Extremes::*seen;
    KinematicLimit limit;
  } cases[] = {
      {&KinematicLimits::max_speed_mps, 11.5, &Extremes::speed, KinematicLimit::kSpeed},
      {&KinematicLimits::max_acceleration_mps2, 1.0, &Extremes::acceleration, KinematicLimit::kAcceleration},
      {&KinematicLimits::max_deceleration_mps2, 4.0, &Extremes::deceleration, KinematicLimit::kDeceleration},
      {&KinematicLimits::max_lateral_acceleration_mps2, 2.0, &Extremes::lateral_acceleration,
       KinematicLimit::kLateralAcceleration},
  };
  for (const auto& c : cases) {
    FrenetSamplerOptions options = free;
    options.limits.*c.field = c.value;
    const SampledCandidates kept = Sample(scene, options);
    EXPECT_EQ(kept.rejections.total(), kept.rejections.count(c.limit));
    EXPECT_GT(kept.rejections.total(), 0);
    std::set<std::string> ids;
    for (const Candidate& candidate : kept.candidates) ids.insert(candidate.id);
    for (const Candidate& candidate : everything.candidates) {
      Extremes extremes;
      extremes.Include(candidate);
      if (ids.count(candidate.id) == 0) {
        EXPECT_GT(extremes.*c.seen, 0.98 * c.value) << candidate.id;
      }
    }
  }
}

}  // namespace collision2d::planner::frenet_sampler_options_test
