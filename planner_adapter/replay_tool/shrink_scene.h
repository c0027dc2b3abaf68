#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_SHRINK_SCENE_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_SHRINK_SCENE_H_

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "planner_adapter/replay/replay_scene.h"
#include "proto/scene.pb.h"

namespace collision2d::planner {

// What stays true of a scene that is shrunk; `kRefused`: it is refused for the same field or reason, whatever the numbers
// in it.
enum class SceneProperty { kCollides, kFree, kNoneFree, kLeavesRoad, kBetweenInstants, kUndecided, kRefused };

// Returns the property of this name: collides, free, none_free, leaves_road, between_instants, undecided, refused.
std::optional<SceneProperty> ScenePropertyOf(absl::string_view name);

// Returns a small scene that has the property, made of `scene`, which has it: obstacles, candidates, poses, and whatever
// else is not needed is dropped, and numbers are shortened. Sampled candidates become given ones. The first planning
// cycle counts.
// Errors: NotFound if the scene does not have the property; for other properties than kRefused, those of
// SceneFromProto and ReplayCycles.
absl::StatusOr<proto::Scene> ShrinkScene(proto::Scene scene, SceneProperty property, const ReplayOptions& options);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_SHRINK_SCENE_H_
