#pragma once

#include <string>
#include <vector>

#include "bench/measurement.h"

namespace collision2d::bench {

// The paper's Tables I to VI of the measurements, in Markdown: for each vertex count one table of
// distances (Level 2) and one of collisions (Level 1); a row for each algorithm; in each class the
// measured ns, its ratio to the Box2D row, and the paper's published ns and ratio. Then Levels 1 to
// 3 of collision2d, in one frame and posed.
std::string FormatPaperTables(const std::vector<Measurement>& measurements);

// The cold single queries in Markdown: a row for each level and vertex count; in each class Box2D,
// the fastest of the plain GJK rows with its name, and collision2d in one frame and posed.
std::string FormatColdQueries(const std::vector<Measurement>& measurements);

// How right each algorithm was, over all vertex counts, in Markdown: its wrong answers and its
// greatest error.
std::string FormatAnswers(const std::vector<Measurement>& measurements);

}  // namespace collision2d::bench
