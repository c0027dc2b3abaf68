#pragma once

#include <vector>

#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/checking/testing/plain_checker.h"

namespace collision2d::planner {

// A union of convex cells without radii, to compare a road with; shares no code with it.
class PlainRoad {
 public:
  // The boundary of the union: each side of each cell without what is in other cells. O(n^2).
  explicit PlainRoad(absl::Span<const ConvexPolygon> cells);

  // Whether the shape is inside, or crosses the boundary by at most tolerance_m, as
  // PlainSignedDistance has it. With a negative tolerance: whether it is that far from the
  // boundary.
  bool Contains(const PlainShape& shape, double tolerance_m = 1e-9) const;

  // The same of each of a body's shapes.
  bool Contains(const std::vector<PlainShape>& body, double tolerance_m = 1e-9) const;

  // m. The least signed distance of the shape from a side of the boundary.
  double DistanceOf(const PlainShape& shape) const;

 private:
  struct Side {
    Vec2 from;
    Vec2 to;
  };

  absl::Span<const ConvexPolygon> cells_;
  std::vector<Side> boundary_;
};

}  // namespace collision2d::planner
