#pragma once

#include <optional>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/results.h"
#include "collision2d/batch/trajectories.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/separation_result.h"
#include "planner_adapter/road/depth_bound.h"
#include "planner_adapter/road/outline_arrangement.h"
#include "planner_adapter/road/outline_vertices.h"
#include "planner_adapter/road/road_clearance.h"
#include "planner_adapter/road/road_edge.h"

// How a shape at a pose lies on the road: exact relations of its hull and the edge, and its
// clearance or depth.

namespace collision2d::planner {

// Exact decisions about a convex hull and the edge of a road, for hulls that touch or cross the
// edge. A hull is the vertices of a ConvexPolygon, world frame.

// Whether a piece passes through the interior of a hull of three or more vertices; touching it from
// outside does not count. Source: the separating axes of a polygon and a segment, with weak
// inequalities.
bool CrossesInterior(absl::Span<const Vec2> hull, Vec2 from, Vec2 to);

// Whether p is in the interior of a hull of three or more vertices.
bool IsInterior(absl::Span<const Vec2> hull, Vec2 p);

// Whether a piece runs along the side of a hull from a to b, counter-clockwise, in the opposite
// direction: the hull is next to it where there is no road.
bool RunsAgainst(Vec2 a, Vec2 b, const OutlinePiece& piece);

// Whether a segment, whose `near` pieces are those that it may touch, leaves the road, if it begins
// or touches on it.
enum class SegmentRelation {
  kUntouched,  // No piece touches it: it is on the road as a whole or not at all.
  kStays,      // Every part of it next to a piece that it touches is on the road, or on its edge.
  kLeaves,     // Some part of it is outside.
};
SegmentRelation RelateSegment(Vec2 from, Vec2 to, absl::Span<const OutlinePiece> pieces, absl::Span<const int> near,
                              const OutlineVertices& vertices);

// One shape of a body on a road that has an edge. Refers to its arguments.
class ShapeOnRoad {
 public:
  ShapeOnRoad(const RoadEdge& edge, const ConvexPolygon& shape) : edge_(edge), shape_(shape) {}

  // `piece` is the one nearest to the shape, at a distance of distance_m as StaticMap has it.
  RoadPoseClearance At(const Pose2& pose, int piece, double distance_m) const;
  RoadPoseClearance At(const Pose2& pose) const;

  // The least separation of the shape from the pieces, as MinimumSeparation (batch/distances.h) has
  // it, but that of several contacts at the first such step the lowest piece counts, with a
  // distance of 0 and without witnesses. `guess`: a piece that may be near at a step, which saves
  // time; a step of -1, or one that the poses do not have: none is known.
  Nearest<Separation> NearestAlong(absl::Span<const Pose2> poses, const Nearest<Separation>& guess = {}) const;

  // Lowers *bound_m to what is proven of the distance from the edge in the motions between these
  // poses (Motion::Between): at most tolerance_m below the least one. Mostly a line between the
  // shape and a piece that does not move shows that they stay apart; else the pair is searched.
  absl::Status LowerBound(absl::Span<const Pose2> poses, double tolerance_m, double* bound_m) const;

  // Along poses, of which there is at least one; `found` is NearestAlong of the grown shape.
  TrajectoryRoadClearance Along(absl::Span<const Pose2> poses, const Nearest<Separation>& found) const;

  // Whatever it does not touch, at some step, is apart from the shape.
  ConvexPolygon GrownByRounding(const Trajectories& trajectories) const;

 private:
  // m. Shapes that are this far apart in the body's frame are apart in the world's.
  double Rounding(const Pose2& pose) const;

  // m. The same for all poses at which the shape is near the edge, if there are any besides `pose`.
  double RoundingNearEdge(const Pose2& pose) const;

  // The clearance from one piece, which is the nearest one.
  // REQUIRES: they are apart.
  RoadPoseClearance OfPiece(const Pose2& pose, int piece, const ConvexPolygon& piece_shape) const;

  // As At, if it is on the road.
  std::optional<RoadPoseClearance> IfInside(const Pose2& pose, int piece, double distance_m) const;

  // Whether the shape, which does not touch the edge at these poses, is inside at all of them.
  bool IsInsideApart(absl::Span<const Pose2> poses) const;

  // One pose after the other; `piece` may be near the first one.
  // REQUIRES: the shape is inside before `first`.
  TrajectoryRoadClearance From(int first, absl::Span<const Pose2> poses, int piece) const;

  // Updates the least clearance by the poses from first_outside on, at which the shape is outside;
  // `piece` is the nearest one there. The pose that seems deepest comes first, then those whose
  // bounds are larger than what was found. The error of the depth covers all of these poses.
  void FindDeepest(absl::Span<const Pose2> poses, int piece, TrajectoryRoadClearance* result) const;

  using DepthBounds = absl::InlinedVector<DepthBound, 64>;

  // By pose: the bound by walks that begin where those of the pose before ended. All pieces that
  // touch the shape are of its chain. `piece` may be near the first pose.
  DepthBounds DepthBoundsAt(absl::Span<const Pose2> poses, int piece) const;

  void LowerByStrip(absl::Span<const Vec2> vertices, double enough_m, DepthBound* bound) const;

  // The posed vertices, of which rounding may merge neighbours.
  absl::InlinedVector<Vec2, 8> VerticesAt(const Pose2& pose) const;

  // REQUIRES: the hull touches the edge, or nearly so.
  bool IsInside(const ConvexPolygon& hull) const;

  // Whether a hull is on the road that is too thin for a point of its interior.
  // REQUIRES: no piece crosses its interior.
  bool SidesStay(const ConvexPolygon& hull, absl::Span<const int> near) const;

  struct FarthestPoint {
    double depth_m = 0.0;  // Its distance from the road; 0 if no point was found.
    Vec2 point;
    int piece = -1;  // The piece that is closest to it; -1: no point was found.
  };

  // The deepest of a hull's corners, or of the discs about them, that are outside.
  FarthestPoint FarthestCorner(absl::Span<const Vec2> vertices, const DepthBound& bound) const;

  // Updates the farthest point by a vertex, or, if the shape has a radius, by a point of the disc
  // about it. `piece` may be near.
  void TryCorner(Vec2 vertex, int piece, FarthestPoint* farthest) const;

  RoadPoseClearance OfFarthest(const FarthestPoint& farthest, double bound_m) const;

  const RoadEdge& edge_;
  const ConvexPolygon& shape_;
};

}  // namespace collision2d::planner
