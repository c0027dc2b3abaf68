#include "planner_adapter/replay/valid_utf8.h"

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"

namespace collision2d::planner {
namespace {

bool InRange(unsigned char byte, unsigned char low, unsigned char high) { return low <= byte && byte <= high; }

// The length of the well-formed sequence at the front of `text`, which is not empty; 0 if there is none.
size_t SequenceLength(absl::string_view text) {
  const auto byte = [text](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return 1;
  const size_t length = InRange(lead, 0xC2, 0xDF)   ? 2
                        : InRange(lead, 0xE0, 0xEF) ? 3
                        : InRange(lead, 0xF0, 0xF4) ? 4
                                                    : 0;
  if (length == 0 || text.size() < length) return 0;
  // The second byte's range is narrower after four lead bytes: no overlong form, no surrogate, nothing beyond U+10FFFF.
  const unsigned char low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned char high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (!InRange(byte(1), low, high)) return 0;
  for (size_t i = 2; i < length; ++i) {
    if (!InRange(byte(i), 0x80, 0xBF)) return 0;
  }
  return length;
}

}  // namespace

std::string ValidUtf8(absl::string_view text) {
  std::string valid;
  valid.reserve(text.size());
  while (!text.empty()) {
    const size_t length = SequenceLength(text);
    if (length == 0) {
      valid += "\xEF\xBF\xBD";
      text.remove_prefix(1);
    } else {
      valid.append(text.data(), length);
      text.remove_prefix(length);
    }
  }
  return valid;
}

}  // namespace collision2d::planner
