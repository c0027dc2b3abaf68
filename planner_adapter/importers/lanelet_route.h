#ifndef COLLISION2D_PLANNER_ADAPTER_IMPORTERS_LANELET_ROUTE_H_
#define COLLISION2D_PLANNER_ADAPTER_IMPORTERS_LANELET_ROUTE_H_

#include <vector>

#include "collision2d/geometry/vec2.h"
#include "planner_adapter/importers/commonroad_lanelets.h"

namespace collision2d::planner {

// One lanelet of a route, and how it is entered.
struct RouteStep {
  int lanelet = kNoLanelet;
  bool by_lane_change = false;  // From a neighbour, not from a predecessor.
};

// A lanelet on which a vehicle can be said to drive.
struct StartLanelet {
  int lanelet = kNoLanelet;
  double heading_error_rad = 0.0;  // Between the vehicle and the centre line beside it.
};

// The lanelets for vehicles that contain `position` (m, scene frame) and whose direction there is within 90 degrees of
// yaw_rad, the best heading first.
std::vector<StartLanelet> LaneletsAt(const LaneletMap& map, Vec2 position, double yaw_rad);

// The lanelet for vehicles with the closest centre line within max_distance_m whose direction there is within 90
// degrees of yaw_rad; kNoLanelet if there is none.
int NearestLanelet(const LaneletMap& map, Vec2 position, double yaw_rad, double max_distance_m);

// The route from `start` to any lanelet of `goals`, over successors and neighbours with the same driving direction,
// with the fewest lane changes, and of those the fewest lanelets. Empty if no goal can be reached.
// O(n log n).
std::vector<RouteStep> FindRoute(const LaneletMap& map, int start, const std::vector<int>& goals);

// Appends to `route` the straightest successors (those whose end turns least from the end of the lanelet before) until
// they are length_m long together, no successor is left, or the route would come back to itself.
void FollowStraightest(const LaneletMap& map, double length_m, std::vector<RouteStep>& route);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_IMPORTERS_LANELET_ROUTE_H_
