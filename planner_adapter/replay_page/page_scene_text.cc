#include "planner_adapter/replay_page/page_scene_text.h"

#include "absl/strings/str_cat.h"
#include "planner_adapter/replay_page/cycle_packer.h"
#include "planner_adapter/replay_page/page_json.h"
#include "planner_adapter/replay_page/replay_page.pb.h"
#include "planner_adapter/replay_page/replay_page_scene.h"

namespace collision2d::planner {

absl::StatusOr<std::string> PageSceneText::Begin(const Scene& scene, absl::string_view file,
                                                 absl::string_view input_digest) {
  origin_ = scene.origin;
  const absl::StatusOr<std::string> json = PageJson(PackPageScene(scene, file, input_digest));
  if (!json.ok()) return json.status();
  return absl::StrCat("[", *json);
}

absl::StatusOr<std::string> PageSceneText::Cycle(const ReplayedCycle& cycle) {
  const absl::StatusOr<proto::PackedCycle> packed =
      PackReplayedCycle(cycle, origin_, absl::StrCat("cycles[", cycles_++, "]"));
  if (!packed.ok()) return packed.status();
  const absl::StatusOr<std::string> json = PageJson(*packed);
  if (!json.ok()) return json.status();
  return absl::StrCat(",\n", *json);
}

absl::StatusOr<std::string> PageSceneText::End(absl::Span<const TimedPose> driven) {
  const absl::StatusOr<std::string> json = PageJson(PackDrive(driven));
  if (!json.ok()) return json.status();
  return absl::StrCat(",\n", *json, "]");
}

}  // namespace collision2d::planner
