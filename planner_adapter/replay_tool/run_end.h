#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_RUN_END_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_RUN_END_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "planner_adapter/replay_tool/run_journal.pb.h"

namespace collision2d::planner {

// Returns the end record of the run in the directory.
// Errors: there is none, or it cannot be read.
absl::StatusOr<proto::RunEnd> ReadRunEnd(const std::string& directory);

// Writes the end record, after which the run is complete. The other files must be on the disk with their names.
// Errors (Unavailable): it cannot be written.
absl::Status WriteRunEnd(const std::string& directory, const proto::RunEnd& end);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_RUN_END_H_
