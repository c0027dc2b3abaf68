#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/road/outline_arrangement.h"

// An index of the edge of a road: which pieces are near a point, a segment, or a shape along a
// trajectory.

namespace collision2d::planner {

// The bounding box of a shape, along its axes, at the steps of a trajectory; lanes of vectors.
class PosedBoxes {
 public:
  static constexpr size_t kMostSteps = 64;

  // What walks ask of them.
  enum class When { kAtSteps, kBetweenSteps };

  // At the first of the poses, at most kMostSteps.
  PosedBoxes(const ConvexPolygon& shape, absl::Span<const Pose2> poses, When when);

  size_t size() const { return size_; }
  bool is_between() const { return is_between_; }

  // Of `size` boxes and, after these, copies of the last one.
  static constexpr size_t kRoom = kMostSteps + 9;
  using Lanes = double[kRoom];
  Lanes x, y, cos, sin;  // Centres, and the directions of the boxes' lengths.
  double half_length_m;
  double half_width_m;
  double reach_m;  // From the frame's origin, about which the shape turns.
  // Of Motion::Between each step and the next one, if that is asked: the length of the way of the
  // origin, the turn, and how far points leave the straight ways between their places at both
  // steps. Not less.
  Lanes way_m, turn_rad, bulge_m;

 private:
  size_t size_;
  bool is_between_;
};

// Pieces of a road's edge by boxes along runs of them: a box for each piece, for each two, four and
// so on in an order in which neighbours mostly are close together. The boxes have directions of
// their own, so that they are flat along an edge in any direction (Ballard 1981, strip trees).
class EdgeTree {
 public:
  // The pieces within *limit_m of what is looked for that ForEachNear found.
  struct Near {
    int piece;
    // The steps, or what follows them up to the next one, at which it is near: some of begin to
    // end - 1.
    size_t begin;
    size_t end;
    // By step: the square of a distance that it is not nearer than, within rounding. The caller's
    // to change.
    double* squares;
  };

  // What a walk looks for, which a visitor may lower.
  struct Limit {
    double distance_m;
    size_t end;  // Of the steps.
  };

  using Visit = std::function<void(const Near&)>;

  EdgeTree() = default;

  // Each shape covers its piece. Refers to both. O(n log n).
  EdgeTree(absl::Span<const OutlinePiece> pieces, absl::Span<const ConvexPolygon> shapes);

  // Calls visit for the pieces whose shapes may be within the limit of the boxes at steps, or
  // during the motions between them; nearer ones mostly first. O(log n) for each of those that are
  // near.
  void ForEachNear(const PosedBoxes& boxes, Limit* limit, const Visit& visit) const;

  // Calls visit(piece) for the pieces whose shapes are within *limit_m of the segment from a to b,
  // and perhaps some that are just beyond; visit may lower the limit. Nearer ones mostly first.
  template <typename VisitPiece>
  void ForEachNear(Vec2 a, Vec2 b, const double* limit_m, const VisitPiece& visit) const;

  // Of walks: a box in its own frame; number i of a level, above numbers 2 i and 2 i + 1 of the one
  // below. Level 0 is of single pieces.
  struct Box {
    Vec2 origin;
    Vec2 ahead;  // Unit.
    Vec2 min;
    Vec2 max;

    Vec2 InFrame(Vec2 p) const { return {Dot(ahead, p - origin), Cross(ahead, p - origin)}; }
  };
  const Box& BoxAt(size_t level, size_t i) const { return boxes_[level_begin_[level] + i]; }
  size_t CountOf(size_t level) const { return level_begin_[level + 1] - level_begin_[level]; }
  int PieceAt(size_t i) const { return order_[i]; }
  const ConvexPolygon& ShapeOf(int piece) const { return shapes_[static_cast<size_t>(piece)]; }

 private:
  void Order(std::vector<std::pair<Vec2, int>>* runs, size_t begin, size_t end);
  size_t top() const { return level_begin_.size() - 2; }

  absl::Span<const ConvexPolygon> shapes_;
  std::vector<int> order_;           // Of the pieces.
  std::vector<Box> boxes_;           // By level, from single pieces to all of them.
  std::vector<size_t> level_begin_;  // And the end of the last one.
};

template <typename VisitPiece>
void EdgeTree::ForEachNear(Vec2 a, Vec2 b, const double* limit_m, const VisitPiece& visit) const {
  struct Open {
    size_t level;
    size_t i;
    double square;
  };
  const auto open = [&](size_t level, size_t i) {
    const Box& box = BoxAt(level, i);
    const Vec2 p = box.InFrame(a);
    const Vec2 q = a == b ? p : box.InFrame(b);
    const double x = std::max({std::min(p.x, q.x) - box.max.x, box.min.x - std::max(p.x, q.x), 0.0});
    const double y = std::max({std::min(p.y, q.y) - box.max.y, box.min.y - std::max(p.y, q.y), 0.0});
    return Open{level, i, x * x + y * y};
  };
  if (order_.empty()) return;
  std::array<Open, 40> stack;  // Of more than 2^31 pieces.
  size_t count = 0;
  stack[count++] = open(top(), 0);
  while (count > 0) {
    const auto [level, i, square] = stack[--count];
    if (square > *limit_m * *limit_m) continue;
    if (level == 0) {
      visit(order_[i]);
      continue;
    }
    const Open first = open(level - 1, 2 * i);
    if (2 * i + 1 == CountOf(level - 1)) {
      stack[count++] = first;
      continue;
    }
    const Open second = open(level - 1, 2 * i + 1);
    const bool is_ordered = first.square <= second.square;
    stack[count++] = is_ordered ? second : first;
    stack[count++] = is_ordered ? first : second;
  }
}

}  // namespace collision2d::planner
