#ifndef COLLISION2D_EXAMPLES_PARK_WITH_IPOPT_SOLVE_PARKING_H_
#define COLLISION2D_EXAMPLES_PARK_WITH_IPOPT_SOLVE_PARKING_H_

#include <vector>

#include "examples/park_with_ipopt/bicycle_model.h"
#include "examples/park_with_ipopt/parking_scene.h"

namespace parking {

struct ParkingSolution {
  bool converged = false;
  std::vector<CarState> motion;
  int iterations = 0;
  double solve_ms = 0.0;
};

// The motion that the optimizer starts from: straight to the side of the front car, and straight back into the gap. It is no motion of a car, and
// drives through whatever is in its way.
std::vector<CarState> StraightGuess(const ParkingScene& scene, const CarState& start);

// Moves the guess to a motion of the car that keeps margin_m from all obstacles at its states.
// With check_derivatives Ipopt compares all derivatives with finite differences first, and prints what it finds.
ParkingSolution SolveParking(const ParkingScene& scene, const std::vector<CarState>& guess, double margin_m,
                             bool check_derivatives);

}  // namespace parking

#endif  // COLLISION2D_EXAMPLES_PARK_WITH_IPOPT_SOLVE_PARKING_H_
