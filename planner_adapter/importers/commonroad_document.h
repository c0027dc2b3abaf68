#pragma once

#include <pugixml.hpp>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "planner_adapter/importers/commonroad.h"
#include "planner_adapter/importers/vehicle_model.h"

// A scenario of CommonRoad in memory, from a file of either form, and the plans that solve it.

namespace collision2d::planner {

// One trajectory of a solution.
struct SolutionPlan {
  std::string path;     // Of its element, for messages.
  std::string problem;  // The id of its planning problem.
  std::string vehicle;  // As "KS2".
  VehicleModel model = VehicleModel::kPointMass;
  VehicleType type = kVehicleTypes[0];
  // By step, consecutive; not empty.
  std::vector<PlanState> states;
};

// Reads a scenario: XML, or protobuf in one file. Appends what is not used of it to the notes.
// Errors: those of ParseXml and ReadCommonRoadProtobuf; another root element.
absl::Status LoadScenario(absl::string_view bytes, pugi::xml_document& document, std::vector<std::string>& notes);

// Imports a scenario as ImportCommonRoad does. With plans: one scene for each of them, in their
// order, whose ego vehicle is that of the plan's type, with the plan as candidate "solution ID" and
// with the other plans as obstacles; problems without plan are left out, with a note.
// States of a point mass at rest get the orientation of the state before, or of the initial state.
// Errors: as ImportCommonRoad; a plan for a problem that the scenario does not have, or that begins
// before it. REQUIRES: plans for different problems.
absl::StatusOr<std::vector<ImportedScene>> ImportDocument(pugi::xml_node root, const CommonRoadOptions& options,
                                                          absl::Span<SolutionPlan> plans = {});

}  // namespace collision2d::planner
