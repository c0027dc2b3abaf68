#pragma once

#include "collision2d/motion/minimum_distance.h"
#include "collision2d/motion/testing/spec_pair.h"
#include "gtest/gtest.h"

namespace collision2d {

// What the oracle says of an answer of MinimumDistanceOverMotion: success if both bounds are
// proven, they are within tolerance_m of each other, and no cap was reached.
testing::AssertionResult CheckMinimumDistance(const SpecPair& pair, double tolerance_m, const MotionDistance& least);

}  // namespace collision2d
