#include "planner_adapter/replay_page/valid_utf8.h"

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "planner_adapter/scene/utf8.h"

namespace collision2d::planner {
namespace {

// Returns the length of the well-formed sequence at the front of `text`, which is not empty; 0 if there is none.
size_t SequenceLength(absl::string_view text) {
  for (size_t length = 1; length <= 4 && length <= text.size(); ++length) {
    if (IsValidUtf8(text.substr(0, length))) return length;
  }
  return 0;
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
