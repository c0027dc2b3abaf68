// Counts how many candidates of scenes the usual shortcuts of collision checks judge wrongly, each
// shortcut applied alone.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "planner_adapter/scene/scene.h"
#include "replay/cycles/replay_scene.h"
#include "replay/tool/scene_inputs.h"

namespace collision2d::planner {

// docs/shortcuts.md defines them.
enum Shortcut { kCorners, kInstants01, kInstants05, kCircles, kHulls, kShortcuts };

// What a shortcut says of candidates that their verdicts do not; the last one is any of these.
enum Mistake { kCollisionMissed, kCollisionFalse, kDepartureMissed, kDepartureFalse, kAnyMistake, kMistakes };

struct SceneSurvey {
  int64_t candidates = 0;
  int64_t colliding = 0;
  int64_t leaving = 0;  // The road, whether they collide before or not.
  std::array<std::array<int64_t, kMistakes>, kShortcuts> mistakes = {};  // How many candidates.
  std::array<std::string, kShortcuts> first_wrong;                       // The id of the first of them; empty: none.
};

// Compares what each shortcut says of the candidates with their verdicts, for which instants_only
// is ignored. Collisions are judged without the road, and the road without obstacles. Errors: as
// TrajectoryChecker.
absl::StatusOr<SceneSurvey> SurveyScene(const Scene& scene, absl::Span<const Candidate> candidates,
                                        const ReplayOptions& options);

// Surveys the first planning cycles of the scenes of the files and directories: prints the sums as
// a table, and writes OUT/survey.csv, a row for each scene and shortcut. Names on standard error
// what could not be used, and returns how much that is.
// Errors: options that are invalid for every scene; the output cannot be written.
absl::StatusOr<int> SurveyScenes(const std::vector<std::string>& paths, const ReplayOptions& options,
                                 const SceneInputOptions& inputs, const std::string& out);

}  // namespace collision2d::planner
