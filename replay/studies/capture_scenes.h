#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "collision2d/batch/pair_query_hook.h"
#include "replay/cycles/replay_scene.h"
#include "replay/studies/first_cycles.h"
#include "replay/tool/scene_inputs.h"

namespace collision2d::planner {

// Replays the scenes of the files, and puts the pairs that decide their first planning cycles to
// `hook`.
AskedScenes AskPairsOfFiles(const std::vector<std::string>& files, const ReplayOptions& options,
                            const SceneInputOptions& inputs, PairQueryHook* hook);

// Records these pairs where they are undecided, slow, in the exact rung, or one in sample_every (0:
// none), and writes the last 8192 records to OUT/pairs.capture. Prints what is in it, and names on
// standard error what could not be used.
// Returns how much that is.
// Errors: a file that cannot be written; a negative sample_every.
absl::StatusOr<int> CaptureScenes(const std::vector<std::string>& files, const ReplayOptions& options,
                                  const SceneInputOptions& inputs, int64_t sample_every, const std::string& out);

}  // namespace collision2d::planner
