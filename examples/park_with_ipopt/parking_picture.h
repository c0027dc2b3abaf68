#pragma once

#include <string>
#include <vector>

#include "examples/park_with_ipopt/bicycle_model.h"
#include "examples/park_with_ipopt/parking_scene.h"

namespace parking {

// An SVG picture: the paths of the rear axle of all motions; the outlines of the car along one
// motion and along the guess that it came from; and the signed distance of these two from the
// nearest obstacle.
// REQUIRES: at least one motion; `guess` is that of motions[0].
std::string ParkingPicture(const ParkingScene& scene, const std::vector<std::vector<CarState>>& motions,
                           const std::vector<CarState>& guess, double margin_m);

}  // namespace parking
