#pragma once

#include <functional>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "collision2d/v1/scene.pb.h"
#include "google/protobuf/message.h"
#include "replay/cycles/replay_scene.h"

namespace collision2d::planner {

// Makes the message smaller while `keeps()`, which looks at it, stays true: drops elements of
// lists, a whole list first, then half of it, and single ones at last, clears fields, and shortens
// numbers; repeats that until nothing more can go. The order is fixed, so that the result is
// reproducible. It is a local minimum, not the smallest message.
// REQUIRES: keeps() is true at the beginning.
// Source: the idea is Zeller and Hildebrandt's delta debugging (2002); this is its greedy form.
void ShrinkMessage(google::protobuf::Message& message, const std::function<bool()>& keeps);

// What stays true of a scene that is shrunk; `kRefused`: it is refused for the same field or
// reason, whatever the numbers in it.
enum class SceneProperty { kCollides, kFree, kNoneFree, kLeavesRoad, kBetweenInstants, kUndecided, kRefused };

// Returns the property of this name: collides, free, none_free, leaves_road, between_instants,
// undecided, refused.
std::optional<SceneProperty> ScenePropertyOf(absl::string_view name);

// Returns a small scene that has the property, made of `scene`, which has it: obstacles,
// candidates, poses, and whatever else is not needed is dropped, and numbers are shortened. Sampled
// candidates become given ones. The first planning cycle counts.
// Errors: NotFound if the scene does not have the property; for other properties than kRefused,
// those of SceneFromProto and ReplayCycles.
absl::StatusOr<v1::Scene> ShrinkScene(v1::Scene scene, SceneProperty property, const ReplayOptions& options);

}  // namespace collision2d::planner
