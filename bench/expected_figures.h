#pragma once

#include <string>
#include <vector>

#include "bench/measurement.h"

namespace collision2d::bench {

// What is expected of the collision2d row, as a Markdown table: each target of a class beside the
// worst measured cell that it concerns. Speed compared with other rows, contact with touching,
// Level 3 with Level 2 in one frame and posed, growth with the number of vertices, the paper's own
// best row, and right answers. "-" where there is no target, or the cells were not measured.
std::string FormatExpectedFigures(const std::vector<Measurement>& measurements);

}  // namespace collision2d::bench
