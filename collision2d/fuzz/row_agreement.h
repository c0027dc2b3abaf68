#pragma once

#include "collision2d/geometry/convex_polygon.h"
#include "gtest/gtest.h"

namespace collision2d {

// Succeeds if the reference algorithms of the benchmark's tables agree with ComputeSeparation,
// within their own accuracy. They are not made for every shape: a pair is passed over unless both
// shapes are polygons without radius, of 0.5 to 100 m, within 100 m of the origin, and not thin
// (kLeastHeight). The libraries of the tables are not asked:
// fuzzing soon finds ordinary polygons with a common vertex whose deep overlap Box2D or Bullet
// deny.
testing::AssertionResult RowsAgree(const ConvexPolygon& a, const ConvexPolygon& b);

}  // namespace collision2d
