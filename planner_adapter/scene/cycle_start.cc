#include "planner_adapter/scene/cycle_start.h"

#include <algorithm>
#include <optional>

namespace collision2d::planner {

double CycleStartTime(const Scene& scene) {
  if (scene.ego_state.has_value()) return scene.ego_state->pose.time_s;
  std::optional<double> start_s;
  for (const Trajectory& candidate : scene.candidates) {
    if (candidate.poses.empty()) continue;
    const double first_s = candidate.poses.front().time_s;
    start_s = std::min(start_s.value_or(first_s), first_s);
  }
  return start_s.value_or(0.0);
}

}  // namespace collision2d::planner
