#pragma once

#include <ompl/base/State.h>
#include <ompl/base/spaces/SE2StateSpace.h>

#include <vector>

#include "bench/ompl/wall_map.h"

namespace collision2d::bench {

// How long a way of interpolate() is: for the rear axle, and at most for any point of the car.
// REQUIRES: a space that is not symmetric, with kTurningRadius_m if it has a turning radius.
struct Way {
  double axle_m;
  double car_m;
};
Way WayOf(const ompl::base::SE2StateSpace& space, const ompl::base::State& from, const ompl::base::State& to);

// The walls that the car may meet on the way.
std::vector<Wall> WallsNear(const std::vector<Wall>& walls, const ompl::base::SE2StateSpace& space,
                            const ompl::base::State& from, const ompl::base::State& to);

// Whether the car is in contact with a wall at a sample of the way. No point of the car moves more
// than 1 mm from one sample to the next, unless the car is so far from all walls that it cannot
// meet one in between. In plain double precision: contact less than 10^-9 m deep does not count.
// Shares no code with the library.
bool MeetsWall(const std::vector<Wall>& walls, const ompl::base::SE2StateSpace& space, const ompl::base::State& from,
               const ompl::base::State& to);

}  // namespace collision2d::bench
