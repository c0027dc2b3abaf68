#pragma once

#include "collision2d/fuzz/fuzz_input.h"
#include "collision2d/fuzz/motion_case.h"
#include "collision2d/fuzz/moving_bodies.h"
#include "collision2d/motion/time_of_impact.h"

namespace collision2d {

// Requires that the answer does not contradict that to the same question asked otherwise: with the
// bodies swapped, backwards in time, by a clock that is set otherwise, and in a world that is
// turned by quarters and shifted; the latter to the bit, where the numbers that are asked with are
// exact.
void RequireSymmetries(const MotionCase& c, const MovingBodies& bodies, const ImpactResult& impact, FuzzInput* input);

}  // namespace collision2d
