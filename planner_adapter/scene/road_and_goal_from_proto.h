#ifndef COLLISION2D_PLANNER_ADAPTER_SCENE_ROAD_AND_GOAL_FROM_PROTO_H_
#define COLLISION2D_PLANNER_ADAPTER_SCENE_ROAD_AND_GOAL_FROM_PROTO_H_

#include <vector>

#include "absl/strings/string_view.h"
#include "collision2d/geometry/vec2.h"
#include "google/protobuf/repeated_ptr_field.h"
#include "planner_adapter/scene/field_checker.h"
#include "planner_adapter/scene/scene.h"
#include "proto/scene.pb.h"
#include "proto/trajectory.pb.h"

// Converts and validates lines of the road, goals and the parameters of RSS. Lines and goals are
// moved into a local frame.

namespace collision2d::planner {

// The functions below convert and validate a repeated field `name` of the message at `path`, into a
// frame whose origin is at `origin` (m). Errors go to `checker`; the result is then meaningless.
// Each function is O(size).

// Returns the points. One point alone is an error, and so is a point that equals the one before it
// after the origin is subtracted.
std::vector<Vec2> PolylineFromProto(const google::protobuf::RepeatedPtrField<proto::Point>& points, Vec2 origin,
                                    const FieldPath& path, absl::string_view name, FieldChecker& checker);

// Returns the lines. One without id or with fewer than two points is an error.
std::vector<RoadLine> RoadLinesFromProto(const google::protobuf::RepeatedPtrField<proto::RoadLine>& lines, Vec2 origin,
                                         const FieldPath& path, absl::string_view name, FieldChecker& checker);

// Converts and validates the goal at `path`; its area is moved into a frame whose origin is at
// `origin` (m). O(size). Errors go to `checker`, and the result is then meaningless:
// - an interval whose ends are not finite, beyond scene_limits.h or in the wrong order;
// - headings over more than a full turn;
// - a goal that every state reaches, since nothing is set.
Goal GoalFromProto(const proto::Goal& goal, Vec2 origin, const FieldPath& path, FieldChecker& checker);

// Returns the parameters of `proto`, with the defaults for fields that are not set. Errors go to
// `checker`.
RssParameters RssFromProto(const proto::RssParameters& proto, const FieldPath& path, FieldChecker& checker);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_SCENE_ROAD_AND_GOAL_FROM_PROTO_H_
