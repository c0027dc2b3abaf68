// Maps of Lanelet2 (.osm): lanelets as a road and as routes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "replay/importers/commonroad.h"
#include "replay/importers/commonroad_lanelets.h"
#include "replay/importers/scene_source.h"

namespace collision2d::planner {

// m. x east and y north of the origin in the UTM projection of the origin's zone (without the
// exceptions of Norway and Svalbard), also for places beyond the zone. Conformal; errors below 1e-6
// m within 1000 km of the zone's central meridian.
// Source: Krueger's series in n to the fourth order (Karney 2011, "Transverse Mercator with an
// accuracy of a few nanometers").
Vec2 ProjectUtm(double latitude_deg, double longitude_deg, const MapOrigin& origin);

// Returns the lanelets of a map, and adds its features to the scene. Coordinates are local_x and
// local_y of the nodes if all nodes have them; otherwise UTM less that of the origin, which is, if
// it is not given, (0, 0) for maps within a degree of it, and the first node for others.
//
// The ways of a lanelet may run in either direction: they are turned so that left lies on the left.
// Its area is the union of quadrilaterals between points of both at the same fractions of their
// lengths, which its centre line, their midpoints, does not leave unless the ways nearly meet;
// quadrilaterals that cross themselves are replaced by their hulls. Lanelets may overlap, and leave
// holes. They are for vehicles by their tags participant:vehicle*, and without any participant if
// their subtype is road, highway, play_street, exit or none. Elements that are deleted do not
// exist.
// Errors (InvalidArgument, with the element's path and the value): not well-formed, another root
// element, no lanelet, an id twice, a reference to what is not there, a way of a lanelet with fewer
// than two points, a lanelet without one left and one right way, numbers that are not finite or
// beyond the limits, nodes of which only some have local coordinates. O(n log n).
absl::StatusOr<LaneletMap> ReadLanelet2(absl::string_view xml, const std::optional<MapOrigin>& origin,
                                        ImportCounts& counts, ImportedScene& imported);

// Returns a map as a scene without ego state and obstacles: drivable area, lanes and features.
absl::StatusOr<std::vector<ImportedScene>> ImportLanelet2(absl::string_view xml, const CommonRoadOptions& options,
                                                          const std::optional<MapOrigin>& origin);

}  // namespace collision2d::planner
