#pragma once

#include <string>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/geometry/vec2.h"
#include "replay/importers/commonroad_lanelets.h"

// The way of the ego vehicle over lanelets: lengths and directions of polylines, routes to a goal,
// and the reference path along a route.

namespace collision2d::planner {

// Polylines parametrised by station, the length along the line from its first point. All in m, in
// one frame.

// Returns the sum of the segments' lengths; 0 for one point or none.
double PolylineLength(absl::Span<const Vec2> line);

// The point of a line that is closest to a given point; the first one if several are equally close.
struct PolylineProjection {
  double station_m = 0.0;
  double distance_m = 0.0;
  double yaw_rad = 0.0;  // Direction of the segment that contains the point; 0 if the line is a single point.
};

// REQUIRES: not empty.
// O(n).
PolylineProjection ProjectOnPolyline(absl::Span<const Vec2> line, Vec2 p);

// Returns the part of the line between two stations, with interpolated end points. Stations beyond
// an end are clamped to it. The result is one point if the stations coincide.
// REQUIRES: not empty, begin_m <= end_m.
// O(n).
std::vector<Vec2> PolylinePart(absl::Span<const Vec2> line, double begin_m, double end_m);

// Returns the direction of the last segment in rad.
// REQUIRES: two points or more, the last two different.
double EndYaw(absl::Span<const Vec2> line);

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

// Returns the lanelets for vehicles that contain `position` (m, scene frame) and whose direction
// there is within 90 degrees of yaw_rad, best heading first.
std::vector<StartLanelet> LaneletsAt(const LaneletMap& map, Vec2 position, double yaw_rad);

// Returns the lanelet for vehicles with the closest centre line within max_distance_m whose
// direction there is within 90 degrees of yaw_rad; kNoLanelet if there is none.
int NearestLanelet(const LaneletMap& map, Vec2 position, double yaw_rad, double max_distance_m);

// Returns the route from `start` to any lanelet of `goals`, over successors and neighbours with the
// same driving direction: the one with the fewest lane changes, and among those the fewest
// lanelets. Empty if no goal can be reached.
// O(n log n).
std::vector<RouteStep> FindRoute(const LaneletMap& map, int start, const std::vector<int>& goals);

// Appends the straightest successors to `route` (those whose end turns least from the end of the
// previous lanelet) until their total length is length_m, no successor is left, or the route would
// return to a lanelet that it already contains.
void FollowStraightest(const LaneletMap& map, double length_m, std::vector<RouteStep>& route);

// m. The largest distance ahead of the vehicle for which a path follows the lanelets, not counting
// the rest of the last one.
inline constexpr double kFollowedLength_m = 300.0;

// m. A path that ends less than this far ahead of the vehicle is extended straight on, so that
// candidates have room.
inline constexpr double kLeastLengthAhead_m = 100.0;

// m. A vehicle outside all lanelets uses the nearest centre line up to this distance.
inline constexpr double kMaxDistanceToLanelet_m = 20.0;

// m. A lane change ends this far along the new lanelet, or at half of its remaining length if that
// is less.
inline constexpr double kLaneChangeLength_m = 30.0;

// m. The least spacing of the points of a path: bounds of lanelets have points within centimetres,
// whose direction is noise.
inline constexpr double kMinPathSpacing_m = 0.1;

struct LaneletPath {
  // Scene frame, m, in driving direction; at least two, neighbours differ. Begins beside or behind
  // the vehicle.
  std::vector<Vec2> points;
  // What was approximated, one sentence each.
  std::vector<std::string> notes;
};

// Returns the path along the centre lines of the lanelets from the vehicle to one of `goals` (see
// FindRoute) and on along the straightest successors. It starts on the lanelet at the vehicle whose
// direction fits best; of those within 15 degrees of the best, on the first from which a goal can
// be reached. At a lane change the path leaves the centre line of the old lanelet as early as
// possible, but not before the vehicle, and continues straight to a point on the new centre line
// that is kLaneChangeLength_m farther on. A vehicle outside all lanelets follows the nearest centre
// line, or straight ahead if there is none within kMaxDistanceToLanelet_m.
LaneletPath MakeReferencePath(const LaneletMap& map, Vec2 position, double yaw_rad, const std::vector<int>& goals);

}  // namespace collision2d::planner
