#pragma once

#include <functional>
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

// The lanelets that are the drivable area: those for vehicles, or footpaths and cycle tracks too.
enum class RoadLanelets { kForVehicles, kAll };

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
  RoadLanelets road_lanelets = RoadLanelets::kForVehicles;
};

// Returns InvalidArgument for an option that does not describe a vehicle, with its name and value.
absl::Status ValidateCommonRoadOptions(const CommonRoadOptions& options);

// Returns the ego vehicle's body.
v1::EgoBody EgoBodyOf(const CommonRoadOptions& options);

// A scene as read from its file. SceneFromProto validates it.
struct ImportedScene {
  v1::Scene scene;
  // What was repaired, approximated or dropped, one sentence each, with counts.
  std::vector<std::string> notes;
  // The digest of the file or record (RunMetadata.input_digest); empty for bytes in memory.
  std::string digest;
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

// Returns the scenes of a CommonRoad document: XML 2018b or 2020a, or protobuf in one file or in
// three, where `beside` returns the other two. There is one scene per planning problem, or one
// without ego state if there is no problem. A scene's id is the benchmarkID, followed by
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
