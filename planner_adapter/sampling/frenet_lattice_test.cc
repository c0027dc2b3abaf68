#include "planner_adapter/sampling/frenet_lattice.h"

#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "planner_adapter/scene/scene_limits.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

TEST(FrenetLatticeTest, DefaultsHaveMoreThanFiveHundredCandidates) {
  Scene scene;
  scene.desired_speed_mps = 10.0;
  const absl::StatusOr<FrenetLattice> lattice = MakeFrenetLattice(scene, {});
  ASSERT_TRUE(lattice.ok()) << lattice.status();
  EXPECT_GT(lattice->num_candidates(), 500);
  EXPECT_LT(lattice->num_candidates(), 1000);
  EXPECT_EQ(lattice->end_speeds_mps.front(), 0.0);
  EXPECT_DOUBLE_EQ(lattice->end_speeds_mps.back(), 13.0);
  EXPECT_EQ(lattice->time_step_s, scene.time_step_s);
}

TEST(FrenetLatticeTest, WithoutADesiredSpeedTheReferenceSpeedIsTheSmallest) {
  FrenetSamplerOptions options;
  options.end_speed_factors = {0.0, 1.0};
  options.min_reference_speed_mps = 4.0;
  EXPECT_THAT(MakeFrenetLattice(Scene(), options)->end_speeds_mps, ElementsAre(0.0, 4.0));
}

TEST(FrenetLatticeTest, RequestReplacesWhatItSets) {
  Scene scene;
  scene.sampling_request.lateral_offsets_m = {-1.0, 1.0};
  scene.sampling_request.end_speeds_mps = {3.0};
  scene.sampling_request.stop_distances_m = {12.0, 15.0};
  scene.sampling_request.horizons_s = {1.0, 2.0, 3.0};
  scene.sampling_request.time_step_s = 0.25;
  const absl::StatusOr<FrenetLattice> lattice = MakeFrenetLattice(scene, {});
  ASSERT_TRUE(lattice.ok()) << lattice.status();
  EXPECT_THAT(lattice->lateral_offsets_m, ElementsAre(-1.0, 1.0));
  EXPECT_THAT(lattice->end_speeds_mps, ElementsAre(3.0));
  EXPECT_THAT(lattice->stop_distances_m, ElementsAre(12.0, 15.0));
  EXPECT_THAT(lattice->horizons_s, ElementsAre(1.0, 2.0, 3.0));
  EXPECT_EQ(lattice->time_step_s, 0.25);
  EXPECT_EQ(lattice->num_candidates(), 2 * 3 * 3);
}

TEST(FrenetLatticeTest, TimesAreMultiplesOfTheStepAndEndAtTheHorizon) {
  const std::vector<LatticeTime> times = LatticeTimes(2.0, 0.1);
  ASSERT_EQ(times.size(), 21u);
  for (int k = 0; k < 20; ++k) {
    EXPECT_EQ(times[k].time_s, k * 0.1);
    EXPECT_TRUE(times[k].has_pose);
  }
  EXPECT_EQ(times[20].time_s, 2.0);
}

TEST(FrenetLatticeTest, LastStepMayBeShorter) {
  const std::vector<LatticeTime> times = LatticeTimes(0.25, 0.1);
  ASSERT_EQ(times.size(), 4u);
  EXPECT_EQ(times[2].time_s, 0.2);
  EXPECT_EQ(times[3].time_s, 0.25);
  // A rest shorter than an instant is no step of its own.
  EXPECT_EQ(LatticeTimes(0.2 + 0.5 * kSameInstant_s, 0.1).size(), 3u);
}

TEST(FrenetLatticeTest, LimitsAreCheckedBetweenPosesThatAreFarApart) {
  for (const auto& [horizon, step] : {std::pair{2.0, 0.5}, {2.2, 0.5}, {3.0, 7.0}, {2.0, 0.05}, {1.0, 0.1}}) {
    const std::vector<LatticeTime> times = LatticeTimes(horizon, step);
    double last_pose = 0.0;
    for (size_t i = 1; i < times.size(); ++i) {
      EXPECT_GT(times[i].time_s, times[i - 1].time_s);
      EXPECT_LE(times[i].time_s - times[i - 1].time_s, kMaxLimitCheckStep_s + kSameInstant_s);
      if (times[i].has_pose) {
        EXPECT_LE(times[i].time_s - last_pose, step + 1e-9);
        last_pose = times[i].time_s;
      }
    }
    EXPECT_TRUE(times.front().has_pose);
    EXPECT_EQ(last_pose, horizon);
  }
}

TEST(FrenetLatticeTest, ErrorsNameTheFieldAndTheValue) {
  using Options = FrenetSamplerOptions;
  const struct {
    std::function<void(Scene&, Options&)> break_it;
    std::string message;
  } cases[] = {
      {[](Scene&, Options& o) { o.lateral_offsets_m[2] = kNan; }, "options.lateral_offsets_m[2]: nan is not finite"},
      {[](Scene&, Options& o) { o.lateral_offsets_m.clear(); }, "options.lateral_offsets_m: empty"},
      {[](Scene&, Options& o) {
         o.end_speed_factors = {0.0, -0.5};
       },
       "options.end_speed_factors[1]: -0.5 is negative"},
      {[](Scene&, Options& o) { o.end_speed_factors.clear(); }, "options.end_speed_factors: empty"},
      {[](Scene&, Options& o) { o.stop_distances_m = {0.0}; }, "options.stop_distances_m[0]: 0 is not positive"},
      {[](Scene&, Options& o) { o.horizons_s = {-2.0}; }, "options.horizons_s[0]: -2 s is below 0.001 s"},
      {[](Scene&, Options& o) { o.horizons_s.clear(); }, "options.horizons_s: empty"},
      {[](Scene&, Options& o) { o.min_reference_speed_mps = 0.0; }, "options.min_reference_speed_mps: 0"},
      {[](Scene&, Options& o) { o.low_speed_mps = kNan; }, "options.low_speed_mps: nan"},
      {[](Scene&, Options& o) { o.min_lateral_length_m = -1.0; }, "options.min_lateral_length_m: -1"},
      {[](Scene&, Options& o) { o.max_ego_offset_m = 0.0; }, "options.max_ego_offset_m: 0"},
      {[](Scene&, Options& o) { o.weights.lateral_jerk = -1.0; }, "options.weights.lateral_jerk: -1 is negative"},
      {[](Scene&, Options& o) { o.weights.speed_deviation = kNan; }, "options.weights.speed_deviation: nan"},
      {[](Scene&, Options& o) { o.limits.max_speed_mps = 0.0; }, "options.limits.max_speed_mps: 0"},
      {[](Scene& s, Options&) {
         s.sampling_request.lateral_offsets_m = {0, HUGE_VAL};
       },
       "sampling_request.lateral_offsets_m[1]: inf is not finite"},
      {[](Scene& s, Options&) { s.sampling_request.end_speeds_mps = {-1.0}; },
       "sampling_request.end_speeds_mps[0]: -1 is negative"},
      {[](Scene& s, Options&) {
         s.sampling_request.horizons_s = {3.0, 0.0};
       },
       "sampling_request.horizons_s[1]: 0 s is below"},
      {[](Scene& s, Options&) { s.sampling_request.stop_distances_m = {-3.0}; },
       "sampling_request.stop_distances_m[0]: -3 is not positive"},
      {[](Scene& s, Options&) { s.sampling_request.time_step_s = 0.0; }, "sampling_request.time_step_s: 0 s is below"},
      {[](Scene& s, Options&) { s.time_step_s = kNan; }, "time_step_s: nan is not finite"},
      {[](Scene& s, Options&) { s.desired_speed_mps = -1.0; }, "desired_speed_mps: -1 is negative"},
      {[](Scene& s, Options&) { s.sampling_request.horizons_s = {1e9}; },
       "sampling_request.horizons_s: 1 horizons with 11 lateral offsets"},
      {[](Scene& s, Options&) { s.sampling_request.horizons_s = {1e300}, s.sampling_request.time_step_s = 1e290; },
       "sampling_request.horizons_s: 1 horizons with 11 lateral offsets"},
      {[](Scene&, Options& o) { o.horizons_s = {1e9}; }, "options.horizons_s: 1 horizons with 11 lateral offsets"},
      {[](Scene& s, Options&) {
         s.time_step_s = 1e-6;
         s.sampling_request.time_step_s = 0.1;
       },
       "options.horizons_s: 7 horizons with 11 lateral offsets"},
      {[](Scene& s, Options&) {
         s.sampling_request.horizons_s.assign(1000, 1e-3);
         s.sampling_request.end_speeds_mps.assign(100, 1.0);
       },
       "make 1.1e+06 candidates; at most 1000000 are accepted"},
      // The number of candidates exceeds 2^63.
      {[](Scene& s, Options&) {
         s.sampling_request.horizons_s.assign(3'000'000, 1e-3);
         s.sampling_request.end_speeds_mps.assign(3'000'000, 1.0);
         s.sampling_request.lateral_offsets_m.assign(3'000'000, 1.0);
       },
       "make 2.7e+19 candidates"},
  };
  for (const auto& c : cases) {
    Scene scene;
    FrenetSamplerOptions options;
    c.break_it(scene, options);
    const absl::Status status = MakeFrenetLattice(scene, options).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << c.message;
    EXPECT_THAT(std::string(status.message()), HasSubstr(c.message));
  }
}

// One horizon of 39,999 steps with 100 candidates, each with a last pose, reaches the limit; one
// step more exceeds it.
TEST(FrenetLatticeTest, InstantsUpToTheLimitAreLegal) {
  Scene scene;
  scene.time_step_s = 0.1;
  scene.sampling_request.lateral_offsets_m.assign(10, 0.0);
  scene.sampling_request.end_speeds_mps.assign(10, 1.0);
  const double steps = kMaxCandidateInstants / 100 - 1;
  scene.sampling_request.horizons_s = {(steps - 0.5) * 0.1};
  EXPECT_TRUE(MakeFrenetLattice(scene, {}).ok()) << MakeFrenetLattice(scene, {}).status();
  scene.sampling_request.horizons_s = {(steps + 0.5) * 0.1};
  EXPECT_THAT(std::string(MakeFrenetLattice(scene, {}).status().message()),
              HasSubstr("sampling_request.horizons_s: 1 horizons with 10 lateral offsets, and 10 end speeds and stop "
                        "distances, at time steps of 0.10000000000000001 s make 4.0001e+06 instants"));
}

}  // namespace
}  // namespace collision2d::planner
