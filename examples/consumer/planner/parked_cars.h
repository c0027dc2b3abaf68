#ifndef PLANNER_PARKED_CARS_H_
#define PLANNER_PARKED_CARS_H_

#include "collision2d/v1/scene.pb.h"

namespace consumer {

// A straight road with a car parked on its right side, and three candidate trajectories that pass
// it at different distances.
collision2d::v1::Scene ParkedCars();

}  // namespace consumer

#endif  // PLANNER_PARKED_CARS_H_
