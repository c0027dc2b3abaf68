#ifndef COLLISION2D_PLANNER_ADAPTER_SCENE_UTF8_H_
#define COLLISION2D_PLANNER_ADAPTER_SCENE_UTF8_H_

#include "absl/strings/string_view.h"

namespace collision2d::planner {

// Returns whether `text` is valid UTF-8: shortest forms only, no surrogates, nothing beyond U+10FFFF. Protobuf's text
// format accepts other bytes in a string field, and its binary format then refuses to read them back.
// O(n), no allocation.
// Source: The Unicode Standard 15.0, table 3-7, well-formed byte sequences.
bool IsValidUtf8(absl::string_view text);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_SCENE_UTF8_H_
