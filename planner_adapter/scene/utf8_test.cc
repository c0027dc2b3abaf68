#include "planner_adapter/scene/utf8.h"

#include <string>

#include "absl/strings/escaping.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"

namespace collision2d::planner {
namespace {

TEST(Utf8Test, AcceptsTheEdgesOfEveryClass) {
  for (const absl::string_view text :
       {absl::string_view(""), absl::string_view("\0", 1), absl::string_view("car-1"), absl::string_view("\x7F"),
        absl::string_view("\xC2\x80"), absl::string_view("\xDF\xBF"), absl::string_view("\xE0\xA0\x80"),
        absl::string_view("\xED\x9F\xBF"), absl::string_view("\xEE\x80\x80"), absl::string_view("\xEF\xBF\xBF"),
        absl::string_view("\xF0\x90\x80\x80"), absl::string_view("\xF4\x8F\xBF\xBF"),
        absl::string_view("Stra\xC3\x9F"
                          "e")}) {
    EXPECT_TRUE(IsValidUtf8(text)) << absl::CHexEscape(text);
  }
}

TEST(Utf8Test, RefusesIllFormedSequences) {
  for (const absl::string_view text : {
           "\x80",              // A continuation byte alone.
           "\xC0\x80",          // Overlong NUL.
           "\xC1\xBF",          // Overlong.
           "\xC2",              // Cut off.
           "\xC2\x41",          // No continuation byte.
           "\xE0\x9F\xBF",      // Overlong.
           "\xED\xA0\x80",      // A surrogate.
           "\xE1\x80\x41",      // The third byte is no continuation byte.
           "\xF0\x8F\xBF\xBF",  // Overlong.
           "\xF4\x90\x80\x80",  // Beyond U+10FFFF.
           "\xF1\x80\x80",      // Cut off.
           "\xFF",              // Never legal.
           "ok\xFEok",          // In the middle.
       }) {
    EXPECT_FALSE(IsValidUtf8(text)) << absl::CHexEscape(text);
  }
}

// The code points with a 1-, 2-, 3- and 4-byte form, each encoded here by its definition.
TEST(Utf8Test, AgreesWithTheDefinitionForEveryCodePoint) {
  const auto encode = [](int c) {
    std::string s;
    if (c < 0x80) return std::string(1, static_cast<char>(c));
    const int tail_bytes = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    constexpr int kLeads[] = {0, 0xC0, 0xE0, 0xF0};
    s += static_cast<char>(kLeads[tail_bytes] | (c >> (6 * tail_bytes)));
    for (int i = tail_bytes - 1; i >= 0; --i) s += static_cast<char>(0x80 | ((c >> (6 * i)) & 0x3F));
    return s;
  };
  for (int c = 0; c < 0x120000; ++c) {
    const bool expected = c < 0x110000 && !(c >= 0xD800 && c <= 0xDFFF);
    ASSERT_EQ(IsValidUtf8(encode(c)), expected) << std::hex << c;
  }
}

TEST(Utf8Test, TheFirstCharacterHasItsBytes) {
  EXPECT_EQ(Utf8CharacterSize(""), 0u);
  EXPECT_EQ(Utf8CharacterSize("ab"), 1u);
  EXPECT_EQ(Utf8CharacterSize("\xC3\x9Fx"), 2u);
  EXPECT_EQ(Utf8CharacterSize("\xE2\x82\xAC"), 3u);
  EXPECT_EQ(Utf8CharacterSize("\xF0\x9F\x9A\x97x"), 4u);
  EXPECT_EQ(Utf8CharacterSize("\xE2\x82"), 0u);
  EXPECT_EQ(Utf8CharacterSize("\x9F"), 0u);
}

TEST(Utf8Test, APrefixHasWholeCharacters) {
  const std::string text =
      "a\xC3\x9F\xE2\x82\xAC"
      "b";
  for (size_t max_bytes = 0; max_bytes <= text.size() + 1; ++max_bytes) {
    const absl::string_view prefix = Utf8Prefix(text, max_bytes);
    EXPECT_LE(prefix.size(), max_bytes);
    EXPECT_TRUE(IsValidUtf8(prefix)) << max_bytes;
    // One character more would be too long.
    const size_t next = Utf8CharacterSize(absl::string_view(text).substr(prefix.size()));
    EXPECT_TRUE(prefix.size() == text.size() || prefix.size() + next > max_bytes) << max_bytes;
  }
}

}  // namespace
}  // namespace collision2d::planner
