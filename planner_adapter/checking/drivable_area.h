#ifndef COLLISION2D_PLANNER_ADAPTER_CHECKING_DRIVABLE_AREA_H_
#define COLLISION2D_PLANNER_ADAPTER_CHECKING_DRIVABLE_AREA_H_

#include <vector>

#include "absl/types/span.h"
#include "collision2d/batch/convex_cover.h"
#include "collision2d/batch/trajectory_poses.h"
#include "collision2d/geometry/convex_polygon.h"

namespace collision2d::planner {

// A union of closed convex cells that one body may drive on; local frame. Refers to the cells, does not copy them.
class DrivableArea {
 public:
  // Points within tolerance_m of a cell count as inside, so that hair gaps between recorded lanes do not.
  // REQUIRES: as ConvexCover.
  DrivableArea(absl::Span<const ConvexPolygon> cells, double tolerance_m, absl::Span<const ConvexPolygon> body);

  // first_step[i]: the first step of trajectory i at which the body is not inside; -1: there is none, as without any cell: then the
  // area is not known. The body is inside if every vertex of every shape is; of a rounded vertex, eight points of its circle.
  // Necessary, not sufficient, for the whole body to be inside: an edge that cuts across a notch of the area between two vertices is
  // not seen.
  // REQUIRES: as ConvexCover::FirstUncovered. O(poses * vertices), many at a time; no allocation.
  void FirstOutside(const Trajectories& trajectories, absl::Span<int> first_step) const;

 private:
  ConvexCover cells_;
  std::vector<BodyPoint> corners_;
};

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_CHECKING_DRIVABLE_AREA_H_
