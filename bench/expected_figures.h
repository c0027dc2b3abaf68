#ifndef COLLISION2D_BENCH_EXPECTED_FIGURES_H_
#define COLLISION2D_BENCH_EXPECTED_FIGURES_H_

#include <string>
#include <vector>

#include "bench/measurement.h"

namespace collision2d::bench {

// What is expected of the collision2d row, beside the worst measured cell that it speaks of, as a Markdown table: speed
// against other rows, Level 3 against Level 2, growth with the number of vertices, the paper's own best row, and right
// answers. "-" where the cells were not measured.
std::string FormatExpectedFigures(const std::vector<Measurement>& measurements);

}  // namespace collision2d::bench

#endif  // COLLISION2D_BENCH_EXPECTED_FIGURES_H_
