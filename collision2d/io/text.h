#pragma once

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"

// Text of others: names of files, identifiers of recordings. It may contain any bytes.
namespace collision2d {

// Returns whether `text` is valid UTF-8: shortest forms only, no surrogates, nothing beyond
// U+10FFFF. Protobuf's text format accepts other bytes in a string field, and its binary format
// then refuses to read them back. O(n), no allocation. Source: The Unicode Standard 15.0, table
// 3-7, well-formed byte sequences.
bool IsValidUtf8(absl::string_view text);

// Returns how many bytes the first character of `text` has, as IsValidUtf8 defines them; 0 if there
// is none, or if it is not well-formed. O(1).
size_t Utf8CharacterSize(absl::string_view text);

// Returns the beginning of a valid text: whole characters, and at most max_bytes. O(1).
absl::string_view Utf8Prefix(absl::string_view text, size_t max_bytes);

// Returns `text` with U+FFFD in place of every byte that is not part of well-formed UTF-8. Protobuf
// strings and HTML may not contain such bytes. Well-formed text is returned unchanged. O(n).
std::string ValidUtf8(absl::string_view text);

// Returns `text` as it can be shown to a person: ValidUtf8, with every character escaped that would
// control a terminal, end a line, change the direction of what follows, or be invisible. These are
// Unicode 15's control and format characters, line and paragraph separators, and default ignorable
// code points. An escape is \xNN, \uNNNN or \UNNNNNNNN. All text from files passes through here on
// its way to a terminal. O(n).
std::string VisibleText(absl::string_view text);

}  // namespace collision2d
