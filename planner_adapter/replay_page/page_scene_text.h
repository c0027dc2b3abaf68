#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_PAGE_SCENE_TEXT_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_PAGE_SCENE_TEXT_H_

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

namespace collision2d::planner {

// Takes a piece of text. An error ends what composes it, which returns it.
using TextSink = std::function<absl::Status(absl::string_view)>;

// Composes what the page holds of one scene, piece by piece, so that neither a long drive nor the
// text of many obstacles is ever in memory: a list in JSON (see replay_page.proto), as PageJson
// escapes it. The text is Begin, Cycle for each planning cycle, and End, in this order; about 15
// bytes for each pose of a candidate, and 6 for each point of a profile.
class PageSceneText {
 public:
  // Passes pieces of some 64 KiB to `take`.
  absl::Status Begin(const Scene& scene, absl::string_view file, absl::string_view input_digest, const TextSink& take);

  // Errors: those of PackReplayedCycle, with the path "cycles[2]".
  absl::StatusOr<std::string> Cycle(const ReplayedCycle& cycle);

  // `driven`: as ReplayedScene.driven.
  absl::StatusOr<std::string> End(absl::Span<const TimedPose> driven);

 private:
  Vec2 origin_;
  int cycles_ = 0;
};

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_PAGE_PAGE_SCENE_TEXT_H_
