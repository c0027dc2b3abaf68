#ifndef COLLISION2D_QUERY_STAGES_CANONICAL_ORDER_H_
#define COLLISION2D_QUERY_STAGES_CANONICAL_ORDER_H_

#include <algorithm>
#include <cstdint>

#include "absl/base/optimization.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/hot_path.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d::internal {

// Choices that are unpredictable from pair to pair, computed without a branch: a conditional
// expression is often compiled to one, and a mispredicted branch costs as much as 40 operations.

// condition ? yes : no.
constexpr int Select(bool condition, int yes, int no) { return no ^ ((yes ^ no) & -static_cast<int>(condition)); }

template <typename T>
const T* Select(bool condition, const T* yes, const T* no) {
  const auto yes_bits = reinterpret_cast<uintptr_t>(yes);
  const auto no_bits = reinterpret_cast<uintptr_t>(no);
  return reinterpret_cast<const T*>(no_bits ^ ((yes_bits ^ no_bits) & -static_cast<uintptr_t>(condition)));
}

// condition ? 1 : -1.
constexpr int Sign(bool condition) { return 2 * static_cast<int>(condition) - 1; }

// True if `a` comes before `b` in an order that depends on the shapes alone, not on their places in
// a call. Of two shapes that are equal to the bit neither comes first.
inline bool ComesFirst(const ConvexPolygon& a, const ConvexPolygon& b) {
  const Vec2 center_a = a.center();
  const Vec2 center_b = b.center();
  // The order is unpredictable, so that no branch depends on it.
  if (ABSL_PREDICT_TRUE(center_a.x != center_b.x)) return center_a.x < center_b.x;
  if (center_a.y != center_b.y) return center_a.y < center_b.y;
  if (a.radius_m() != b.radius_m()) return a.radius_m() < b.radius_m();
  return std::lexicographical_compare(a.vertices().begin(), a.vertices().end(), b.vertices().begin(),
                                      b.vertices().end(), LexicographicallyLess);
}

// Calls query(first, second, swapped) with the shapes of a query in one frame in their order, so
// that (a, b) and (b, a) take the same steps and agree to the bit, also where ties are broken.
template <typename Query>
COLLISION2D_HOT_INLINE inline auto InCanonicalOrder(const ConvexPolygon& a, const ConvexPolygon& b,
                                                    const Query& query) {
  const bool swapped = ComesFirst(b, a);
  return query(*Select(swapped, &b, &a), *Select(swapped, &a, &b), swapped);
}

}  // namespace collision2d::internal

#endif  // COLLISION2D_QUERY_STAGES_CANONICAL_ORDER_H_
