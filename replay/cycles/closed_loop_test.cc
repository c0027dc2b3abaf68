
#include "absl/strings/str_cat.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/distance.h"
#include "collision2d/testing/test.h"
#include "collision2d/v1/verdict.pb.h"
#include "gmock/gmock.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/timed_pose.h"
#include "replay/cycles/replay_scene.h"
#include "replay/cycles/replayed_scene.h"
#include "replay/cycles/testing/replayed_road.h"

// ReplayScene in closed loop.
namespace collision2d::planner {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<double> CycleTimes(const ReplayedScene& replayed) {
  std::vector<double> times_s;
  for (const ReplayedCycle& cycle : replayed.cycles) times_s.push_back(cycle.verdicts.cycle_time_s());
  return times_s;
}

// m, the smallest distance between the ego vehicle on its driven way and obstacles, by nothing of
// the replay's: static obstacles, and moving ones between the two poses of their one prediction.
double SmallestDrivenDistance(const ReplayedScene& replayed) {
  double smallest_m = std::numeric_limits<double>::infinity();
  const auto take = [&](const TimedPose& ego, const std::vector<ConvexPolygon>& shapes, const Pose2& local_from_shape) {
    for (const ConvexPolygon& body : replayed.scene.ego.shapes) {
      for (const ConvexPolygon& shape : shapes) {
        const Pose2 local_from_body = RelativeTo(replayed.scene.origin, ego).ToPose2();
        smallest_m = std::min(smallest_m, Distance(body, shape, RelativePose(local_from_body, local_from_shape)));
      }
    }
  };
  for (const TimedPose& ego : replayed.driven) {
    for (const StaticObstacle& obstacle : replayed.scene.static_obstacles) take(ego, obstacle.shapes, Pose2());
    for (const MovingObstacle& obstacle : replayed.scene.moving_obstacles) {
      const std::vector<TimedPose>& poses = obstacle.predictions[0].poses;
      const double s = (ego.time_s - poses[0].time_s) / (poses[1].time_s - poses[0].time_s);
      take(ego, obstacle.shapes,
           Pose2::FromYaw(poses[0].position + s * (poses[1].position - poses[0].position), poses[0].yaw_rad));
    }
  }
  return smallest_m;
}

TEST(ClosedLoopTest, ClosedLoopDrivesToTheEndOfTheRecording) {
  const ReplayedScene replayed = Replay(RoadWith(absl::StrCat(kParkedCar, kOncomingCar, kSmallLattice)), ClosedLoop());
  // The oncoming car's prediction ends 6 s after the beginning.
  ASSERT_EQ(replayed.cycles.size(), 12u);
  for (size_t i = 0; i < replayed.cycles.size(); ++i) {
    const ReplayedCycle& cycle = replayed.cycles[i];
    EXPECT_EQ(cycle.verdicts.cycle(), static_cast<int>(i));
    EXPECT_NEAR(cycle.verdicts.cycle_time_s(), kRoadTime_s + 0.5 * static_cast<double>(i), 1e-9);
    EXPECT_TRUE(cycle.verdicts.has_best_free_candidate());
    EXPECT_EQ(cycle.verdicts.verdicts_size(), static_cast<int>(cycle.candidates.size()));
    EXPECT_EQ(cycle.verdicts.notes_size(), i + 1 < replayed.cycles.size() ? 1 : 2) << i;
  }
  EXPECT_EQ(Notes(replayed.cycles.back()).back(), "closed loop ends at 26.00 s, with the recording");
  ASSERT_FALSE(replayed.driven.empty());
  EXPECT_EQ(replayed.driven.front().time_s, kRoadTime_s);
  EXPECT_NEAR(replayed.driven.back().time_s, 26.0, kSameInstant_s);
  // The scene is left as it was, not as it is at the end.
  EXPECT_EQ(replayed.scene.ego_state->pose.time_s, kRoadTime_s);
}

TEST(ClosedLoopTest, TheDrivenWayIsContinuousAndFree) {
  const ReplayedScene replayed = Replay(RoadWith(absl::StrCat(kParkedCar, kOncomingCar, kSmallLattice)), ClosedLoop());
  ASSERT_GT(replayed.driven.size(), 50u);
  for (size_t k = 1; k < replayed.driven.size(); ++k) {
    const TimedPose& p = replayed.driven[k - 1];
    const TimedPose& q = replayed.driven[k];
    const double step_s = q.time_s - p.time_s;
    ASSERT_GT(step_s, kSameInstant_s);
    EXPECT_LT(step_s, 0.1 + kSameInstant_s);
    // Never faster than the 10 m/s it is asked for by much, and never turning on the spot.
    EXPECT_LT(Norm(q.position - p.position), 12.0 * step_s) << q.time_s;
    EXPECT_LT(std::abs(NormalizeAngle(q.yaw_rad - p.yaw_rad)), 0.6 * step_s) << q.time_s;
  }
  EXPECT_GT(SmallestDrivenDistance(replayed), 0.0);
  EXPECT_LT(SmallestDrivenDistance(replayed), 20.0) << "It has never come near an obstacle: nothing is tested.";
}

TEST(ClosedLoopTest, EveryCycleBeginsWhereTheOneBeforeHasDriven) {
  const ReplayedScene replayed = Replay(RoadWith(absl::StrCat(kParkedCar, kOncomingCar, kSmallLattice)), ClosedLoop());
  for (const ReplayedCycle& cycle : replayed.cycles) {
    const TimedPose driven = InterpolatePose(replayed.driven, cycle.verdicts.cycle_time_s());
    for (const Candidate& candidate : cycle.candidates) {
      EXPECT_NEAR(Norm(candidate.poses.front().position - driven.position), 0.0, 1e-6) << candidate.id;
      EXPECT_NEAR(NormalizeAngle(candidate.poses.front().yaw_rad - driven.yaw_rad), 0.0, 1e-6) << candidate.id;
    }
  }
}

TEST(ClosedLoopTest, TheReplanIntervalNeedNotBeOnTheGrid) {
  ReplayOptions options = ClosedLoop();
  options.replan_interval_s = 0.77;
  const ReplayedScene replayed = Replay(RoadWith(absl::StrCat(kOncomingCar, kSmallLattice)), options);
  // 6 s are 7.8 intervals.
  ASSERT_EQ(replayed.cycles.size(), 8u);
  for (size_t i = 0; i < replayed.cycles.size(); ++i) {
    EXPECT_NEAR(replayed.cycles[i].verdicts.cycle_time_s(), kRoadTime_s + 0.77 * static_cast<double>(i), 1e-9);
  }
  EXPECT_NEAR(replayed.driven.back().time_s, 26.0, 1e-9);
}

TEST(ClosedLoopTest, ACandidateShorterThanTheIntervalIsDrivenToItsEnd) {
  ReplayOptions options = ClosedLoop();
  options.replan_interval_s = 2.5;
  const ReplayedScene replayed = Replay(RoadWith(absl::StrCat(kOncomingCar, kStraightOnOnly)), options);
  EXPECT_THAT(CycleTimes(replayed), ElementsAre(20, 21, 22, 23, 24, 25));
  EXPECT_NEAR(replayed.driven.back().time_s, 26.0, kSameInstant_s);
  EXPECT_NEAR(replayed.driven.back().position.x - replayed.scene.origin.x, 60.0, 1e-3);
}

TEST(ClosedLoopTest, WithoutPredictionsClosedLoopEndsWithTheFirstCyclesCandidates) {
  const ReplayedScene replayed = Replay(RoadWith(absl::StrCat(kParkedCar, kSmallLattice)), ClosedLoop());
  ASSERT_EQ(replayed.cycles.size(), 8u);
  EXPECT_EQ(Notes(replayed.cycles.back()).back(), "closed loop ends at 24.00 s, with the recording");
  EXPECT_GT(SmallestDrivenDistance(replayed), 0.0);
}

TEST(ClosedLoopTest, ClosedLoopEndsWhereNothingIsFree) {
  // The ego vehicle, 2 m long ahead of its reference point, looks 10 m ahead and drives on: free up
  // to 5 m and 10 m.
  const ReplayedScene replayed = Replay(RoadWith(absl::StrCat(Wall(23), kOncomingCar, kStraightOnOnly)), ClosedLoop());
  EXPECT_THAT(CycleTimes(replayed), ElementsAre(20, 20.5, 21, 21.5));
  const ReplayedCycle& last = replayed.cycles.back();
  EXPECT_FALSE(last.verdicts.has_best_free_candidate());
  EXPECT_EQ(Notes(last).back(), "closed loop ends at 21.50 s: no candidate is free");
  EXPECT_NEAR(replayed.driven.back().time_s, 21.5, kSameInstant_s);
  EXPECT_GT(SmallestDrivenDistance(replayed), 0.0);
}

TEST(ClosedLoopTest, AWallTooNearEndsClosedLoopAtOnce) {
  const ReplayedScene replayed = Replay(RoadWith(absl::StrCat(Wall(5), kSmallLattice)), ClosedLoop());
  ASSERT_EQ(replayed.cycles.size(), 1u);
  EXPECT_EQ(replayed.cycles[0].verdicts.counts().free(), 0);
  EXPECT_EQ(Notes(replayed.cycles[0]).back(), "closed loop ends at 20.00 s: no candidate is free");
  EXPECT_THAT(replayed.driven, IsEmpty());
}

TEST(ClosedLoopTest, ClosedLoopEndsWhereNothingCanBeSampled) {
  // Only the lane to the left is asked for, and the sampler refuses to start as far from the
  // reference path as that.
  ReplayOptions options = ClosedLoop();
  options.sampler.max_ego_offset_m = 1.0;
  const ReplayedScene replayed =
      Replay(RoadWith(absl::StrCat(kOncomingCar,
                                   "sampling_request { lateral_offsets_m: -3.5 end_speeds_mps: 10 horizons_s: 3 }")),
             options);
  ASSERT_GT(replayed.cycles.size(), 1u);
  ASSERT_LT(replayed.cycles.size(), 7u);
  EXPECT_THAT(Notes(replayed.cycles.back()), testing::Contains(HasSubstr("nothing sampled: ego_state")));
  EXPECT_THAT(Notes(replayed.cycles.back()).back(), testing::StartsWith("closed loop ends at "));
}

TEST(ClosedLoopTest, ARecordingThatIsOverWhenTheCycleBeginsEndsClosedLoopAtOnce) {
  for (const double last_s : {15.0, kRoadTime_s}) {
    Scene scene = RoadWith(absl::StrCat(kOncomingCar, kSmallLattice));
    scene.moving_obstacles[0].predictions[0].poses.resize(1);
    scene.moving_obstacles[0].predictions[0].poses[0].time_s = last_s;
    const ReplayedScene replayed = Replay(scene, ClosedLoop());
    ASSERT_EQ(replayed.cycles.size(), 1u) << last_s;
    EXPECT_EQ(Notes(replayed.cycles[0]).back(), "closed loop ends at 20.00 s, with the recording") << last_s;
    EXPECT_LE(replayed.driven.size(), 1u) << last_s;
  }
}

TEST(ClosedLoopTest, OccupanciesAreAPartOfTheRecording) {
  Scene scene = RoadWith(kStraightOnOnly);
  Prediction prediction;
  prediction.occupancies = {{20.0, {}}, {22.0, {}}};
  scene.moving_obstacles = {{"set", "", {}, {prediction}, {}}};
  const ReplayedScene replayed = Replay(scene, ClosedLoop());
  EXPECT_THAT(CycleTimes(replayed), ElementsAre(20, 20.5, 21, 21.5));
  EXPECT_EQ(Notes(replayed.cycles.back()).back(), "closed loop ends at 22.00 s, with the recording");
}

TEST(ClosedLoopTest, GivenCandidatesAreNotDriven) {
  const ReplayedScene replayed = Replay(RoadWith(absl::StrCat(kOncomingCar, kTwoCandidates)), ClosedLoop());
  ASSERT_EQ(replayed.cycles.size(), 1u);
  EXPECT_THAT(Notes(replayed.cycles[0]), ElementsAre("no closed loop: the scene gives its candidates"));
  EXPECT_THAT(replayed.driven, IsEmpty());
}

}  // namespace
}  // namespace collision2d::planner
