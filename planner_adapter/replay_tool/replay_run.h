#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_REPLAY_RUN_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_REPLAY_RUN_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "planner_adapter/importers/commonroad.h"
#include "planner_adapter/replay/replay_scene.h"

namespace collision2d::planner {

// Replays every scene of the files and directories `paths`, in order: prints one line for each and a total to standard
// output, and writes index.html, verdicts.jsonl and verdicts.pbs to the directory `out`, which is created if it does
// not exist. Returns the number of inputs that could not be used; each is reported with its reason on standard error
// and on the page, and the others are replayed nevertheless.
// Errors: options that are invalid for every scene; the output cannot be written.
absl::StatusOr<int> RunReplay(const std::vector<std::string>& paths, const ReplayOptions& options,
                              const CommonRoadOptions& commonroad_options, const std::string& out);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_REPLAY_RUN_H_
