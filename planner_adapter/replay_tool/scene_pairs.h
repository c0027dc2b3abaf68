#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_SCENE_PAIRS_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_SCENE_PAIRS_H_

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/pair_asker.h"
#include "planner_adapter/checking/checker_options.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

// Puts the pairs that decide about these candidates to `asker`: at each instant that TrajectoryChecker checks, Collides and ComputeSeparation of every ego shape and
// every obstacle shape, in the frame of the ego vehicle; between two instants, unless instants_only, TimeOfImpact of both. The checker asks them many at a time and
// leaves out those that are far apart or after a collision; here each is asked. Of shapes in space their ground plans are.
// Errors: as CheckInstants.
// REQUIRES: TrajectoryChecker accepts the scene, the options and the candidates.
// O(candidates * instants * obstacles).
absl::Status AskScenePairs(const Scene& scene, const CheckerOptions& options, absl::Span<const Trajectory> candidates,
                           PairAsker* asker);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_TOOL_SCENE_PAIRS_H_
