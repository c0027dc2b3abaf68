#ifndef COLLISION2D_PLANNER_ADAPTER_SCENE_VALID_ROAD_AND_GOAL_H_
#define COLLISION2D_PLANNER_ADAPTER_SCENE_VALID_ROAD_AND_GOAL_H_

#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/scene/field_checker.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/scene_input.h"

// Lines of the road and goals of a scene's input, validated and moved into a local frame, and the
// parameters of RSS.

namespace collision2d::planner {

// The functions below validate a field `name` of what is at `path`, in place or into a frame whose
// origin is at `origin` (m). Errors go to `checker`; the result is then meaningless. Each function
// is O(size).

// Moves the points. One point alone is an error, and so is a point that equals the one before it
// after the origin is subtracted.
void MovePolyline(Vec2 origin, const FieldPath& path, absl::string_view name, FieldChecker& checker,
                  std::vector<Vec2>& points);

// Moves the lines. One without id or with fewer than two points is an error.
void MoveRoadLines(Vec2 origin, const FieldPath& path, absl::string_view name, FieldChecker& checker,
                   std::vector<RoadLine>& lines);

// Returns the goal at `path`. Errors: an interval whose ends are not finite, beyond scene_limits.h
// or in the wrong order; headings over more than a full turn; a goal that every state reaches,
// since nothing is set.
Goal ValidGoal(const input::Goal& goal, Vec2 origin, const FieldPath& path, FieldChecker& checker);

void CheckRss(const RssParameters& rss, const FieldPath& path, FieldChecker& checker);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_SCENE_VALID_ROAD_AND_GOAL_H_
