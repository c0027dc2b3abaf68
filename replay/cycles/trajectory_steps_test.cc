#include <functional>

#include "absl/status/statusor.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/test.h"
#include "gmock/gmock.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/timed_pose.h"
#include "replay/cycles/replay_scene.h"

namespace collision2d::planner {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr double kStep_s = 0.1;

// Differences of positions of some 100 m over kStep_s, divided by it once and twice, keep this
// much.
constexpr double kSpeedRounding_mps = 1e-11;
constexpr double kAccelerationRounding_mps2 = 1e-9;

Candidate Sampled(const std::vector<double>& times_s, const std::function<TimedPose(double)>& pose_at) {
  Candidate trajectory;
  for (const double time_s : times_s) {
    trajectory.poses.push_back(pose_at(time_s));
    trajectory.poses.back().time_s = time_s;
  }
  return trajectory;
}

// Multiples of kStep_s from first_s on.
std::vector<double> Times(int count, double first_s = 3.7) {
  std::vector<double> times_s;
  for (int k = 0; k < count; ++k) times_s.push_back(first_s + k * kStep_s);
  return times_s;
}

// Straight ahead from (100, -50) at this yaw; distance_at(t) is the way driven in m, t counted from
// the first time.
Candidate Straight(const std::vector<double>& times_s, double yaw_rad,
                   const std::function<double(double)>& distance_at) {
  const Vec2 heading{std::cos(yaw_rad), std::sin(yaw_rad)};
  return Sampled(times_s, [&](double time_s) {
    return TimedPose{time_s, Vec2{100, -50} + distance_at(time_s - times_s.front()) * heading, yaw_rad};
  });
}

TEST(DriveTest, ConstantSpeedIsExactAtEveryTime) {
  for (const double yaw_rad : {0.0, 0.3, 2.0, M_PI, -3.0, 12.0}) {
    const Candidate trajectory = Straight(Times(11), yaw_rad, [](double t) { return 12.5 * t; });
    for (const double t : {0.0, 0.03, 0.1, 0.25, 0.5, 0.95, 1.0}) {
      const EgoState state = StateOnCandidate(trajectory, 3.7 + t);
      EXPECT_NEAR(state.speed_mps, 12.5, kSpeedRounding_mps) << yaw_rad << " " << t;
      EXPECT_NEAR(state.acceleration_mps2, 0.0, kAccelerationRounding_mps2) << yaw_rad << " " << t;
    }
  }
}

TEST(DriveTest, ThePoseIsInterpolated) {
  const Candidate trajectory = Sampled({1.0, 2.0, 3.0}, [](double time_s) {
    return TimedPose{time_s, {10 * time_s, 5}, 0.2 * time_s};
  });
  const EgoState between = StateOnCandidate(trajectory, 1.25);
  EXPECT_DOUBLE_EQ(between.pose.time_s, 1.25);
  EXPECT_DOUBLE_EQ(between.pose.position.x, 12.5);
  EXPECT_DOUBLE_EQ(between.pose.position.y, 5.0);
  EXPECT_DOUBLE_EQ(between.pose.yaw_rad, 0.25);
  for (const TimedPose& pose : trajectory.poses) {
    const EgoState at = StateOnCandidate(trajectory, pose.time_s);
    EXPECT_EQ(at.pose.time_s, pose.time_s);
    EXPECT_EQ(at.pose.position, pose.position);
    EXPECT_EQ(at.pose.yaw_rad, pose.yaw_rad);
  }
}

TEST(DriveTest, BackwardIsNegative) {
  const Candidate trajectory = Straight(Times(5), 2.5, [](double t) { return -3.0 * t; });
  for (const double t : {0.0, 0.2, 0.35, 0.4}) {
    EXPECT_NEAR(StateOnCandidate(trajectory, 3.7 + t).speed_mps, -3.0, kSpeedRounding_mps) << t;
  }
}

TEST(DriveTest, ConstantAccelerationIsExactAtInnerPoses) {
  for (const double acceleration : {2.0, -1.5}) {
    const auto distance_at = [&](double t) { return 10.0 * t + 0.5 * acceleration * t * t; };
    const Candidate trajectory = Straight(Times(11), 0.7, distance_at);
    for (int k = 1; k <= 9; ++k) {
      const EgoState state = StateOnCandidate(trajectory, trajectory.poses[k].time_s);
      EXPECT_NEAR(state.speed_mps, 10.0 + acceleration * k * kStep_s, kSpeedRounding_mps) << k;
      EXPECT_NEAR(state.acceleration_mps2, acceleration, kAccelerationRounding_mps2) << k;
    }
  }
}

TEST(DriveTest, TheErrorIsThatOfOneStepAtTheEndsAndOffTheGrid) {
  constexpr double kAcceleration = 2.0;
  const Candidate trajectory =
      Straight(Times(11), -0.4, [&](double t) { return 10.0 * t + 0.5 * kAcceleration * t * t; });
  for (const double t : {0.0, 0.02, 0.099, 0.101, 0.55, 0.9, 0.95, 0.99, 1.0}) {
    const EgoState state = StateOnCandidate(trajectory, 3.7 + t);
    EXPECT_NEAR(state.speed_mps, 10.0 + kAcceleration * t, kAcceleration * kStep_s) << t;
    EXPECT_NEAR(state.acceleration_mps2, kAcceleration, kAccelerationRounding_mps2) << t;
  }
}

TEST(DriveTest, AccelerationOverUnevenSteps) {
  const std::vector<double> times_s = {0.0, 0.1, 0.15, 0.4, 0.41};
  const Candidate trajectory = Straight(times_s, 1.0, [](double t) { return 4.0 * t + 1.5 * t * t; });
  for (size_t k = 1; k + 1 < times_s.size(); ++k) {
    const EgoState state = StateOnCandidate(trajectory, times_s[k]);
    EXPECT_NEAR(state.acceleration_mps2, 3.0, 1e-8) << k;
    EXPECT_NEAR(state.speed_mps, 4.0 + 3.0 * times_s[k], 3.0 * 0.25) << k;
  }
}

TEST(DriveTest, OnACircleTheSpeedIsThatOfTheChordAndNothingIsCentripetal) {
  constexpr double kRadius_m = 20.0;
  constexpr double kSpeed_mps = 10.0;
  constexpr double kTurn_rad = kSpeed_mps / kRadius_m * kStep_s;
  for (const double side : {1.0, -1.0}) {
    const Candidate trajectory = Sampled(Times(101), [&](double time_s) {
      const double angle = kSpeed_mps / kRadius_m * (time_s - 3.7);
      return TimedPose{time_s, {kRadius_m * std::sin(angle), side * kRadius_m * (1 - std::cos(angle))}, side * angle};
    });
    for (const double t : {0.0, 0.1, 2.0, 3.33, 9.9, 10.0}) {
      const EgoState state = StateOnCandidate(trajectory, 3.7 + t);
      // A chord is shorter than its arc by a part of angle^2 / 24.
      EXPECT_NEAR(state.speed_mps, kSpeed_mps * (1.0 - kTurn_rad * kTurn_rad / 24.0), 1e-6) << side << " " << t;
      EXPECT_NEAR(state.acceleration_mps2, 0.0, kAccelerationRounding_mps2) << side << " " << t;
    }
  }
}

TEST(DriveTest, RoundingNoiseOfAStandingVehicleIsNoMotion) {
  // Neighbouring doubles at map coordinates of 10^6 m are 1.2e-10 m apart; noise to all sides.
  const std::vector<Vec2> noise = {{0, 0}, {2e-10, -1e-10}, {-3e-10, 0}, {0, 3e-10}, {1e-10, 1e-10}, {0, -4e-10}};
  Candidate trajectory;
  for (size_t k = 0; k < noise.size(); ++k) {
    trajectory.poses.push_back({static_cast<double>(k) * kStep_s, Vec2{5, 7} + noise[k], 0.3});
  }
  for (const double time_s : {0.0, 0.1, 0.17, 0.3, 0.5}) {
    const EgoState state = StateOnCandidate(trajectory, time_s);
    EXPECT_EQ(state.speed_mps, 0.0) << time_s;
    EXPECT_EQ(state.acceleration_mps2, 0.0) << time_s;
  }
}

TEST(DriveTest, BrakesToAStandstillAndStaysThere) {
  // From 4 m/s with 4 m/s^2: stands from 1 s on.
  const Candidate trajectory = Straight(Times(21), 0.0, [](double t) { return t < 1.0 ? 4.0 * t - 2.0 * t * t : 2.0; });
  for (int k = 0; k <= 20; ++k) {
    EXPECT_GE(StateOnCandidate(trajectory, trajectory.poses[k].time_s).speed_mps, 0.0) << k;
  }
  EXPECT_NEAR(StateOnCandidate(trajectory, 4.2).acceleration_mps2, -4.0, kAccelerationRounding_mps2);
  const EgoState standing = StateOnCandidate(trajectory, 5.0);
  EXPECT_EQ(standing.speed_mps, 0.0);
  EXPECT_EQ(standing.acceleration_mps2, 0.0);
}

TEST(DriveTest, TwoPosesGiveASpeedAndNoAcceleration) {
  const Candidate trajectory = Straight({1.0, 1.5}, 0.0, [](double t) { return 8.0 * t; });
  for (const double time_s : {1.0, 1.2, 1.5}) {
    const EgoState state = StateOnCandidate(trajectory, time_s);
    EXPECT_NEAR(state.speed_mps, 8.0, kSpeedRounding_mps);
    EXPECT_EQ(state.acceleration_mps2, 0.0);
  }
}

TEST(DriveTest, ATimeWithinTheSameInstantOfAPoseIsThatPose) {
  const Candidate trajectory = Straight(Times(6), 0.0, [](double t) { return 5.0 * t + 10.0 * t * t * t; });
  for (const int k : {1, 2, 3, 4}) {
    const double time_s = trajectory.poses[k].time_s;
    const EgoState exact = StateOnCandidate(trajectory, time_s);
    for (const double off_s : {-0.5 * kSameInstant_s, 0.5 * kSameInstant_s}) {
      const EgoState state = StateOnCandidate(trajectory, time_s + off_s);
      EXPECT_EQ(state.pose.position, exact.pose.position) << k << " " << off_s;
      EXPECT_EQ(state.speed_mps, exact.speed_mps) << k << " " << off_s;
      EXPECT_EQ(state.acceleration_mps2, exact.acceleration_mps2) << k << " " << off_s;
    }
  }
}

std::vector<Candidate> CandidatesOf(double duration_s) {
  return {{"a", {{0.0, {0.0, 0.0}, 0.0}}, 0.0}, {"b", {{0.0, {0.0, 0.0}, 0.0}, {duration_s, {1.0, 0.0}, 0.0}}, 0.0}};
}

TEST(TimeStepCheckTest, PlausibleStepsHaveNoNote) {
  Scene scene;
  for (const double step_s : {0.001, 0.1, 1.0}) {
    scene.time_step_s = step_s;
    scene.sampling_request.time_step_s = step_s;
    EXPECT_THAT(CheckTimeSteps(scene, CandidatesOf(0.5)).value(), IsEmpty()) << step_s;
  }
}

TEST(TimeStepCheckTest, ImplausibleStepsAreNoted) {
  Scene scene;
  scene.time_step_s = 2.0;
  scene.sampling_request.time_step_s = 0.0001;
  EXPECT_THAT(CheckTimeSteps(scene, CandidatesOf(4.0)).value(),
              ElementsAre("time_step_s: 2 s is implausibly long",
                          "sampling_request.time_step_s: 0.0001 s is implausibly short"));
  EXPECT_THAT(CheckTimeSteps(scene, CandidatesOf(2.0)).value(), testing::SizeIs(2));
  scene.time_step_s = 100.0;
  scene.sampling_request.time_step_s.reset();
  EXPECT_THAT(CheckTimeSteps(scene, {}).value(), ElementsAre("time_step_s: 100 s is implausibly long"));
}

TEST(TimeStepCheckTest, AStepLongerThanEveryCandidateCannotBeMeant) {
  Scene scene;
  scene.time_step_s = 100.0;
  EXPECT_EQ(CheckTimeSteps(scene, CandidatesOf(5.0)).status().message(),
            "time_step_s: 100 s is longer than every candidate, of at most 5 s; are these milliseconds?");
  scene.time_step_s = 0.1;
  scene.sampling_request.time_step_s = 50.0;
  EXPECT_EQ(
      CheckTimeSteps(scene, CandidatesOf(5.0)).status().message(),
      "sampling_request.time_step_s: 50 s is longer than every candidate, of at most 5 s; are these milliseconds?");
  // The request is not used for given candidates.
  scene.candidates = CandidatesOf(5.0);
  EXPECT_TRUE(CheckTimeSteps(scene, scene.candidates).ok());
}

}  // namespace

}  // namespace collision2d::planner
