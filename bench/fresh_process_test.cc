#include "bench/fresh_process.h"

#include <cstdlib>
#include <string>

#include "gtest/gtest.h"

namespace collision2d::bench {
namespace {

TEST(InFreshProcess, ReturnsWhatTheWorkReturns) {
  EXPECT_EQ(InFreshProcess([] { return std::string(); }), "");
  const std::string long_text(1 << 20, 'x');
  EXPECT_EQ(InFreshProcess([&] { return long_text; }), long_text);
}

TEST(InFreshProcess, LeavesThisOneAsItWas) {
  int value = 1;
  EXPECT_EQ(InFreshProcess([&] { return std::string(++value == 2 ? "two" : ""); }), "two");
  EXPECT_EQ(value, 1);
}

TEST(InFreshProcessDeathTest, EndsIfTheWorkFails) {
  EXPECT_EXIT(InFreshProcess([]() -> std::string { std::abort(); }), testing::ExitedWithCode(1), "failed");
}

}  // namespace
}  // namespace collision2d::bench
