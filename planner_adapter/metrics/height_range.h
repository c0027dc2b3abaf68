#ifndef COLLISION2D_PLANNER_ADAPTER_METRICS_HEIGHT_RANGE_H_
#define COLLISION2D_PLANNER_ADAPTER_METRICS_HEIGHT_RANGE_H_

#include <algorithm>
#include <limits>

#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {

// The heights, m above the scene's ground plane, that a body can be at; unlimited unless its span is known and it is level.
struct HeightRange {
  double min_m = -std::numeric_limits<double>::infinity();
  double max_m = std::numeric_limits<double>::infinity();

  void Extend(const HeightRange& other) {
    min_m = std::min(min_m, other.min_m);
    max_m = std::max(max_m, other.max_m);
  }
};

// `span` is null if it is not known.
inline HeightRange HeightsOf(const HeightSpan* span, const Elevation& elevation) {
  if (span == nullptr || elevation.is_tilted()) return {};
  return {elevation.z_m + span->z_min_m, elevation.z_m + span->z_max_m};
}

// Whether one body is entirely above the other, so that metrics ignore the pair.
inline bool AreApart(const HeightRange& a, const HeightRange& b) { return a.max_m < b.min_m || b.max_m < a.min_m; }

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_METRICS_HEIGHT_RANGE_H_
