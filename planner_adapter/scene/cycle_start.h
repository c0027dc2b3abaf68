#ifndef COLLISION2D_PLANNER_ADAPTER_SCENE_CYCLE_START_H_
#define COLLISION2D_PLANNER_ADAPTER_SCENE_CYCLE_START_H_

#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

// s. When the planning cycle of a scene begins: the ego state's time; without one, the earliest time of its candidates; 0
// if it has neither.
double CycleStartTime(const Scene& scene);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_SCENE_CYCLE_START_H_
