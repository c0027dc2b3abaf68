#pragma once

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"

namespace collision2d {

// The bytes that pairs of hexadecimal digits stand for. Abseil has two functions of that name: the
// one of Debian 12 is deprecated later, and the later one is not in Debian 12.
inline std::string HexBytes(absl::string_view digits) {
  std::string bytes;
  for (size_t i = 0; i < digits.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(std::string(digits.substr(i, 2)), nullptr, 16));
  }
  return bytes;
}

}  // namespace collision2d
