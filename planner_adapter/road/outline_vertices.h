#ifndef COLLISION2D_PLANNER_ADAPTER_ROAD_OUTLINE_VERTICES_H_
#define COLLISION2D_PLANNER_ADAPTER_ROAD_OUTLINE_VERTICES_H_

#include <vector>

#include "absl/types/span.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/road/outline_arrangement.h"

namespace collision2d::planner {

// A piece as seen from one of its ends.
struct Spoke {
  int piece;
  bool starts_here;  // The piece begins at this end; its other end is `to`.
};

// Which pieces of an outline meet where, and on which side of them points and directions are.
class OutlineVertices {
 public:
  // An outline without pieces.
  OutlineVertices() = default;

  // Refers to the pieces. O(n log n).
  explicit OutlineVertices(absl::Span<const OutlinePiece> pieces);

  // The pieces that meet at the beginning or at the end of a piece, itself among them.
  absl::Span<const Spoke> At(int piece, bool at_start) const;

  // Whether p is on the road. Beyond an end where no other piece begins, the piece is extended.
  // REQUIRES: the piece is the one nearest to p, or as near as others, and farther away than rounding.
  bool IsLeftOf(Vec2 p, int piece) const;

  // Whether the points next to a piece's end in the direction of `target` are on the road, which includes its edge. Exact.
  // REQUIRES: target is not that end.
  bool IsRoadTowards(int piece, bool at_start, Vec2 target) const;

 private:
  Vec2 FarEnd(const Spoke& spoke) const {
    return spoke.starts_here ? pieces_[spoke.piece].to : pieces_[spoke.piece].from;
  }

  absl::Span<const OutlinePiece> pieces_;
  std::vector<Spoke> spokes_;       // By vertex.
  std::vector<int> vertex_of_end_;  // Of the beginning of piece i: element 2 i; of its end: 2 i + 1.
  std::vector<int> first_spoke_;    // By vertex, and one past the last.
};

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_ROAD_OUTLINE_VERTICES_H_
