#ifndef COLLISION2D_PLANNER_ADAPTER_SCENE_SOLID_FROM_PROTO_H_
#define COLLISION2D_PLANNER_ADAPTER_SCENE_SOLID_FROM_PROTO_H_

#include <vector>

#include "collision2d/geometry/vec2.h"
#include "google/protobuf/repeated_ptr_field.h"
#include "planner_adapter/scene/field_checker.h"
#include "planner_adapter/scene/field_path.h"
#include "planner_adapter/scene/solid.h"
#include "proto/scene.pb.h"

namespace collision2d::planner {

// Returns the field `polytopes` of the message at `path`, converted and validated in order. Errors go to `checker`; the
// result is then meaningless. x and y are in a frame whose origin is at `origin` (m) in the frame of the message, {0,
// 0} for body frames. Heights are within kMaxDistanceFromOrigin_m. Expected O(n log n).
std::vector<Solid> SolidsFromProto(const google::protobuf::RepeatedPtrField<proto::Polytope>& polytopes, Vec2 origin,
                                   const FieldPath& path, FieldChecker& checker);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_SCENE_SOLID_FROM_PROTO_H_
