#ifndef COLLISION2D_TESTING_FAST_EXACT_ORACLE_H_
#define COLLISION2D_TESTING_FAST_EXACT_ORACLE_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/exact_oracle.h"

namespace collision2d {

// Whether two convex polygons share a point, exactly, for hundreds of millions of pairs; shares nothing with the
// queries it judges. If the coordinates of a pair are integers below 2^61 once multiplied by a power of two (most are),
// the separating axis test by 128-bit integers, else ExactOracle.
// Keeps its buffers: use one object for many pairs.
class FastExactOracle {
 public:
  // REQUIRES: each a point, a segment, or a strictly convex polygon in counter-clockwise order.
  // O((n + m)^2).
  bool Collide(absl::Span<const Vec2> a, absl::Span<const Vec2> b);

  // How many pairs were left to ExactOracle.
  int64_t slow_count() const { return slow_count_; }

 private:
  struct Point {
    int64_t x;
    int64_t y;
  };

  // False if the coordinates do not fit.
  bool ScaleToIntegers(absl::Span<const Vec2> a, absl::Span<const Vec2> b);
  // True if an edge of p has every point of q strictly on its right: outside of p.
  static bool AnEdgeSeparates(const std::vector<Point>& p, const std::vector<Point>& q);
  static bool LineHoldsAll(const std::vector<Point>& line, const std::vector<Point>& points);

  std::vector<Point> a_, b_;
  ExactOracle slow_;
  int64_t slow_count_ = 0;
};

}  // namespace collision2d

#endif  // COLLISION2D_TESTING_FAST_EXACT_ORACLE_H_
