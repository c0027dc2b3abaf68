#pragma once

#include <type_traits>
#include <utility>

#include "collision2d/solid/geometry/vec3.h"

// The support mapping: all that the algorithms of the 3D core know of a shape (van den Bergen 2001,
// section 2). A shape is a closed convex set in its own frame, given by a class with
//   Hint                      Where the last search ended; trivially copyable, Hint{} is valid.
//   Vec3 Support(d, Hint*)    A point p of the set with the largest d . p.
//   Vec3 Center()             A point of the set, deep inside if the set has an inside.
//   double Magnitude()        m. No point of the set has a coordinate whose magnitude is larger.
// It may be more: a vertex hull, a core with a radius, unbounded. docs/solid.md, "Shapes", says
// what each member promises. Nothing is virtual: the algorithms are templates, compiled for pairs
// of types.
namespace collision2d::solid {

// The bound that every support mapping meets, relative to |direction|_1 * Magnitude(): 256 u, with
// u = 2^-53. The largest error is that of polytopes, 128 u of the longest side of the bounding
// box.
inline constexpr double kSupportMappingError = 0x1p-45;

// The hint of a shape whose support mapping is a formula.
struct NoHint {};

namespace internal {

// Whether the expression Members<Shape> compiles: how the traits of shapes ask for members.
template <template <typename> class Members, typename Shape, typename = void>
struct HasMembers : std::false_type {};

template <template <typename> class Members, typename Shape>
struct HasMembers<Members, Shape, std::void_t<Members<Shape>>> : std::true_type {};

template <typename Shape>
using VertexMembers = decltype(std::declval<const Shape&>().vertex(0), std::declval<const Shape&>().num_vertices());

template <typename Shape>
using CoreMembers = decltype(std::declval<const Shape&>().core(), std::declval<const Shape&>().radius_m());

template <typename Shape>
using RecessionMembers = decltype(std::declval<const Shape&>().recession_direction(0),
                                  std::declval<const Shape&>().num_recession_directions());

}  // namespace internal

// Whether the shape is the hull of the points vertex(i), 0 <= i < num_vertices(). Its support
// points are these points, to the bit except for the sign of a zero. Level 1 of two such shapes is
// exact.
template <typename Shape>
inline constexpr bool kIsVertexHull = internal::HasMembers<internal::VertexMembers, Shape>::value;

// Whether the shape is unbounded: only Decision Sphere Search accepts it
// (papers/unbounded_shapes.h); every other query is a compile error.
template <typename Shape>
inline constexpr bool kIsUnbounded = internal::HasMembers<internal::RecessionMembers, Shape>::value;

// Whether the shape is the Minkowski sum of core(), a shape with the same hints and no radius of
// its own, and a ball of radius_m(). A query on the cores whose result is then shifted by the radii
// is as exact as one on the cores; on the support mapping of the round shape it would only
// converge.
template <typename Shape>
inline constexpr bool kHasRadius = internal::HasMembers<internal::CoreMembers, Shape>::value;

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
