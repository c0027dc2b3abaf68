#ifndef COLLISION2D_PLANNER_ADAPTER_IMPORTERS_COMMONROAD_SHAPES_H_
#define COLLISION2D_PLANNER_ADAPTER_IMPORTERS_COMMONROAD_SHAPES_H_

#include <pugixml.hpp>
#include <vector>

#include "absl/status/statusor.h"
#include "planner_adapter/importers/polygon_repair.h"
#include "proto/scene.pb.h"

namespace collision2d::planner {

// Returns the shapes given by the children `rectangle`, `circle` and `polygon` of a CommonRoad element (shape or
// position), in its frame and in the document's order; several shapes form a group whose union is occupied. A rectangle
// without orientation is axis-aligned; a rectangle or circle without centre is at the origin. Polygons are repaired and
// split, counted in `repairs`.
// Errors (InvalidArgument, naming the element and the value): no such child; a missing element; text that is not a
// number, or a number that is not finite or beyond kMaxCoordinate_m; a length, width or radius that is not positive.
absl::StatusOr<std::vector<proto::Shape>> ReadShapes(pugi::xml_node element, PolygonRepairs& repairs);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_IMPORTERS_COMMONROAD_SHAPES_H_
