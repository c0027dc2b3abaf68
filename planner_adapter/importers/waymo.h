// Readers of the Waymo Open Motion Dataset: .tfrecord files of Scenario, and submissions to its
// challenges.
#pragma once

#include <istream>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "planner_adapter/importers/scene_source.h"
#include "planner_adapter/importers/waymo_messages.h"

namespace collision2d::planner {

// Returns whether the bytes begin with a TFRecord: its length has the right checksum.
bool IsTfRecord(absl::string_view first_bytes);

// Opens a file of records that are a Scenario each: a scene for each, with the logged future of the
// ego vehicle as recorded candidate "logged".
// Errors of Next name file, record, byte, field and value. A record whose length is damaged loses
// the rest; every other one is an item, behind which the next follows.
absl::StatusOr<std::unique_ptr<SceneSource>> OpenWaymoScenarios(std::unique_ptr<std::istream> file,
                                                                const std::string& path,
                                                                const SceneInputOptions& options);

// Opens a submission (SimAgentsChallengeSubmission or MotionChallengeSubmission). Its scenarios are
// those of the .tfrecord files in the folder options.scenarios, which is read once for their
// places.
// Each joint rollout is a scene of its own for each agent that is judged, the ego vehicle and those
// to predict: named "ID/rollout 7/agent 1580", with that agent as the ego vehicle. Each predicted
// object is a scene "ID/agent 1580" with a candidate for each mode among the logged others; of a
// joint prediction "ID/joint 2/agent 1580" with the others of the pair as predicted. Errors: as
// above; a scenario that the folder lacks.
absl::StatusOr<std::unique_ptr<SceneSource>> OpenWaymoSubmission(std::unique_ptr<std::istream> file,
                                                                 const std::string& path,
                                                                 const SceneInputOptions& options);

namespace waymo {

// Reads one record and checks it. Adds a note of what was passed over.
// Error (InvalidArgument): not a Scenario; see CheckScenario.
absl::StatusOr<Scenario> ParseScenario(absl::string_view record, std::vector<std::string>& notes);

// Returns a sentence for what a reader of a message has passed over; none if that is nothing.
std::vector<std::string> PassedOver(const WireReader& reader);

}  // namespace waymo
}  // namespace collision2d::planner
