// Goes through the first planning cycles of files, for commands that look at candidates in their
// own way.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "planner_adapter/scene/scene.h"
#include "replay/cycles/replay_scene.h"
#include "replay/tool/scene_inputs.h"

namespace collision2d::planner {

// What became of files.
struct AskedScenes {
  int64_t scenes = 0;
  std::vector<std::string> unusable;  // A line for each file, record or scene that cannot be used.
};

// Receives a scene and the candidates of its first planning cycle, given or sampled. An error makes
// the scene unusable.
using FirstCycleSink =
    std::function<absl::Status(const std::string& file, const Scene& scene, absl::Span<const Candidate> candidates)>;

// Replays the first cycle of each scene of the files and directories, in order, and passes it to
// `take`.
AskedScenes ForEachFirstCycle(const std::vector<std::string>& paths, const ReplayOptions& options,
                              const SceneInputOptions& inputs, const FirstCycleSink& take);

// Names what could not be used on standard error.
void PrintUnusable(const AskedScenes& asked);

// Returns an error if the options are invalid for every scene, or the directory `out` cannot be
// made.
absl::Status PrepareFirstCycles(const ReplayOptions& options, const SceneInputOptions& inputs, const std::string& out);

}  // namespace collision2d::planner
