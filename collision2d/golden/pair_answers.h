#pragma once

#include "collision2d/golden/golden_file.h"

namespace collision2d {

// Level 1 to 3 of two shapes. Inputs:
//   a radius_m x y...               shape a
//   b radius_m x y...               shape b
//   ask_common                      answers to both orders in one frame
//   ask_posed x y cos sin           answers for b at a_from_b
// Answers:
//   = collides 0|1
//   = distance m
//   = within 0|1...                 DistanceWithin 0, half, all and twice that distance
//   = separation m, witness a, witness b, direction, status
//   = gradient translation, yaw, left, right, low, high, smooth 0|1       as a moves, and as b
//   moves
GoldenInterpreter PairInterpreter();

}  // namespace collision2d
