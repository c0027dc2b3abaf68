#pragma once

#include "collision2d/fuzz/fuzz_input.h"
#include "collision2d/fuzz/motion_case.h"
#include "collision2d/fuzz/moving_bodies.h"

namespace collision2d {

// Makes one argument bad and requires that it is refused with a message.
void RequireMotionRefusal(const MotionCase& c, const MovingBodies& bodies, FuzzInput* input);

}  // namespace collision2d
