#include "planner_adapter/scene/utf8.h"

#include <cstddef>

#include "absl/strings/string_view.h"

namespace collision2d::planner {
namespace {

// One row of the Unicode Standard's table 3-7: which first bytes begin a sequence of `length` bytes, and the range of
// the second byte, which excludes overlong forms and surrogates. Every later byte is 80..BF.
struct SequenceClass {
  unsigned char first_min;
  unsigned char first_max;
  size_t length;
  unsigned char second_min;
  unsigned char second_max;
};

constexpr SequenceClass kSequenceClasses[] = {
    {0x00, 0x7F, 1, 0, 0},       {0xC2, 0xDF, 2, 0x80, 0xBF}, {0xE0, 0xE0, 3, 0xA0, 0xBF},
    {0xE1, 0xEC, 3, 0x80, 0xBF}, {0xED, 0xED, 3, 0x80, 0x9F}, {0xEE, 0xEF, 3, 0x80, 0xBF},
    {0xF0, 0xF0, 4, 0x90, 0xBF}, {0xF1, 0xF3, 4, 0x80, 0xBF}, {0xF4, 0xF4, 4, 0x80, 0x8F},
};

}  // namespace

size_t Utf8CharacterSize(absl::string_view text) {
  if (text.empty()) return 0;
  const auto byte = [text](size_t i) { return static_cast<unsigned char>(text[i]); };
  for (const SequenceClass& c : kSequenceClasses) {
    if (byte(0) < c.first_min || byte(0) > c.first_max) continue;
    if (text.size() < c.length) return 0;
    if (c.length > 1 && (byte(1) < c.second_min || byte(1) > c.second_max)) return 0;
    for (size_t i = 2; i < c.length; ++i) {
      if (byte(i) < 0x80 || byte(i) > 0xBF) return 0;
    }
    return c.length;
  }
  return 0;
}

bool IsValidUtf8(absl::string_view text) {
  while (!text.empty()) {
    const size_t size = Utf8CharacterSize(text);
    if (size == 0) return false;
    text.remove_prefix(size);
  }
  return true;
}

absl::string_view Utf8Prefix(absl::string_view text, size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  size_t size = max_bytes;
  while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) --size;
  return text.substr(0, size);
}

}  // namespace collision2d::planner
