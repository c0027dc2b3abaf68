#ifndef COLLISION2D_EXAMPLES_PARK_WITH_IPOPT_PARKING_PICTURE_H_
#define COLLISION2D_EXAMPLES_PARK_WITH_IPOPT_PARKING_PICTURE_H_

#include <string>
#include <vector>

#include "examples/park_with_ipopt/bicycle_model.h"
#include "examples/park_with_ipopt/parking_scene.h"

namespace parking {

// An SVG picture: all motions as the ways of the rear axle; one guess and the motion that it became, at every second state; and the signed
// distance of these two from the nearest obstacle.
// REQUIRES: at least one motion; `guess` has as many states as motions[0], which it became.
std::string ParkingPicture(const ParkingScene& scene, const std::vector<std::vector<CarState>>& motions,
                           const std::vector<CarState>& guess, double margin_m);

}  // namespace parking

#endif  // COLLISION2D_EXAMPLES_PARK_WITH_IPOPT_PARKING_PICTURE_H_
