#ifndef COLLISION2D_SOLID_SHAPES_SHAPE_TOLERANCES_H_
#define COLLISION2D_SOLID_SHAPES_SHAPE_TOLERANCES_H_

// The tolerances of the shapes of the 3D core, each with its derivation. u = 2^-53.
namespace collision2d::solid {

// A support point p of a round shape (sphere, capsule, cone, cylinder, ellipsoid, rounded shape) in direction d is
// within this times Magnitude() of the shape, and d . p, exactly taken, is within this times |d| * Magnitude() of the
// largest:
//   the unit vector: a sum of squares 3 u, halved by the root, the root u, the division u      3.5 u of each coordinate
//   the ellipsoid's products: one before the unit vector is made, in it and after it             4 u
//   the sum with the core or the centre                                                          u
// in total 8.5 u of each coordinate; the length of the error is at most sqrt(3) times the largest coordinate's: 15 u.
inline constexpr double kRoundSupportRelativeError = 16.0 * 0x1p-53;

// A computed length times this is not smaller than the exact one: more than the errors above.
inline constexpr double kRoundUp = 1.0 + 0x1p-48;

// A linear map is taken for singular if the determinant of its rows, scaled to about 1, is at most this times the
// product of their lengths. As computed from rounded entries the determinant may be wrong, relative to the sum of the
// magnitudes of its six products, by
//   the rounding of the entries                                   3 u
//   the cross product and the dot product                         5 u
// and that sum is at most 6 / sqrt(27) of the product of the lengths: 10 u in total. Taken 12 times, so that a map
// which was singular before a few roundings is refused too.
inline constexpr double kSingularMapTolerance = 128.0 * 0x1p-53;

// A row or a column of a linear map that is shorter than this part of the longest makes it singular, too: what it makes
// of a direction might underflow.
inline constexpr double kMinMapRatio = 0x1p-300;

// What a bounding box is grown by on each side, relative to twice the magnitude of the shape, which is at least the
// longest side of its box, and the magnitude of the translation:
//   the axis in the shape's frame: a row of the rotation                                         0
//   the choice of a polytope's vertex: kSupport3RelativeError of |axis|_1 <= sqrt(3)           222 u
//   a round support point                                                                        8 u
//   posing it: 3 products and 3 sums                                                             4 u
// 234 u in total, doubled and rounded up.
inline constexpr double kBoxRelativeError = 0x1p-44;

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_SHAPES_SHAPE_TOLERANCES_H_
