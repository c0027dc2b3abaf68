#pragma once

#include <string>

#include "absl/types/span.h"
#include "collision2d/testing/hex_format.h"
#include "planner_adapter/road/outline_arrangement.h"

namespace collision2d::planner {

// The pieces as a C++ initialiser of hexadecimal floats.
inline std::string HexPieces(absl::Span<const OutlinePiece> pieces) {
  std::string text;
  for (const OutlinePiece& piece : pieces) {
    text += "{" + HexFormat(piece.from) + ", " + HexFormat(piece.to) + "},\n";
  }
  return text;
}

}  // namespace collision2d::planner
