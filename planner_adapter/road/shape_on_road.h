#ifndef COLLISION2D_PLANNER_ADAPTER_ROAD_SHAPE_ON_ROAD_H_
#define COLLISION2D_PLANNER_ADAPTER_ROAD_SHAPE_ON_ROAD_H_

#include "absl/types/span.h"
#include "collision2d/batch/step_separation.h"
#include "collision2d/batch/trajectory_poses.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "planner_adapter/road/farthest_outside.h"
#include "planner_adapter/road/road_clearance.h"
#include "planner_adapter/road/road_edge.h"

namespace collision2d::planner {

// One shape of a body on a road that has an edge. Refers to its arguments.
class ShapeOnRoad {
 public:
  ShapeOnRoad(const RoadEdge& edge, const ConvexPolygon& shape) : edge_(edge), shape_(shape) {}

  // `piece` is the one nearest to the shape, at a distance of distance_m as StaticMap has it.
  RoadClearance At(const Pose2& pose, int piece, double distance_m) const;

  // Along poses, of which there is at least one; `found` is the LeastSeparation of the grown shape from the pieces.
  TrajectoryRoadClearance Along(absl::Span<const Pose2> poses, const StepSeparation& found) const;

  // Whatever it does not touch, at some step, is apart from the shape.
  ConvexPolygon GrownByRounding(const Trajectories& trajectories) const;

 private:
  // m. A bound on how far outside the shape is at the pose.
  double MostDepth(const Pose2& pose, int piece) const;

  // m. Shapes that are this far apart in the body's frame are apart in the world's.
  double Rounding(const Pose2& pose) const;

  // The clearance from one piece, which is the nearest one.
  // REQUIRES: they are apart.
  RoadClearance OfPiece(const Pose2& pose, int piece, const ConvexPolygon& piece_shape) const;

  RoadClearance At(const Pose2& pose) const;

  // Whether the shape, which does not touch the edge at these poses, is inside at all of them.
  bool IsInsideApart(absl::Span<const Pose2> poses) const;

  // One pose after the other.
  // REQUIRES: the shape is inside before `first`.
  TrajectoryRoadClearance From(int first, absl::Span<const Pose2> poses) const;

  // Updates the least clearance by the poses after first_outside: the one with the largest bound first, until no bound is larger than what was found.
  void FindDeepest(absl::Span<const Pose2> poses, TrajectoryRoadClearance* result) const;

  RoadClearance Touching(const Pose2& pose, int piece) const;

  // REQUIRES: the hull touches the edge, or nearly so.
  bool IsInside(const ConvexPolygon& hull) const;

  // Whether a hull is on the road that is too thin for a point of its interior.
  // REQUIRES: no piece crosses its interior.
  bool SidesStay(const ConvexPolygon& hull, absl::Span<const int> near) const;

  // The farthest point. A corner is one if it is as far outside as the nearest piece allows.
  RoadClearance Outside(const ConvexPolygon& hull, int piece) const;

  RoadClearance OfFarthest(const FarthestPoint& farthest) const;

  const RoadEdge& edge_;
  const ConvexPolygon& shape_;
};

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_ROAD_SHAPE_ON_ROAD_H_
