#pragma once

#include <limits>

#include "collision2d/geometry/vec2.h"

namespace collision2d::planner {

// m. Bounds the error of clearances for coordinates up to 10^5 m. No proof: a
// sum by hand of the errors of distances, poses and depths.
inline constexpr double kRoadClearanceError_m = 1e-9;

// How close a body is to the edge of the road, or how far beyond it. World frame, m.
struct RoadPoseClearance {
  // Inside (is_inside): the distance of the body from the edge, 0 or more. Outside: minus the
  // distance from the road of the corner, or the disc about one, that is farthest from it. Infinity
  // if no road is known, minus infinity if nothing is road.
  double clearance_m = 0.0;
  // True if all points of the body are on the road, which includes its edge. Exact.
  bool is_inside = false;  // Until a query has answered.
  // The point of the body that is closest to the edge, or farthest outside, and the point of the
  // edge that is closest to it.
  Vec2 witness_body;
  Vec2 witness_edge;
  // A unit vector that points off the road: from witness_body to witness_edge if the body is
  // inside, from witness_edge to witness_body if it is outside.
  Vec2 direction{1.0, 0.0};
  int piece = -1;  // Index of the piece of the edge; -1: there is no edge.
  // Outside: no point of the body is deeper than reported by more than this. It is at most
  // kRoadClearanceError_m beyond a straight edge; next to curves, notches and holes the bound is
  // looser, and the deepest point may be between corners.
  double depth_error_m = 0.0;
};

// The clearance where no road is known, or where nothing is road.
inline RoadPoseClearance NoEdgeClearance(bool is_road) {
  RoadPoseClearance clearance;
  clearance.clearance_m = (is_road ? 1.0 : -1.0) * std::numeric_limits<double>::infinity();
  clearance.is_inside = is_road;
  return clearance;
}

// The least clearance of one trajectory, and where the body first is outside.
struct TrajectoryRoadClearance {
  RoadPoseClearance least;
  int step = -1;           // Of the least clearance; -1: the trajectory has no steps, or no road is known.
  int first_outside = -1;  // The first step at which the body is not inside; -1: it is inside at all of them.
};

}  // namespace collision2d::planner
