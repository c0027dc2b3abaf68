// What the page holds of one scene: its replay as messages, and their text.
#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_PAGE_SCENE_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_PAGE_SCENE_H_

#include <functional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/replay/replayed_scene.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/timed_pose.h"

// A message of replay_page.proto, which is not installed: a caller who renders a page needs no
// header.
namespace collision2d::replay {
class ReplayPageCycle;
}  // namespace collision2d::replay

namespace collision2d::planner {

// Returns a planning cycle. `origin`: of the scene's local frame, in the scene frame.
// Errors (InvalidArgument), with the field below `path`: verdicts or profiles that contradict the
// candidates or the comments of collision2d/v1/verdict.proto. O(poses).
absl::StatusOr<replay::ReplayPageCycle> PageCycleOf(const ReplayedCycle& cycle, Vec2 origin, absl::string_view path);

// Takes a piece of text. An error ends what composes it, which returns it.
using TextSink = std::function<absl::Status(absl::string_view)>;

// Composes what the page holds of one scene, piece by piece, so that neither a long drive nor the
// text of many obstacles is ever in memory: a list in JSON of ReplayPagePart. The text is Begin,
// Cycle for each planning cycle, and End, in this order; about 15 bytes for each pose of a
// candidate, and 6 for each point of a profile.
class PageSceneText {
 public:
  // Errors: those of PageJson.
  absl::Status Begin(const Scene& scene, absl::string_view file, absl::string_view input_digest, const TextSink& take);

  // Errors: those of PageCycleOf and PageJson, with the path "cycles[2]".
  absl::StatusOr<std::string> Cycle(const ReplayedCycle& cycle);

  // `driven`: as ReplayedScene.driven.
  absl::StatusOr<std::string> End(absl::Span<const TimedPose> driven);

 private:
  Vec2 origin_;
  int cycles_ = 0;
};

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_PAGE_SCENE_H_
