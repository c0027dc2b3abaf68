#ifndef COLLISION2D_QUERY_CANONICAL_ORDER_H_
#define COLLISION2D_QUERY_CANONICAL_ORDER_H_

#include <algorithm>
#include <array>
#include <utility>

#include "absl/base/optimization.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/query_context.h"

namespace collision2d::internal {

// True if `a` comes before `b` in an order of shapes by what they are, not by where they stand in a call. Two shapes
// equal to the bit do not come before each other.
inline bool ComesFirst(const ConvexPolygon& a, const ConvexPolygon& b) {
  const Vec2 center_a = a.center();
  const Vec2 center_b = b.center();
  // No branch on the order itself, which is random.
  if (ABSL_PREDICT_TRUE(center_a.x != center_b.x)) return center_a.x < center_b.x;
  if (center_a.y != center_b.y) return center_a.y < center_b.y;
  if (a.radius_m() != b.radius_m()) return a.radius_m() < b.radius_m();
  return std::lexicographical_compare(a.vertices().begin(), a.vertices().end(), b.vertices().begin(),
                                      b.vertices().end(), LexicographicallyLess);
}

// The shapes of a query in one frame in their order, so that (a, b) and (b, a) take the same steps and agree to the bit,
// also where ties are broken. The tracked vertices of the caller, if any, change places with the shapes while the object
// lives.
class CanonicalOrder {
 public:
  CanonicalOrder(const ConvexPolygon& a, const ConvexPolygon& b, WarmStart* tracked)
      : shapes_{&a, &b}, swapped_(static_cast<int>(ComesFirst(b, a))), tracked_(tracked) {
    SwapTracked();
  }
  ~CanonicalOrder() { SwapTracked(); }
  CanonicalOrder(const CanonicalOrder&) = delete;
  CanonicalOrder& operator=(const CanonicalOrder&) = delete;

  // Indexed by an int, not chosen by a condition, which would be a branch.
  const ConvexPolygon& first() const { return *shapes_[swapped_]; }
  const ConvexPolygon& second() const { return *shapes_[1 - swapped_]; }
  // 1 if first() is the caller's b, else 0.
  int swapped() const { return swapped_; }

 private:
  void SwapTracked() const {
    if (tracked_ != nullptr && swapped_ != 0) std::swap(tracked_->vertex_a, tracked_->vertex_b);
  }

  std::array<const ConvexPolygon*, 2> shapes_;
  int swapped_;
  WarmStart* tracked_;
};

}  // namespace collision2d::internal

#endif  // COLLISION2D_QUERY_CANONICAL_ORDER_H_
