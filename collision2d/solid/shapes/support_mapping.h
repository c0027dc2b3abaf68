#ifndef COLLISION2D_SOLID_SHAPES_SUPPORT_MAPPING_H_
#define COLLISION2D_SOLID_SHAPES_SUPPORT_MAPPING_H_

#include <type_traits>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "collision2d/solid/geometry/vec3.h"

// The support mapping is all that the algorithms of the 3D core know of a shape (van den Bergen
// 2001, section 2).
//
// A shape is a closed convex set in its own frame, given by a class with
//
//   using Hint = ...;   // Where the last search ended; trivially copyable; Hint{} is a valid
//   initial value.
//
//   // Returns a support point: a point p of the set with the largest direction . p. The error is
//   at most
//   // kSupportMappingError times |direction|_1 * Magnitude(). `direction` need not be a unit
//   vector; its length has no
//   // effect, from the smallest double to the largest. The search begins at `*hint`, if the shape
//   has a hint, and
//   // stores the place where it ended. Deterministic; no allocation.
//   // REQUIRES: direction is finite and not zero.
//   Vec3 Support(const Vec3& direction, Hint* hint) const;
//
//   // A point of the set, deep inside if the set has an inside.
//   Vec3 Center() const;
//
//   // m. No point of the set has a coordinate whose magnitude is larger.
//   double Magnitude() const;
//
// A shape that is the hull of finitely many points declares this as follows, and its support points
// are these very vertices, to the bit (except for the sign of a zero):
//
//   int num_vertices() const;      // >= 1
//   Vec3 vertex(int i) const;
//
// Such a shape may provide two balls around Center(), which decide easy queries:
//
//   double InnerRadius() const;    // m, >= 0. The ball of this radius is inside the shape; 0 if
//   unknown.
//   double OuterRadius() const;    // m. No point of the shape is farther from Center().
//
// Level 1 of two such shapes is exact. Nothing here is virtual: the algorithms are templates, and a
// loop over pairs of two types is compiled for these types. Shapes with round edges also provide
// their core and radius, unbounded shapes, which only Decision Sphere Search accepts, their
// directions of recession: both at the end of this file. For shapes whose type is known at run time
// only, see papers/shape_ref.h.
namespace collision2d::solid {

// The bound that every support mapping meets, relative to |direction|_1 * Magnitude(): 256 u, with
// u = 2^-53. The largest error is that of polytopes (kSupport3RelativeError, vertex_climb.h), 128 u
// of the longest side of the bounding box.
inline constexpr double kSupportMappingError = 0x1p-45;

// The hint of a shape whose support mapping is a formula.
struct NoHint {};

// The hint of a shape composed of two shapes.
template <typename HintA, typename HintB>
struct HintPair {
  HintA a{};
  HintB b{};
};

namespace internal {

template <typename Shape, typename = void>
struct IsVertexHull : std::false_type {};

template <typename Shape>
struct IsVertexHull<Shape, std::void_t<decltype(std::declval<const Shape&>().vertex(0)),
                                       decltype(std::declval<const Shape&>().num_vertices())>> : std::true_type {};

template <typename Shape, typename = void>
struct HasBalls : std::false_type {};

template <typename Shape>
struct HasBalls<Shape, std::void_t<decltype(std::declval<const Shape&>().InnerRadius()),
                                   decltype(std::declval<const Shape&>().OuterRadius())>> : std::true_type {};

}  // namespace internal

// Whether the shape is a hull of vertices and provides them.
template <typename Shape>
inline constexpr bool kIsVertexHull = internal::IsVertexHull<Shape>::value;

// Whether the shape provides a ball inside it and a ball around it.
template <typename Shape>
inline constexpr bool kHasBalls = internal::HasBalls<Shape>::value;

}  // namespace collision2d::solid

namespace collision2d::solid::internal {

// A direction whose largest coordinate is in [kMinDirectionNorm, kMaxDirectionNorm] is used
// unchanged.
inline constexpr double kMinDirectionNorm = 0x1p-200;
inline constexpr double kMaxDirectionNorm = 0x1p400;

// Returns `direction` times the power of two that brings its largest coordinate into that range:
// the same direction, to the bit unless coordinates are subnormal.
inline Vec3 ScaledIntoRange(Vec3 direction) {
  // The range of doubles is 2^-1074 to 2^1024: at most five steps of 2^200.
  for (int step = 0; step < 5 && NormInfinity(direction) < kMinDirectionNorm; ++step) direction = 0x1p200 * direction;
  for (int step = 0; step < 5 && NormInfinity(direction) > kMaxDirectionNorm; ++step) direction = 0x1p-200 * direction;
  return direction;
}

// Returns the direction, scaled by a power of two if it is too short or too long to be multiplied
// by numbers about 1. Costs one comparison in the usual case.
inline Vec3 DirectionInRange(const Vec3& direction) {
  const double norm = NormInfinity(direction);
  if (norm >= kMinDirectionNorm && norm <= kMaxDirectionNorm) return direction;
  return ScaledIntoRange(direction);
}

// Returns the direction, scaled by a power of two so that its dot products with differences of
// legal coordinates neither overflow nor, down to the smallest doubles, underflow: its largest
// coordinate is at least 2^200 and at most 2^800.
inline Vec3 ForDotProducts(const Vec3& direction) { return 0x1p400 * DirectionInRange(direction); }

}  // namespace collision2d::solid::internal

// Unbounded shapes, for Decision Sphere Search only (Hornus 2017, section 4): rays, lines,
// half-spaces, view pyramids.
//
// Each shape is a base point and a cone of recession directions r: if p is a point of the shape, so
// is every p + t r with t >= 0. If a recession direction rises along n, the support function is
// infinite there, so no plane with that normal separates. The search is therefore restricted to the
// normals n with n . r <= 0 for every generator r of the cone, the support of the shape's Gauss
// map; for these the base point is a support point. An unbounded shape thus has the support mapping
// of its base point, and
//
//   int num_recession_directions() const;          // >= 1, at most kMaxRecessionDirections
//   Vec3 recession_direction(int i) const;         // A generator of the cone: finite, not zero, of
//   any length.
//   static constexpr int kGaussMapDimension;       // Dimension of the Gauss map's support on the
//   sphere:
//                                                  // 2 a region, 1 a great circle, 0 a single
//                                                  normal.
//
// It is not a vertex hull, and its Magnitude() is that of the base point. Below dimension 2 the
// half-spaces of the generators leave no region of the sphere: a search has to stay on the great
// circle (perpendicular to a line's direction), or to try the single normal
// (HalfSpaceShape::outward_normal()).
namespace collision2d::solid {

// The largest number of generators of a shape's recession cone; a search keeps all of them.
inline constexpr int kMaxRecessionDirections = 5;

namespace internal {

template <typename Shape, typename = void>
struct IsUnbounded : std::false_type {};

template <typename Shape>
struct IsUnbounded<Shape, std::void_t<decltype(std::declval<const Shape&>().recession_direction(0)),
                                      decltype(std::declval<const Shape&>().num_recession_directions())>>
    : std::true_type {};

}  // namespace internal

// Whether the shape is unbounded: only Decision Sphere Search accepts it; every other query is a
// compile error.
template <typename Shape>
inline constexpr bool kIsUnbounded = internal::IsUnbounded<Shape>::value;

// A shape with round edges is a core grown by a radius: the Minkowski sum of the core and a ball. A
// query on the cores whose result is then shifted by the radii is as exact as one on the cores, and
// ends after finitely many steps if the cores are vertex hulls; on the support mapping of the round
// shape itself it would only converge.
//
// A shape with a radius provides, in addition to the support mapping of the whole shape,
//
//   core() const;              // The core: a shape without a radius, by value or by reference,
//   with the same Hint.
//   double radius_m() const;   // m, >= 0.
//
// CoreOf and RadiusOf return the core and the radius of any shape.

namespace internal {

template <typename Shape, typename = void>
struct HasRadius : std::false_type {};

template <typename Shape>
struct HasRadius<Shape, std::void_t<decltype(std::declval<const Shape&>().core()),
                                    decltype(std::declval<const Shape&>().radius_m())>> : std::true_type {};

// Returns the support point of the core grown by a radius, from one of the core and the direction.
// REQUIRES: direction is finite and not zero.
inline Vec3 Grown(const Vec3& on_core, double radius_m, const Vec3& direction) {
  return on_core + radius_m * Normalized(direction);
}

}  // namespace internal

// Whether the shape provides a core and a radius.
template <typename Shape>
inline constexpr bool kHasRadius = internal::HasRadius<Shape>::value;

// Returns the core of a shape; a shape without a radius is its own core. The result is a reference
// to the shape or to a part of it, or a value: bind it by `const auto& core = CoreOf(shape)`, which
// keeps either alive.
template <typename Shape>
decltype(auto) CoreOf(const Shape& shape) {
  if constexpr (kHasRadius<Shape>) {
    using Core = std::decay_t<decltype(shape.core())>;
    static_assert(!kHasRadius<Core>, "a core has no radius of its own");
    static_assert(std::is_same_v<typename Core::Hint, typename Shape::Hint>, "a shape and its core share hints");
    return shape.core();
  } else {
    return (shape);
  }
}

// Returns the radius in m; 0 for a shape without a radius.
template <typename Shape>
constexpr double RadiusOf(const Shape& shape) {
  if constexpr (kHasRadius<Shape>) {
    return shape.radius_m();
  } else {
    return 0.0;
  }
}

// The type of the core of a shape.
template <typename Shape>
using CoreType = std::decay_t<decltype(CoreOf(std::declval<const Shape&>()))>;

}  // namespace collision2d::solid

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

#endif  // COLLISION2D_SOLID_SHAPES_SUPPORT_MAPPING_H_
