#include "planner_adapter/replay_page/valid_utf8.h"

#include <string>

#include "gtest/gtest.h"

namespace collision2d::planner {
namespace {

constexpr char kReplacement[] = "\xEF\xBF\xBD";

TEST(ValidUtf8Test, WellFormedTextIsUnchanged) {
  for (const std::string text : {"", "car 7", "caf\xC3\xA9", "\xE2\x80\xA8", "\xED\x9F\xBF", "\xEE\x80\x80",
                                 "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"}) {
    EXPECT_EQ(ValidUtf8(text), text);
  }
  EXPECT_EQ(ValidUtf8(std::string("a\0b", 3)), std::string("a\0b", 3));
}

struct Malformed {
  const char* name;
  const char* text;
  int replaced;  // Bytes that become U+FFFD; the letters a and b around them stay.
};

TEST(ValidUtf8Test, EveryMalformedByteBecomesAReplacementCharacter) {
  const Malformed cases[] = {
      {"lone continuation",
       "a\x80"
       "b",
       1},
      {"Latin-1",
       "a\xE9"
       "b",
       1},
      {"overlong slash",
       "a\xC0\xAF"
       "b",
       2},
      {"overlong of three",
       "a\xE0\x9F\xBF"
       "b",
       3},
      {"surrogate",
       "a\xED\xA0\x80"
       "b",
       3},
      {"overlong of four",
       "a\xF0\x8F\xBF\xBF"
       "b",
       4},
      {"beyond U+10FFFF",
       "a\xF4\x90\x80\x80"
       "b",
       4},
      {"no such lead",
       "a\xFF"
       "b",
       1},
      {"sequence cut by a letter",
       "a\xE2\x80"
       "b",
       2},
      {"fourth byte missing",
       "a\xF0\x9F\x9A"
       "b",
       3},
  };
  for (const Malformed& c : cases) {
    std::string expected = "a";
    for (int i = 0; i < c.replaced; ++i) expected += kReplacement;
    EXPECT_EQ(ValidUtf8(c.text), expected + "b") << c.name;
  }
}

TEST(ValidUtf8Test, TruncatedAtTheEnd) {
  EXPECT_EQ(ValidUtf8("a\xE2\x80"), std::string("a") + kReplacement + kReplacement);
}

}  // namespace
}  // namespace collision2d::planner
