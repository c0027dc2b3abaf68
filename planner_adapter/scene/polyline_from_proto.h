#ifndef COLLISION2D_PLANNER_ADAPTER_SCENE_POLYLINE_FROM_PROTO_H_
#define COLLISION2D_PLANNER_ADAPTER_SCENE_POLYLINE_FROM_PROTO_H_

#include <vector>

#include "absl/strings/string_view.h"
#include "collision2d/geometry/vec2.h"
#include "google/protobuf/repeated_ptr_field.h"
#include "planner_adapter/scene/field_checker.h"
#include "planner_adapter/scene/field_path.h"
#include "planner_adapter/scene/scene.h"
#include "proto/scene.pb.h"
#include "proto/trajectory.pb.h"

namespace collision2d::planner {

// The functions below convert and validate a repeated field `name` of the message at `path`, into a frame whose origin
// is at `origin` (m). Errors go to `checker`; the result is then meaningless. Each function is O(size).

// Returns the points. One point alone is an error, and so is a point that equals the one before it after the origin is
// subtracted.
std::vector<Vec2> PolylineFromProto(const google::protobuf::RepeatedPtrField<proto::Point>& points, Vec2 origin,
                                    const FieldPath& path, absl::string_view name, FieldChecker& checker);

// Returns the lines. One without id or with fewer than two points is an error.
std::vector<RoadLine> RoadLinesFromProto(const google::protobuf::RepeatedPtrField<proto::RoadLine>& lines, Vec2 origin,
                                         const FieldPath& path, absl::string_view name, FieldChecker& checker);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_SCENE_POLYLINE_FROM_PROTO_H_
