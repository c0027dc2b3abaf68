#pragma once

#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "planner_adapter/importers/commonroad.h"

// Solutions of CommonRoad: the plans of a planner, as candidates of the scenes that they solve.

namespace collision2d::planner {

// Returns the bytes of the file of the scenario with a benchmark id, "USA_US101-33_2_T-1" say: XML
// or protobuf in one file. The id has letters, digits, '_' and '-' only.
using ScenarioSource = std::function<absl::StatusOr<std::string>(const std::string& benchmark_id)>;

// Returns one scene for each trajectory of a CommonRoadSolution document, in its order, with the
// plan as its only candidate "solution ID" and what is known of it (ImportedScene::plan). Positions
// are the centre of the rectangle, whose size is that of the vehicle type; the vehicles of the
// other trajectories are obstacles that move as planned. A point mass is turned as it moves, and
// keeps its orientation at rest.
// Errors (InvalidArgument, with the element's path and the value): docs/recordings.md lists them;
// those of `source`, and of the scenario with its id before them. O(size of both documents).
absl::StatusOr<std::vector<ImportedScene>> ImportCommonRoadSolution(absl::string_view xml,
                                                                    const ScenarioSource& source);

}  // namespace collision2d::planner
