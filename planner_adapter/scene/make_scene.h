// The one place where a scene is validated.
#pragma once

#include "absl/status/statusor.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/scene_input.h"

namespace collision2d::planner {

// Returns the validated form of `scene`, all but the candidates in a local frame (scene.h); nothing
// is repaired or dropped.
// The origin of the frame is a point near the ego vehicle, in whole metres. Poses are moved, not
// copied, if `scene` is.
// Errors (InvalidArgument): the first violation of the requirements in collision2d/v1/scene.proto
// and collision2d/v1/trajectory.proto, as the path of the field and the value:
// "static_obstacles[3].shapes[0].polygon.vertices[2].x: nan is not finite"; values beyond
// scene_limits.h; strings that are not UTF-8.
// Scene::notes ends with ImplausibleNotes (implausible.h). O(size of the scene).
absl::StatusOr<Scene> MakeScene(input::Scene scene);

}  // namespace collision2d::planner
