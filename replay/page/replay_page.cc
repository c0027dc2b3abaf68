#include "replay/page/replay_page.h"

#include <cstddef>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "replay/page/page_json.h"
#include "replay/page/page_parts.h"
#include "replay/page/replay_page.pb.h"

namespace collision2d::planner {
namespace {

absl::Status ComposeScene(const ReplayedScene& scene, const ReplayPageOptions& options, const TextSink& take) {
  if (scene.cycles.empty()) return absl::InvalidArgumentError("cycles: empty");
  PathTimeOptions path_time;
  if (options.hold_obstacles) path_time.beyond_prediction = BeyondPrediction::kHold;
  PageSceneText text(take, path_time);
  absl::Status status = text.Begin(scene.scene, scene.file, scene.cycles[0].verdicts.run().input_digest());
  for (const ReplayedCycle& cycle : scene.cycles) {
    if (status.ok()) status = text.Cycle(cycle);
  }
  return status.ok() ? text.End(scene.driven) : status;
}

absl::Status ComposeItem(const replay::ReplayPageItem& item, const TextSink& take) {
  const absl::StatusOr<std::string> json = PageJson(item);
  return json.ok() ? take(absl::StrCat(*json, "\n")) : json.status();
}

}  // namespace

absl::StatusOr<std::string> RenderReplayPage(absl::Span<const ReplayedScene> scenes,
                                             absl::Span<const std::string> unusable_inputs,
                                             const ReplayPageOptions& options) {
  replay::ReplayPageSummary summary = PackReplaySummary(scenes);
  summary.set_hold_obstacles(options.hold_obstacles);
  const auto compose_items = [&](const TextSink& take) {
    absl::Status status;
    for (size_t i = 0; status.ok() && i < scenes.size() + unusable_inputs.size(); ++i) {
      replay::ReplayPageItem item;
      if (i < scenes.size()) {
        *item.mutable_row() = PackReplayRow(scenes[i]);
      } else {
        item.set_unusable(unusable_inputs[i - scenes.size()]);
      }
      status = ComposeItem(item, take);
    }
    return status;
  };
  const auto compose_scene = [&](int i, const TextSink& take) {
    const absl::Status status = ComposeScene(scenes[static_cast<size_t>(i)], options, take);
    return status.ok() ? status : absl::Status(status.code(), absl::StrCat("scenes[", i, "].", status.message()));
  };
  std::string page;
  const absl::Status status =
      ComposePage(PageKind::kOneFile, summary, compose_items, compose_scene, [&](absl::string_view text) {
        absl::StrAppend(&page, text);
        return absl::OkStatus();
      });
  if (!status.ok()) return status;
  return page;
}

}  // namespace collision2d::planner
