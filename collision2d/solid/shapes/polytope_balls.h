#ifndef COLLISION2D_SOLID_SHAPES_POLYTOPE_BALLS_H_
#define COLLISION2D_SOLID_SHAPES_POLYTOPE_BALLS_H_

#include <cstdint>

#include "absl/types/span.h"
#include "collision2d/solid/geometry/vec3.h"

namespace collision2d::solid::internal {

// Returns the radius (m) of a ball around `center` that contains all vertices: the smallest one, rounded up by a
// relative error below 2^-48.
double OuterRadius(absl::Span<const Vec3> vertices, const Vec3& center);

// Returns the radius (m) of a ball around `center` on the inner side of the plane of a face, whose corners are
// counter-clockwise seen from outside and exactly in that plane. It is the largest such radius, rounded down by some
// 2^-48 of the distance of the corners from the centre, and by more if the face is thin. Negative if the centre is, or
// may be, outside.
// REQUIRES: three or more corners, indices of vertices.
double InnerRadiusAtFace(absl::Span<const Vec3> vertices, absl::Span<const int32_t> corners, const Vec3& center);

}  // namespace collision2d::solid::internal

#endif  // COLLISION2D_SOLID_SHAPES_POLYTOPE_BALLS_H_
