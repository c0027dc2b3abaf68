#include "replay/page/replay_page.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "collision2d/testing/test.h"
#include "collision2d/v1/verdict.pb.h"
#include "gmock/gmock.h"
#include "replay/cycles/replayed_scene.h"
#include "replay/page/page_json.h"
#include "replay/page/page_parts.h"
#include "replay/page/replay_page.pb.h"
#include "replay/page/testing/replay_page_test_scenes.h"

namespace collision2d::planner {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

std::string Render(const std::vector<ReplayedScene>& scenes) {
  const absl::StatusOr<std::string> page = RenderReplayPage(scenes);
  EXPECT_TRUE(page.ok()) << page.status();
  return page.ok() ? *page : "";
}

// The text between the tags of a data element.
std::string Data(absl::string_view page, absl::string_view id) {
  const std::string open = absl::StrCat("<script type=\"application/json\" id=\"", id, "\">");
  const size_t begin = page.find(open);
  if (begin == absl::string_view::npos) return "";
  const size_t from = begin + open.size();
  return std::string(page.substr(from, page.find("</script>", from) - from));
}

// The elements of a list in JSON that has one on each line.
std::vector<std::string> Lines(absl::string_view list) {
  EXPECT_TRUE(absl::ConsumePrefix(&list, "[") && absl::ConsumeSuffix(&list, "]"));
  return absl::StrSplit(list, ",\n");
}

int Count(absl::string_view text, absl::string_view what) {
  int count = 0;
  for (size_t at = text.find(what); at != absl::string_view::npos; at = text.find(what, at + 1)) ++count;
  return count;
}

TEST(ReplayPageTest, HasItemsAndForEachSceneItsParts) {
  const std::vector<ReplayedScene> scenes = {EmptyScene(), CrossingScene(), HostileScene(), ClosedLoopScene()};
  const std::string page = Render(scenes);
  const std::vector<std::string> items = absl::StrSplit(Data(page, "replay-items"), '\n');
  ASSERT_EQ(items.size(), scenes.size() + 1);
  for (size_t i = 0; i < scenes.size(); ++i) {
    replay::ReplayPageItem item;
    *item.mutable_row() = PackReplayRow(scenes[i]);
    EXPECT_EQ(items[i], PageJson(item).value());
    const std::vector<std::string> parts = Lines(Data(page, absl::StrCat("replay-scene-", i)));
    const size_t groups_of_obstacles = scenes[i].scene.static_obstacles.empty() ? 0 : 1;
    ASSERT_EQ(parts.size(), 1 + groups_of_obstacles + scenes[i].cycles.size() + 1);
    EXPECT_THAT(parts.front(), HasSubstr("{\"scene\":"));
    for (size_t k = 0; k < scenes[i].cycles.size(); ++k) {
      EXPECT_THAT(parts[1 + groups_of_obstacles + k], HasSubstr("\"cycle\":"));
    }
    EXPECT_EQ(absl::StrContains(parts.back(), "\"driven\":{\"#\":0}"), scenes[i].driven.empty());
  }
  EXPECT_EQ(Data(page, "replay-summary"), PageJson(PackReplaySummary(scenes)).value());
}

TEST(ReplayPageTest, EveryMarkerOfTheTemplateIsReplaced) {
  const std::string page = Render({CrossingScene()});
  EXPECT_THAT(page, Not(HasSubstr("<!-- insert")));
  EXPECT_THAT(page, HasSubstr("class ReplayPainter"));
  EXPECT_THAT(page, HasSubstr("class ReplayMap"));
  EXPECT_THAT(page, HasSubstr("const ReplayData"));
  EXPECT_THAT(page, HasSubstr("const ReplayPanel"));
  EXPECT_THAT(page, HasSubstr("window.replayView"));
  EXPECT_THAT(page, HasSubstr("#scene-view {"));
}

TEST(ReplayPageTest, AMarkerInTheDataIsNotReplaced) {
  ReplayedScene scene = CrossingScene();
  scene.scene.id = "<!-- insert replay_page.css -->";
  EXPECT_EQ(Count(Render({scene}), "#scene-view {"), Count(Render({CrossingScene()}), "#scene-view {"));
}

TEST(ReplayPageTest, LoadsNothing) {
  const std::string page = Render({CrossingScene()});
  for (const char* reference :
       {"http://", "https://", " src=", "//cdn", "@import", "url(", "fetch(", "XMLHttpRequest"}) {
    EXPECT_THAT(page, Not(HasSubstr(reference)));
  }
  // The only link is the empty icon, which keeps browsers from asking for one.
  EXPECT_EQ(Count(page, " href="), 1);
  EXPECT_THAT(page, HasSubstr("href=\"data:,\""));
  EXPECT_THAT(page,
              HasSubstr("default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"));
}

TEST(ReplayPageTest, HostileTextAddsNoMarkup) {
  const std::string plain = Render({CrossingScene()});
  const std::string hostile = Render({HostileScene()});
  for (const char* markup : {"<script", "</script", "<!--", "<img", "<b>"}) {
    EXPECT_EQ(Count(hostile, markup), Count(plain, markup)) << markup;
  }
  const std::string data =
      Data(hostile, "replay-scene-0") + Data(hostile, "replay-summary") + Data(hostile, "replay-items");
  EXPECT_THAT(data, Not(HasSubstr("<")));
  EXPECT_THAT(data, Not(HasSubstr(">")));
  EXPECT_THAT(data, Not(HasSubstr("&")));
  EXPECT_THAT(data, Not(HasSubstr("\xE2\x80\xA8")));
  EXPECT_THAT(data, Not(HasSubstr("\xE9")));
  EXPECT_THAT(data, HasSubstr("\\u003c/script"));
}

TEST(ReplayPageTest, NoScene) {
  const std::string page = Render({});
  EXPECT_THAT(page, HasSubstr("No scene was replayed."));
  EXPECT_THAT(page, Not(HasSubstr("id=\"replay-scene-0\"")));
}

TEST(ReplayPageTest, UnusableInputsAreListed) {
  const absl::StatusOr<std::string> page = RenderReplayPage({}, {"a.pb: truncated"});
  ASSERT_TRUE(page.ok());
  EXPECT_THAT(Data(*page, "replay-items"), HasSubstr("{\"unusable\":\"a.pb: truncated\"}"));
}

TEST(ReplayPageTest, AnErrorNamesTheScene) {
  std::vector<ReplayedScene> scenes = {CrossingScene(), CrossingScene()};
  scenes[1].cycles[0].candidates.pop_back();
  EXPECT_EQ(RenderReplayPage(scenes).status(),
            absl::InvalidArgumentError("scenes[1].cycles[0].verdicts: 3 verdicts for 2 candidates"));
}

TEST(ReplayPageTest, DataIsCompact) {
  const ReplayedScene scene = CurvedRoadScene();
  const std::string data = Data(Render({scene}), "replay-scene-0");
  // The header of this library promises about 15 bytes for each pose of a candidate; the rest is
  // the obstacles.
  const size_t poses = scene.cycles[0].candidates.size() * scene.cycles[0].candidates[0].poses.size();
  ASSERT_EQ(poses, 30000u);
  EXPECT_LT(data.size(), 20 * poses);
}

TEST(ReplayPageSummaryTest, OneScene) {
  std::vector<ReplayedScene> scenes = {CrossingScene()};
  scenes[0].cycles[0].verdicts.mutable_run()->add_options("--outside=absent");
  const replay::ReplayPageSummary summary = PackReplaySummary(scenes);
  EXPECT_EQ(summary.version(), "0.1.0");
  EXPECT_EQ(summary.seed(), "42");
  EXPECT_THAT(summary.options(), ElementsAre("--outside=absent"));
  EXPECT_EQ(summary.scenes(), 1);
  const replay::ReplayPageRow row = PackReplayRow(scenes[0]);
  EXPECT_EQ(row.scene_id(), "crossing");
  EXPECT_EQ(row.candidates(), 3);
  EXPECT_EQ(row.free(), 1);
  EXPECT_EQ(row.colliding(), 1);
  EXPECT_EQ(row.leaving_road(), 1);
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
  v1::Verdict& keep = *scenes[0].cycles[1].verdicts.mutable_verdicts(0);
  keep.mutable_road_clearance()->set_clearance_m(0.5);
  keep.mutable_headway()->set_headway_s(2.0);
  keep.mutable_required_deceleration()->set_deceleration_mps2(3.0);
  scenes[1].cycles[0].verdicts.clear_best_free_candidate();
  const replay::ReplayPageSummary summary = PackReplaySummary(scenes);
  const replay::ReplayPageRow row = PackReplayRow(scenes[0]);
  EXPECT_EQ(row.road_clearance_m(), -0.45);
  EXPECT_EQ(row.leaving_between_instants(), 2);
  EXPECT_EQ(row.chosen_road_clearance_m(), 0.5);
  EXPECT_EQ(row.chosen_time_to_collision_s(), 1.5);
  EXPECT_EQ(row.chosen_headway_s(), 0.25);
  EXPECT_EQ(row.chosen_required_deceleration_mps2(), 3.0);
  EXPECT_EQ(row.reaching_goal(), 2);
  // None is chosen.
  EXPECT_FALSE(PackReplayRow(scenes[1]).has_chosen_road_clearance_m());
  EXPECT_FALSE(PackReplayRow(scenes[1]).has_chosen_headway_s());
  EXPECT_EQ(PackReplayRow(scenes[1]).reaching_goal(), 1);
  // Nothing is known.
  EXPECT_FALSE(PackReplayRow(scenes[2]).has_road_clearance_m());
  EXPECT_FALSE(PackReplayRow(scenes[2]).has_reaching_goal());
  EXPECT_EQ(summary.total().road_clearance_m(), -0.45);
  EXPECT_EQ(summary.total().leaving_between_instants(), 3);
  EXPECT_EQ(summary.total().reaching_goal(), 3);
}

TEST(ReplayPageSummaryTest, CyclesAddUp) {
  const replay::ReplayPageRow row = PackReplayRow(ClosedLoopScene());
  EXPECT_EQ(row.cycles(), 2);
  EXPECT_EQ(row.candidates(), 5);
  EXPECT_EQ(row.free(), 1);
  EXPECT_EQ(row.cycles_without_free(), 1);
}

TEST(ReplayPageSummaryTest, TheEarliestCollisionNamesTheCulprit) {
  std::vector<ReplayedScene> scenes = {CrossingScene()};
  v1::Verdict& right = *scenes[0].cycles[0].verdicts.mutable_verdicts(2);
  right.mutable_first_collision()->set_time_s(1.0);
  right.mutable_first_collision()->set_obstacle_id("parked");
  EXPECT_EQ(PackReplayRow(scenes[0]).first_culprit(), "parked");
  // Of two at the same time, the candidate that comes first.
  right.mutable_first_collision()->set_time_s(1.5);
  EXPECT_EQ(PackReplayRow(scenes[0]).first_culprit(), "car 7");
}

TEST(ReplayPageSummaryTest, TheSmallestVerticalClearance) {
  const std::vector<ReplayedScene> scenes = {CrossingScene(), BridgeScene()};
  const replay::ReplayPageSummary summary = PackReplaySummary(scenes);
  EXPECT_FALSE(PackReplayRow(scenes[0]).has_vertical_clearance_m());
  EXPECT_EQ(PackReplayRow(scenes[1]).vertical_clearance_m(), -0.5);
  EXPECT_EQ(summary.total().vertical_clearance_m(), -0.5);
}

TEST(ReplayPageSummaryTest, CollisionsOnlyBetweenInstantsAddUp) {
  const std::vector<ReplayedScene> scenes = {CrossingScene(), PoleScene(), PoleScene()};
  const replay::ReplayPageSummary summary = PackReplaySummary(scenes);
  EXPECT_EQ(PackReplayRow(scenes[0]).colliding_between_instants(), 0);
  EXPECT_EQ(PackReplayRow(scenes[1]).colliding_between_instants(), 1);
  EXPECT_EQ(summary.total().colliding_between_instants(), 2);
}

TEST(ReplayPageSummaryTest, TotalIsTheSumOfTheRows) {
  const std::vector<ReplayedScene> scenes = {CrossingScene(), EmptyScene(), ClosedLoopScene()};
  const replay::ReplayPageSummary summary = PackReplaySummary(scenes);
  EXPECT_EQ(summary.scenes(), 3);
  EXPECT_EQ(summary.total().candidates(), 8);
  EXPECT_EQ(summary.total().free(), 2);
  EXPECT_EQ(summary.total().pairs_checked(), 99);
  EXPECT_DOUBLE_EQ(summary.total().elapsed_ms(), 2.5);
  EXPECT_EQ(summary.total().minimum_clearance_m(), -0.4);
  EXPECT_FALSE(PackReplayRow(scenes[1]).has_first_culprit());
  EXPECT_FALSE(PackReplayRow(scenes[1]).has_minimum_clearance_m());
}

TEST(ReplayPageSummaryTest, NoScene) {
  const replay::ReplayPageSummary summary = PackReplaySummary({});
  EXPECT_EQ(summary.scenes(), 0);
  EXPECT_EQ(summary.version(), "");
  EXPECT_EQ(summary.total().candidates(), 0);
}

}  // namespace

}  // namespace collision2d::planner
