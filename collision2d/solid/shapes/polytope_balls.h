#ifndef COLLISION2D_SOLID_SHAPES_POLYTOPE_BALLS_H_
#define COLLISION2D_SOLID_SHAPES_POLYTOPE_BALLS_H_

#include <cstdint>

#include "absl/types/span.h"
#include "collision2d/solid/geometry/vec3.h"

namespace collision2d::solid::internal {

// m. Of a ball around `center` that holds all vertices: the least such, rounded up by less than 2^-48 of itself.
double OuterRadius(absl::Span<const Vec3> vertices, const Vec3& center);

// m. Of a ball around `center` on the inner side of the plane of a face, whose corners are counter-clockwise seen from
// outside and exactly in that plane: the largest, rounded down by some 2^-48 of the distance of the corners from the centre, and by
// more if the face is thin. Negative if the centre is, or may be, outside.
// REQUIRES: three or more corners, indices of vertices.
double InnerRadiusAtFace(absl::Span<const Vec3> vertices, absl::Span<const int32_t> corners, const Vec3& center);

}  // namespace collision2d::solid::internal

#endif  // COLLISION2D_SOLID_SHAPES_POLYTOPE_BALLS_H_
