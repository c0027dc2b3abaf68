#ifndef COLLISION2D_PLANNER_ADAPTER_SCENE_SOLID_H_
#define COLLISION2D_PLANNER_ADAPTER_SCENE_SOLID_H_

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/convex_polytope.h"
#include "collision2d/solid/z_span.h"

namespace collision2d::planner {

// A convex body in space together with its ground plan and height span. See proto Polytope.
struct Solid {
  solid::ConvexPolytope polytope;
  ConvexPolygon plan;  // The hull of the vertices' x and y, in the body's frame.
  solid::ZSpan span;   // From the lowest vertex to the highest.

  // Returns the convex hull of the points (m). Errors: as ConvexPolytope::FromPoints. Expected O(n log n).
  static absl::StatusOr<Solid> FromPoints(absl::Span<const solid::Vec3> points);
};

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_SCENE_SOLID_H_
