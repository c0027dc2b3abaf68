#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "collision2d/v1/scene.pb.h"

namespace collision2d::planner {

// m. Lengths of an ego vehicle beyond this are mistakes in units: the longest road trains have 60
// m.
inline constexpr double kMaxEgoSize_m = 100.0;

// The ego vehicle's body, which the format does not contain: a rectangle. The defaults are
// CommonRoad's vehicle 2, a BMW 320i.
struct CommonRoadOptions {
  double ego_length_m = 4.508;
  double ego_width_m = 1.610;
  // m from the reference point forward to the rectangle's centre; 0 because CommonRoad's positions
  // are vehicle centres.
  double ego_reference_to_center_m = 0.0;
  double wheelbase_m = 2.5789;
  // The id of the moving obstacle that is the ego vehicle itself, as recordings contain it: it is
  // left out, and its motion is the recorded candidate "logged". "none": no obstacle is. Empty: the
  // one that is where the ego vehicle is at first, with its orientation and speed, or with the id
  // of the planning problem.
  std::string ego_obstacle = {};
};

// Returns InvalidArgument for an option that does not describe a vehicle, with its name and value.
absl::Status ValidateCommonRoadOptions(const CommonRoadOptions& options);

// Returns the ego vehicle's body.
v1::EgoBody EgoBodyOf(const CommonRoadOptions& options);

enum class PlanAnswer { kNotChecked, kYes, kNo };

// Answers about a plan by one definition.
struct PlanAnswers {
  PlanAnswer is_valid = PlanAnswer::kNotChecked;  // Yes if all answers below are. No if any is.
  PlanAnswer is_collision_free = PlanAnswer::kNotChecked;
  PlanAnswer stays_on_road = PlanAnswer::kNotChecked;
  PlanAnswer reaches_goal = PlanAnswer::kNotChecked;
  PlanAnswer starts_as_given = PlanAnswer::kNotChecked;  // With the initial state of the planning problem.
  PlanAnswer is_feasible = PlanAnswer::kNotChecked;      // By the vehicle; known for the models PM and KS.
  PlanAnswer solves_all = PlanAnswer::kNotChecked;       // The file has a plan for each planning problem.
};

// Whether a plan of CommonRoad solves its planning problem, by two definitions; docs/recordings.md,
// "CommonRoad solutions", has them.
struct PlanValidity {
  std::string vehicle;               // Model and type, as "KS2".
  PlanAnswers at_all_times;          // That of the verdict, which covers the motion between steps.
  PlanAnswers at_whole_steps;        // That of CommonRoad's drivability checker, with every lanelet as road.
  std::vector<std::string> reasons;  // A sentence for each no of either, and one for their differences.
};

// What is known of a plan (ImportCommonRoadSolution) without checking it.
struct ImportedPlan {
  // With the vehicle, and the answers about start, feasibility, and whether all problems are
  // solved.
  PlanValidity validity;
  // m/s along the heading, as the plan states it at each of the candidate's poses.
  std::vector<double> speeds_mps;
  // The areas of lanelets that are not for vehicles. Scene frame.
  std::vector<v1::Polygon> other_lanelets;
};

struct ImportedScene {
  // Valid according to collision2d/v1/scene.proto; without candidates, unless it has a plan.
  v1::Scene scene;
  // What was repaired, approximated or dropped, one sentence each, with counts.
  std::vector<std::string> notes;
  // Set if the only candidate is a plan of a CommonRoad solution.
  std::optional<ImportedPlan> plan = {};
};

// s. Larger time steps are rejected as implausible.
inline constexpr double kMaxTimeStep_s = 3600.0;

// s. The vehicles of other planning problems are predicted for this long.
inline constexpr double kOtherEgoHorizon_s = 10.0;

// The limit on the total size of the scenes of one file as serialized protos.
inline constexpr size_t kMaxImportedBytes = size_t{1} << 30;

// Returns the bytes of the file with this name in a folder; NotFound if there is none.
using FileSource = std::function<absl::StatusOr<std::string>(const std::string& name)>;

// The source that has no files.
absl::StatusOr<std::string> NoFile(const std::string& name);

// Returns the scenes of a CommonRoad document, XML 2018b or 2020a, or protobuf in one file or in
// three, of which the others are asked of `beside` (ReadCommonRoadProtobuf): one per planning
// problem, or one without ego state if there is none. A scene's id is the benchmarkID, followed by
// "/problem ID" if there are several. Its coordinates are the scene frame; its step k is at k *
// timeStepSize.
// docs/importers.md lists what each element becomes; elements that are unknown, not used, or
// duplicated are ignored and counted in notes. Entities are not expanded, nothing is
// fetched, and there is no recursion. The ego vehicle among the obstacles is left out, with a note
// (CommonRoadOptions::ego_obstacle). O(size of the document), except for polygons that are not
// convex (DecomposeIntoConvex).
// Errors (InvalidArgument): not well-formed XML, a missing or malformed element or attribute (as
// its path and value), ids used twice, options that do not describe a vehicle or name an obstacle
// that the document does not have; docs/importers.md
// lists all of them.
absl::StatusOr<std::vector<ImportedScene>> ImportCommonRoad(absl::string_view bytes,
                                                            const CommonRoadOptions& options = {},
                                                            const FileSource& beside = NoFile);

}  // namespace collision2d::planner
