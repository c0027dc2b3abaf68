#ifndef COLLISION2D_PLANNER_ADAPTER_CHECKING_DRIVABLE_AREA_H_
#define COLLISION2D_PLANNER_ADAPTER_CHECKING_DRIVABLE_AREA_H_

#include <vector>

#include "absl/types/span.h"
#include "collision2d/geometry/aabb2.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d::planner {

// A union of closed convex cells that may be driven on; local frame. Refers to the cells, does not copy them.
class DrivableArea {
 public:
  // Points within tolerance_m of a cell count as inside, so that hair gaps between recorded lanes do not.
  DrivableArea(absl::Span<const ConvexPolygon> cells, double tolerance_m);

  // True if every vertex of every shape of the body is inside; of a rounded vertex, eight points of its circle. True
  // without any cell: then the area is not known. Necessary, not sufficient, for the whole body to be inside: an edge
  // that cuts across a notch of the area between two vertices is not seen. `hint` is a cell to try first; it is set to
  // the last one that held a vertex, so that successive poses are cheap.
  // O(vertices) while hints hold, O(vertices * cells) otherwise.
  bool Contains(absl::Span<const ConvexPolygon> body, const Pose2& local_from_body, int* hint) const;

 private:
  bool ContainsPoint(Vec2 point, int* hint) const;
  bool CellContains(int cell, const ConvexPolygon& point) const;

  absl::Span<const ConvexPolygon> cells_;
  std::vector<Aabb2> bounds_;  // Of the cells, inflated by the tolerance.
  double tolerance_m_;
};

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_CHECKING_DRIVABLE_AREA_H_
