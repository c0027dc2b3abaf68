#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/road/outline_arrangement.h"

// Points of outlines: the nearest of a segment, those around a rounded hull, and the vertices where
// pieces meet.

namespace collision2d::planner {

// The point of a segment that is closest to p.
inline Vec2 ClosestOnSegment(Vec2 p, Vec2 from, Vec2 to) {
  const Vec2 along = to - from;
  const double length_sq = NormSquared(along);
  if (!(length_sq > 0.0)) return from;
  return from + std::clamp(Dot(along, p - from) / length_sq, 0.0, 1.0) * along;
}

inline double DistanceFromSegment(Vec2 p, Vec2 from, Vec2 to) { return Norm(p - ClosestOnSegment(p, from, to)); }

// A point of the boundary of a hull that is grown by a radius.
struct RingPoint {
  Vec2 point;
  int vertex;  // The vertex of the hull whose circle it is on.
};

// The boundary of a hull grown by a radius, counter-clockwise: on the circle of each vertex the
// ends of its arc, and points between them, so that no part of an arc is longer than a turn divided
// by arcs_per_turn. Without a radius the hull's vertices.
// REQUIRES: arcs_per_turn >= 3.
absl::InlinedVector<RingPoint, 32> RingOf(absl::Span<const Vec2> hull, double radius_m, int arcs_per_turn);

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
  // REQUIRES: the piece is the one nearest to p, or as near as others, and farther away than
  // rounding.
  bool IsLeftOf(Vec2 p, int piece) const;

  // Whether the points next to a piece's end in the direction of `target` are on the road, which
  // includes its edge. Exact. REQUIRES: target is not that end.
  bool IsRoadTowards(int piece, bool at_start, Vec2 target) const;

 private:
  Vec2 FarEnd(const Spoke& spoke) const {
    const OutlinePiece& piece = pieces_[static_cast<size_t>(spoke.piece)];
    return spoke.starts_here ? piece.to : piece.from;
  }

  absl::Span<const OutlinePiece> pieces_;
  std::vector<Spoke> spokes_;       // By vertex.
  std::vector<int> vertex_of_end_;  // Of the beginning of piece i: element 2 i; of its end: 2 i + 1.
  std::vector<int> first_spoke_;    // By vertex, and one past the last.
};

}  // namespace collision2d::planner
