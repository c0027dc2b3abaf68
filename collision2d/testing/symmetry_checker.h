#pragma once

#include "collision2d/geometry/convex_polygon.h"
#include "gtest/gtest.h"

namespace collision2d {

// Succeeds if every query in one frame gives the same answer for (a, b) and (b, a), to the bit: the
// same booleans, distances and status, the witnesses exchanged, the direction negated. Zeros of
// either sign are equal; a NaN is a failure. For two equal shapes the two answers must be the same,
// since no direction leads from one to the other.
testing::AssertionResult AnswersAreSymmetric(const ConvexPolygon& a, const ConvexPolygon& b);

}  // namespace collision2d
