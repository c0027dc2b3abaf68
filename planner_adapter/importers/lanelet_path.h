#ifndef COLLISION2D_PLANNER_ADAPTER_IMPORTERS_LANELET_PATH_H_
#define COLLISION2D_PLANNER_ADAPTER_IMPORTERS_LANELET_PATH_H_

#include <string>
#include <vector>

#include "collision2d/geometry/vec2.h"
#include "planner_adapter/importers/commonroad_lanelets.h"

namespace collision2d::planner {

// m. The largest distance ahead of the vehicle for which a path follows the lanelets, not counting the rest of the last
// one.
inline constexpr double kFollowedLength_m = 300.0;

// m. A path that ends less than this far ahead of the vehicle is extended straight on, so that candidates have room.
inline constexpr double kLeastLengthAhead_m = 100.0;

// m. A vehicle outside all lanelets uses the nearest centre line up to this distance.
inline constexpr double kMaxDistanceToLanelet_m = 20.0;

// m. A lane change ends this far along the new lanelet, or at half of its remaining length if that is less.
inline constexpr double kLaneChangeLength_m = 30.0;

// m. The least spacing of the points of a path: bounds of lanelets have points within centimetres, whose direction is
// noise.
inline constexpr double kMinPathSpacing_m = 0.1;

struct LaneletPath {
  // Scene frame, m, in driving direction; at least two, neighbours differ. Begins beside or behind the vehicle.
  std::vector<Vec2> points;
  // What was approximated, one sentence each.
  std::vector<std::string> notes;
};

// Returns the path along the centre lines of the lanelets from the vehicle to one of `goals` (see FindRoute) and on
// along the straightest successors. It starts on the lanelet at the vehicle whose direction fits best; of those within
// 15 degrees of the best, on the first from which a goal can be reached. At a lane change the path leaves the centre
// line of the old lanelet as early as possible, but not before the vehicle, and continues straight to a point on the
// new centre line that is kLaneChangeLength_m farther on. A vehicle outside all lanelets follows the nearest centre
// line, or straight ahead if there is none within kMaxDistanceToLanelet_m.
LaneletPath MakeReferencePath(const LaneletMap& map, Vec2 position, double yaw_rad, const std::vector<int>& goals);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_IMPORTERS_LANELET_PATH_H_
