#ifndef COLLISION2D_PLANNER_ADAPTER_IMPORTERS_LANELET_ROUTE_H_
#define COLLISION2D_PLANNER_ADAPTER_IMPORTERS_LANELET_ROUTE_H_

#include <vector>

#include "collision2d/geometry/vec2.h"
#include "planner_adapter/importers/commonroad_lanelets.h"

namespace collision2d::planner {

// One lanelet of a route, and the way in which it is entered.
struct RouteStep {
  int lanelet = kNoLanelet;
  bool by_lane_change = false;  // From a neighbour, not from a predecessor.
};

// A lanelet that a vehicle may be driving on.
struct StartLanelet {
  int lanelet = kNoLanelet;
  double heading_error_rad = 0.0;  // Between the vehicle's heading and the nearby centre line.
};

// Returns the lanelets for vehicles that contain `position` (m, scene frame) and whose direction there is within 90
// degrees of yaw_rad, best heading first.
std::vector<StartLanelet> LaneletsAt(const LaneletMap& map, Vec2 position, double yaw_rad);

// Returns the lanelet for vehicles with the closest centre line within max_distance_m whose direction there is within
// 90 degrees of yaw_rad; kNoLanelet if there is none.
int NearestLanelet(const LaneletMap& map, Vec2 position, double yaw_rad, double max_distance_m);

// Returns the route from `start` to any lanelet of `goals`, over successors and neighbours with the same driving
// direction: the one with the fewest lane changes, and among those the fewest lanelets. Empty if no goal can be
// reached.
// O(n log n).
std::vector<RouteStep> FindRoute(const LaneletMap& map, int start, const std::vector<int>& goals);

// Appends the straightest successors to `route` (those whose end turns least from the end of the previous lanelet)
// until their total length is length_m, no successor is left, or the route would return to a lanelet that it already
// contains.
void FollowStraightest(const LaneletMap& map, double length_m, std::vector<RouteStep>& route);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_IMPORTERS_LANELET_ROUTE_H_
