#include "planner_adapter/replay_page/page_scene.h"

#include <limits>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "collision2d/v1/verdict.pb.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "planner_adapter/replay/replayed_scene.h"
#include "planner_adapter/replay_page/replay_page.h"
#include "planner_adapter/replay_page/replay_page.pb.h"
#include "planner_adapter/replay_page/testing/replay_page_test_scenes.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

replay::ReplayPageCycle CycleOf(const ReplayedScene& replayed) {
  const absl::StatusOr<replay::ReplayPageCycle> cycle = PageCycleOf(replayed.cycles[0], replayed.scene.origin, "cycle");
  EXPECT_TRUE(cycle.ok()) << cycle.status();
  return cycle.value_or(replay::ReplayPageCycle());
}

TEST(PageSceneTest, TheTextBeginsWithTheSceneAndItsStaticObstaclesInGroups) {
  Scene scene = CrossingScene().scene;
  scene.static_obstacles.resize(2001, scene.static_obstacles[0]);
  std::string text;
  const auto take = [&text](absl::string_view piece) {
    absl::StrAppend(&text, piece);
    return absl::OkStatus();
  };
  EXPECT_TRUE(PageSceneText().Begin(scene, "scenes/crossing.textproto", "00c0ffee00c0ffee", take).ok());
  EXPECT_THAT(text, StartsWith(R"([{"scene":{"file":"scenes/crossing.textproto","inputDigest":"00c0ffee00c0ffee",)"
                               R"("origin":{"x":450000,"y":5400000},"scene":{"id":"crossing","timeStepS":0.5,)"));
  EXPECT_THAT(text, HasSubstr("\n{\"staticObstacles\":{\"#\":1000,"));
  EXPECT_THAT(text, HasSubstr("\n{\"staticObstacles\":{\"#\":1,"));
  // An error of the sink ends it.
  const absl::Status full = absl::UnavailableError("full");
  EXPECT_EQ(PageSceneText().Begin(scene, "", "", [&](absl::string_view) { return full; }), full);
}

TEST(PageSceneTest, CandidatesAndVerdicts) {
  const ReplayedScene replayed = CrossingScene();
  const replay::ReplayPageCycle cycle = CycleOf(replayed);
  ASSERT_EQ(cycle.candidates_size(), 3);
  EXPECT_EQ(cycle.candidates(0).id(), "keep");
  EXPECT_EQ(cycle.candidates(1).cost(), 2.5);
  EXPECT_EQ(cycle.candidates(2).poses_size(), 5);
  EXPECT_EQ(cycle.candidates(0).poses(0).x(), 450000.0 + replayed.cycles[0].candidates[0].poses[0].position.x);
  v1::SceneVerdicts expected = replayed.cycles[0].verdicts;
  expected.clear_run();
  EXPECT_EQ(cycle.verdicts().SerializeAsString(), expected.SerializeAsString());
}

TEST(PageSceneTest, ProfilesAreInTheVerdicts) {
  const replay::ReplayPageCycle cycle = CycleOf(LaneScene());
  EXPECT_EQ(cycle.verdicts().verdicts(0).profile().points_size(), 9);
  EXPECT_TRUE(cycle.verdicts().verdicts(0).profile().points(2).has_time_to_collision_s());
  EXPECT_FALSE(cycle.verdicts().verdicts(0).profile().points(1).has_time_to_collision_s());
  EXPECT_EQ(cycle.verdicts().verdicts(3).profile().points_size(), 1);
  EXPECT_FALSE(CycleOf(CrossingScene()).verdicts().verdicts(0).has_profile());
}

struct Contradiction {
  const char* message;
  void (*make)(ReplayedCycle& cycle);
};

TEST(PageSceneTest, ContradictoryVerdictsAreNamed) {
  const Contradiction cases[] = {
      {"cycles[0].verdicts: 2 verdicts for 3 candidates",
       [](ReplayedCycle& c) { c.verdicts.mutable_verdicts()->RemoveLast(); }},
      {"cycles[0].chosen_candidate: 3 is not the index of one of 3 candidates",
       [](ReplayedCycle& c) { c.verdicts.set_chosen_candidate(3); }},
      {"cycles[0].chosen_candidate: -1 is not the index of one of 3 candidates",
       [](ReplayedCycle& c) { c.verdicts.set_chosen_candidate(-1); }},
      {"cycles[0].candidates[2].poses: empty", [](ReplayedCycle& c) { c.candidates[2].poses.clear(); }},
      {"cycles[0].verdicts[1].first_collision: missing though collides",
       [](ReplayedCycle& c) { c.verdicts.mutable_verdicts(1)->clear_first_collision(); }},
      {"cycles[0].verdicts[1].first_collision: set though not collides",
       [](ReplayedCycle& c) { c.verdicts.mutable_verdicts(1)->set_collides(false); }},
      {"cycles[0].verdicts[2].leaves_drivable_area_time_s: missing though leaves_drivable_area",
       [](ReplayedCycle& c) { c.verdicts.mutable_verdicts(2)->clear_leaves_drivable_area_time_s(); }},
      {"cycles[0].profiles: 2 profiles for 3 candidates", [](ReplayedCycle& c) { c.profiles.resize(2); }},
      {"cycles[0]: collision2d.v1.Point.x: nan cannot be shown",
       [](ReplayedCycle& c) {
         c.verdicts.mutable_verdicts(0)->mutable_minimum_clearance()->mutable_witness_ego()->set_x(kNaN);
       }},
      {"cycles[0]: collision2d.v1.Point.y: nan cannot be shown",
       [](ReplayedCycle& c) {
         c.verdicts.mutable_verdicts(2)->mutable_road_clearance()->mutable_witness_road()->set_y(kNaN);
       }},
      {"cycles[0]: collision2d.v1.ProfilePoint.clearance_m: nan cannot be shown",
       [](ReplayedCycle& c) {
         c.profiles = {{}, {{0.0, kNaN, {}, {}}}, {}};
       }},
  };
  for (const Contradiction& c : cases) {
    ReplayedScene replayed = CrossingScene();
    c.make(replayed.cycles[0]);
    EXPECT_EQ(RenderReplayPage({replayed}).status(), absl::InvalidArgumentError(absl::StrCat("scenes[0].", c.message)));
  }
}

TEST(PageSceneTest, ASceneWithoutCyclesIsRefused) {
  ReplayedScene replayed = CrossingScene();
  replayed.cycles.clear();
  EXPECT_EQ(RenderReplayPage({replayed}).status(), absl::InvalidArgumentError("scenes[0].cycles: empty"));
}

}  // namespace
}  // namespace collision2d::planner
