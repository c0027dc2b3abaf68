#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_REPLAY_PAGE_SCENE_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_REPLAY_PAGE_SCENE_H_

#include "absl/status/statusor.h"
#include "planner_adapter/replay/replayed_scene.h"
#include "planner_adapter/replay_page/replay_page.pb.h"

namespace collision2d::planner {

// Returns what the page draws for one scene.
// Errors (InvalidArgument): verdicts that contradict the candidates or the comments of proto/verdict.proto, with their
// field path.
// O(size of the scene and its candidates).
absl::StatusOr<proto::ReplayPageScene> PackReplayedScene(const ReplayedScene& scene);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_REPLAY_PAGE_SCENE_H_
