#include "replay/page/page_parts.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "collision2d/testing/test.h"
#include "collision2d/v1/verdict.pb.h"
#include "gmock/gmock.h"
#include "planner_adapter/checking/verdict_to_proto.h"
#include "planner_adapter/scene/elements.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/scene_to_proto.h"
#include "replay/cycles/replayed_scene.h"
#include "replay/page/page_json.h"
#include "replay/page/replay_page.h"
#include "replay/page/replay_page.pb.h"
#include "replay/page/testing/replay_page_test_scenes.h"

namespace collision2d::planner {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// What the page holds of the scene's first cycle.
std::string CycleOf(const ReplayedScene& replayed, const PathTimeOptions& path_time = {}) {
  std::string text;
  PageSceneText composer(
      [&text](absl::string_view piece) {
        absl::StrAppend(&text, piece);
        return absl::OkStatus();
      },
      path_time);
  EXPECT_TRUE(composer.Begin(replayed.scene, "", "").ok());
  text.clear();
  EXPECT_TRUE(composer.Cycle(replayed.cycles[0]).ok());
  return text;
}

TEST(PagePartsTest, TheTextBeginsWithTheSceneAndItsStaticObstaclesInGroups) {
  Scene scene = CrossingScene().scene;
  scene.static_obstacles.resize(2001, scene.static_obstacles[0]);
  std::string text;
  const auto take = [&text](absl::string_view piece) {
    absl::StrAppend(&text, piece);
    return absl::OkStatus();
  };
  EXPECT_TRUE(PageSceneText(take).Begin(scene, "scenes/crossing.textproto", "00c0ffee00c0ffee").ok());
  EXPECT_THAT(text, StartsWith(R"([{"scene":{"file":"scenes/crossing.textproto","inputDigest":"00c0ffee00c0ffee",)"
                               R"("origin":{"x":450000,"y":5400000},"scene":{"id":"crossing","timeStepS":0.5,)"));
  EXPECT_THAT(text, HasSubstr("\n{\"staticObstacles\":{\"#\":1000,"));
  EXPECT_THAT(text, HasSubstr("\n{\"staticObstacles\":{\"#\":1,"));
  // An error of the sink ends it.
  const absl::Status full = absl::UnavailableError("full");
  EXPECT_EQ(PageSceneText([&](absl::string_view) { return full; }).Begin(scene, "", ""), full);
}

TEST(PagePartsTest, GridsAreBitsAndPointsAreThoseThatCount) {
  Scene scene = EmptyScene().scene;
  scene.static_obstacles.resize(2);
  scene.static_obstacles[0].id = "map";
  scene.static_obstacles[0].elements =
      Elements::FromGrid({0.0, {1.0, 2.0}, 0.5}, 1000, 1000, 0.1, std::vector<uint8_t>(1000 * 1000, 1)).value();
  scene.static_obstacles[1].id = "lidar";
  PointSetOptions options;
  options.max_z_m = 1.0;
  const std::vector<PointSet::Point> points = {{1.0, 2.0, 0.0}, {1.0, 2.0, 3.0}, {1.25, 2.0, 0.0}};
  scene.static_obstacles[1].elements = Elements::FromPoints({}, points, options).value();
  std::string text;
  const auto take = [&text](absl::string_view piece) {
    absl::StrAppend(&text, piece);
    return absl::OkStatus();
  };
  EXPECT_TRUE(PageSceneText(take).Begin(scene, "", "").ok());
  // 125,000 bytes of ones.
  EXPECT_THAT(text, HasSubstr(R"("width":"1;1000","height":"1;1000","cellSizeM":[0.1],)"));
  EXPECT_THAT(text, HasSubstr(R"("bits":["////)"));
  EXPECT_LT(text.size(), 170'000u);
  EXPECT_THAT(
      text, HasSubstr(R"("pointSets":{"#":1,"id":["lidar"],"type":[""],"radiusM":[0],"points":{"#":"1;2","x":"1000;)"));
  EXPECT_THAT(text, HasSubstr(",250\""));
}

TEST(PagePartsTest, CandidatesAndVerdicts) {
  const ReplayedScene replayed = CrossingScene();
  const std::string cycle = CycleOf(replayed);
  replay::ReplayPagePart expected;
  *expected.mutable_cycle()->mutable_verdicts() = replayed.cycles[0].verdicts;
  expected.mutable_cycle()->mutable_verdicts()->clear_run();
  // The candidates have ids and costs.
  for (v1::Verdict& verdict : *expected.mutable_cycle()->mutable_verdicts()->mutable_verdicts()) {
    verdict.clear_candidate_id();
    verdict.clear_cost();
  }
  for (const Candidate& candidate : replayed.cycles[0].candidates) {
    internal::CandidateToProto(candidate, expected.mutable_cycle()->add_candidates());
  }
  EXPECT_EQ(cycle, absl::StrCat(",\n", PageJson(expected).value()));
  EXPECT_THAT(cycle, HasSubstr(R"("cycle":{"candidates":{"#":3,"id":["keep",)"));
  EXPECT_THAT(cycle, Not(HasSubstr("profile")));
}

TEST(PagePartsTest, ProfilesAreInTheVerdicts) {
  const ReplayedScene replayed = LaneScene();
  v1::SceneVerdicts expected = replayed.cycles[0].verdicts;
  expected.clear_run();
  for (int i = 0; i < expected.verdicts_size(); ++i) {
    SetProfile(replayed.cycles[0].profiles[i], expected.mutable_verdicts(i));
  }
  EXPECT_EQ(expected.verdicts(0).profile().points_size(), 9);
  EXPECT_TRUE(expected.verdicts(0).profile().points(2).has_time_to_collision_s());
  EXPECT_FALSE(expected.verdicts(0).profile().points(1).has_time_to_collision_s());
  EXPECT_EQ(expected.verdicts(3).profile().points_size(), 1);
  EXPECT_THAT(CycleOf(replayed), HasSubstr(absl::StrCat("\"verdicts\":", PageJson(expected).value())));
}

// The van is ahead of the chosen candidate; the cyclist is beside it.
TEST(PagePartsTest, ThePathTimeGraphOfTheChosenCandidateHasAllObstacles) {
  ReplayedScene replayed = LaneScene();
  EXPECT_THAT(CycleOf(replayed),
              HasSubstr(R"("pathTimes":{"#":1,"candidate":"1;","regions":{"#":"1;1","obstacleId":["van"],)"));
  // A vehicle whose parts have poses of their own has no stations.
  replayed.scene.ego.parts.push_back({"trailer", replayed.scene.ego.shapes});
  EXPECT_THAT(CycleOf(replayed), HasSubstr(R"("pathTimes":{"#":0})"));
}

TEST(PagePartsTest, PathTimeGraphsOfOthersHaveWhatTheVerdictBlames) {
  EXPECT_THAT(CycleOf(PoleScene()),
              HasSubstr(R"("pathTimes":{"#":3,"candidate":"1;2,-2,1","regions":{"#":"1;,1,0","obstacleId":)"
                        R"(["bollard","sign"],)"));
}

TEST(PagePartsTest, WhatIsTiltedIsUndecided) {
  ReplayedScene replayed = PoleScene();
  EXPECT_THAT(CycleOf(replayed), Not(HasSubstr(R"("isUndecided":"1;1)")));
  replayed.scene.ego.height_m = 1.5;
  for (StaticObstacle& obstacle : replayed.scene.static_obstacles) obstacle.height = HeightSpan{0.0, 1.0};
  for (TimedPose& pose : replayed.cycles[0].candidates[0].poses) pose.pitch_rad = 0.01;
  EXPECT_THAT(CycleOf(replayed), HasSubstr(R"("isUndecided":"1;1)"));
}

TEST(PagePartsTest, PathTimeGraphsOfTooManyPartsAreCounted) {
  PathTimeOptions path_time;
  path_time.most_parts = 0;
  const std::string cycle = CycleOf(LaneScene(), path_time);
  EXPECT_THAT(cycle, HasSubstr(R"("pathTimes":{"#":0})"));
  EXPECT_THAT(cycle,
              HasSubstr("There is no plot of the path of 1 of 4 candidates: obstacle van: up to it the graph has "
                        "more than 0 parts"));
}

TEST(PagePartsTest, LimitsThatOthersExceedAreInTheCycle) {
  EXPECT_THAT(CycleOf(LaneScene()), HasSubstr(R"("beyondLimits":["lateral acceleration above 4 m/s^2: 32"])"));
}

struct Contradiction {
  const char* message;
  void (*make)(ReplayedCycle& cycle);
};

TEST(PagePartsTest, ContradictoryVerdictsAreNamed) {
  const Contradiction cases[] = {
      {"cycles[0].verdicts: 2 verdicts for 3 candidates",
       [](ReplayedCycle& c) { c.verdicts.mutable_verdicts()->RemoveLast(); }},
      {"cycles[0].best_free_candidate: 3 is not the index of one of 3 candidates",
       [](ReplayedCycle& c) { c.verdicts.set_best_free_candidate(3); }},
      {"cycles[0].best_free_candidate: -1 is not the index of one of 3 candidates",
       [](ReplayedCycle& c) { c.verdicts.set_best_free_candidate(-1); }},
      {"cycles[0].candidates[2].poses: empty", [](ReplayedCycle& c) { c.candidates[2].poses.clear(); }},
      {"cycles[0].verdicts[1].first_collision: missing though collides",
       [](ReplayedCycle& c) { c.verdicts.mutable_verdicts(1)->clear_first_collision(); }},
      {"cycles[0].verdicts[1].first_collision: set though not collides",
       [](ReplayedCycle& c) { c.verdicts.mutable_verdicts(1)->set_collides(false); }},
      {"cycles[0].verdicts[2].leaves_road_time_s: missing though leaves_road",
       [](ReplayedCycle& c) { c.verdicts.mutable_verdicts(2)->clear_leaves_road_time_s(); }},
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

TEST(PagePartsTest, ASceneWithoutCyclesIsRefused) {
  ReplayedScene replayed = CrossingScene();
  replayed.cycles.clear();
  EXPECT_EQ(RenderReplayPage({replayed}).status(), absl::InvalidArgumentError("scenes[0].cycles: empty"));
}

}  // namespace
}  // namespace collision2d::planner
