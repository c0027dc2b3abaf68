#ifndef COLLISION2D_PLANNER_ADAPTER_IMPORTERS_LANELET_PATH_H_
#define COLLISION2D_PLANNER_ADAPTER_IMPORTERS_LANELET_PATH_H_

#include <string>
#include <vector>

#include "collision2d/geometry/vec2.h"
#include "planner_adapter/importers/commonroad_lanelets.h"

namespace collision2d::planner {

// m. How far ahead of the vehicle a path follows the lanelets at most, not counting the rest of the last one.
inline constexpr double kFollowedLength_m = 300.0;

// m. A path that ends earlier ahead of the vehicle is continued straight on, so that candidates have room.
inline constexpr double kLeastLengthAhead_m = 100.0;

// m. A vehicle outside all lanelets takes the nearest centre line up to this distance.
inline constexpr double kMaxDistanceToLanelet_m = 20.0;

// m. A lane change takes this length of the new lanelet, or half of what is left of it if that is less.
inline constexpr double kLaneChangeLength_m = 30.0;

// m. Points of a path are no closer than this: bounds of lanelets have points within centimetres, whose direction is
// noise.
inline constexpr double kMinPathSpacing_m = 0.1;

struct LaneletPath {
  // Scene frame, m, in driving direction; at least two, neighbours differ. Begins beside or behind the vehicle.
  std::vector<Vec2> points;
  // What was approximated, one sentence each.
  std::vector<std::string> notes;
};

// The path along the centre lines of the lanelets from the vehicle to one of `goals` (see FindRoute) and on along the
// straightest successors. It starts on the lanelet at the vehicle whose direction fits best; of those within 15 degrees
// of the best, on the first from which a goal can be reached. At a lane change the centre line of the old lanelet
// is left as early as possible, but not before the vehicle, and a straight line leads to a point on the new one
// kLaneChangeLength_m farther on. Off the lanelets: along the nearest centre line; with none within
// kMaxDistanceToLanelet_m, straight ahead.
LaneletPath MakeReferencePath(const LaneletMap& map, Vec2 position, double yaw_rad, const std::vector<int>& goals);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_IMPORTERS_LANELET_PATH_H_
