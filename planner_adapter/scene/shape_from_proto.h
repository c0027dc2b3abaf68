#ifndef COLLISION2D_PLANNER_ADAPTER_SCENE_SHAPE_FROM_PROTO_H_
#define COLLISION2D_PLANNER_ADAPTER_SCENE_SHAPE_FROM_PROTO_H_

#include <vector>

#include "absl/strings/string_view.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "google/protobuf/repeated_ptr_field.h"
#include "planner_adapter/scene/field_checker.h"
#include "planner_adapter/scene/scene.h"
#include "proto/scene.pb.h"
#include "proto/trajectory.pb.h"

// Points, plane shapes and polytopes of messages, validated and moved into a local frame.

namespace collision2d::planner {

// The functions below convert and validate part of a message, found at `path`. Errors go to
// `checker`; the result is then meaningless. Results are in a frame whose origin is at `origin` (m)
// in the frame of the message; pass {0, 0} for body frames. Each function is O(size).

// Returns (x, y) - origin. Both coordinates are checked against kMaxCoordinate_m as given, so that
// messages show the value in the file; the result is then checked against kMaxDistanceFromOrigin_m.
Vec2 PointFromProto(double x, double y, Vec2 origin, const FieldPath& path, FieldChecker& checker);
Vec2 PointFromProto(const proto::Point& point, Vec2 origin, const FieldPath& path, FieldChecker& checker);

// Appends the polygon to `shapes`. It must be valid as given (ConvexPolygon::Create, exact) and
// must remain valid after the origin is subtracted, which rounds vertices that are much closer to
// {0, 0} than to the origin.
void AppendPolygon(const proto::Polygon& polygon, Vec2 origin, const FieldPath& path, FieldChecker& checker,
                   std::vector<ConvexPolygon>& shapes);

// Returns the shapes of the repeated field `name` of the message at `path`, in order.
std::vector<ConvexPolygon> ShapesFromProto(const google::protobuf::RepeatedPtrField<proto::Shape>& shapes, Vec2 origin,
                                           const FieldPath& path, absl::string_view name, FieldChecker& checker);

// Returns the field `polytopes` of the message at `path`, converted and validated in order. Errors
// go to `checker`; the result is then meaningless. x and y are in a frame whose origin is at
// `origin` (m) in the frame of the message, {0, 0} for body frames. Heights are within
// kMaxDistanceFromOrigin_m. Expected O(n log n).
std::vector<Solid> SolidsFromProto(const google::protobuf::RepeatedPtrField<proto::Polytope>& polytopes, Vec2 origin,
                                   const FieldPath& path, FieldChecker& checker);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_SCENE_SHAPE_FROM_PROTO_H_
