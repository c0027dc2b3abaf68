#ifndef COLLISION2D_PLANNER_ADAPTER_ROAD_TESTING_HEX_PIECES_H_
#define COLLISION2D_PLANNER_ADAPTER_ROAD_TESTING_HEX_PIECES_H_

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

#endif  // COLLISION2D_PLANNER_ADAPTER_ROAD_TESTING_HEX_PIECES_H_
