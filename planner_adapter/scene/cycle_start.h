#ifndef COLLISION2D_PLANNER_ADAPTER_SCENE_CYCLE_START_H_
#define COLLISION2D_PLANNER_ADAPTER_SCENE_CYCLE_START_H_

#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

// Returns when the planning cycle of a scene begins, in s: the time of the ego state; without one, the earliest time of
// its candidates; 0 if it has neither.
double CycleStartTime(const Scene& scene);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_SCENE_CYCLE_START_H_
