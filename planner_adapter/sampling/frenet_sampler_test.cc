#include "planner_adapter/sampling/frenet_sampler.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/test.h"
#include "gmock/gmock.h"
#include "planner_adapter/sampling/testing/sampling_test_scenes.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

using ::testing::HasSubstr;

std::string ErrorOf(const Scene& scene, absl::StatusCode code, const FrenetSamplerOptions& options = {}) {
  const absl::Status status = SampleFrenetLattice(scene, options).status();
  EXPECT_EQ(status.code(), code) << status;
  return std::string(status.message());
}

TEST(FrenetSamplerTest, OrdinaryScenesHaveFiveHundredCandidatesWithinTheLimits) {
  for (const Scene& scene : {StraightScene(10.0), StraightScene(15.0), CurvedScene(10.0, 100.0),
                             CurvedScene(13.0, 300.0), CurvedScene(25.0, 1000.0)}) {
    const SampledCandidates sampled = Sample(scene);
    EXPECT_GE(sampled.candidates.size(), 500u) << scene.id;
    EXPECT_GT(sampled.rejections.total(), 0) << scene.id;
    ExpectWellFormed(scene, sampled);
  }
}

TEST(FrenetSamplerTest, LatticeOrderTimesAndEndStates) {
  Scene scene = StraightScene(10.0);
  scene.sampling_request.lateral_offsets_m = {-1.0, 2.0};
  scene.sampling_request.end_speeds_mps = {8.0, 11.0};
  scene.sampling_request.stop_distances_m = {25.0};
  scene.sampling_request.horizons_s = {4.0, 5.05};
  scene.sampling_request.time_step_s = 0.2;
  const SampledCandidates sampled = Sample(scene);
  ASSERT_EQ(sampled.lattice_size, 12);
  ASSERT_EQ(sampled.candidates.size(), 12u);
  for (int k = 0; k < 12; ++k) {
    const Candidate& candidate = sampled.candidates[k];
    EXPECT_EQ(candidate.id, "sampled/" + std::to_string(k));
    const double horizon = k < 6 ? 4.0 : 5.05;
    const int goal = k / 2 % 3;
    ASSERT_EQ(candidate.poses.size(), k < 6 ? 21u : 27u);
    for (size_t i = 0; i + 1 < candidate.poses.size(); ++i) {
      EXPECT_NEAR(candidate.poses[i].time_s, 3.7 + 0.2 * static_cast<double>(i), 1e-12);
    }
    const TimedPose& end = candidate.poses.back();
    EXPECT_NEAR(end.time_s, 3.7 + horizon, 1e-12);
    EXPECT_NEAR(end.position.y, k % 2 == 0 ? -1.0 : 2.0, 1e-9);
    EXPECT_NEAR(end.yaw_rad, 0.0, 1e-9);
    const double end_speed = goal == 0 ? 8.0 : goal == 1 ? 11.0 : 0.0;
    if (goal == 2) {
      EXPECT_NEAR(end.position.x, 10.0 + 25.0, 1e-9);
    } else {
      // A quartic without acceleration at its ends drives the mean of both speeds.
      EXPECT_NEAR(end.position.x, 10.0 + 0.5 * (10.0 * std::cos(0.02) + end_speed) * horizon, 1e-6);
    }
  }
}

TEST(FrenetSamplerTest, CostIsTheDocumentedSum) {
  Scene scene = StraightScene(10.0);
  scene.ego_state->pose = {0.0, {10.0, 0.0}, 0.0};
  scene.desired_speed_mps = 12.0;
  scene.sampling_request.lateral_offsets_m = {1.5};
  scene.sampling_request.end_speeds_mps = {9.0};
  scene.sampling_request.horizons_s = {3.0, 4.0};
  scene.sampling_request.time_step_s = 0.005;
  FrenetSamplerOptions options;
  options.weights = {0.3, 0.7, 5.0, 11.0, 13.0};
  const SampledCandidates sampled = Sample(scene, options);
  ASSERT_EQ(sampled.candidates.size(), 2u);
  for (int i = 0; i < 2; ++i) {
    const double horizon = 3.0 + i;
    // Closed forms of the squared jerk: 720 d^2 / T^5 from rest to rest, 12 dv^2 / T^3 between
    // steady speeds.
    const double lateral = 720.0 * 1.5 * 1.5 / std::pow(horizon, 5);
    const double longitudinal = 12.0 * 1.0 / std::pow(horizon, 3);
    const double expected =
        0.3 * lateral + 0.7 * longitudinal + 5.0 * (4.0 - horizon) + 11.0 * 1.5 * 1.5 + 13.0 * 3.0 * 3.0;
    EXPECT_NEAR(sampled.candidates[i].cost, expected, 1e-4);
  }
}

TEST(FrenetSamplerTest, BestCandidateReturnsToThePathAtTheDesiredSpeed) {
  const SampledCandidates sampled = Sample(StraightScene(10.0));
  const auto best = std::min_element(sampled.candidates.begin(), sampled.candidates.end(),
                                     [](const Candidate& a, const Candidate& b) { return a.cost < b.cost; });
  ASSERT_NE(best, sampled.candidates.end());
  EXPECT_NEAR(best->poses.back().position.y, 0.0, 1e-9);
  EXPECT_NEAR(best->poses.back().position.x, 10.0 + 10.0 * 5.0, 0.1);
}

TEST(FrenetSamplerTest, SameInputSameOutput) {
  const SampledCandidates a = Sample(CurvedScene(10.0, 80.0));
  const SampledCandidates b = Sample(CurvedScene(10.0, 80.0));
  ASSERT_EQ(a.candidates.size(), b.candidates.size());
  for (size_t i = 0; i < a.candidates.size(); ++i) {
    EXPECT_EQ(a.candidates[i].id, b.candidates[i].id);
    EXPECT_EQ(a.candidates[i].cost, b.candidates[i].cost);
    ASSERT_EQ(a.candidates[i].poses.size(), b.candidates[i].poses.size());
    for (size_t k = 0; k < a.candidates[i].poses.size(); ++k) {
      EXPECT_EQ(a.candidates[i].poses[k].position, b.candidates[i].poses[k].position);
      EXPECT_EQ(a.candidates[i].poses[k].yaw_rad, b.candidates[i].poses[k].yaw_rad);
    }
  }
}

TEST(FrenetSamplerTest, IdsNameTheLatticeWhateverIsRejected) {
  FrenetSamplerOptions strict;
  strict.limits.max_lateral_acceleration_mps2 = 1.0;
  const SampledCandidates all = Sample(StraightScene(10.0));
  const SampledCandidates some = Sample(StraightScene(10.0), strict);
  ASSERT_LT(some.candidates.size(), all.candidates.size());
  size_t i = 0;
  for (const Candidate& candidate : some.candidates) {
    while (i < all.candidates.size() && all.candidates[i].id != candidate.id) ++i;
    ASSERT_LT(i, all.candidates.size()) << candidate.id;
    EXPECT_EQ(all.candidates[i].poses.back().position, candidate.poses.back().position);
  }
}

TEST(FrenetSamplerTest, StandingEgoCanStartAndCanStay) {
  Scene scene = StraightScene(0.0);
  scene.ego_state->pose.yaw_rad = 0.3;
  scene.desired_speed_mps = 8.0;
  const SampledCandidates sampled = Sample(scene);
  ExpectWellFormed(scene, sampled);
  int staying = 0;
  int starting = 0;
  for (const Candidate& candidate : sampled.candidates) {
    const double way = Norm(candidate.poses.back().position - candidate.poses.front().position);
    if (way < 1e-9) {
      ++staying;
      for (const TimedPose& pose : candidate.poses) EXPECT_NEAR(pose.yaw_rad, 0.3, 1e-12);
    }
    if (way > 5.0) ++starting;
  }
  EXPECT_EQ(staying, 7 * 11);  // Every horizon and offset.
  EXPECT_GT(starting, 50);
}

TEST(FrenetSamplerTest, StandingEgoWithoutDesiredSpeedStillHasALattice) {
  const SampledCandidates sampled = Sample(StraightScene(0.0));
  EXPECT_GE(sampled.candidates.size(), 300u);
}

TEST(FrenetSamplerTest, StoppingEndsWithTheVehicleParallelToThePath) {
  Scene scene = CurvedScene(10.0, 100.0);
  scene.sampling_request.end_speeds_mps = {0.0};
  scene.sampling_request.horizons_s = {5.0};
  scene.sampling_request.lateral_offsets_m = {-2.0, 0.0, 2.0};
  const SampledCandidates sampled = Sample(scene);
  ASSERT_EQ(sampled.candidates.size(), 3u);
  const Vec2 center{0.0, 100.0};
  for (int i = 0; i < 3; ++i) {
    const TimedPose& end = sampled.candidates[i].poses.back();
    EXPECT_NEAR(Norm(end.position - center), 102.0 - 2.0 * i, 0.02);
    const Vec2 heading{std::cos(end.yaw_rad), std::sin(end.yaw_rad)};
    EXPECT_NEAR(Dot(heading, end.position - center) / 100.0, 0.0, 1e-3);
  }
}

TEST(FrenetSamplerTest, StopThatWouldNeedBackingUpIsRejectedAsReverse) {
  Scene scene = StraightScene(10.0);
  scene.sampling_request.end_speeds_mps = {10.0};
  scene.sampling_request.stop_distances_m = {1.0};
  scene.sampling_request.horizons_s = {5.0};
  scene.sampling_request.lateral_offsets_m = {0.0};
  FrenetSamplerOptions options;
  options.limits.max_deceleration_mps2 = 100.0;
  const SampledCandidates sampled = Sample(scene, options);
  EXPECT_EQ(sampled.candidates.size(), 1u);
  EXPECT_EQ(sampled.rejections.count(KinematicLimit::kReverse), 1);
}

TEST(FrenetSamplerTest, SharpCornerRejectsByCurvatureAndStillStopsBeforeIt) {
  const Scene scene = CornerScene(8.0);
  const SampledCandidates sampled = Sample(scene);
  ExpectWellFormed(scene, sampled);
  EXPECT_GT(sampled.rejections.count(KinematicLimit::kCurvature) +
                sampled.rejections.count(KinematicLimit::kLateralAcceleration),
            100);
  EXPECT_GT(sampled.candidates.size(), 100u);
}

TEST(FrenetSamplerTest, BeyondBothEndsThePathIsStraight) {
  for (double x : {-30.0, 250.0}) {
    Scene scene = StraightScene(10.0);
    scene.ego_state->pose.position.x = x;
    const SampledCandidates sampled = Sample(scene);
    EXPECT_GE(sampled.candidates.size(), 500u);
    ExpectWellFormed(scene, sampled);
  }
}

TEST(FrenetSamplerTest, TwoPointPathWillDo) {
  Scene scene = StraightScene(10.0);
  scene.reference_path = {{0, 0}, {5, 0}};
  EXPECT_GE(Sample(scene).candidates.size(), 500u);
}

TEST(FrenetSamplerTest, WheelbaseSetsTheCurvatureLimit) {
  Scene scene = StraightScene(3.0);
  scene.ego.wheelbase_m = 2.7;
  const int64_t car = Sample(scene).rejections.count(KinematicLimit::kCurvature);
  scene.ego.wheelbase_m = 8.0;
  const int64_t bus = Sample(scene).rejections.count(KinematicLimit::kCurvature);
  EXPECT_GT(bus, car);
}

TEST(FrenetSamplerTest, EgoBeyondALimitLeavesNoCandidateAndSaysWhy) {
  Scene scene = StraightScene(10.0);
  scene.ego_state->acceleration_mps2 = -12.0;
  const SampledCandidates sampled = Sample(scene);
  EXPECT_TRUE(sampled.candidates.empty());
  EXPECT_EQ(sampled.rejections.count(KinematicLimit::kDeceleration), sampled.lattice_size);
}

TEST(FrenetSamplerTest, RejectedMotionsEndBeforeTheyExceedTheirLimit) {
  const Scene scene = StraightScene(10.0);
  FrenetSamplerOptions options;
  options.limits.max_lateral_acceleration_mps2 = 0.5;
  EXPECT_TRUE(Sample(scene, options).rejected.empty());
  options.keep_rejected = true;
  const SampledCandidates sampled = Sample(scene, options);
  ASSERT_GT(sampled.rejections.total(), 100);
  ASSERT_EQ(static_cast<int64_t>(sampled.rejected.size()), sampled.rejections.total());
  for (int i = 0; i < kNumKinematicLimits; ++i) {
    const auto limit = static_cast<KinematicLimit>(i);
    EXPECT_EQ(std::count_if(sampled.rejected.begin(), sampled.rejected.end(),
                            [&](const RejectedMotion& motion) { return motion.limit == limit; }),
              sampled.rejections.count(limit));
  }
  // Each begins with the ego state, as candidates do.
  const double begin_s = scene.ego_state->pose.time_s;
  for (const RejectedMotion& motion : sampled.rejected) {
    ASSERT_FALSE(motion.poses.empty());
    EXPECT_EQ(motion.poses.front().time_s, begin_s);
    EXPECT_LT(motion.poses.back().time_s, begin_s + 5.0);
  }
}

TEST(FrenetSamplerTest, HugeValuesAreRejectedNotFollowed) {
  Scene scene = StraightScene(10.0);
  scene.sampling_request.end_speeds_mps = {1e300, 10.0};
  scene.sampling_request.lateral_offsets_m = {1e300, 0.0};
  scene.sampling_request.stop_distances_m = {1e308};
  const SampledCandidates sampled = Sample(scene);
  EXPECT_THAT(sampled.candidates.size(), 7u);
  EXPECT_EQ(sampled.lattice_size, 7 * 3 * 2);
}

TEST(FrenetSamplerTest, ErrorsNameTheField) {
  const auto invalid = absl::StatusCode::kInvalidArgument;
  const auto precondition = absl::StatusCode::kFailedPrecondition;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  Scene scene = StraightScene(10.0);
  scene.ego_state.reset();
  EXPECT_THAT(ErrorOf(scene, precondition), HasSubstr("ego_state: not set"));

  scene = StraightScene(10.0);
  scene.reference_path.resize(1);
  EXPECT_THAT(ErrorOf(scene, invalid), HasSubstr("reference_path: 1 point"));
  scene.reference_path.clear();
  EXPECT_THAT(ErrorOf(scene, invalid), HasSubstr("reference_path: 0 point"));

  scene = StraightScene(10.0);
  scene.ego_state->pose.position.y = 25.0;
  scene.ego_state->pose.yaw_rad = 3.0;
  EXPECT_THAT(ErrorOf(scene, precondition), HasSubstr("ego_state: 25 m from the reference path; at most 20 m"));

  scene = StraightScene(10.0);
  scene.ego_state->pose.yaw_rad = 3.0;
  EXPECT_THAT(ErrorOf(scene, precondition), HasSubstr("ego_state.yaw_rad: 3 differs"));

  scene = StraightScene(10.0);
  scene.ego_state->speed_mps = -1.0;
  EXPECT_THAT(ErrorOf(scene, invalid), HasSubstr("ego_state.speed_mps: -1 is negative"));

  scene = StraightScene(10.0);
  scene.ego_state->acceleration_mps2 = nan;
  EXPECT_THAT(ErrorOf(scene, invalid), HasSubstr("ego_state.acceleration_mps2: nan is not finite"));

  scene = StraightScene(10.0);
  scene.ego.wheelbase_m = 0.0;
  EXPECT_THAT(ErrorOf(scene, invalid), HasSubstr("ego.wheelbase_m: 0 is not positive"));

  scene = StraightScene(10.0);
  scene.ego_state->pose.time_s = 1e14;
  EXPECT_THAT(ErrorOf(scene, invalid), HasSubstr("ego_state.time_s: 100000000000000 s is too large"));

  scene = StraightScene(10.0);
  scene.ego.parts = {{"trailer", scene.ego.shapes}};
  EXPECT_THAT(ErrorOf(scene, invalid), HasSubstr("ego.parts: sampled candidates have no poses for parts"));

  FrenetSamplerOptions options;
  options.path_smoothing_length_m = 0.0;
  EXPECT_THAT(ErrorOf(StraightScene(10.0), invalid, options), HasSubstr("path_smoothing_length_m: 0 is not in"));
}

}  // namespace
}  // namespace collision2d::planner
