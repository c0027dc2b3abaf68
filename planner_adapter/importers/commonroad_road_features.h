#ifndef COLLISION2D_PLANNER_ADAPTER_IMPORTERS_COMMONROAD_ROAD_FEATURES_H_
#define COLLISION2D_PLANNER_ADAPTER_IMPORTERS_COMMONROAD_ROAD_FEATURES_H_

#include <pugixml.hpp>

#include "planner_adapter/importers/commonroad_lanelets.h"
#include "planner_adapter/importers/import_counts.h"
#include "proto/scene.pb.h"

namespace collision2d::planner {

// Adds what a CommonRoad document has of stop lines, traffic signs, traffic lights and speed limits to the scene's
// road_features. A stop line without points is at the end of its lanelet; a sign or light without position is at the end
// of the first lanelet that refers to it; a speed limit (2018b) is in the middle of its lanelet. They are not judged, so
// that what cannot be read or has no place is left out and counted, and is no error.
// O(size of the document).
void ImportRoadFeatures(pugi::xml_node root, const LaneletMap& map, ImportCounts& counts, proto::Scene& scene);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_IMPORTERS_COMMONROAD_ROAD_FEATURES_H_
