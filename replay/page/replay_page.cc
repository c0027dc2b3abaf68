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

absl::Status AppendScene(const ReplayedScene& scene, const ReplayPageOptions& options, std::string* page) {
  if (scene.cycles.empty()) return absl::InvalidArgumentError("cycles: empty");
  PathTimeOptions path_time;
  if (options.hold_obstacles) path_time.beyond_prediction = BeyondPrediction::kHold;
  PageSceneText text(
      [page](absl::string_view piece) {
        absl::StrAppend(page, piece);
        return absl::OkStatus();
      },
      path_time);
  absl::Status status = text.Begin(scene.scene, scene.file, scene.cycles[0].verdicts.run().input_digest());
  for (const ReplayedCycle& cycle : scene.cycles) {
    if (status.ok()) status = text.Cycle(cycle);
  }
  return status.ok() ? text.End(scene.driven) : status;
}

}  // namespace

absl::StatusOr<std::string> RenderReplayPage(absl::Span<const ReplayedScene> scenes,
                                             absl::Span<const std::string> unusable_inputs,
                                             const ReplayPageOptions& options) {
  replay::ReplayPageSummary summary = PackReplaySummary(scenes);
  summary.set_hold_obstacles(options.hold_obstacles);
  const absl::StatusOr<std::string> head = PageJson(summary);
  if (!head.ok()) return head.status();
  const PageFrame frame = MakePageFrame(PageKind::kOneFile);
  std::string page = absl::StrCat(frame.begin, DataElementBegin("replay-summary"), *head, kDataElementEnd,
                                  DataElementBegin("replay-items"));
  for (size_t i = 0; i < scenes.size() + unusable_inputs.size(); ++i) {
    replay::ReplayPageItem item;
    if (i < scenes.size()) {
      *item.mutable_row() = PackReplayRow(scenes[i]);
    } else {
      item.set_unusable(unusable_inputs[i - scenes.size()]);
    }
    const absl::StatusOr<std::string> json = PageJson(item);
    if (!json.ok()) return json.status();
    absl::StrAppend(&page, *json, "\n");
  }
  page += kDataElementEnd;
  for (size_t i = 0; i < scenes.size(); ++i) {
    page += DataElementBegin(absl::StrCat("replay-scene-", i));
    if (absl::Status status = AppendScene(scenes[i], options, &page); !status.ok()) {
      return absl::Status(status.code(), absl::StrCat("scenes[", i, "].", status.message()));
    }
    page += kDataElementEnd;
  }
  return page += frame.end;
}

}  // namespace collision2d::planner
