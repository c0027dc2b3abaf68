#include "replay/cycles/replay_scene.h"

#include <functional>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "collision2d/testing/test.h"
#include "collision2d/v1/verdict.pb.h"
#include "gmock/gmock.h"
#include "planner_adapter/scene/scene.h"
#include "replay/cycles/replayed_scene.h"
#include "replay/cycles/testing/replayed_road.h"

namespace collision2d::planner {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

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
  EXPECT_EQ(cycle.verdicts.best_free_candidate(), 1);
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
                                       " candidates of a lattice of 18; the others exceed kinematic limits: "
                                       "lateral acceleration above 4 m/s^2: ",
                                       18 - cycle.candidates.size())));
  EXPECT_GT(cycle.candidates.size(), 9u);
  EXPECT_GT(cycle.verdicts.counts().free(), 0);
  EXPECT_GT(cycle.verdicts.counts().colliding(), 0);
  EXPECT_TRUE(cycle.verdicts.has_best_free_candidate());
  EXPECT_THAT(replayed.driven, IsEmpty());
}

TEST(ReplaySceneTest, RecordedCandidatesAreJudgedBesideSampledOnes) {
  Scene scene = RoadWith(absl::StrCat(kParkedCar, kTwoCandidates, kSmallLattice));
  for (Candidate& candidate : scene.candidates) candidate.is_recorded = true;
  for (const bool closed_loop : {false, true}) {
    ReplayOptions options;
    options.closed_loop = closed_loop;
    const ReplayedScene replayed = Replay(scene, options);
    const ReplayedCycle& first = replayed.cycles[0];
    EXPECT_GT(first.candidates.size(), 11u);
    EXPECT_EQ(first.verdicts.verdicts(0).candidate_id(), "on");
    EXPECT_TRUE(first.verdicts.verdicts(0).in_contact_in_recording());
    EXPECT_FALSE(first.verdicts.verdicts(1).collides());
    EXPECT_FALSE(first.verdicts.verdicts(1).in_contact_in_recording());
    // A planner's candidate is chosen, though its cost is higher.
    EXPECT_GT(first.verdicts.best_free_candidate(), 1);
    EXPECT_EQ(replayed.cycles.size() > 1, closed_loop);
    EXPECT_FALSE(closed_loop && replayed.cycles[1].candidates[0].is_recorded);
  }
  // Without a way to sample, or with nothing to sample, they remain.
  Scene bare = scene;
  bare.reference_path.clear();
  EXPECT_EQ(Replay(bare).cycles[0].candidates.size(), 2u);
  EXPECT_EQ(Replay(bare).cycles[0].verdicts.best_free_candidate(), 1);
  scene.ego_state->speed_mps = -5.0;
  const ReplayedScene backward = Replay(scene);
  EXPECT_EQ(backward.cycles[0].candidates.size(), 2u);
  EXPECT_THAT(Notes(backward.cycles[0]).front(), HasSubstr("nothing sampled: "));
}

TEST(ReplaySceneTest, AContactWhereTheCycleBeginsIsInTheRecording) {
  Scene scene = RoadWith(absl::StrCat(kParkedCar, kSmallLattice));
  const Vec2 moved = scene.ego_state->pose.position + Vec2{31.0, 0.0};
  scene.ego_state->pose.position = moved;
  const ReplayedScene replayed = Replay(scene);
  ASSERT_GT(replayed.cycles[0].verdicts.verdicts_size(), 0);
  for (const v1::Verdict& verdict : replayed.cycles[0].verdicts.verdicts()) {
    EXPECT_TRUE(verdict.collides());
    EXPECT_TRUE(verdict.in_contact_in_recording());
  }
  // One that begins elsewhere is to blame.
  Scene given = RoadWith(absl::StrCat(kParkedCar, kTwoCandidates));
  for (Candidate& candidate : given.candidates) {
    for (TimedPose& pose : candidate.poses) pose.position = given.origin + moved;
  }
  const ReplayedScene elsewhere = Replay(given);
  for (const v1::Verdict& verdict : elsewhere.cycles[0].verdicts.verdicts()) {
    EXPECT_TRUE(verdict.collides());
    EXPECT_FALSE(verdict.in_contact_in_recording());
  }
}

TEST(ReplaySceneTest, ByDefaultSomeHundredCandidatesAreSampled) {
  const ReplayedScene replayed = Replay(RoadWith(""));
  EXPECT_GE(replayed.cycles.at(0).candidates.size(), 300u);
}

TEST(ReplaySceneTest, ASceneOfWhichNothingCanBeSampledSaysWhy) {
  Scene scene = RoadWith(kSmallLattice);
  scene.ego_state->acceleration_mps2 = -50.0;
  for (const bool closed_loop : {false, true}) {
    ReplayOptions options;
    options.closed_loop = closed_loop;
    const ReplayedScene replayed = Replay(scene, options);
    ASSERT_EQ(replayed.cycles.size(), 1u);
    EXPECT_THAT(replayed.cycles[0].candidates, IsEmpty());
    EXPECT_EQ(replayed.cycles[0].verdicts.rejected_lattice_size(), 18);
    EXPECT_EQ(
        Notes(replayed.cycles[0]).front(),
        "no candidate can be sampled: all 18 of the lattice exceed kinematic limits: deceleration above 8 m/s^2: 18");
    EXPECT_THAT(replayed.cycles[0].beyond_limits, ElementsAre("deceleration above 8 m/s^2: 18"));
    EXPECT_THAT(replayed.cycles[0].rejected, IsEmpty());
  }
}

TEST(ReplaySceneTest, WhatExceedsALimitIsKeptIfItIsAskedFor) {
  ReplayOptions options;
  options.sampler.keep_rejected = true;
  options.sampler.limits.max_lateral_acceleration_mps2 = 0.5;
  options.sampler.limits.max_speed_mps = 10.5;
  const ReplayedScene replayed = Replay(RoadWith(""), options);
  const ReplayedCycle& cycle = replayed.cycles[0];
  ASSERT_EQ(cycle.beyond_limits.size(), 2u);
  std::vector<int> counts(2);
  for (const ReplayedCycle::Rejected& rejected : cycle.rejected) ++counts.at(static_cast<size_t>(rejected.limit));
  for (size_t i = 0; i < 2; ++i) {
    EXPECT_THAT(cycle.beyond_limits[i], testing::EndsWith(absl::StrCat(": ", counts[i])));
  }
}

TEST(ReplaySceneTest, AnEgoVehicleAgainstItsPathHasNoSampledCandidates) {
  Scene scene = RoadWith(kSmallLattice);
  scene.ego_state->pose.yaw_rad += 3.07;
  for (const bool closed_loop : {false, true}) {
    ReplayOptions options;
    options.closed_loop = closed_loop;
    const ReplayedScene replayed = Replay(scene, options);
    ASSERT_EQ(replayed.cycles.size(), 1u);
    EXPECT_THAT(replayed.cycles[0].candidates, IsEmpty());
    EXPECT_EQ(replayed.cycles[0].verdicts.rejected_lattice_size(), 0);
    EXPECT_THAT(Notes(replayed.cycles[0]).front(), HasSubstr("nothing sampled: ego_state.yaw_rad: "));
  }
}

TEST(ReplaySceneTest, AnImplausibleTimeStepIsRefusedOrNoted) {
  Scene scene = RoadWith(absl::StrCat(kParkedCar, kSmallLattice));
  scene.time_step_s = 100.0;
  EXPECT_EQ(ReplayScene(scene, {}).status().message(),
            "time_step_s: 100 s is longer than every candidate, of at most 4 s; are these milliseconds?");
  scene.time_step_s = 2.0;
  EXPECT_THAT(Notes(Replay(scene).cycles[0]), testing::Contains("time_step_s: 2 s is implausibly long"));
}

TEST(ReplaySceneTest, ATimeLimitEndsAScene) {
  ReplayOptions options = ClosedLoop();
  options.scene_time_limit_s = 1e-9;
  const Scene scene = RoadWith(absl::StrCat(kParkedCar, kOncomingCar, kSmallLattice));
  EXPECT_EQ(ReplayScene(scene, options).status().code(), absl::StatusCode::kDeadlineExceeded);
  options.scene_time_limit_s = 1e300;
  EXPECT_EQ(Bytes(Replay(scene, options)), Bytes(Replay(scene, ClosedLoop())));
}

TEST(ReplaySceneTest, AnErrorOfTheSinkEndsTheReplay) {
  const Scene scene = RoadWith(absl::StrCat(kParkedCar, kOncomingCar, kSmallLattice));
  int cycles = 0;
  const auto drive = ReplayCycles(scene, ClosedLoop(), [&cycles](ReplayedCycle cycle) {
    EXPECT_EQ(cycle.verdicts.cycle(), cycles);
    return ++cycles == 3 ? absl::UnavailableError("full") : absl::OkStatus();
  });
  EXPECT_EQ(drive.status().message(), "full");
  EXPECT_EQ(cycles, 3);
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
    EXPECT_FALSE(replayed.cycles[0].verdicts.has_best_free_candidate());
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

TEST(ReplaySceneTest, ProfilesAreComputedOnRequest) {
  const Scene scene = RoadWith(absl::StrCat(kParkedCar, kTwoCandidates));
  EXPECT_THAT(Replay(scene).cycles[0].profiles, IsEmpty());
  ReplayOptions options;
  options.profiles = true;
  for (const int threads : {1, 2, 5}) {
    options.threads = threads;
    const ReplayedScene replayed = Replay(scene, options);
    ASSERT_EQ(replayed.cycles[0].profiles.size(), 2u);
    for (int i = 0; i < 2; ++i) {
      const std::vector<ProfilePoint>& profile = replayed.cycles[0].profiles[i];
      ASSERT_FALSE(profile.empty());
      EXPECT_EQ(profile.front().time_s, replayed.cycles[0].candidates[i].poses.front().time_s);
      EXPECT_TRUE(profile.front().clearance_m.has_value());
    }
    // Verdicts are as without.
    EXPECT_EQ(Bytes(replayed), Bytes(Replay(scene)));
  }
  options.profiles_in_verdicts = true;
  const ReplayedScene written = Replay(scene, options);
  EXPECT_EQ(written.cycles[0].verdicts.verdicts(1).profile().points_size(),
            static_cast<int>(written.cycles[0].profiles[1].size()));
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
      {[](ReplayOptions& o) { o.profiles_in_verdicts = true; }, "profiles_in_verdicts: true, but profiles is false"},
      {[](ReplayOptions& o) { o.replan_interval_s = 0; }, "replan_interval_s: 0 is not a positive time"},
      {[](ReplayOptions& o) { o.replan_interval_s = -0.5; }, "replan_interval_s: -0.5 is not a positive time"},
      {[](ReplayOptions& o) { o.replan_interval_s = kNan; }, "replan_interval_s: nan is not a positive time"},
      {[](ReplayOptions& o) { o.replan_interval_s = kInfinity; }, "replan_interval_s: inf is not a positive time"},
      {[](ReplayOptions& o) { o.scene_time_limit_s = -1; }, "scene_time_limit_s: -1 is not a time from 0 on"},
      {[](ReplayOptions& o) { o.scene_time_limit_s = kNan; }, "scene_time_limit_s: nan is not a time from 0 on"},
      {[](ReplayOptions& o) { o.checker.min_probability = 2; }, "min_probability: 2 is not within [0, 1]"},
      {[](ReplayOptions& o) { o.checker.min_probability = kNan; }, "min_probability: nan is not within [0, 1]"},
      {[](ReplayOptions& o) { o.checker.road_gap_m = -1; }, "road_gap_m: -1 is not a length from 0 to 10"},
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
