#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "replay/cycles/replay_scene.h"
#include "replay/tool/run_directory.h"
#include "replay/tool/scene_inputs.h"

namespace collision2d::planner {

// How a run reads and writes.
struct RunOptions {
  SceneInputOptions inputs;
  RunOutputs outputs;
  // Writes wall-clock times to the page; without, every byte that is written is the same each time.
  bool timings = true;
  // Also writes what the page shows to this file, as ReplayMcap composes it. Empty: none.
  std::string mcap;
};

struct RunResult {
  int64_t problems = 0;  // Inputs that could not be used, and scenes of which nothing could be sampled.
  int exit_status = 0;   // As in run.json; kExitFailed if standard output could not be written.
};

// Replays every scene of the files and directories `paths`, in order: prints one line for each and
// a total to standard output, and writes index.html, verdicts.jsonl, verdicts.pbs (see RunOutputs)
// and the end record run.json to the directory `out`, which is created if it does not exist (see
// RunDirectory). Files that an earlier run left there are not taken for scenes of a directory.
// Memory does not grow with the number of scenes that can be used. Inputs that could not be used,
// and scenes of which nothing could be sampled, are reported with their reason on standard error
// and on the page, and the others are replayed nevertheless. Errors: options that are invalid for
// every scene; an input that the run would replace; the output cannot be written.
absl::StatusOr<RunResult> RunReplay(const std::vector<std::string>& paths, const ReplayOptions& options,
                                    const std::string& out, const RunOptions& run_options = {});

}  // namespace collision2d::planner
