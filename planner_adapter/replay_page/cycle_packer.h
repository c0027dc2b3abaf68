#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_CYCLE_PACKER_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_CYCLE_PACKER_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/replay/replayed_scene.h"
#include "planner_adapter/replay_page/replay_page.pb.h"

namespace collision2d::planner {

// Returns what the page draws for one planning cycle. `origin`: of the scene's local frame, in the scene frame.
// Errors (InvalidArgument), with the field below `path`: verdicts or profiles that contradict the candidates or the
// comments of proto/verdict.proto; a number that is not finite.
// O(poses).
absl::StatusOr<proto::PackedCycle> PackReplayedCycle(const ReplayedCycle& cycle, Vec2 origin, absl::string_view path);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_CYCLE_PACKER_H_
