#pragma once

#include "collision2d/golden/golden_file.h"

namespace collision2d {

// Queries about two moving bodies. Inputs:
//   bodies start end                new bodies without shapes; the interval of their motions, s
//   a radius_m x y...               one more shape of body a; also b
//   linear_a pose displacement turn reference             Motion::Linear; also linear_b, as all
//   below
//   between_a pose pose                                   Motion::Between
//   twist_a pose velocity yaw_rate                        Motion::ConstantTwist
//   bounded_a pose velocity acceleration yaw_rate         Motion::Bounded: in the world, with the
//   bounds that follow from them
//   ask time_tolerance epsilon distance_tolerance
// A pose is x y cos sin, a vector x y.
// Answers:
//   = impact verdict free_until contact_by shape_a shape_b steps
//   = contact m, witness a, witness b, direction, status     unless free
//   = free 0|1                                               IsMotionFree
//   = least lower upper time shape_a shape_b steps           MinimumDistanceOverMotion
GoldenInterpreter MotionInterpreter();

}  // namespace collision2d
