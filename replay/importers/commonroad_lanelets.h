#pragma once

#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/v1/scene.pb.h"
#include "replay/importers/commonroad.h"
#include "replay/importers/import_counts.h"
#include "replay/importers/xml_reader.h"

// Road networks: lanelets, and the stop lines, signs and lights along those of CommonRoad.

namespace collision2d::planner {

inline constexpr int kNoLanelet = -1;

// A piece of a lane with one driving direction. Other lanelets are identified by their index in the
// map.
struct Lanelet {
  std::string id;
  // Scene frame, m, in driving direction: the midpoints of the pairs of left and right bound
  // points. At least two.
  std::vector<Vec2> center_line;
  // Scene frame, m, in driving direction: points of the bounds, without repeats of the point
  // before. May be one point.
  std::vector<Vec2> left_bound;
  std::vector<Vec2> right_bound;
  // Scene frame: convex polygons that cover the lanelet.
  std::vector<ConvexPolygon> area;
  std::vector<int> successors;
  // The neighbours with the same driving direction, or kNoLanelet.
  int left = kNoLanelet;
  int right = kNoLanelet;
  // False for sidewalks and the like: neither drivable area nor route.
  bool for_vehicles = true;
};

struct LaneletMap {
  std::vector<Lanelet> lanelets;
  absl::flat_hash_map<std::string, int> index_of_id;
};

// Sets centre line and area of a lanelet from pairs of points of its bounds: midpoints, and the
// union of the quadrilaterals between neighbouring pairs, repaired as all polygons are. Errors:
// those of RepairPolygon.
absl::Status SetBounds(absl::Span<const Vec2> left, absl::Span<const Vec2> right, PolygonRepairs& repairs,
                       Lanelet& lanelet);

// Adds the lanelets to a scene: those of the road as drivable area with their bounds as lane
// boundaries, all as lanes.
void AddLanelets(const LaneletMap& map, RoadLanelets road, v1::Scene& scene);

// Returns the lanelets of a CommonRoad document. The area of a lanelet is the union of the
// quadrilaterals between neighbouring pairs of bound points, repaired as all polygons are;
// quadrilaterals without area are dropped. Lanelets of type sidewalk, crosswalk or bicycleLane are
// not for vehicles; all others are. References to lanelets that the document does not have are left
// out and counted.
// Errors (InvalidArgument, with the element's path and the value): a missing element; fewer than
// two points on a bound; bounds with different numbers of points; numbers as in ReadPoint; an id
// that two lanelets share; a driving direction that is neither same nor opposite.
absl::StatusOr<LaneletMap> ImportLanelets(XmlElement root, ImportCounts& counts);

// Returns the index of the lanelet that the attribute `ref` of `element` names.
// Errors: the attribute is missing or names no lanelet.
absl::StatusOr<int> ReadLaneletReference(XmlElement element, const LaneletMap& map);

// Returns whether p is in the lanelet or on its boundary. Exact.
bool Contains(const Lanelet& lanelet, Vec2 p);

// Adds what a CommonRoad document has of stop lines, traffic signs, traffic lights and speed limits
// to the scene's road_features. A stop line without points is at the end of its lanelet; a sign or
// light without position is at the end of the first lanelet that refers to it; a speed limit
// (2018b) is in the middle of its lanelet. They are not judged, so that what cannot be read or has
// no place is left out and counted, and is no error.
// O(size of the document).
void ImportRoadFeatures(XmlElement root, const LaneletMap& map, ImportCounts& counts, v1::Scene& scene);

}  // namespace collision2d::planner
