#ifndef COLLISION2D_SOLID_SHAPES_CORE_AND_RADIUS_H_
#define COLLISION2D_SOLID_SHAPES_CORE_AND_RADIUS_H_

#include <type_traits>
#include <utility>

#include "collision2d/solid/geometry/vec3.h"

// A shape with round edges is a core grown by a radius: the Minkowski sum of the core and a ball. A query on the cores
// whose result is then shifted by the radii is as exact as one on the cores, and ends after finitely many steps if the
// cores are vertex hulls; on the support mapping of the round shape itself it would only converge.
//
// A shape with a radius provides, in addition to the support mapping of the whole shape (support_mapping.h),
//
//   core() const;              // The core: a shape without a radius, by value or by reference, with the same Hint.
//   double radius_m() const;   // m, >= 0.
//
// CoreOf and RadiusOf return the core and the radius of any shape.
namespace collision2d::solid {

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

// Returns the core of a shape; a shape without a radius is its own core. The result is a reference to the shape or to a
// part of it, or a value: bind it by `const auto& core = CoreOf(shape)`, which keeps either alive.
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

#endif  // COLLISION2D_SOLID_SHAPES_CORE_AND_RADIUS_H_
