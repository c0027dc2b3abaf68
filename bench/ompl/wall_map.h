#pragma once

#include <cstdint>
#include <vector>

#include "collision2d/collision2d.h"

namespace collision2d::bench {

inline constexpr double kMapHalf_m = 500.0;
inline constexpr double kWallThickness_m = 0.1;
inline constexpr double kTurningRadius_m = 5.0;

// A wall by its middle, direction and length.
struct Wall {
  Pose2 world_from_wall;
  double length_m;
};

// Walls of 10 to 40 m anywhere on a square kilometre, in any direction.
std::vector<Wall> RandomWalls(int count, uint64_t seed);

// In the world frame.
std::vector<ConvexPolygon> ShapesOf(const std::vector<Wall>& walls);

// A car in the frame of its rear axle.
inline constexpr double kCarLength_m = 4.5;
inline constexpr double kCarWidth_m = 1.8;
inline constexpr double kAxleToCenter_m = 1.4;
ConvexPolygon Car();

}  // namespace collision2d::bench
