#ifndef COLLISION2D_SOLID_SHAPES_POLYTOPE_FACES_H_
#define COLLISION2D_SOLID_SHAPES_POLYTOPE_FACES_H_

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/solid/geometry/convex_hull3.h"
#include "collision2d/solid/geometry/vec3.h"

namespace collision2d::solid::internal {

// Checks that `faces`, lists of vertices counter-clockwise seen from outside, are the boundary of the hull of
// `vertices`, each face taken as the fan of triangles from its first corner; `hull` is that hull.
// ConvexPolytope::Create lists the requirements, and what the error names. Exact.
// REQUIRES: vertices not empty, finite.
absl::Status CheckFaces(absl::Span<const Vec3> vertices, absl::Span<const std::vector<int32_t>> faces,
                        const ConvexHull3& hull);

}  // namespace collision2d::solid::internal

#endif  // COLLISION2D_SOLID_SHAPES_POLYTOPE_FACES_H_
