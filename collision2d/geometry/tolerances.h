#pragma once

#include "collision2d/code_generation.h"

// The tolerances that the 2D core shares, with units and derivations; docs/numerics.md explains how
// they work together.
namespace collision2d {

// m. Coordinates, radii and translations above this limit are rejected as unit mistakes. The limit
// is more than twice the Earth's circumference; below it no square or product of the core
// overflows.
inline constexpr double kMaxCoordinate_m = 1e8;

// The squared length of a rotation's (cos, sin) may differ from 1 by this much: composing a
// thousand rounded unit rotations stays below 1000 * 4 * 2^-53 = 4.4e-13.
inline constexpr double kUnitRotationTolerance = 1e-12;

// Bound on the error of distances, depths and witness points, relative to the size of the pair: 4
// units in the last place. The size is max(diameter of a, diameter of b, distance); in a query with
// a pose, the posed coordinates are added: |t.x| + |t.y| + 2 max |coordinate of b|, t being the
// translation. Proof: height.
inline constexpr double kDistanceRelativeError = 4.0 * 0x1p-52;

// The accuracy of distances, depths, witness points and directions is stated for pairs in which
// every coordinate, of the shapes and of the pose, is 0 or at least this fraction of the largest
// one: products of lengths that differ more underflow. Whether shapes collide is exact at any
// ratio.
inline constexpr double kMinScaleRatio = 0x1p-300;

namespace internal {

// Bound on the error of "the smallest v . (p - q) over all vertices" as GJK computes it, relative
// to |v|_1 * E. E is the sum of the diameters of both shapes, of the magnitudes of the posed
// coordinates (those of b and of the pose, docs/glossary.md), and of |w|_1, w being the support
// point found. With u = 2^-53:
//   rotating v into b's frame                                    3 u |v|_1 * E
//   posing the vertices of b                                     4 u |v|_1 * E
//   the dot products of a linear scan, relative to a vertex      6 u |v|_1 * E
//   hill climbing by edges: 6 u |v|_1 * perimeter, at most pi diameters   19 u |v|_1 * E
//   the difference p - q and its dot product with v              4 u |v|_1 * E
// The total is below 40 u; it is rounded up to a power of two, and doubled once more.
// Proof: support.
inline constexpr double kSupportRelativeError = 0x1p-46;

// Bound on the error of how far one vertex of a shape rises above its neighbour in a direction,
// relative to the sum of the magnitudes of the two products: two rounded differences, two products
// and a sum, 3 u; doubled. Proof: rise.
inline constexpr double kRiseRelativeError = 6.0 * 0x1p-53;

// Margin of the tests by bounding and inner circles, relative to the radii and to the posed
// coordinates. It exceeds both the change of a radius under a slightly non-unit rotation
// (kUnitRotationTolerance) and a thousand times the rounding error.
// No proof: it is 4 kUnitRotationTolerance, by a wide margin the larger error.
inline constexpr double kCircleRelativeError = 0x1p-38;

// A posed ring stays strictly convex if ConvexPolygon::convexity_margin_m exceeds this fraction of
// the posed coordinates. Rounding moves a coordinate of a posed vertex by at most 4 u of them: two
// products, their difference and the sum with the translation, u each. The sum is doubled, and
// multiplied by four because only a quarter of the margin is allowed. Proof: posing.
inline constexpr double kPosingConvexityError = 32.0 * 0x1p-53;

// Bound on the error of a cross product of two CSO points relative to the sum of the magnitudes of
// its two products: two rounded factors (2 u), the rounded product (u) and difference (u), and
// second-order terms; doubled. Proof: cross.
inline constexpr double kCrossRelativeError = 8.0 * 0x1p-53;

// m. Pairs whose diameters sum to less than this are scaled up before the exact test, because
// queries multiply up to four lengths and such products could underflow, in particular for gaps of
// 2^-900 of the pair's size.
inline constexpr double kSquaresUnderflow_m = 0x1p-100;

}  // namespace internal

}  // namespace collision2d
