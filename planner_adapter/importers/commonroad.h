#ifndef COLLISION2D_PLANNER_ADAPTER_IMPORTERS_COMMONROAD_H_
#define COLLISION2D_PLANNER_ADAPTER_IMPORTERS_COMMONROAD_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "planner_adapter/importers/import_counts.h"
#include "proto/scene.pb.h"

namespace collision2d::planner {

// The ego vehicle's body, which the format does not contain: a rectangle. The defaults are CommonRoad's vehicle 2, a
// BMW 320i.
struct CommonRoadOptions {
  double ego_length_m = 4.508;
  double ego_width_m = 1.610;
  // m from the reference point forward to the rectangle's centre; 0 because CommonRoad's positions are vehicle centres.
  double ego_reference_to_center_m = 0.0;
  double wheelbase_m = 2.5789;
};

struct ImportedScene {
  // Valid by the comments of proto/scene.proto; without candidates.
  proto::Scene scene;
  // What was repaired, approximated or left out, one sentence each, with counts.
  std::vector<std::string> notes;
  // Of the whole file.
  ImportCounts counts;
};

// s. Larger time steps are taken for garbage.
inline constexpr double kMaxTimeStep_s = 3600.0;

// Together, the scenes of one file may not be larger than this as serialized protos.
inline constexpr size_t kMaxImportedBytes = size_t{1} << 30;

// The scenes of a CommonRoad document, XML 2018b or 2020a: one for each planning problem, or one without ego state if
// there is none. A scene's id is the benchmarkID, with "/problem ID" if there are several. Static obstacles,
// predictions (ImportObstacles), the drivable area and the reference path (ImportLanelets, MakeReferencePath) are the
// document's; its coordinates are the scene frame, its step k is at k * timeStepSize. Unknown elements are ignored and
// counted; see UnknownElements for those which are known and not used.
// Errors (InvalidArgument): not well-formed XML (with the byte); another root element; an element or attribute that is
// missing or malformed, as the element's path and the value: `obstacle[id=42].trajectory.state[3].position.point.x:
// "abc" is not a number`; ids used twice by lanelets, obstacles or planning problems; references to lanelets that are
// not there; options that are not a vehicle. Entities are not expanded and nothing is fetched; no recursion; O(size of
// the document) but for polygons that are not convex (DecomposeIntoConvex).
absl::StatusOr<std::vector<ImportedScene>> ImportCommonRoad(absl::string_view xml,
                                                            const CommonRoadOptions& options = {});

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_IMPORTERS_COMMONROAD_H_
