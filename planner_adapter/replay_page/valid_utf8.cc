#include "planner_adapter/replay_page/valid_utf8.h"

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "planner_adapter/scene/utf8.h"

namespace collision2d::planner {

std::string ValidUtf8(absl::string_view text) {
  std::string valid;
  valid.reserve(text.size());
  while (!text.empty()) {
    const size_t size = Utf8CharacterSize(text);
    if (size == 0) {
      valid += "\xEF\xBF\xBD";
      text.remove_prefix(1);
    } else {
      valid.append(text.data(), size);
      text.remove_prefix(size);
    }
  }
  return valid;
}

}  // namespace collision2d::planner
