#pragma once

#include <string>
#include <vector>

#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

// Cuts the end of an open border and the beginning of another one, or of the same, where they meet,
// if what reaches beyond that point is shorter than within_m on both. Of several meetings of one
// end the one that cuts least counts. Lines no longer than twice within_m remain. Returns a
// sentence for each cut.
// O(n log n) for n points of which few are near others.
std::vector<std::string> CutOvershoots(double within_m, std::vector<RoadLine>* borders);

}  // namespace collision2d::planner
