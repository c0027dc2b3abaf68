#include "planner_adapter/replay_page/page_scene_text.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "planner_adapter/replay_page/cycle_packer.h"
#include "planner_adapter/replay_page/page_json.h"
#include "planner_adapter/replay_page/replay_page.pb.h"
#include "planner_adapter/replay_page/replay_page_scene.h"

namespace collision2d::planner {
namespace {

constexpr size_t kPieceBytes = size_t{1} << 16;

constexpr absl::string_view kNoStaticObstacles = "\"staticObstacles\":[]";

}  // namespace

absl::Status PageSceneText::Begin(const Scene& scene, absl::string_view file, absl::string_view input_digest,
                                  const TextSink& take) {
  origin_ = scene.origin;
  const PageSceneHead head = PackPageSceneHead(scene, file, input_digest);
  const absl::StatusOr<std::string> json = PageJson(head.packed);
  if (!json.ok()) return json.status();
  // No text in the JSON contains this, since quotes in texts are escaped.
  const std::pair<absl::string_view, absl::string_view> around =
      absl::StrSplit(*json, absl::MaxSplits(kNoStaticObstacles, 1));
  std::string text = absl::StrCat("[", around.first, "\"staticObstacles\":[");
  absl::string_view separator;
  for (const StaticObstacle& obstacle : scene.static_obstacles) {
    const absl::StatusOr<std::string> element = PageJson(PackStaticObstacle(obstacle, head.packer));
    if (!element.ok()) return element.status();
    absl::StrAppend(&text, separator, *element);
    separator = ",";
    if (text.size() < kPieceBytes) continue;
    if (absl::Status status = take(text); !status.ok()) return status;
    text.clear();
  }
  absl::StrAppend(&text, "]", around.second);
  return take(text);
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
