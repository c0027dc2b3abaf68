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
#include "planner_adapter/importers/waymo.pb.h"

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

// Parses a Scenario, ScenarioRollouts or ChallengeScenarioPredictions, and appends a note that
// counts the fields which are not read.
// Error (InvalidArgument): not such a message; the field, the byte, and what is wrong.
template <typename Message>
absl::Status ParseWaymo(absl::string_view bytes, Message& message, std::vector<std::string>& notes);

// Reads one record and checks it.
// Errors (InvalidArgument): those of ParseWaymo; see CheckScenario.
absl::Status ReadScenario(absl::string_view record, Scenario& scenario, std::vector<std::string>& notes);

}  // namespace waymo
}  // namespace collision2d::planner
