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

// Returns whether a file that begins with these bytes is a scenario as protobuf, in one file or a
// part of one in three: as which messages it begins.
bool IsCommonRoadProtobuf(absl::string_view first_bytes);

// Returns whether it is a part of a scenario in three files.
bool IsCommonRoadPart(absl::string_view first_bytes);

// Reads a scenario as protobuf as the XML document that it stands for, so that one importer serves
// both: in one file (version 2020a), or in three, of which `bytes` are the scenario file or, if
// there is none, the dynamic one; the others are asked of `beside`. Appends its root element
// `commonRoad` to the document; commonroad.proto has the messages and the places of their fields.
// The dialect of states from before August 2022 is understood. Fields that are not known are
// ignored, with a note that counts them.
// Errors (InvalidArgument): not protobuf, with the field and the byte; text with a zero byte; a
// map, or a dynamic file with a scenario file beside it, with the file to read instead; a part that
// is missing or of another kind; two time steps; a line that no map has. What is missing of
// elements is the importer's to say. O(bytes); at most some 150 bytes of memory for each.
absl::Status ReadCommonRoadProtobuf(absl::string_view bytes, const FileSource& beside, pugi::xml_document& document,
                                    std::vector<std::string>& notes);

// Reads a scenario: XML or protobuf. Appends what is not used of it to the notes.
// Errors: those of ParseXml and ReadCommonRoadProtobuf; another root element.
absl::Status LoadScenario(absl::string_view bytes, const FileSource& beside, pugi::xml_document& document,
                          std::vector<std::string>& notes);

// Imports a scenario as ImportCommonRoad does. With plans: one scene for each of them, in their
// order, whose ego vehicle is that of the plan's type, with the plan as candidate "solution ID" and
// with the other plans as obstacles; problems without plan are left out, with a note.
// States of a point mass at rest get the orientation of the state before, or of the initial state.
// Errors: as ImportCommonRoad; a plan for a problem that the scenario does not have, or that begins
// before it. REQUIRES: plans for different problems.
absl::StatusOr<std::vector<ImportedScene>> ImportDocument(pugi::xml_node root, const CommonRoadOptions& options,
                                                          absl::Span<SolutionPlan> plans = {});

// Returns one scene for each trajectory of a CommonRoadSolution document, in its order, with the
// plan as its only candidate "solution ID" and what is known of it (ImportedScene::plan). Positions
// are the centre of the rectangle, whose size is that of the vehicle type; the vehicles of the
// other trajectories are obstacles that move as planned. A point mass is turned as it moves, and
// keeps its orientation at rest. The scenario with the solution's benchmark id,
// "USA_US101-33_2_T-1" say, is ID.xml, ID-SC.pb or ID.pb of `scenarios`.
// Errors (InvalidArgument, with the element's path and the value): docs/recordings.md lists them;
// those of `scenarios`, and of the scenario with its id before them. O(size of both documents).
absl::StatusOr<std::vector<ImportedScene>> ImportCommonRoadSolution(absl::string_view xml, const FileSource& scenarios);

}  // namespace collision2d::planner
