#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/v1/scene.pb.h"
#include "replay/importers/polygon_repair.h"
#include "replay/importers/xml_reader.h"

// States of CommonRoad: shapes, sets of poses and the shapes that cover a body there, and states
// with exact or uncertain quantities.

namespace collision2d::planner {

// Returns the shape that `shape` describes, in the same frame.
// Errors: as ConvexPolygon::Create.
// O(vertices).
absl::StatusOr<ConvexPolygon> OutlineOf(const v1::Shape& shape);

// Returns a polygon, or a disc if `polygon` is a point with a radius.
v1::Shape ToShape(const ConvexPolygon& polygon);

// Returns a rectangle (m, rad). If the coordinates are too coarse for its sides, it is the polygon
// that rounding leaves of it.
// Error (InvalidArgument): a corner beyond kMaxCoordinate_m.
absl::StatusOr<v1::Shape> MakeRectangle(double length_m, double width_m, Vec2 center, double yaw_rad);

// Returns a body's shape at a pose: body frame -> scene frame. If rounding destroys the strict
// convexity of the posed polygon, the result is the hull of its posed vertices. Error
// (InvalidArgument): a coordinate beyond kMaxCoordinate_m.
// O(vertices log vertices).
absl::StatusOr<v1::Shape> PlaceShape(const v1::Shape& body, Vec2 position, double yaw_rad);

// A set of poses: every position in the hull of `positions` (m, scene frame) grown by radius_m,
// combined with every yaw in the interval (rad).
struct PlacementSet {
  std::vector<Vec2> positions;
  double radius_m = 0.0;
  UncertainNumber yaw_rad;
};

// Returns the union of several sets of positions as one set: their hull. A hull of more than
// kMaxPositionCorners corners is replaced by its bounding box.
// Errors: those of OutlineOf; no shape.
// O(n log n).
absl::StatusOr<PlacementSet> PositionsIn(absl::Span<const v1::Shape> shapes);
inline constexpr int kMaxPositionCorners = 16;

// Returns one convex shape that covers the body at every pose of the set, up to rounding: the
// Minkowski sum of the positions and the body swept over the yaw interval. The arcs of the sweep
// are covered by tangent polygons of at most pi/4 per piece (at most 1/cos(pi/8) - 1 = 8.3 %
// farther from the reference point than the body).
// Error: as PlaceShape.
absl::StatusOr<v1::Shape> CoverPlacements(const v1::Shape& body, const PlacementSet& set);

// Returns the shapes given by the children `rectangle`, `circle` and `polygon` of a CommonRoad
// element (shape or position), in its frame and in the document's order; several shapes form a
// group whose union is occupied. A rectangle without orientation is axis-aligned; a rectangle or
// circle without centre is at the origin. Polygons are repaired and split, counted in `repairs`.
// Errors (InvalidArgument, naming the element and the value): no such child; a missing element;
// text that is not a number, or a number that is not finite or beyond kMaxCoordinate_m; a length,
// width or radius that is not positive.
absl::StatusOr<std::vector<v1::Shape>> ReadShapes(XmlElement element, PolygonRepairs& repairs);

// Larger step numbers are refused as garbage; up to this one every step times a plausible step size
// is exact to a microsecond.
inline constexpr double kMaxTimeStep = 1e9;

// A range of time steps, both ends included.
struct StepRange {
  int64_t first = 0;
  int64_t last = 0;
};

// Reads the content of a CommonRoad `time` element.
// Errors (InvalidArgument, with the element's path and the value): missing or malformed; not a
// whole number; beyond kMaxTimeStep.
absl::StatusOr<StepRange> ReadStepRange(XmlElement time);

// The pose of an obstacle at one time as a CommonRoad state gives it: exact or as sets.
struct ImportedState {
  StepRange steps;
  // Scene frame.
  PlacementSet placement;
  // m, scene frame: the position, or the centre of the bounding box of the possible positions.
  Vec2 center;
  // m/s along the orientation.
  std::optional<UncertainNumber> velocity_mps;
  // m/s^2.
  std::optional<UncertainNumber> acceleration_mps2;
  // Where the orientation comes from.
  enum class Orientation {
    kGiven,
    kFromVelocities,  // Of a point-mass state, whose two velocities are along the axes; velocity_mps is their norm then.
    kAssumed,         // 0.
  };
  Orientation orientation = Orientation::kGiven;

  bool exact() const {
    return steps.first == steps.last && placement.positions.size() == 1 && placement.radius_m == 0.0 &&
           placement.yaw_rad.exact();
  }
};

// Reads the content of a CommonRoad `initialState` or `state` element. Its position is a point or
// shapes; polygons are repaired and counted. Without orientation it is that of the velocities if
// there are two, `velocity` and `velocityY`; otherwise an `initialState` has 0, as in the format's
// reference reader. Other quantities of the format are ignored.
// Errors (InvalidArgument, with the element's path and the value): time, position, or the
// orientation of a `state`, missing or malformed.
absl::StatusOr<ImportedState> ReadState(XmlElement element, PolygonRepairs& repairs);

}  // namespace collision2d::planner
