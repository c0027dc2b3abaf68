#include "planner_adapter/replay/replay_scene.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/query/distance.h"
#include "gmock/gmock.h"
#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"
#include "planner_adapter/replay/road_scene_text.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/scene_from_proto.h"
#include "planner_adapter/scene/timed_pose.h"
#include "proto/scene.pb.h"
#include "proto/verdict.pb.h"

namespace collision2d::planner {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Scene SceneOf(const std::string& text) {
  proto::Scene parsed;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &parsed)) << text;
  absl::StatusOr<Scene> scene = SceneFromProto(parsed);
  EXPECT_TRUE(scene.ok()) << scene.status();
  return scene.ok() ? *std::move(scene) : Scene();
}

Scene RoadWith(absl::string_view parts) { return SceneOf(absl::StrCat(RoadScene("road"), parts)); }

// The replay; a failure of the test if there is an error.
ReplayedScene Replay(const Scene& scene, const ReplayOptions& options = {}) {
  absl::StatusOr<ReplayedScene> replayed = ReplayScene(scene, options);
  EXPECT_TRUE(replayed.ok()) << replayed.status();
  return replayed.ok() ? *std::move(replayed) : ReplayedScene();
}

ReplayOptions ClosedLoop() {
  ReplayOptions options;
  options.closed_loop = true;
  return options;
}

std::vector<std::string> Notes(const ReplayedCycle& cycle) {
  return {cycle.verdicts.notes().begin(), cycle.verdicts.notes().end()};
}

std::string Bytes(const ReplayedScene& replayed) {
  std::string bytes;
  for (const ReplayedCycle& cycle : replayed.cycles) bytes += cycle.verdicts.SerializeAsString();
  return bytes;
}

std::vector<double> CycleTimes(const ReplayedScene& replayed) {
  std::vector<double> times_s;
  for (const ReplayedCycle& cycle : replayed.cycles) times_s.push_back(cycle.verdicts.cycle_time_s());
  return times_s;
}

// m, the smallest distance between the ego vehicle on its driven way and obstacles, by nothing of the replay's:
// static obstacles, and moving ones between the two poses of their one prediction.
double SmallestDrivenDistance(const ReplayedScene& replayed) {
  double smallest_m = std::numeric_limits<double>::infinity();
  const auto take = [&](const TimedPose& ego, const std::vector<ConvexPolygon>& shapes, const Pose2& local_from_shape) {
    for (const ConvexPolygon& body : replayed.scene.ego.shapes) {
      for (const ConvexPolygon& shape : shapes) {
        smallest_m = std::min(smallest_m, Distance(body, shape, RelativePose(ego.ToPose2(), local_from_shape)));
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

TEST(ReplaySceneTest, GivenCandidatesAreCheckedAsTheyAre) {
  const ReplayedScene replayed = Replay(RoadWith(absl::StrCat(kParkedCar, kTwoCandidates)));
  ASSERT_EQ(replayed.cycles.size(), 1u);
  const ReplayedCycle& cycle = replayed.cycles[0];
  ASSERT_EQ(cycle.candidates.size(), 2u);
  ASSERT_EQ(cycle.verdicts.verdicts_size(), 2);
  EXPECT_EQ(cycle.verdicts.scene_id(), "road");
  EXPECT_EQ(cycle.verdicts.cycle(), 0);
  EXPECT_EQ(cycle.verdicts.cycle_time_s(), kRoadTime_s);
  EXPECT_EQ(cycle.verdicts.verdicts(0).candidate_id(), "on");
  EXPECT_TRUE(cycle.verdicts.verdicts(0).collides());
  // Bumpers meet 31 m from the beginning: at 3.1 s, on the grid of 0.1 s.
  EXPECT_EQ(cycle.verdicts.verdicts(0).first_collision().obstacle_id(), "parked");
  EXPECT_NEAR(cycle.verdicts.verdicts(0).first_collision().time_s(), 23.1, 0.1 + 1e-9);
  EXPECT_FALSE(cycle.verdicts.verdicts(1).collides());
  EXPECT_EQ(cycle.verdicts.chosen_candidate(), 1);
  EXPECT_THAT(Notes(cycle), IsEmpty());
  EXPECT_THAT(replayed.driven, IsEmpty());
  EXPECT_EQ(replayed.scene.id, "road");
  EXPECT_GE(replayed.elapsed_s, 0.0);
}

TEST(ReplaySceneTest, CandidatesAreSampledWhereThereAreNone) {
  const ReplayedScene replayed = Replay(RoadWith(absl::StrCat(kParkedCar, kSmallLattice)));
  ASSERT_EQ(replayed.cycles.size(), 1u);
  const ReplayedCycle& cycle = replayed.cycles[0];
  EXPECT_EQ(cycle.verdicts.verdicts_size(), static_cast<int>(cycle.candidates.size()));
  // Three offsets, three speeds, two horizons; the limits leave most.
  EXPECT_THAT(Notes(cycle),
              ElementsAre(absl::StrCat("sampled ", cycle.candidates.size(),
                                       " candidates of a lattice of 18; the others exceed kinematic limits")));
  EXPECT_GT(cycle.candidates.size(), 9u);
  EXPECT_GT(cycle.verdicts.counts().free(), 0);
  EXPECT_GT(cycle.verdicts.counts().colliding(), 0);
  EXPECT_TRUE(cycle.verdicts.has_chosen_candidate());
  EXPECT_THAT(replayed.driven, IsEmpty());
}

TEST(ReplaySceneTest, ByDefaultSomeHundredCandidatesAreSampled) {
  const ReplayedScene replayed = Replay(RoadWith(""));
  EXPECT_GE(replayed.cycles.at(0).candidates.size(), 300u);
}

TEST(ReplaySceneTest, WithoutEgoStateAndCandidatesTheSceneIsOnlyShown) {
  Scene scene = RoadWith(kParkedCar);
  scene.ego_state.reset();
  for (const bool closed_loop : {false, true}) {
    ReplayOptions options;
    options.closed_loop = closed_loop;
    const ReplayedScene replayed = Replay(scene, options);
    ASSERT_EQ(replayed.cycles.size(), 1u);
    EXPECT_THAT(replayed.cycles[0].candidates, IsEmpty());
    EXPECT_EQ(replayed.cycles[0].verdicts.verdicts_size(), 0);
    EXPECT_FALSE(replayed.cycles[0].verdicts.has_chosen_candidate());
    EXPECT_THAT(Notes(replayed.cycles[0]), ElementsAre("no ego state and no candidates: the scene is shown only"));
    EXPECT_THAT(replayed.driven, IsEmpty());
  }
}

TEST(ReplaySceneTest, GivenCandidatesNeedNoEgoState) {
  Scene scene = RoadWith(absl::StrCat(kParkedCar, kTwoCandidates));
  scene.ego_state.reset();
  const ReplayedScene replayed = Replay(scene);
  ASSERT_EQ(replayed.cycles.size(), 1u);
  EXPECT_EQ(replayed.cycles[0].verdicts.counts().candidates(), 2);
  EXPECT_EQ(replayed.cycles[0].verdicts.counts().colliding(), 1);
}

TEST(ReplaySceneTest, TheNumberOfThreadsChangesNothing) {
  const Scene scene = RoadWith(absl::StrCat(kParkedCar, kOncomingCar, kSmallLattice));
  ReplayOptions options = ClosedLoop();
  const std::string expected = Bytes(Replay(scene, options));
  for (const int threads : {2, 5}) {
    options.threads = threads;
    EXPECT_EQ(Bytes(Replay(scene, options)), expected) << threads;
  }
}

TEST(ReplaySceneTest, TheSamplersErrorIsReturned) {
  Scene scene = RoadWith("");
  scene.reference_path.clear();
  for (const bool closed_loop : {false, true}) {
    ReplayOptions options;
    options.closed_loop = closed_loop;
    const absl::StatusOr<ReplayedScene> replayed = ReplayScene(scene, options);
    ASSERT_FALSE(replayed.ok());
    EXPECT_THAT(std::string(replayed.status().message()), HasSubstr("reference_path"));
  }
}

TEST(ReplaySceneTest, TheCheckersErrorIsReturned) {
  Scene scene = RoadWith(kTwoCandidates);
  scene.candidates[1].poses.front().time_s = kRoadTime_s - 1.0;
  const absl::StatusOr<ReplayedScene> replayed = ReplayScene(scene, {});
  ASSERT_FALSE(replayed.ok());
  EXPECT_THAT(std::string(replayed.status().message()), HasSubstr("candidate left: begins at 19 s"));
}

TEST(ReplaySceneTest, JitterIsReproducibleFromItsSeed) {
  const Scene scene = RoadWith(absl::StrCat(kParkedCar, kOncomingCar, kSmallLattice));
  for (const bool closed_loop : {false, true}) {
    ReplayOptions options;
    options.closed_loop = closed_loop;
    const std::string without = Bytes(Replay(scene, options));
    options.seed = 7;
    EXPECT_EQ(Bytes(Replay(scene, options)), without) << "The seed has no effect without jitter.";
    options.jitter = true;
    const std::string with_seed_7 = Bytes(Replay(scene, options));
    EXPECT_EQ(Bytes(Replay(scene, options)), with_seed_7);
    EXPECT_NE(with_seed_7, without);
    options.seed = 8;
    EXPECT_NE(Bytes(Replay(scene, options)), with_seed_7);
  }
}

TEST(ReplaySceneTest, JitterDoesNotMoveGivenCandidates) {
  const Scene scene = RoadWith(absl::StrCat(kParkedCar, kTwoCandidates));
  ReplayOptions options;
  const std::string without = Bytes(Replay(scene, options));
  options.jitter = true;
  EXPECT_EQ(Bytes(Replay(scene, options)), without);
}

TEST(ReplaySceneTest, ClosedLoopDrivesToTheEndOfTheRecording) {
  const ReplayedScene replayed = Replay(RoadWith(absl::StrCat(kParkedCar, kOncomingCar, kSmallLattice)), ClosedLoop());
  // The oncoming car's prediction ends 6 s after the beginning.
  ASSERT_EQ(replayed.cycles.size(), 12u);
  for (size_t i = 0; i < replayed.cycles.size(); ++i) {
    const ReplayedCycle& cycle = replayed.cycles[i];
    EXPECT_EQ(cycle.verdicts.cycle(), static_cast<int>(i));
    EXPECT_NEAR(cycle.verdicts.cycle_time_s(), kRoadTime_s + 0.5 * i, 1e-9);
    EXPECT_TRUE(cycle.verdicts.has_chosen_candidate());
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

TEST(ReplaySceneTest, TheDrivenWayIsContinuousAndFree) {
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

TEST(ReplaySceneTest, EveryCycleBeginsWhereTheOneBeforeHasDriven) {
  const ReplayedScene replayed = Replay(RoadWith(absl::StrCat(kParkedCar, kOncomingCar, kSmallLattice)), ClosedLoop());
  for (const ReplayedCycle& cycle : replayed.cycles) {
    const TimedPose driven = InterpolatePose(replayed.driven, cycle.verdicts.cycle_time_s());
    for (const Trajectory& candidate : cycle.candidates) {
      EXPECT_NEAR(Norm(candidate.poses.front().position - driven.position), 0.0, 1e-6) << candidate.id;
      EXPECT_NEAR(NormalizeAngle(candidate.poses.front().yaw_rad - driven.yaw_rad), 0.0, 1e-6) << candidate.id;
    }
  }
}

TEST(ReplaySceneTest, TheReplanIntervalNeedNotBeOnTheGrid) {
  ReplayOptions options = ClosedLoop();
  options.replan_interval_s = 0.77;
  const ReplayedScene replayed = Replay(RoadWith(absl::StrCat(kOncomingCar, kSmallLattice)), options);
  // 6 s are 7.8 intervals.
  ASSERT_EQ(replayed.cycles.size(), 8u);
  for (size_t i = 0; i < replayed.cycles.size(); ++i) {
    EXPECT_NEAR(replayed.cycles[i].verdicts.cycle_time_s(), kRoadTime_s + 0.77 * i, 1e-9);
  }
  EXPECT_NEAR(replayed.driven.back().time_s, 26.0, 1e-9);
}

TEST(ReplaySceneTest, ACandidateShorterThanTheIntervalIsDrivenToItsEnd) {
  ReplayOptions options = ClosedLoop();
  options.replan_interval_s = 2.5;
  const ReplayedScene replayed = Replay(RoadWith(absl::StrCat(kOncomingCar, kStraightOnOnly)), options);
  EXPECT_THAT(CycleTimes(replayed), ElementsAre(20, 21, 22, 23, 24, 25));
  EXPECT_NEAR(replayed.driven.back().time_s, 26.0, kSameInstant_s);
  EXPECT_NEAR(replayed.driven.back().position.x, 60.0, 1e-3);
}

TEST(ReplaySceneTest, WithoutPredictionsClosedLoopEndsWithTheFirstCyclesCandidates) {
  const ReplayedScene replayed = Replay(RoadWith(absl::StrCat(kParkedCar, kSmallLattice)), ClosedLoop());
  ASSERT_EQ(replayed.cycles.size(), 8u);
  EXPECT_EQ(Notes(replayed.cycles.back()).back(), "closed loop ends at 24.00 s, with the recording");
  EXPECT_GT(SmallestDrivenDistance(replayed), 0.0);
}

TEST(ReplaySceneTest, ClosedLoopEndsWhereNothingIsFree) {
  // The ego vehicle, 2 m long ahead of its reference point, looks 10 m ahead and drives on: free up to 5 m and 10 m.
  const ReplayedScene replayed = Replay(RoadWith(absl::StrCat(Wall(23), kOncomingCar, kStraightOnOnly)), ClosedLoop());
  EXPECT_THAT(CycleTimes(replayed), ElementsAre(20, 20.5, 21, 21.5));
  const ReplayedCycle& last = replayed.cycles.back();
  EXPECT_FALSE(last.verdicts.has_chosen_candidate());
  EXPECT_EQ(Notes(last).back(), "closed loop ends at 21.50 s: no candidate is free");
  EXPECT_NEAR(replayed.driven.back().time_s, 21.5, kSameInstant_s);
  EXPECT_GT(SmallestDrivenDistance(replayed), 0.0);
}

TEST(ReplaySceneTest, AWallTooNearEndsClosedLoopAtOnce) {
  const ReplayedScene replayed = Replay(RoadWith(absl::StrCat(Wall(5), kSmallLattice)), ClosedLoop());
  ASSERT_EQ(replayed.cycles.size(), 1u);
  EXPECT_EQ(replayed.cycles[0].verdicts.counts().free(), 0);
  EXPECT_EQ(Notes(replayed.cycles[0]).back(), "closed loop ends at 20.00 s: no candidate is free");
  EXPECT_THAT(replayed.driven, IsEmpty());
}

TEST(ReplaySceneTest, ClosedLoopEndsWhereNothingCanBeSampled) {
  // Only the lane to the left is asked for, and the sampler refuses to start as far from the reference path as that.
  ReplayOptions options = ClosedLoop();
  options.sampler.max_ego_offset_m = 1.0;
  const ReplayedScene replayed =
      Replay(RoadWith(absl::StrCat(kOncomingCar,
                                   "sampling_request { lateral_offsets_m: -3.5 end_speeds_mps: 10 horizons_s: 3 }")),
             options);
  ASSERT_GT(replayed.cycles.size(), 1u);
  ASSERT_LT(replayed.cycles.size(), 7u);
  const std::string note = Notes(replayed.cycles.back()).back();
  EXPECT_THAT(note, testing::StartsWith("closed loop ends at "));
  EXPECT_THAT(note, HasSubstr("ego_state"));
}

TEST(ReplaySceneTest, ARecordingThatIsOverWhenTheCycleBeginsEndsClosedLoopAtOnce) {
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

TEST(ReplaySceneTest, OccupanciesAreAPartOfTheRecording) {
  Scene scene = RoadWith(kStraightOnOnly);
  Prediction prediction;
  prediction.occupancies = {{20.0, {}}, {22.0, {}}};
  scene.moving_obstacles = {{"set", "", {}, {prediction}, {}}};
  const ReplayedScene replayed = Replay(scene, ClosedLoop());
  EXPECT_THAT(CycleTimes(replayed), ElementsAre(20, 20.5, 21, 21.5));
  EXPECT_EQ(Notes(replayed.cycles.back()).back(), "closed loop ends at 22.00 s, with the recording");
}

TEST(ReplaySceneTest, GivenCandidatesAreNotDriven) {
  const ReplayedScene replayed = Replay(RoadWith(absl::StrCat(kOncomingCar, kTwoCandidates)), ClosedLoop());
  ASSERT_EQ(replayed.cycles.size(), 1u);
  EXPECT_THAT(Notes(replayed.cycles[0]), ElementsAre("no closed loop: the scene gives its candidates"));
  EXPECT_THAT(replayed.driven, IsEmpty());
}

TEST(ReplaySceneTest, OptionsOutOfRangeAreNamedWithTheirValue) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  struct Case {
    std::function<void(ReplayOptions&)> spoil;
    std::string message;
  };
  const std::vector<Case> cases = {
      {[](ReplayOptions& o) { o.threads = 0; }, "threads: 0 is below 1"},
      {[](ReplayOptions& o) { o.threads = -3; }, "threads: -3 is below 1"},
      {[](ReplayOptions& o) { o.replan_interval_s = 0; }, "replan_interval_s: 0 is not a positive time"},
      {[](ReplayOptions& o) { o.replan_interval_s = -0.5; }, "replan_interval_s: -0.5 is not a positive time"},
      {[](ReplayOptions& o) { o.replan_interval_s = kNan; }, "replan_interval_s: nan is not a positive time"},
      {[](ReplayOptions& o) { o.replan_interval_s = kInfinity; }, "replan_interval_s: inf is not a positive time"},
      {[](ReplayOptions& o) { o.checker.min_probability = 2; }, "min_probability: 2 is not within [0, 1]"},
      {[](ReplayOptions& o) { o.checker.min_probability = kNan; }, "min_probability: nan is not within [0, 1]"},
      {[](ReplayOptions& o) { o.checker.drivable_area_tolerance_m = -1; },
       "drivable_area_tolerance_m: -1 is not a finite length >= 0"},
  };
  const Scene scene = RoadWith(kTwoCandidates);
  for (const Case& c : cases) {
    ReplayOptions options;
    c.spoil(options);
    EXPECT_EQ(ValidateReplayOptions(options).message(), c.message);
    EXPECT_EQ(ValidateReplayOptions(options).code(), absl::StatusCode::kInvalidArgument) << c.message;
    EXPECT_EQ(ReplayScene(scene, options).status(), ValidateReplayOptions(options)) << c.message;
  }
  EXPECT_TRUE(ValidateReplayOptions({}).ok());
}

}  // namespace
}  // namespace collision2d::planner
