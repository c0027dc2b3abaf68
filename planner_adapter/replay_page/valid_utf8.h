#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_VALID_UTF8_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_VALID_UTF8_H_

#include <string>

#include "absl/strings/string_view.h"

namespace collision2d::planner {

// Returns `text` with U+FFFD in place of every byte that is not part of well-formed UTF-8 (Unicode 15, table 3-7). File
// names and identifiers of recordings may contain any bytes; protobuf strings and HTML may not. Well-formed text is
// returned unchanged.
// O(n).
std::string ValidUtf8(absl::string_view text);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_VALID_UTF8_H_
