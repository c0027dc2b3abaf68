#ifndef COLLISION2D_PLANNER_ADAPTER_SCENE_UTF8_H_
#define COLLISION2D_PLANNER_ADAPTER_SCENE_UTF8_H_

#include <cstddef>

#include "absl/strings/string_view.h"

namespace collision2d::planner {

// Returns whether `text` is valid UTF-8: shortest forms only, no surrogates, nothing beyond U+10FFFF. Protobuf's text
// format accepts other bytes in a string field, and its binary format then refuses to read them back.
// O(n), no allocation.
// Source: The Unicode Standard 15.0, table 3-7, well-formed byte sequences.
bool IsValidUtf8(absl::string_view text);

// Returns how many bytes the first character of `text` has, as IsValidUtf8 defines them; 0 if there is none, or if it is
// not well-formed. O(1).
size_t Utf8CharacterSize(absl::string_view text);

// Returns the beginning of a valid text: whole characters, and at most max_bytes. O(1).
absl::string_view Utf8Prefix(absl::string_view text, size_t max_bytes);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_SCENE_UTF8_H_
