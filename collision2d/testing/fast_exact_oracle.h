#pragma once

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/exact_oracle.h"

namespace collision2d {

// Decides exactly whether two convex polygons have a common point, fast enough for hundreds of
// millions of pairs; shares no code with the queries that it judges. If the coordinates of a pair,
// multiplied by a power of two, are integers below 2^61 (most are), it uses the separating axis
// test on 128-bit integers, otherwise ExactOracle.
// Keeps its buffers: use one object for many pairs.
class FastExactOracle {
 public:
  // REQUIRES: each shape is a point, a segment, or a strictly convex polygon in counter-clockwise
  // order.
  // O((n + m)^2).
  bool Collide(absl::Span<const Vec2> a, absl::Span<const Vec2> b);

  // The number of pairs that needed ExactOracle.
  int64_t slow_count() const { return slow_count_; }

 private:
  struct Point {
    int64_t x;
    int64_t y;
  };

  // Returns false if the coordinates do not fit.
  bool ScaleToIntegers(absl::Span<const Vec2> a, absl::Span<const Vec2> b);
  // Returns whether all points of q are strictly to the right of some edge of p, i.e. outside p.
  static bool AnEdgeSeparates(const std::vector<Point>& p, const std::vector<Point>& q);
  static bool LineHoldsAll(const std::vector<Point>& line, const std::vector<Point>& points);

  std::vector<Point> a_, b_;
  ExactOracle slow_;
  int64_t slow_count_ = 0;
};

}  // namespace collision2d
