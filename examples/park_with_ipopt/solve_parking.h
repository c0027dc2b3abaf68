#pragma once

#include <vector>

#include "examples/park_with_ipopt/bicycle_model.h"
#include "examples/park_with_ipopt/parking_scene.h"

namespace parking {

// What the optimizer starts from: straight to the turning point in one half of the time, straight
// into the gap in the other. No car can move like that, and it passes through whatever is in its
// way.
std::vector<CarState> StraightGuess(const ParkingScene& scene, const CarState& start);

struct ParkingSolution {
  bool converged = false;
  std::vector<CarState> motion;  // Ipopt's last iterate.
  int iterations = 0;
  double cpu_ms = 0.0;  // Processor time.
};

// The motion that a guess becomes, at least margin_m from every obstacle at each of its states.
// If check_derivatives, Ipopt first compares all derivatives with finite differences, and prints
// what it finds.
ParkingSolution SolveParking(const ParkingScene& scene, const std::vector<CarState>& guess, double margin_m,
                             bool check_derivatives);

}  // namespace parking
