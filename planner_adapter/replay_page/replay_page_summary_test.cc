#include "planner_adapter/replay_page/replay_page_summary.h"

#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "planner_adapter/replay/replayed_scene.h"
#include "planner_adapter/replay_page/replay_page.pb.h"
#include "planner_adapter/replay_page/testing/replay_page_test_scenes.h"
#include "proto/verdict.pb.h"

namespace collision2d::planner {
namespace {

using ::testing::ElementsAre;

TEST(ReplayPageSummaryTest, OneScene) {
  std::vector<ReplayedScene> scenes = {CrossingScene()};
  scenes[0].cycles[0].verdicts.mutable_run()->add_options("--outside=absent");
  const proto::ReplayPageSummary summary = PackReplaySummary(scenes, {});
  EXPECT_EQ(summary.version(), "0.1.0");
  EXPECT_EQ(summary.seed(), "42");
  EXPECT_THAT(summary.options(), ElementsAre("--outside=absent"));
  ASSERT_EQ(summary.rows_size(), 1);
  const proto::ReplayPageRow& row = summary.rows(0);
  EXPECT_EQ(row.scene_id(), "crossing");
  EXPECT_EQ(row.candidates(), 3);
  EXPECT_EQ(row.free(), 1);
  EXPECT_EQ(row.colliding(), 1);
  EXPECT_EQ(row.leaving_drivable_area(), 1);
  EXPECT_EQ(row.first_culprit(), "car 7");
  EXPECT_EQ(row.first_culprit_time_s(), 1.5);
  EXPECT_EQ(row.minimum_clearance_m(), -0.4);
  EXPECT_EQ(row.chosen_clearance_m(), 1.25);
  EXPECT_EQ(row.cycles_without_free(), 0);
  EXPECT_EQ(row.pairs_checked(), 33);
  EXPECT_DOUBLE_EQ(row.elapsed_ms(), 1.25);
}

TEST(ReplayPageSummaryTest, RoadGoalsAndMetrics) {
  std::vector<ReplayedScene> scenes = {LaneScene(), LaneScene(), CrossingScene()};
  scenes[0].cycles.push_back(scenes[0].cycles[0]);
  proto::Verdict& keep = *scenes[0].cycles[1].verdicts.mutable_verdicts(0);
  keep.mutable_road_clearance()->set_clearance_m(0.5);
  keep.mutable_headway()->set_headway_s(2.0);
  keep.mutable_required_deceleration()->set_deceleration_mps2(3.0);
  scenes[1].cycles[0].verdicts.clear_chosen_candidate();
  const proto::ReplayPageSummary summary = PackReplaySummary(scenes, {});
  const proto::ReplayPageRow& row = summary.rows(0);
  EXPECT_EQ(row.road_clearance_m(), -0.45);
  EXPECT_EQ(row.leaving_between_instants(), 2);
  EXPECT_EQ(row.chosen_road_clearance_m(), 0.5);
  EXPECT_EQ(row.chosen_time_to_collision_s(), 1.5);
  EXPECT_EQ(row.chosen_headway_s(), 0.25);
  EXPECT_EQ(row.chosen_required_deceleration_mps2(), 3.0);
  EXPECT_EQ(row.reaching_goal(), 2);
  // None is chosen.
  EXPECT_FALSE(summary.rows(1).has_chosen_road_clearance_m());
  EXPECT_FALSE(summary.rows(1).has_chosen_headway_s());
  EXPECT_EQ(summary.rows(1).reaching_goal(), 1);
  // Nothing is known.
  EXPECT_FALSE(summary.rows(2).has_road_clearance_m());
  EXPECT_FALSE(summary.rows(2).has_reaching_goal());
  EXPECT_EQ(summary.total().road_clearance_m(), -0.45);
  EXPECT_EQ(summary.total().leaving_between_instants(), 3);
  EXPECT_EQ(summary.total().reaching_goal(), 3);
}

TEST(ReplayPageSummaryTest, CyclesAddUp) {
  const std::vector<ReplayedScene> scenes = {ClosedLoopScene()};
  const proto::ReplayPageSummary summary = PackReplaySummary(scenes, {});
  EXPECT_EQ(summary.rows(0).cycles(), 2);
  EXPECT_EQ(summary.rows(0).candidates(), 5);
  EXPECT_EQ(summary.rows(0).free(), 1);
  EXPECT_EQ(summary.rows(0).cycles_without_free(), 1);
}

TEST(ReplayPageSummaryTest, TheEarliestCollisionNamesTheCulprit) {
  std::vector<ReplayedScene> scenes = {CrossingScene()};
  proto::Verdict& right = *scenes[0].cycles[0].verdicts.mutable_verdicts(2);
  right.mutable_first_collision()->set_time_s(1.0);
  right.mutable_first_collision()->set_obstacle_id("parked");
  EXPECT_EQ(PackReplaySummary(scenes, {}).rows(0).first_culprit(), "parked");
  // Of two at the same time, the candidate that comes first.
  right.mutable_first_collision()->set_time_s(1.5);
  EXPECT_EQ(PackReplaySummary(scenes, {}).rows(0).first_culprit(), "car 7");
}

TEST(ReplayPageSummaryTest, TheSmallestVerticalClearance) {
  const std::vector<ReplayedScene> scenes = {CrossingScene(), BridgeScene()};
  const proto::ReplayPageSummary summary = PackReplaySummary(scenes, {});
  EXPECT_FALSE(summary.rows(0).has_vertical_clearance_m());
  EXPECT_EQ(summary.rows(1).vertical_clearance_m(), -0.5);
  EXPECT_EQ(summary.total().vertical_clearance_m(), -0.5);
}

TEST(ReplayPageSummaryTest, CollisionsOnlyBetweenInstantsAddUp) {
  const std::vector<ReplayedScene> scenes = {CrossingScene(), PoleScene(), PoleScene()};
  const proto::ReplayPageSummary summary = PackReplaySummary(scenes, {});
  EXPECT_EQ(summary.rows(0).colliding_between_instants(), 0);
  EXPECT_EQ(summary.rows(1).colliding_between_instants(), 1);
  EXPECT_EQ(summary.total().colliding_between_instants(), 2);
}

TEST(ReplayPageSummaryTest, TotalIsTheSumOfTheRows) {
  const std::vector<ReplayedScene> scenes = {CrossingScene(), EmptyScene(), ClosedLoopScene()};
  const proto::ReplayPageSummary summary = PackReplaySummary(scenes, {"a.pb: empty file"});
  ASSERT_EQ(summary.rows_size(), 3);
  EXPECT_EQ(summary.total().candidates(), 8);
  EXPECT_EQ(summary.total().free(), 2);
  EXPECT_EQ(summary.total().pairs_checked(), 99);
  EXPECT_DOUBLE_EQ(summary.total().elapsed_ms(), 2.5);
  EXPECT_EQ(summary.total().minimum_clearance_m(), -0.4);
  EXPECT_THAT(summary.unusable_inputs(), ElementsAre("a.pb: empty file"));
  EXPECT_FALSE(summary.rows(1).has_first_culprit());
  EXPECT_FALSE(summary.rows(1).has_minimum_clearance_m());
}

TEST(ReplayPageSummaryTest, NoScene) {
  const proto::ReplayPageSummary summary = PackReplaySummary({}, {});
  EXPECT_EQ(summary.rows_size(), 0);
  EXPECT_EQ(summary.version(), "");
  EXPECT_EQ(summary.total().candidates(), 0);
}

}  // namespace
}  // namespace collision2d::planner
