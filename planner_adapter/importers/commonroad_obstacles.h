#ifndef COLLISION2D_PLANNER_ADAPTER_IMPORTERS_COMMONROAD_OBSTACLES_H_
#define COLLISION2D_PLANNER_ADAPTER_IMPORTERS_COMMONROAD_OBSTACLES_H_

#include <pugixml.hpp>

#include "absl/status/status.h"
#include "planner_adapter/importers/import_counts.h"
#include "proto/scene.pb.h"

namespace collision2d::planner {

// Adds the obstacles of a CommonRoad document to `scene`, in the document's order: `obstacle` with its role (2018b),
// `staticObstacle`, `dynamicObstacle`, `environmentObstacle` (its shape is in the scene frame) and `phantomObstacle`
// (2020a).
// - A trajectory becomes a prediction with the initial state and its states as poses. If a state is uncertain (a shape
// as
//   position, an interval as orientation or time), the whole prediction becomes occupancies instead: at each state the
//   hull of all its possibilities, which holds until the next state. This is conservative at the states' times.
// - A trajectory's first state at the time step of the initial state repeats it, and is left out. A trajectory without
//   states leaves the initial pose.
// - An occupancy set becomes a prediction with occupancies, preceded by the body at the initial state if that is
// earlier.
// - An obstacle with both gets two predictions. A dynamic obstacle with neither gets one that consists of its initial
// pose.
//   A phantom obstacle without one is left out.
// - Step k is at k * time_step_s.
// Errors (InvalidArgument, with the element's path and the value): malformed content; a missing or unknown role; a
// missing element; an id that two obstacles share; times that do not increase; what MakeOccupancyTimeline refuses.
absl::Status ImportObstacles(pugi::xml_node root, double time_step_s, ImportCounts& counts, proto::Scene& scene);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_IMPORTERS_COMMONROAD_OBSTACLES_H_
