#include "replay/tool/flag_range.h"

#include "collision2d/testing/test.h"

namespace collision2d::planner {
namespace {

WholeNumber Parsed(const std::string& text) {
  WholeNumber number;
  std::string error;
  EXPECT_TRUE(AbslParseFlag(text, &number, &error)) << text;
  EXPECT_EQ(AbslUnparseFlag(number), text);
  return number;
}

TEST(FlagRangeTest, WholeNumbersOfAnySizeAreParsed) {
  EXPECT_EQ(Parsed("0").value, 0);
  EXPECT_EQ(Parsed("-7").value, -7);
  EXPECT_EQ(Parsed("0x1F").value, 31);
  EXPECT_EQ(Parsed("18446744073709551615").value, absl::int128(std::numeric_limits<uint64_t>::max()));
  for (const std::string text : {"18446744073709551616", "100000000000000000000000000000000000000000000"}) {
    EXPECT_GT(Parsed(text).value, absl::int128(std::numeric_limits<uint64_t>::max()));
    EXPECT_LT(Parsed("-" + text).value, -absl::int128(std::numeric_limits<uint64_t>::max()));
  }
}

TEST(FlagRangeTest, OtherTextsAreNot) {
  for (const std::string text : {"", "-", "many", "1.5", "1e3", "--1", "+1", "0x", "1 2", "\x1b[2J"}) {
    WholeNumber number;
    std::string error;
    EXPECT_FALSE(AbslParseFlag(text, &number, &error)) << text;
    EXPECT_EQ(error, "it is not a whole number");
  }
}

TEST(FlagRangeTest, ErrorsNameTheFlagAndTheRange) {
  EXPECT_TRUE(CheckWithin("n", Parsed("0"), 0, 5).ok());
  EXPECT_TRUE(CheckWithin("n", Parsed("5"), 0, 5).ok());
  EXPECT_EQ(CheckWithin("n", Parsed("-1"), 0, 5).message(), "--n: -1 is not within [0, 5]");
  EXPECT_EQ(CheckWithin("n", Parsed("99999999999999999999"), -3, std::numeric_limits<uint64_t>::max()).message(),
            "--n: 99999999999999999999 is not within [-3, 18446744073709551615]");
  const double inf = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(CheckWithin("x", 1.0, 0.0, 1.0).ok());
  EXPECT_TRUE(CheckWithin("x", inf, 0.0, inf).ok());
  EXPECT_EQ(CheckWithin("x", nan, 0.0, 1.0).message(), "--x: nan is not within [0, 1]");
  EXPECT_EQ(CheckAbove("x", 0.0, 0.0, 1e6).message(), "--x: 0 is not above 0 and at most 1e+06");
  EXPECT_EQ(CheckAbove("x", inf, 0.0, 1e6).message(), "--x: inf is not above 0 and at most 1e+06");
  EXPECT_EQ(CheckAbove("x", nan, 0.0, 1e6).message(), "--x: nan is not above 0 and at most 1e+06");
}

}  // namespace
}  // namespace collision2d::planner
