#pragma once

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "gtest/gtest.h"

namespace collision2d {

// Succeeds if the booleans, distances and status for a pair of shapes with radii are what
// collision2d/query promises: the exact distances of the hulls minus the sum of the radii, within
// the stated error.
testing::AssertionResult RoundPairIsRight(const ConvexPolygon& a, const ConvexPolygon& b);
// As above, with b posed by a_from_b.
testing::AssertionResult RoundPairIsRight(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b);

}  // namespace collision2d
