#include "planner_adapter/road/hull_containment.h"

#include <cstddef>

#include "collision2d/geometry/aabb2.h"
#include "collision2d/geometry/orientation.h"

namespace collision2d::planner {
namespace {

// Whether p is in the bounding box of a segment: on it, if it is on its line.
bool IsWithin(Vec2 p, Vec2 from, Vec2 to) {
  Aabb2 box;
  box.Extend(from);
  box.Extend(to);
  return box.Contains(p);
}

int SignOf(double x) { return x > 0.0 ? 1 : x < 0.0 ? -1 : 0; }

}  // namespace

bool CrossesInterior(absl::Span<const Vec2> hull, Vec2 from, Vec2 to) {
  bool has_left = false;
  bool has_right = false;
  for (size_t i = 0; i < hull.size(); ++i) {
    const Vec2 next = hull[i + 1 < hull.size() ? i + 1 : 0];
    if (Orient2d(hull[i], next, from) <= 0.0 && Orient2d(hull[i], next, to) <= 0.0) return false;
    const double side = Orient2d(from, to, hull[i]);
    has_left |= side > 0.0;
    has_right |= side < 0.0;
  }
  return has_left && has_right;
}

bool IsInterior(absl::Span<const Vec2> hull, Vec2 p) {
  for (size_t i = 0; i < hull.size(); ++i) {
    if (Orient2d(hull[i], hull[i + 1 < hull.size() ? i + 1 : 0], p) <= 0.0) return false;
  }
  return true;
}

bool RunsAgainst(Vec2 a, Vec2 b, const OutlinePiece& piece) {
  if (Orient2d(a, b, piece.from) != 0.0 || Orient2d(a, b, piece.to) != 0.0) return false;
  // On one line: in the order of x, then y, they overlap by more than a point.
  const bool is_ascending = LexicographicallyLess(a, b);
  const bool is_opposite = is_ascending == LexicographicallyLess(piece.to, piece.from);
  const auto precedes = [&](Vec2 p, Vec2 q) {
    return is_ascending ? LexicographicallyLess(p, q) : LexicographicallyLess(q, p);
  };
  return is_opposite && precedes(piece.to, b) && precedes(a, piece.from);
}

SegmentRelation RelateSegment(Vec2 from, Vec2 to, absl::Span<const OutlinePiece> pieces, absl::Span<const int> near,
                              const OutlineVertices& vertices) {
  SegmentRelation relation = SegmentRelation::kUntouched;
  for (const int i : near) {
    const OutlinePiece& piece = pieces[i];
    const int start_side = SignOf(Orient2d(from, to, piece.from));
    const int end_side = SignOf(Orient2d(from, to, piece.to));
    const int from_side = SignOf(Orient2d(piece.from, piece.to, from));
    const int to_side = SignOf(Orient2d(piece.from, piece.to, to));
    if (start_side * end_side < 0 && from_side * to_side < 0) return SegmentRelation::kLeaves;
    for (const bool at_start : {true, false}) {
      const Vec2 corner = at_start ? piece.from : piece.to;
      if ((at_start ? start_side : end_side) != 0 || !IsWithin(corner, from, to)) continue;
      relation = SegmentRelation::kStays;
      for (const Vec2 target : {from, to}) {
        if (target != corner && !vertices.IsRoadTowards(i, at_start, target)) return SegmentRelation::kLeaves;
      }
    }
    // An end of the segment on the piece, perhaps at a corner, which is decided above.
    if ((from_side == 0 && IsWithin(from, piece.from, piece.to)) ||
        (to_side == 0 && IsWithin(to, piece.from, piece.to))) {
      relation = SegmentRelation::kStays;
      const bool is_corner = from == piece.from || from == piece.to || to == piece.from || to == piece.to;
      if (!is_corner && from_side + to_side < 0) return SegmentRelation::kLeaves;
    }
  }
  return relation;
}

}  // namespace collision2d::planner
