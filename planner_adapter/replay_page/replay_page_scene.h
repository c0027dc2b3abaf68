#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_REPLAY_PAGE_SCENE_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_REPLAY_PAGE_SCENE_H_

#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "planner_adapter/replay/replayed_scene.h"
#include "planner_adapter/replay_page/replay_page.pb.h"
#include "planner_adapter/replay_page/scene_packer.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {

// What the page draws of a scene apart from its planning cycles and its static obstacles, and what
// packed it.
struct PageSceneHead {
  proto::ReplayPageScene packed;
  ScenePacker packer;
};

// O(size of the scene).
PageSceneHead PackPageSceneHead(const Scene& scene, absl::string_view file, absl::string_view input_digest);

// Returns what the page draws of a static obstacle. `packer` is that of the scene's head.
proto::PackedObstacle PackStaticObstacle(const StaticObstacle& obstacle, const ScenePacker& packer);

// Returns what the page draws of a drive in closed loop; of none if there are no poses. O(poses).
proto::PackedDrive PackDrive(absl::Span<const TimedPose> driven);

// What the page draws for one scene.
struct PackedScene {
  proto::ReplayPageScene scene;
  std::vector<proto::PackedCycle> cycles;
  proto::PackedDrive drive;
};

// Returns what the page draws for one scene.
// Errors (InvalidArgument): no cycle; those of PackReplayedCycle.
// O(size of the scene and its candidates).
absl::StatusOr<PackedScene> PackReplayedScene(const ReplayedScene& scene);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_REPLAY_PAGE_SCENE_H_
