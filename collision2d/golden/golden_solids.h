#pragma once

#include <vector>

#include "collision2d/golden/golden_file.h"

namespace collision2d {

// The inputs of the golden file of solids, as those of golden_inputs.h: boxes, hulls of points,
// prisms and capsules at poses that part them, overlap them, put a vertex on a vertex, and faces on
// faces.
std::vector<GoldenLine> GoldenSolids();

}  // namespace collision2d
