#include "planner_adapter/sampling/frenet_lattice.h"

#include <functional>
#include <random>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collision2d/testing/test.h"
#include "gmock/gmock.h"
#include "planner_adapter/scene/scene_limits.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

constexpr int kRandomCases = 2000;
constexpr std::mt19937_64::result_type kPolynomialSeed = 20100503;

class RandomStates {
 public:
  BoundaryState State() { return {Uniform(-50.0, 50.0), Uniform(-30.0, 30.0), Uniform(-8.0, 8.0)}; }
  double Length() { return Uniform(0.5, 10.0); }
  double Uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(generator_); }

 private:
  std::mt19937_64 generator_{kPolynomialSeed};
};

TEST(PolynomialTest, DerivativesOfAKnownPolynomial) {
  // 1 + 2x + 3x^2 + 4x^3 + 5x^4 + 6x^5 at x = 2, by hand.
  const Polynomial p({1, 2, 3, 4, 5, 6});
  EXPECT_EQ(p.Value(2.0), 321.0);
  EXPECT_EQ(p.First(2.0), 2 + 12 + 48 + 160 + 480);
  EXPECT_EQ(p.Second(2.0), 6 + 48 + 240 + 960);
  EXPECT_EQ(p.Third(2.0), 24 + 240 + 1440);
}

TEST(PolynomialTest, QuinticMeetsItsBoundaryConditions) {
  RandomStates random;
  for (int i = 0; i < kRandomCases; ++i) {
    const BoundaryState start = random.State();
    const BoundaryState end = random.State();
    const double length = random.Length();
    const Polynomial p = QuinticBetween(start, end, length);
    EXPECT_EQ(p.Value(0.0), start.value);
    EXPECT_EQ(p.First(0.0), start.first);
    EXPECT_EQ(p.Second(0.0), start.second);
    EXPECT_NEAR(p.Value(length), end.value, 1e-9) << "seed " << kPolynomialSeed << " case " << i;
    EXPECT_NEAR(p.First(length), end.first, 1e-9) << "seed " << kPolynomialSeed << " case " << i;
    EXPECT_NEAR(p.Second(length), end.second, 1e-9) << "seed " << kPolynomialSeed << " case " << i;
  }
}

TEST(PolynomialTest, QuarticMeetsItsBoundaryConditions) {
  RandomStates random;
  for (int i = 0; i < kRandomCases; ++i) {
    const BoundaryState start = random.State();
    const double end_first = random.Uniform(-30.0, 30.0);
    const double end_second = random.Uniform(-8.0, 8.0);
    const double length = random.Length();
    const Polynomial p = QuarticToDerivatives(start, end_first, end_second, length);
    EXPECT_EQ(p.Value(0.0), start.value);
    EXPECT_EQ(p.First(0.0), start.first);
    EXPECT_EQ(p.Second(0.0), start.second);
    EXPECT_NEAR(p.First(length), end_first, 1e-9) << "seed " << kPolynomialSeed << " case " << i;
    EXPECT_NEAR(p.Second(length), end_second, 1e-9) << "seed " << kPolynomialSeed << " case " << i;
  }
}

TEST(PolynomialTest, RestToRestQuinticIsTheMinimumJerkCurve) {
  const Polynomial p = QuinticBetween({0.0, 0.0, 0.0}, {3.5, 0.0, 0.0}, 4.0);
  for (double u = 0.0; u <= 1.0; u += 0.125) {
    EXPECT_NEAR(p.Value(4.0 * u), 3.5 * (10 * std::pow(u, 3) - 15 * std::pow(u, 4) + 6 * std::pow(u, 5)), 1e-12);
  }
}

// The quartic leaves the end value free; of all quintics with its end derivatives it must have the
// least squared jerk.
TEST(PolynomialTest, QuarticHasTheLeastJerkOverAllEndValues) {
  const auto squared_jerk = [](const Polynomial& p, double length) {
    constexpr int kSteps = 2000;
    double sum = 0.0;
    for (int i = 0; i < kSteps; ++i) {
      const double jerk = p.Third((i + 0.5) * length / kSteps);
      sum += jerk * jerk * length / kSteps;
    }
    return sum;
  };
  const BoundaryState start{0.0, 10.0, -1.0};
  const double length = 4.0;
  const Polynomial quartic = QuarticToDerivatives(start, 13.0, 0.0, length);
  const double least = squared_jerk(quartic, length);
  for (double change : {-3.0, -0.5, -0.05, 0.05, 0.5, 3.0}) {
    const BoundaryState end{quartic.Value(length) + change, 13.0, 0.0};
    EXPECT_GT(squared_jerk(QuinticBetween(start, end, length), length), least) << change;
  }
}

using ::testing::HasSubstr;

constexpr std::mt19937_64::result_type kFrameSeed = 99;

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
  std::mt19937_64 generator(kFrameSeed);
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
    EXPECT_NEAR(Norm(back.position - ego.pose.position), 0.0, 1e-10) << "seed " << kFrameSeed << " case " << i;
    EXPECT_NEAR(NormalizeAngle(std::atan2(back.direction.y, back.direction.x) - ego.pose.yaw_rad), 0.0, 1e-12);
    EXPECT_NEAR(back.motion.speed_mps, ego.speed_mps, 1e-12);
    EXPECT_NEAR(back.motion.acceleration_mps2, ego.acceleration_mps2, 1e-11);
    // The stated assumption: the vehicle turns at the rate of the path, ds/dt times the path's
    // curvature.
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
