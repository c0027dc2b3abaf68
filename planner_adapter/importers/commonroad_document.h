#pragma once

#include <functional>
#include <pugixml.hpp>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "planner_adapter/importers/commonroad.h"
#include "planner_adapter/importers/vehicle_model.h"

// A scenario of CommonRoad in memory, from a file of either form, and the solutions of it: the
// plans of a planner, as candidates of the scenes that they solve.

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

// Returns whether a file that begins with these bytes is a scenario in one protobuf file: its first
// field is a message whose first field is the version.
bool IsCommonRoadProtobuf(absl::string_view first_bytes);

// Reads a scenario as protobuf in one file (version 2020a) as the XML document that it stands for,
// so that one importer serves both. Appends its root element `commonRoad` to the document: elements
// and attributes have the names and places of the XML format, in the order of the fields. The
// dialect of states from before August 2022 is understood. Fields that are not known are ignored,
// with a note that counts them.
// Errors (InvalidArgument, with the path of the field, as "dynamic_obstacles[3].initial_state"):
// not protobuf, with the byte; a required field that is missing; a field that occurs twice; text
// with a zero byte; shapes nested more than 60 deep. O(bytes); at most some 150 bytes of memory for
// each.
absl::Status ReadCommonRoadProtobuf(absl::string_view bytes, pugi::xml_document& document,
                                    std::vector<std::string>& notes);

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
