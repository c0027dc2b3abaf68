#ifndef COLLISION2D_BATCH_CONVEX_COVER_H_
#define COLLISION2D_BATCH_CONVEX_COVER_H_

#include <vector>

#include "absl/types/span.h"
#include "collision2d/batch/convex_cover_cells.h"
#include "collision2d/batch/trajectory_poses.h"
#include "collision2d/geometry/aabb2.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d {

// A point that moves with a body: at a pose it is at world_from_body * in_body + offset, evaluated as written. m.
struct BodyPoint {
  Vec2 in_body;
  Vec2 offset;  // Along the world's axes.
};

// A union of closed convex cells, 1 to 10^6 of them, found by a spatial index: the lanes that may be driven on. Tells which points of a
// moving body are within a tolerance of it.
// A point is covered if it is finite, within kMaxCoordinate_m, and for some cell both in the cell's bounding box, grown by the tolerance,
// and as DistanceWithin(cell, point, tolerance_m) says: the same booleans on every instruction set.
// Not changed by queries: any number of threads may read one cover.
class ConvexCover {
 public:
  // The cells stay the caller's and must stay where they are.
  // REQUIRES: tolerance_m is finite and >= 0; fewer than 2^27 cells.
  // O(n log n + all vertices), with memory for the sides of all cells.
  ConvexCover(absl::Span<const ConvexPolygon> cells, double tolerance_m);

  bool empty() const { return cells_.empty(); }

  // first_step[i]: the first step of trajectory i at which some of the points is not covered; -1: there is none. Poses need not be legal.
  // REQUIRES: `trajectories` is as trajectory_poses.h asks for, but for its poses; first_step has one element for each trajectory.
  // No allocation. O(log n + cells near by) for each 16 points; a point that is within rounding of a cell's border, or outside of all,
  // is put to DistanceWithin.
  void FirstUncovered(absl::Span<const BodyPoint> points, const Trajectories& trajectories,
                      absl::Span<int> first_step) const;

 private:
  bool Covers(Vec2 point) const;

  absl::Span<const ConvexPolygon> cells_;
  double tolerance_m_;
  std::vector<Aabb2> bounds_;  // Of the cells, grown by the tolerance.
  internal::CoverCells index_;
};

}  // namespace collision2d

#endif  // COLLISION2D_BATCH_CONVEX_COVER_H_
