#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_RUN_END_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_RUN_END_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "planner_adapter/replay_tool/run_journal.pb.h"

namespace collision2d::planner {

// The exit statuses of the tool besides 0.
inline constexpr int kExitUnusableInput = 1;  // Some input could not be used, or nothing could be sampled for a scene.
inline constexpr int kExitFailed = 2;         // A flag's value makes no sense, or the output cannot be written.

// Returns the end record of the run in the directory.
// Errors: there is none, or it cannot be read.
absl::StatusOr<proto::RunEnd> ReadRunEnd(const std::string& directory);

// Writes the end record, after which the run is complete. The other files must be on the disk with their names.
// Errors (Unavailable): it cannot be written.
absl::Status WriteRunEnd(const std::string& directory, const proto::RunEnd& end);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_RUN_END_H_
