#pragma once

#include "absl/types/span.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d {

// Returns the point of the segment ab closest to p; if a and b are equal, that point. Double
// precision.
Vec2 ClosestPointOnSegment(Vec2 p, Vec2 a, Vec2 b);

// Returns the signed distance in m of two convex shapes, in double precision and by the simplest
// method. Apart: the least distance of a vertex of one shape to an edge of the other. Overlapping:
// minus the least overlap of the projections on any edge normal.
// REQUIRES: each shape is a point, a segment, or a convex polygon in counter-clockwise order.
// Error: below kBruteForceRelativeError times the largest coordinate magnitude, unless an edge is
// so short that its normal is lost in rounding.
// O(n m).
// See ExactOracle for exact answers.
double BruteForceSignedDistance(absl::Span<const Vec2> a, absl::Span<const Vec2> b);

// The error of a normal (4 u), of a dot product (4 u for each shape), and of the differences and
// projections (6 u), with u = 2^-53, on coordinates whose sums can be twice the magnitude: below 64
// u in total.
inline constexpr double kBruteForceRelativeError = 0x1p-47;

}  // namespace collision2d
