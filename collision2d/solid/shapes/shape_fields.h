#ifndef COLLISION2D_SOLID_SHAPES_SHAPE_FIELDS_H_
#define COLLISION2D_SOLID_SHAPES_SHAPE_FIELDS_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "collision2d/solid/geometry/vec3.h"

// The tolerances of the shapes of the 3D core, each with its derivation. u = 2^-53.
namespace collision2d::solid {

// Error bound of the support point p of a round shape (sphere, capsule, cone, cylinder, ellipsoid,
// rounded shape) in direction d: p is within this times Magnitude() of the shape, and d . p,
// computed exactly, is within this times |d| * Magnitude() of the maximum:
//   the unit vector: a sum of squares 3 u, halved by the root, the root u, the division u      3.5
//   u of each coordinate
//   the ellipsoid's products: one before the unit vector is made, in it and after it             4
//   u
//   the sum with the core or the centre                                                          u
// in total 8.5 u of each coordinate; the length of the error is at most sqrt(3) times the largest
// coordinate's: 15 u.
inline constexpr double kRoundSupportRelativeError = 16.0 * 0x1p-53;

// A computed length times this factor is at least the exact length: it exceeds the errors above.
inline constexpr double kRoundUp = 1.0 + 0x1p-48;

// A linear map is treated as singular if the determinant of its rows, scaled to about 1, is at most
// this times the product of their lengths. Computed from rounded entries, the determinant has an
// error, relative to the sum of the magnitudes of its six products, of
//   the rounding of the entries                                   3 u
//   the cross product and the dot product                         5 u
// and that sum is at most 6 / sqrt(27) of the product of the lengths: 10 u in total. The tolerance
// is 12 times that, so that a map that was singular before a few roundings is refused too.
inline constexpr double kSingularMapTolerance = 128.0 * 0x1p-53;

// A linear map is also singular if one of its rows or columns is shorter than this fraction of the
// longest: the image of a direction might underflow.
inline constexpr double kMinMapRatio = 0x1p-300;

// Each side of a bounding box is moved outward by this, relative to the sum of twice the magnitude
// of the shape, which is at least the longest side of its box, and the magnitude of the
// translation:
//   the axis in the shape's frame: a row of the rotation                                         0
//   the choice of a polytope's vertex: kSupport3RelativeError of |axis|_1 <= sqrt(3)           222
//   u
//   a round support point                                                                        8
//   u
//   posing it: 3 products and 3 sums                                                             4
//   u 234 u in total, doubled and rounded up.
inline constexpr double kBoxRelativeError = 0x1p-44;

}  // namespace collision2d::solid

// Checks for the Create() of a shape. Each returns InvalidArgument with the field's name and value,
// or OK.
namespace collision2d::solid::internal {

// Checks a coordinate in m: finite, at most kMaxCoordinate_m in magnitude.
absl::Status CheckCoordinate(absl::string_view field, double value_m);

// Checks the coordinates of a point; errors name them `field`.x, .y, .z.
absl::Status CheckPoint(absl::string_view field, const Vec3& point);

// Checks a length in m: finite, not negative, at most kMaxCoordinate_m.
absl::Status CheckLength(absl::string_view field, double value_m);

// Checks lengths along the axes; errors name them `field`.x, .y, .z.
absl::Status CheckLengths(absl::string_view field, const Vec3& lengths);

// Checks a direction: finite and not zero.
absl::Status CheckDirection(absl::string_view field, const Vec3& direction);

// Checks the extent of a shape composed of other shapes.
absl::Status CheckMagnitude(absl::string_view field, double magnitude_m);

}  // namespace collision2d::solid::internal

#endif  // COLLISION2D_SOLID_SHAPES_SHAPE_FIELDS_H_
