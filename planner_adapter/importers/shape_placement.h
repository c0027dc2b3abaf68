#ifndef COLLISION2D_PLANNER_ADAPTER_IMPORTERS_SHAPE_PLACEMENT_H_
#define COLLISION2D_PLANNER_ADAPTER_IMPORTERS_SHAPE_PLACEMENT_H_

#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/importers/xml_reader.h"
#include "proto/scene.pb.h"

namespace collision2d::planner {

// Returns the shape that `shape` describes, in the same frame.
// Errors: as ConvexPolygon::Create.
// O(vertices).
absl::StatusOr<ConvexPolygon> OutlineOf(const proto::Shape& shape);

// Returns a polygon, or a disc if `polygon` is a point with a radius.
proto::Shape ToShape(const ConvexPolygon& polygon);

// Returns a rectangle (m, rad). If the coordinates are too coarse for its sides, it is the polygon that rounding leaves
// of it.
// Error (InvalidArgument): a corner beyond kMaxCoordinate_m.
absl::StatusOr<proto::Shape> MakeRectangle(double length_m, double width_m, Vec2 center, double yaw_rad);

// Returns a body's shape at a pose: body frame -> scene frame. If rounding destroys the strict convexity of the posed
// polygon, the result is the hull of its posed vertices.
// Error (InvalidArgument): a coordinate beyond kMaxCoordinate_m.
// O(vertices log vertices).
absl::StatusOr<proto::Shape> PlaceShape(const proto::Shape& body, Vec2 position, double yaw_rad);

// A set of poses: every position in the hull of `positions` (m, scene frame) grown by radius_m, combined with every yaw
// in the interval (rad).
struct PlacementSet {
  std::vector<Vec2> positions;
  double radius_m = 0.0;
  Interval yaw_rad;
};

// Returns the union of several sets of positions as one set: their hull. A hull of more than kMaxPositionCorners
// corners is replaced by its bounding box.
// Errors: those of OutlineOf; no shape.
// O(n log n).
absl::StatusOr<PlacementSet> PositionsIn(absl::Span<const proto::Shape> shapes);
inline constexpr int kMaxPositionCorners = 16;

// Returns one convex shape that covers the body at every pose of the set, up to rounding: the Minkowski sum of the
// positions and the body swept over the yaw interval. The arcs of the sweep are covered by tangent polygons of at most
// pi/4 per piece (at most 1/cos(pi/8) - 1 = 8.3 % farther from the reference point than the body).
// Error: as PlaceShape.
absl::StatusOr<proto::Shape> CoverPlacements(const proto::Shape& body, const PlacementSet& set);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_IMPORTERS_SHAPE_PLACEMENT_H_
