#ifndef COLLISION2D_SOLID_SHAPES_RECESSION_H_
#define COLLISION2D_SOLID_SHAPES_RECESSION_H_

#include <type_traits>
#include <utility>

#include "collision2d/solid/geometry/vec3.h"

// Unbounded shapes, for Decision Sphere Search only (Hornus 2017, section 4): rays, lines, half-spaces, view pyramids.
//
// Each shape is a base point and a cone of recession directions r: if p is a point of the shape, so is every p + t r
// with t >= 0. If a recession direction rises along n, the support function is infinite there, so no plane with that
// normal separates. The search is therefore restricted to the normals n with n . r <= 0 for every generator r of the
// cone, the support of the shape's Gauss map; for these the base point is a support point. An unbounded shape thus has
// the support mapping of its base point, and
//
//   int num_recession_directions() const;          // >= 1, at most kMaxRecessionDirections
//   Vec3 recession_direction(int i) const;         // A generator of the cone: finite, not zero, of any length.
//   static constexpr int kGaussMapDimension;       // Dimension of the Gauss map's support on the sphere:
//                                                  // 2 a region, 1 a great circle, 0 a single normal.
//
// It is not a vertex hull, and its Magnitude() is that of the base point. Below dimension 2 the half-spaces of the
// generators leave no region of the sphere: a search has to stay on the great circle (perpendicular to a line's
// direction), or to try the single normal (HalfSpaceShape::outward_normal()).
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

// Whether the shape is unbounded: only Decision Sphere Search accepts it; every other query is a compile error.
template <typename Shape>
inline constexpr bool kIsUnbounded = internal::IsUnbounded<Shape>::value;

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_SHAPES_RECESSION_H_
