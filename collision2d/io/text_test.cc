#include "collision2d/io/text.h"

#include "absl/strings/escaping.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

// The bytes of a code point, by the definition of UTF-8.
std::string Encode(int c) {
  std::string s;
  if (c < 0x80) return std::string(1, static_cast<char>(c));
  const int tail_bytes = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
  constexpr int kLeads[] = {0, 0xC0, 0xE0, 0xF0};
  s += static_cast<char>(kLeads[tail_bytes] | (c >> (6 * tail_bytes)));
  for (int i = tail_bytes - 1; i >= 0; --i) s += static_cast<char>(0x80 | ((c >> (6 * i)) & 0x3F));
  return s;
}

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

// The code points with a 1-, 2-, 3- and 4-byte form.
TEST(Utf8Test, AgreesWithTheDefinitionForEveryCodePoint) {
  for (int c = 0; c < 0x120000; ++c) {
    const bool expected = c < 0x110000 && !(c >= 0xD800 && c <= 0xDFFF);
    ASSERT_EQ(IsValidUtf8(Encode(c)), expected) << std::hex << c;
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

TEST(VisibleTextTest, NamesCannotControlTheTerminal) {
  EXPECT_EQ(VisibleText("a\x1b[2Jb\nc\x7f"), "a\\x1b[2Jb\\x0ac\\x7f");
  // U+009B begins a control sequence, as ESC [ does.
  EXPECT_EQ(VisibleText("a\xc2\x9b"
                        "2Jb\xc2\xa0\xc3\x9f"),
            "a\\x9b2Jb\xc2\xa0\xc3\x9f");
  EXPECT_EQ(VisibleText("a\x9b"
                        "b\xc2"),
            "a\xef\xbf\xbd"
            "b\xef\xbf\xbd");
}

TEST(VisibleTextTest, NamesCannotTurnTheDirectionOrHide) {
  // scene_U+202Efdp.exe is shown as scene_exe.pdf.
  EXPECT_EQ(VisibleText("scene_\xe2\x80\xae"
                        "fdp.exe"),
            "scene_\\u202efdp.exe");
  EXPECT_EQ(VisibleText("a\xe2\x80\xa8"), "a\\u2028");
  EXPECT_EQ(VisibleText("car\xe2\x80\x8b"), "car\\u200b");
  EXPECT_EQ(VisibleText("\xef\xbb\xbf"
                        "car"),
            "\\ufeffcar");
  EXPECT_EQ(VisibleText("\xf3\xa0\x81\x81"), "\\U000e0041");
  EXPECT_EQ(VisibleText("\xe2\x80\xaf\xe3\x81\x82\xf0\x9f\x9a\x97"), "\xe2\x80\xaf\xe3\x81\x82\xf0\x9f\x9a\x97");
}

// Between two letters every character is itself or its escape; the ranges of each kind are counted
// by the properties of Unicode 15.
TEST(VisibleTextTest, EveryCodePointIsItselfOrEscaped) {
  int hidden = 0;
  for (int c = 0; c < 0x110000; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    const std::string text = "a" + Encode(c) + "b";
    const std::string visible = VisibleText(text);
    ASSERT_TRUE(IsValidUtf8(visible));
    if (visible == text) continue;
    ++hidden;
    ASSERT_EQ(visible, c < 0x100     ? absl::StrFormat("a\\x%02xb", c)
                       : c < 0x10000 ? absl::StrFormat("a\\u%04xb", c)
                                     : absl::StrFormat("a\\U%08xb", c));
  }
  EXPECT_EQ(hidden, 4273);
}

}  // namespace
}  // namespace collision2d
