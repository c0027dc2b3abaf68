#ifndef COLLISION2D_SOLID_SHAPES_SUPPORT_MAPPING_H_
#define COLLISION2D_SOLID_SHAPES_SUPPORT_MAPPING_H_

#include <type_traits>

#include "collision2d/solid/geometry/vec3.h"

// The support mapping is all that the algorithms of the 3D core know of a shape (van den Bergen 2001, section 2).
//
// A shape is a closed convex set in its own frame, given by a class with
//
//   using Hint = ...;   // Where the last search ended; trivially copyable; Hint{} is a valid initial value.
//
//   // Returns a support point: a point p of the set with the largest direction . p. The error is at most
//   // kSupportMappingError times |direction|_1 * Magnitude(). `direction` need not be a unit vector; its length has no
//   // effect, from the smallest double to the largest. The search begins at `*hint`, if the shape has a hint, and
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
// A shape that is the hull of finitely many points declares this as follows, and its support points are these very
// vertices, to the bit (except for the sign of a zero):
//
//   int num_vertices() const;      // >= 1
//   Vec3 vertex(int i) const;
//
// Such a shape may provide two balls around Center(), which decide easy queries:
//
//   double InnerRadius() const;    // m, >= 0. The ball of this radius is inside the shape; 0 if unknown.
//   double OuterRadius() const;    // m. No point of the shape is farther from Center().
//
// Level 1 of two such shapes is exact. Nothing here is virtual: the algorithms are templates, and a loop over pairs of
// two types is compiled for these types. Shapes with round edges also provide their core and radius, see
// core_and_radius.h; for unbounded shapes, which only Decision Sphere Search accepts, see recession.h. For shapes whose
// type is known at run time only, see shape_ref.h.
namespace collision2d::solid {

// The bound that every support mapping meets, relative to |direction|_1 * Magnitude(): 256 u, with u = 2^-53. The
// largest error is that of polytopes (kSupport3RelativeError, vertex_climb.h), 128 u of the longest side of the
// bounding box.
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

#endif  // COLLISION2D_SOLID_SHAPES_SUPPORT_MAPPING_H_
