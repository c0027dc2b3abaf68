#include "planner_adapter/replay_tool/progress_bar.h"

#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

#include <cstdio>
#include <functional>
#include <string>

#include "collision2d/io/text.h"
#include "gtest/gtest.h"

namespace collision2d::planner {
namespace {

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
  // Half was done before this process began.
  EXPECT_EQ(RateText({0, "a", 0.75, 10, 0.5}, 60.0), " 10 scenes, 0.2/s, 1:00 left,");
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
