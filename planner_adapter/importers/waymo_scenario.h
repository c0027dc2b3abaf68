// Scenes of Waymo Open Motion Scenarios, of any track in place of the ego vehicle's.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/v1/scene.pb.h"
#include "planner_adapter/importers/waymo.pb.h"

namespace collision2d::planner::waymo {

// Returns the first value that a scene cannot be made of, by its field:
// "tracks[17].states[4].center_x: nan is not finite". Checked are the numbers of valid states and
// of the map, times, indices, that each track has a state for each time, and that ids are unique.
absl::Status CheckScenario(const Scenario& scenario);

using States = google::protobuf::RepeatedPtrField<ObjectState>;

// A motion of the ego vehicle, of which a scene has no other description.
struct PlannedMotion {
  std::string id;
  States states;  // One for each time of the scenario; those that are valid count.
  double cost = 0.0;
  bool is_recorded = false;
};

// Returns the scene in which `ego_track` is the ego vehicle, with the scenario's id. Its clock is 0
// at the current step; its ego body is that track's box there, about the centre, and its candidates
// are the motions from there until their first gap. The others' motions are predictions, one for
// each run of valid states, with their sizes over time. Heights are above the road under the ego
// vehicle's path, which follows the lanes under its log. docs/recordings.md lists the rest. `notes`
// gets what was assumed, repaired or left out, a sentence each.
// Error (InvalidArgument): the track has no state at the current step.
// REQUIRES: CheckScenario returns OK; ego_track is one of the tracks.
// O(s p + m p) for s states, m points of the map, and p points of the path, of at most some
// hundred.
absl::StatusOr<v1::Scene> MakeWaymoScene(const Scenario& scenario, int ego_track,
                                         absl::Span<const PlannedMotion> motions, std::vector<std::string>& notes);

}  // namespace collision2d::planner::waymo
