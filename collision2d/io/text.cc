#include "collision2d/io/text.h"

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace collision2d {
namespace {

// One row of the Unicode Standard's table 3-7: which first bytes begin a sequence of `length`
// bytes, and the range of the second byte, which excludes overlong forms and surrogates. Every
// later byte is 80..BF.
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

struct CodePointRange {
  uint32_t first;
  uint32_t last;
};

// The categories Cc, Cf, Zl and Zp, and the property Default_Ignorable_Code_Point.
constexpr CodePointRange kHidden[] = {
    {0x0000, 0x001F},   {0x007F, 0x009F},   {0x00AD, 0x00AD},   {0x034F, 0x034F},   {0x0600, 0x0605},
    {0x061C, 0x061C},   {0x06DD, 0x06DD},   {0x070F, 0x070F},   {0x0890, 0x0891},   {0x08E2, 0x08E2},
    {0x115F, 0x1160},   {0x17B4, 0x17B5},   {0x180B, 0x180F},   {0x200B, 0x200F},   {0x2028, 0x202E},
    {0x2060, 0x206F},   {0x3164, 0x3164},   {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},
    {0xFFF0, 0xFFFB},   {0x110BD, 0x110BD}, {0x110CD, 0x110CD}, {0x13430, 0x1343F}, {0x1BCA0, 0x1BCA3},
    {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
};

bool IsHidden(uint32_t code_point) {
  const CodePointRange* const range =
      std::lower_bound(std::begin(kHidden), std::end(kHidden), code_point,
                       [](const CodePointRange& r, uint32_t value) { return r.last < value; });
  return range != std::end(kHidden) && range->first <= code_point;
}

// REQUIRES: one well-formed character.
uint32_t CodePoint(absl::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  if (character.size() == 1) return first;
  uint32_t code_point = first & (0x7Fu >> character.size());
  for (const char c : character.substr(1)) code_point = code_point << 6 | (static_cast<unsigned char>(c) & 0x3Fu);
  return code_point;
}

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

std::string ValidUtf8(absl::string_view text) {
  std::string valid;
  valid.reserve(text.size());
  while (!text.empty()) {
    const size_t size = Utf8CharacterSize(text);
    absl::StrAppend(&valid, size == 0 ? "\xEF\xBF\xBD" : text.substr(0, size));
    text.remove_prefix(std::max<size_t>(size, 1));
  }
  return valid;
}

std::string VisibleText(absl::string_view text) {
  const std::string valid = ValidUtf8(text);
  std::string visible;
  visible.reserve(valid.size());
  for (absl::string_view rest = valid; !rest.empty();) {
    const absl::string_view character = rest.substr(0, Utf8CharacterSize(rest));
    rest.remove_prefix(character.size());
    const uint32_t code_point = CodePoint(character);
    if (!IsHidden(code_point)) {
      visible.append(character.data(), character.size());
    } else if (code_point < 0x100) {
      absl::StrAppendFormat(&visible, "\\x%02x", code_point);
    } else if (code_point < 0x10000) {
      absl::StrAppendFormat(&visible, "\\u%04x", code_point);
    } else {
      absl::StrAppendFormat(&visible, "\\U%08x", code_point);
    }
  }
  return visible;
}

}  // namespace collision2d
