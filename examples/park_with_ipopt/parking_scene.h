#pragma once

#include <random>
#include <vector>

#include "absl/status/statusor.h"
#include "collision2d/collision2d.h"
#include "examples/park_with_ipopt/bicycle_model.h"

namespace parking {

// A street between two kerbs, with a row of parked cars and a gap of 6.5 m in it. The street runs
// along x, the near kerb is y = 0, the gap's middle is x = 0.
struct ParkingScene {
  static absl::StatusOr<ParkingScene> Create();

  collision2d::ConvexPolygon car;                     // 4.5 m x 1.8 m, in the frame of its rear axle.
  std::vector<collision2d::ConvexPolygon> obstacles;  // In the world frame.
  CarState turning_point;                             // Beside the gap, where one may begin to reverse.
  CarState goal;                                      // In the middle of the gap.
};

// A car that stands anywhere on the street, up to 6 m before or behind the goal, at least
// clearance_m from everything.
CarState RandomStart(const ParkingScene& scene, double clearance_m, std::mt19937_64& random);

}  // namespace parking
