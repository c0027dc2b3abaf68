#ifndef COLLISION2D_PLANNER_ADAPTER_SCENE_RSS_FROM_PROTO_H_
#define COLLISION2D_PLANNER_ADAPTER_SCENE_RSS_FROM_PROTO_H_

#include "planner_adapter/scene/field_checker.h"
#include "planner_adapter/scene/field_path.h"
#include "planner_adapter/scene/scene.h"
#include "proto/scene.pb.h"

namespace collision2d::planner {

// The parameters of `proto`, with the defaults where a field is not set. What is wrong goes to the checker.
RssParameters RssFromProto(const proto::RssParameters& proto, const FieldPath& path, FieldChecker& checker);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_SCENE_RSS_FROM_PROTO_H_
