#pragma once

#include "absl/status/statusor.h"
#include "collision2d/v1/scene.pb.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/scene_input.h"

namespace collision2d::planner {

// What happens to content of messages that this version does not know: fields, values of
// enumerations, and the meaning that a newer schema_version may give to others.
enum class UnknownFields {
  kRefuse,  // An error: an obstacle from a newer producer must not be dropped silently.
  kNote,    // It is passed over, with a note for each kind of it, a place and a count.
};

// Returns MakeScene of the message. O(size of the scene). Errors (InvalidArgument): as MakeScene;
// also:
// - a field, value or schema version that is unknown, unless `unknown_fields` is kNote;
// - a field with the bytes of another type, or a road feature without a kind;
// - packed poses whose columns differ in length, or times in ns and s that disagree.
absl::StatusOr<Scene> SceneFromProto(const v1::Scene& scene, UnknownFields unknown_fields = UnknownFields::kRefuse);

// Returns the message as plain structs. Only the errors listed above are checked, not the values.
// O(size of the scene).
absl::StatusOr<input::Scene> InputFromProto(const v1::Scene& scene,
                                            UnknownFields unknown_fields = UnknownFields::kRefuse);

}  // namespace collision2d::planner
