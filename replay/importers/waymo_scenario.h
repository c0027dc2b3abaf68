// Scenes of Waymo Open Motion Scenarios.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collision2d/v1/scene.pb.h"
#include "replay/importers/waymo.pb.h"

namespace collision2d::planner::waymo {

// Returns the first value that a scene cannot be made of, by its field:
// "tracks[17].states[4].center_x: nan is not finite". Checked are the numbers of valid states and
// of the map, times, indices, that each track has a state for each time, and that ids are unique.
absl::Status CheckScenario(const Scenario& scenario);

using States = google::protobuf::RepeatedPtrField<ObjectState>;

// Returns the scene in which the track `sdc_track_index` is the ego vehicle, with the scenario's
// id.
// Its clock is 0 at the current step; its ego body is that track's box there, about the centre, and
// its log from there until the first gap is the recorded candidate "logged". The others' motions
// are predictions, one for each run of valid states, with their sizes over time. Heights are above
// the road under the ego vehicle's path, which follows the lanes under its log. docs/recordings.md
// lists the rest. `notes` gets what was assumed, repaired or left out, a sentence each. Error
// (InvalidArgument): the track has no state at the current step.
// REQUIRES: CheckScenario returns OK.
// O(s p + m p) for s states, m points of the map, and p points of the path, of at most some
// hundred.
absl::StatusOr<v1::Scene> MakeWaymoScene(const Scenario& scenario, std::vector<std::string>& notes);

}  // namespace collision2d::planner::waymo
