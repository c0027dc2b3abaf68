#include "planner_adapter/replay_tool/terminal_report.h"

#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "planner_adapter/replay_page/replay_page.pb.h"

namespace collision2d::planner {
namespace {

proto::ReplayPageRow Row() {
  proto::ReplayPageRow row;
  row.set_scene_id("crossing");
  row.set_file("recordings/crossing.pb");
  row.set_cycles(1);
  row.set_candidates(500);
  row.set_free(321);
  row.set_colliding(123);
  row.set_leaving_drivable_area(77);
  row.set_first_culprit("car 7");
  row.set_first_culprit_time_s(1.25);
  row.set_minimum_clearance_m(-0.0625);
  row.set_chosen_clearance_m(1.5);
  row.set_vertical_clearance_m(-0.125);
  row.set_pairs_checked(int64_t{123456789});
  row.set_elapsed_ms(4.567);
  return row;
}

// The cells of a line: columns are two or more blanks apart where a cell itself has blanks.
std::vector<std::string> Cells(const std::string& line) {
  std::vector<std::string> cells;
  for (const absl::string_view cell : absl::StrSplit(line, "  ", absl::SkipWhitespace())) {
    cells.push_back(std::string(absl::StripAsciiWhitespace(cell)));
  }
  return cells;
}

// Where the cell that ends with `text` ends.
size_t EndOf(const std::string& line, const std::string& text) {
  const size_t at = line.find(text);
  EXPECT_NE(at, std::string::npos) << text << " in " << line;
  return at + text.size();
}

TEST(TerminalReportTest, ALineHasWhatTheRowSays) {
  const std::string line = TerminalLine(Row());
  EXPECT_EQ(Cells(line), (std::vector<std::string>{"crossing", "500", "321", "123", "77", "car 7 at 1.25 s", "-0.062 m",
                                                   "1.500 m", "-0.125 m", "123456789", "4.57"}))
      << line;
}

TEST(TerminalReportTest, WhatIsNotKnownIsADash) {
  proto::ReplayPageRow row = Row();
  row.clear_first_culprit();
  row.clear_first_culprit_time_s();
  row.clear_minimum_clearance_m();
  row.clear_chosen_clearance_m();
  row.clear_vertical_clearance_m();
  EXPECT_EQ(Cells(TerminalLine(row)),
            (std::vector<std::string>{"crossing", "500", "321", "123", "77", "-", "-", "-", "-", "123456789", "4.57"}));
}

TEST(TerminalReportTest, AClearanceOfZeroIsKnownAndHasNoSign) {
  proto::ReplayPageRow row = Row();
  for (const double clearance_m : {0.0, -0.0, -1e-15, 1e-15, -0.0004}) {
    row.set_minimum_clearance_m(clearance_m);
    EXPECT_TRUE(absl::StrContains(TerminalLine(row), " 0.000 m ")) << TerminalLine(row);
  }
  row.set_minimum_clearance_m(-0.0006);
  EXPECT_TRUE(absl::StrContains(TerminalLine(row), " -0.001 m ")) << TerminalLine(row);
}

TEST(TerminalReportTest, ColumnsLineUpUnderTheHeading) {
  const std::string heading = TerminalHeading();
  proto::ReplayPageRow row = Row();
  for (const std::string& id : {std::string("a"), std::string(36, 'x')}) {
    row.set_scene_id(id);
    const std::string line = TerminalLine(row);
    EXPECT_EQ(line.size(), heading.size());
    EXPECT_EQ(EndOf(line, " 500"), EndOf(heading, "candidates"));
    EXPECT_EQ(EndOf(line, " 321"), EndOf(heading, "free"));
    EXPECT_EQ(EndOf(line, " 123"), EndOf(heading, "colliding"));
    EXPECT_EQ(EndOf(line, " 77"), EndOf(heading, "off road"));
    EXPECT_EQ(line.find("car 7"), heading.find("first culprit"));
    EXPECT_EQ(EndOf(line, "-0.062 m"), EndOf(heading, "min clearance"));
    EXPECT_EQ(EndOf(line, " 1.500 m"), EndOf(heading, "chosen's"));
    EXPECT_EQ(EndOf(line, "-0.125 m"), EndOf(heading, "vertical"));
    EXPECT_EQ(EndOf(line, " 123456789"), EndOf(heading, "pairs"));
    EXPECT_EQ(EndOf(line, " 4.57"), EndOf(heading, "ms"));
  }
}

TEST(TerminalReportTest, ALongNameIsPrintedWhole) {
  proto::ReplayPageRow row = Row();
  row.set_scene_id(std::string(60, 'x'));
  EXPECT_TRUE(absl::StartsWith(TerminalLine(row), std::string(60, 'x') + " ")) << TerminalLine(row);
}

TEST(TerminalReportTest, TheTotalCountsScenes) {
  const std::string total = TerminalTotal(Row(), 3);
  EXPECT_EQ(Cells(total), (std::vector<std::string>{"total of 3 scenes", "500", "321", "123", "77", "-0.062 m",
                                                    "1.500 m", "-0.125 m", "123456789", "4.57"}));
  EXPECT_EQ(EndOf(total, " 4.57"), EndOf(TerminalHeading(), "ms"));
  EXPECT_EQ(Cells(TerminalTotal(Row(), 1)).front(), "total of 1 scene");
  proto::ReplayPageRow nothing;
  EXPECT_EQ(Cells(TerminalTotal(nothing, 0)).back(), "-");
  nothing.set_elapsed_ms(0.0);
  EXPECT_EQ(Cells(TerminalTotal(nothing, 0)),
            (std::vector<std::string>{"total of 0 scenes", "0", "0", "0", "0", "-", "-", "-", "0", "0.00"}));
}

TEST(TerminalReportTest, CollisionsOnlyBetweenInstantsAreCountedBehindTheColumns) {
  proto::ReplayPageRow row = Row();
  row.set_colliding_between_instants(12);
  EXPECT_TRUE(absl::EndsWith(TerminalLine(row), " 4.57  12 collide only between instants")) << TerminalLine(row);
  EXPECT_TRUE(absl::EndsWith(TerminalTotal(row, 2), " 4.57  12 collide only between instants"));
  row.set_colliding_between_instants(1);
  EXPECT_TRUE(absl::EndsWith(TerminalLine(row), " 4.57  1 collides only between instants")) << TerminalLine(row);
}

TEST(TerminalReportTest, DeparturesOnlyBetweenInstantsAreCountedBehindTheColumns) {
  proto::ReplayPageRow row = Row();
  row.set_leaving_between_instants(1);
  EXPECT_TRUE(absl::EndsWith(TerminalLine(row), " 4.57  1 leaves the road only between instants"));
  row.set_leaving_between_instants(3);
  row.set_colliding_between_instants(2);
  EXPECT_TRUE(absl::EndsWith(TerminalTotal(row, 2),
                             " 4.57  2 collide only between instants  3 leave the road only between instants"));
}

TEST(TerminalReportTest, DetailsSayWhatIsKnown) {
  proto::ReplayPageRow row = Row();
  EXPECT_TRUE(TerminalDetails(row).empty());
  row.set_road_clearance_m(-0.25);
  EXPECT_EQ(TerminalDetails(row), std::vector<std::string>{"least clearance to the road's edge -0.250 m"});
  row.set_chosen_road_clearance_m(0.875);
  row.set_chosen_headway_s(1.5);
  row.set_reaching_goal(0);
  EXPECT_EQ(TerminalDetails(row),
            (std::vector<std::string>{"least clearance to the road's edge -0.250 m, chosen's 0.875 m",
                                      "chosen's least headway 1.50 s", "0 of 500 candidates reach a goal"}));
  row.set_chosen_time_to_collision_s(2.125);
  row.set_chosen_required_deceleration_mps2(3.0);
  EXPECT_EQ(TerminalDetails(row)[1],
            "chosen's least time to collision 2.12 s, least headway 1.50 s, required deceleration up to 3.00 m/s^2");
}

TEST(TerminalReportTest, EveryLineIsOneLine) {
  for (const std::string& line : {TerminalHeading(), TerminalLine(Row()), TerminalTotal(Row(), 2)}) {
    EXPECT_FALSE(absl::StrContains(line, "\n")) << line;
  }
}

}  // namespace
}  // namespace collision2d::planner
