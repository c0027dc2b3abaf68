#include "replay/tool/terminal_report.h"

#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

#include <cstdio>
#include <functional>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "collision2d/io/text.h"
#include "collision2d/testing/test.h"
#include "replay/page/replay_page.pb.h"

namespace collision2d::planner {
namespace {

replay::ReplayPageRow Row() {
  replay::ReplayPageRow row;
  row.set_scene_id("crossing");
  row.set_file("recordings/crossing.pb");
  row.set_cycles(1);
  row.set_candidates(500);
  row.set_free(321);
  row.set_colliding(123);
  row.set_leaving_road(77);
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
  replay::ReplayPageRow row = Row();
  row.clear_first_culprit();
  row.clear_first_culprit_time_s();
  row.clear_minimum_clearance_m();
  row.clear_chosen_clearance_m();
  row.clear_vertical_clearance_m();
  EXPECT_EQ(Cells(TerminalLine(row)),
            (std::vector<std::string>{"crossing", "500", "321", "123", "77", "-", "-", "-", "-", "123456789", "4.57"}));
}

TEST(TerminalReportTest, AClearanceOfZeroIsKnownAndHasNoSign) {
  replay::ReplayPageRow row = Row();
  for (const double clearance_m : {0.0, -0.0, -1e-15, 1e-15, -0.0004}) {
    row.set_minimum_clearance_m(clearance_m);
    EXPECT_TRUE(absl::StrContains(TerminalLine(row), " 0.000 m ")) << TerminalLine(row);
  }
  row.set_minimum_clearance_m(-0.0006);
  EXPECT_TRUE(absl::StrContains(TerminalLine(row), " -0.001 m ")) << TerminalLine(row);
}

TEST(TerminalReportTest, ColumnsLineUpUnderTheHeading) {
  const std::string heading = TerminalHeading();
  replay::ReplayPageRow row = Row();
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
  replay::ReplayPageRow row = Row();
  row.set_scene_id(std::string(60, 'x'));
  EXPECT_TRUE(absl::StartsWith(TerminalLine(row), std::string(60, 'x') + " ")) << TerminalLine(row);
}

TEST(TerminalReportTest, TheTotalCountsScenes) {
  const std::string total = TerminalTotal(Row(), 3);
  EXPECT_EQ(Cells(total), (std::vector<std::string>{"total of 3 scenes", "500", "321", "123", "77", "-0.062 m",
                                                    "1.500 m", "-0.125 m", "123456789", "4.57"}));
  EXPECT_EQ(EndOf(total, " 4.57"), EndOf(TerminalHeading(), "ms"));
  EXPECT_EQ(Cells(TerminalTotal(Row(), 1)).front(), "total of 1 scene");
  replay::ReplayPageRow nothing;
  EXPECT_EQ(Cells(TerminalTotal(nothing, 0)).back(), "-");
  nothing.set_elapsed_ms(0.0);
  EXPECT_EQ(Cells(TerminalTotal(nothing, 0)),
            (std::vector<std::string>{"total of 0 scenes", "0", "0", "0", "0", "-", "-", "-", "0", "0.00"}));
}

TEST(TerminalReportTest, WhatIsSeenBetweenInstantsAloneIsBelowTheLine) {
  replay::ReplayPageRow row = Row();
  row.set_colliding_between_instants(12);
  row.set_leaving_between_instants(1);
  row.set_free_beyond_prediction(73);
  EXPECT_EQ(TerminalDetails(row),
            (std::vector<std::string>{"12 collide only between instants", "1 leaves the road only between instants",
                                      "73 free only beyond a prediction"}));
  row.set_colliding_between_instants(1);
  row.set_leaving_between_instants(3);
  row.set_free_beyond_prediction(0);
  EXPECT_EQ(TerminalDetails(row),
            (std::vector<std::string>{"1 collides only between instants", "3 leave the road only between instants"}));
}

TEST(TerminalReportTest, ColumnsFitTheScreen) {
  replay::ReplayPageRow row = Row();
  row.set_scene_id(std::string(60, 'x'));
  for (int width = 60; width < 200; ++width) {
    const std::string heading = TerminalHeading(width);
    const std::string line = TerminalLine(row, width);
    EXPECT_LE(static_cast<int>(line.size()), width);
    EXPECT_EQ(line.size(), heading.size());
    EXPECT_EQ(TerminalTotal(row, 3, width).size(), heading.size());
    EXPECT_EQ(EndOf(line, " 77"), EndOf(heading, "off road"));
    EXPECT_EQ(absl::StrContains(heading, "pairs"), width >= 140);
    EXPECT_EQ(absl::StrContains(heading, "first culprit"), width >= 77);
  }
  EXPECT_EQ(TerminalHeading(156), TerminalHeading());
  EXPECT_TRUE(absl::StartsWith(TerminalLine(row, 80), std::string(20, 'x') + "... ")) << TerminalLine(row, 80);
}

TEST(TerminalReportTest, ParagraphsFitTheScreen) {
  EXPECT_EQ(TerminalParagraph("a bc def"), "    a bc def");
  EXPECT_EQ(TerminalParagraph("a bc def", 8), "    a bc\n    def");
  EXPECT_EQ(TerminalParagraph("abcdefgh i", 8), "    abcdefgh\n    i");
}

TEST(TerminalReportTest, TheWidthIsThatOfTheEnvironment) {
  setenv("COLUMNS", "93", 1);
  EXPECT_EQ(TerminalWidth(), 93);
  for (const char* bad : {"", "0", "-4", "wide"}) {
    setenv("COLUMNS", bad, 1);
    EXPECT_NE(TerminalWidth(), 0);
    EXPECT_NE(TerminalWidth(), 93);
  }
  unsetenv("COLUMNS");
}

TEST(TerminalReportTest, DetailsSayWhatIsKnown) {
  replay::ReplayPageRow row = Row();
  EXPECT_TRUE(TerminalDetails(row).empty());
  row.set_road_clearance_m(-0.25);
  EXPECT_EQ(TerminalDetails(row), std::vector<std::string>{"least clearance to the road's edge -0.250 m"});
  row.set_chosen_road_clearance_m(0.875);
  row.set_chosen_headway_s(1.5);
  row.set_reaching_goal(0);
  EXPECT_EQ(TerminalDetails(row),
            (std::vector<std::string>{"least clearance to the road's edge -0.250 m, chosen's 0.875 m",
                                      "chosen's least headway 1.50 s", "0 of 500 candidates reach a goal"}));
  row.set_within_margin(7);
  row.set_in_contact_in_recording(2);
  EXPECT_EQ(TerminalDetails(row)[2], "7 of 500 candidates come within a margin");
  EXPECT_TRUE(absl::EndsWith(TerminalDetails(row)[3], "colliding candidates are in contact in the recording"));
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

// Runs `work` with standard error at the file descriptor, which is closed then.
void WithStandardErrorAt(int descriptor, const std::function<void()>& work) {
  std::fflush(stderr);
  const int saved = dup(STDERR_FILENO);
  ASSERT_GE(saved, 0);
  ASSERT_EQ(dup2(descriptor, STDERR_FILENO), STDERR_FILENO);
  close(descriptor);
  work();
  std::fflush(stderr);
  ASSERT_EQ(dup2(saved, STDERR_FILENO), STDERR_FILENO);
  close(saved);
}

// What can be read at once.
std::string ReadAvailable(int descriptor) {
  std::string text;
  char buffer[4096];
  pollfd wait{descriptor, POLLIN, 0};
  while (poll(&wait, 1, 0) == 1 && (wait.revents & POLLIN) != 0) {
    const ssize_t count = read(descriptor, buffer, sizeof(buffer));
    if (count <= 0) break;
    text.append(buffer, count);
  }
  return text;
}

// What `work` writes to standard error, which is a terminal.
std::string OnTerminal(const std::function<void()>& work) {
  const int controller = posix_openpt(O_RDWR | O_NOCTTY);
  EXPECT_GE(controller, 0);
  EXPECT_EQ(grantpt(controller), 0);
  EXPECT_EQ(unlockpt(controller), 0);
  const int terminal = open(ptsname(controller), O_RDWR | O_NOCTTY);
  EXPECT_GE(terminal, 0);
  termios settings;
  EXPECT_EQ(tcgetattr(terminal, &settings), 0);
  cfmakeraw(&settings);
  EXPECT_EQ(tcsetattr(terminal, TCSANOW, &settings), 0);
  std::string text;
  // Read while the terminal is still open: what is in it is lost when it closes.
  WithStandardErrorAt(terminal, [&] {
    work();
    text = ReadAvailable(controller);
  });
  close(controller);
  return text;
}

// What a person sees in the line at the end: the text after the last time it was erased.
std::string LineAtTheEnd(const std::string& text) {
  const size_t at = text.rfind(kEraseLine);
  return at == std::string::npos ? text : text.substr(at + sizeof(kEraseLine) - 1);
}

TEST(ProgressBarTest, WritesNothingWhereStandardErrorIsNoTerminal) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  WithStandardErrorAt(ends[1], [] {
    ProgressBar bar(3);
    bar.Show({0, "a.pb"});
    bar.Show({2, "b.pb"});
    bar.Clear();
    bar.Show({3, "c.pb"});
  });
  EXPECT_EQ(ReadAvailable(ends[0]), "");
  close(ends[0]);
}

TEST(ProgressBarTest, ShowsHowFarItIs) {
  const std::string text = OnTerminal([] {
    ProgressBar bar(4);
    bar.Show({1, "recordings/a.pb"});
    bar.Clear();
  });
  EXPECT_EQ(text, std::string(kEraseLine) + "[#######.......................] 1/4 recordings/a.pb" + kEraseLine);
}

TEST(ProgressBarTest, EachLineReplacesTheOneBefore) {
  const std::string text = OnTerminal([] {
    ProgressBar bar(2);
    bar.Show({0, "a.pb"});
    bar.Show({1, "b.pb"});
    bar.Show({2, "c.pb"});
    bar.Clear();
  });
  EXPECT_EQ(text, std::string(kEraseLine) + "[..............................] 0/2 a.pb" +  //
                      kEraseLine + "[###############...............] 1/2 b.pb" +           //
                      kEraseLine + "[##############################] 2/2 c.pb" + kEraseLine);
}

TEST(ProgressBarTest, TheDestructorErasesTheLine) {
  const std::string text = OnTerminal([] {
    ProgressBar bar(2);
    bar.Show({1, "a.pb"});
  });
  EXPECT_NE(text.find("1/2 a.pb"), std::string::npos) << text;
  EXPECT_EQ(LineAtTheEnd(text), "");
}

TEST(ProgressBarTest, NothingShownNeedsNoErasing) {
  EXPECT_EQ(OnTerminal([] { ProgressBar bar(2); }), "");
  EXPECT_EQ(OnTerminal([] {
              ProgressBar bar(2);
              bar.Clear();
              bar.Clear();
            }),
            "");
}

TEST(ProgressBarTest, ALongNameIsCutToKeepOneLine) {
  const std::string text = OnTerminal([] {
    ProgressBar bar(1);
    bar.Show({0, std::string(500, 'x')});
  });
  EXPECT_NE(text.find(std::string(40, 'x')), std::string::npos);
  // Of a terminal 80 characters wide.
  EXPECT_LT(text.size(), 80 + 2 * (sizeof(kEraseLine) - 1));
}

TEST(ProgressBarTest, ANameIsCutBetweenCharacters) {
  const std::string text = OnTerminal([] {
    ProgressBar bar(1);
    std::string name = "x";
    for (int i = 0; i < 50; ++i) name += "\xC3\x9F";
    bar.Show({0, name});
  });
  EXPECT_TRUE(IsValidUtf8(text)) << text;
}

TEST(ProgressBarTest, NumbersOutOfRangeStayInTheBar) {
  const std::string text = OnTerminal([] {
    ProgressBar nothing(0);
    nothing.Show({0, "a"});
    nothing.Clear();
    ProgressBar bar(2);
    bar.Show({5, "b"});
    bar.Show({-1, "c"});
  });
  EXPECT_NE(text.find("[..............................] 0/1 a"), std::string::npos) << text;
  EXPECT_NE(text.find("[##############################] 5/2 b"), std::string::npos) << text;
  EXPECT_NE(text.find("[..............................] -1/2 c"), std::string::npos) << text;
}

TEST(ProgressBarTest, TheRateAndTheTimeLeftAreShown) {
  EXPECT_EQ(RateText({0, "a", 0.5, 0}, 1.0), "");
  EXPECT_EQ(RateText({0, "a", 0.5, 1}, 2.0), " 1 scene, 0.5/s, 0:02 left,");
  EXPECT_EQ(RateText({0, "a", 0.25, 1000}, 40.0), " 1000 scenes, 25/s, 2:00 left,");
  EXPECT_EQ(RateText({0, "a", 0.01, 1000}, 100.0), " 1000 scenes, 10/s, 2:45:00 left,");
  // Of a pipe the length is unknown.
  EXPECT_EQ(RateText({0, "a", -1.0, 10}, 1.0), " 10 scenes, 10/s,");
  const std::string text = OnTerminal([] {
    ProgressBar bar(4);
    bar.Show({1, "a.pbs", 0.5, 3});
  });
  EXPECT_NE(text.find("[###############...............] 1/4 3 scenes, "), std::string::npos) << text;
  EXPECT_NE(text.find(" left, a.pbs"), std::string::npos) << text;
}

}  // namespace

}  // namespace collision2d::planner
