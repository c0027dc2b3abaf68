#pragma once

#include <vector>

#include "absl/status/statusor.h"
#include "collision2d/collision2d.h"

namespace parking {

// A car park: an aisle along x between two rows of bays, walls around it, and a car in every bay
// but one.
struct ParkingLot {
  static absl::StatusOr<ParkingLot> Create();

  collision2d::Aabb2 bounds;                          // The extent of the car park.
  std::vector<collision2d::ConvexPolygon> obstacles;  // In the world frame: walls and parked cars.
  collision2d::ConvexPolygon car;                     // 4.5 m x 1.8 m, in the frame of its rear axle.
  double turning_radius_m;
  double start[3];  // x, y, yaw of the rear axle: at the entrance.
  double goal[3];   // Backwards in the free bay.
};

}  // namespace parking
