#pragma once

#include <vector>

#include "collision2d/golden/golden_file.h"

namespace collision2d {

// The inputs of the golden file of motions, as those of golden_inputs.h: cars, poles and needles,
// round shapes, polygons of many vertices, and bodies of several shapes, which pass each other,
// meet, or graze, by every kind of motion, near the origin and far, at time 0 and on a clock of
// 10^9 s.
std::vector<GoldenLine> GoldenMotions();

}  // namespace collision2d
