#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_CYCLE_PACKER_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_CYCLE_PACKER_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/replay/replayed_scene.h"
#include "planner_adapter/replay_page/replay_page.pb.h"
#include "planner_adapter/replay_page/scene_packer.h"

namespace collision2d::planner {

// Checks that the cycle can be shown.
// Errors (InvalidArgument), with the field below `path`: verdicts or profiles that contradict the candidates or the
// comments of proto/verdict.proto; a number that is not finite.
absl::Status CheckReplayedCycle(const ReplayedCycle& cycle, absl::string_view path);

// Returns what the page draws for one planning cycle. `origin`: of the scene's local frame, in the scene frame.
// REQUIRES: CheckReplayedCycle; `packer` is made for every coordinate and clearance of the cycle.
// O(poses).
proto::PackedCycle PackReplayedCycle(const ReplayedCycle& cycle, Vec2 origin, ScenePacker& packer);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_CYCLE_PACKER_H_
