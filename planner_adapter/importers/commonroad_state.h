#ifndef COLLISION2D_PLANNER_ADAPTER_IMPORTERS_COMMONROAD_STATE_H_
#define COLLISION2D_PLANNER_ADAPTER_IMPORTERS_COMMONROAD_STATE_H_

#include <cstdint>
#include <optional>
#include <pugixml.hpp>

#include "absl/status/statusor.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/importers/polygon_repair.h"
#include "planner_adapter/importers/shape_placement.h"
#include "planner_adapter/importers/xml_reader.h"

namespace collision2d::planner {

// Larger step numbers are refused as garbage; up to this one every step times a plausible step size is exact to a
// microsecond.
inline constexpr double kMaxTimeStep = 1e9;

// A range of time steps, both ends included.
struct StepRange {
  int64_t first = 0;
  int64_t last = 0;
};

// Reads the content of a CommonRoad `time` element.
// Errors (InvalidArgument, with the element's path and the value): missing or malformed; not a whole number; beyond
// kMaxTimeStep.
absl::StatusOr<StepRange> ReadStepRange(pugi::xml_node time);

// The pose of an obstacle at one time as a CommonRoad state gives it: exact or as sets.
struct ImportedState {
  StepRange steps;
  // Scene frame.
  PlacementSet placement;
  // m, scene frame: the position, or the centre of the bounding box of the possible positions.
  Vec2 center;
  // m/s along the orientation.
  std::optional<Interval> velocity_mps;
  // m/s^2.
  std::optional<Interval> acceleration_mps2;
  // Where the orientation comes from.
  enum class Orientation {
    kGiven,
    kFromVelocities,  // Of a point-mass state, whose two velocities are along the axes; velocity_mps is their norm then.
    kAssumed,         // 0.
  };
  Orientation orientation = Orientation::kGiven;

  bool exact() const {
    return steps.first == steps.last && placement.positions.size() == 1 && placement.radius_m == 0.0 &&
           placement.yaw_rad.exact();
  }
};

// Reads the content of a CommonRoad `initialState` or `state` element. Its position is a point or shapes; polygons are
// repaired and counted. Without orientation it is that of the velocities if there are two, `velocity` and `velocityY`;
// otherwise an `initialState` has 0, as in the format's reference reader. Other quantities of the format are ignored.
// Errors (InvalidArgument, with the element's path and the value): time, position, or the orientation of a `state`,
// missing or malformed.
absl::StatusOr<ImportedState> ReadState(pugi::xml_node element, PolygonRepairs& repairs);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_IMPORTERS_COMMONROAD_STATE_H_
