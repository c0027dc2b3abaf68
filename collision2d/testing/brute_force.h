#ifndef COLLISION2D_TESTING_BRUTE_FORCE_H_
#define COLLISION2D_TESTING_BRUTE_FORCE_H_

#include "absl/types/span.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d {

// The point of the segment ab closest to p. Equal a and b: that point. Double precision.
Vec2 ClosestPointOnSegment(Vec2 p, Vec2 a, Vec2 b);

// The signed distance in m of two convex shapes in double precision, by the plainest means: apart, the least distance
// of a vertex of one to an edge of the other; overlapping, minus the least overlap of the projections on any edge
// normal.
// REQUIRES: each a point, a segment, or a convex polygon in counter-clockwise order.
// Error: below kBruteForceRelativeError times the largest coordinate magnitude, unless an edge is so short that its
// normal is lost.
// O(n m).
// See ExactOracle for exact answers.
double BruteForceSignedDistance(absl::Span<const Vec2> a, absl::Span<const Vec2> b);

// A normal's error (4 u), a dot product's (4 u for each shape) and the differences' and projections' (6 u) with u =
// 2^-53, on coordinates whose sums can be twice the magnitude: below 64 u.
inline constexpr double kBruteForceRelativeError = 0x1p-47;

}  // namespace collision2d

#endif  // COLLISION2D_TESTING_BRUTE_FORCE_H_
