#ifndef COLLISION2D_PLANNER_ADAPTER_ROAD_ROAD_CLEARANCE_H_
#define COLLISION2D_PLANNER_ADAPTER_ROAD_ROAD_CLEARANCE_H_

#include <limits>

#include "collision2d/geometry/vec2.h"

namespace collision2d::planner {

// m. Bounds the error of clearances for coordinates up to 10^5 m.
inline constexpr double kRoadClearanceError_m = 1e-9;

// How close a body is to the edge of the road, or how far beyond it. World frame, m.
struct RoadClearance {
  // Inside (is_inside): the distance of the body from the edge, 0 or more. Outside: minus the distance from the road of the body's farthest point. Infinity for
  // a road without edge.
  double clearance_m = 0.0;
  // Exactly whether all points of the body are on the road, which includes its edge.
  bool is_inside = true;
  // The point of the body that is closest to the edge, or farthest outside, and the point of the edge that is closest to it.
  Vec2 witness_body;
  Vec2 witness_edge;
  // A unit vector: from witness_body to witness_edge if the body is inside, the other way around if it is outside. The body gets off the road along it.
  Vec2 direction{1.0, 0.0};
  int piece = -1;  // Index of the piece of the edge.
};

// The clearance on a road without edge.
inline RoadClearance NoEdgeClearance() {
  RoadClearance clearance;
  clearance.clearance_m = std::numeric_limits<double>::infinity();
  return clearance;
}

// The least clearance of one trajectory, and where the body first is outside.
struct TrajectoryRoadClearance {
  RoadClearance least;
  int step = -1;           // Of the least clearance; -1: the trajectory has no steps, or the road has no edge.
  int first_outside = -1;  // The first step at which the body is not inside; -1: it is inside at all of them.
};

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_ROAD_ROAD_CLEARANCE_H_
