#pragma once

#include "collision2d/testing/random.h"
#include "planner_adapter/ompl/motion_piece.h"

namespace collision2d::planner {

// A line or an arc that begins within half_m of the origin in x and y, of up to way_m (a line: in x
// and y), with a turn of up to turn_rad, or none.
inline MotionPiece RandomPiece(double half_m, double way_m, double turn_rad, Random* random) {
  MotionPiece piece;
  piece.kind = random->Chance(0.5) ? MotionPiece::Kind::kLine : MotionPiece::Kind::kArc;
  piece.position = {random->Uniform(-half_m, half_m), random->Uniform(-half_m, half_m)};
  piece.yaw_rad = random->Angle();
  piece.displacement_m = {random->Uniform(-way_m, way_m), random->Uniform(-way_m, way_m)};
  piece.turn_rad = random->Chance(0.2) ? 0.0 : random->Uniform(-turn_rad, turn_rad);
  piece.way_m = random->Uniform(-way_m, way_m);
  return piece;
}

}  // namespace collision2d::planner
