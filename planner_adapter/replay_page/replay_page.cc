#include "planner_adapter/replay_page/replay_page.h"

#include <cstddef>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "google/protobuf/message.h"
#include "google/protobuf/repeated_ptr_field.h"
#include "planner_adapter/replay/replayed_scene.h"
#include "planner_adapter/replay_page/cycle_packer.h"
#include "planner_adapter/replay_page/page_frame.h"
#include "planner_adapter/replay_page/replay_page.pb.h"
#include "planner_adapter/replay_page/replay_page_scene.h"
#include "planner_adapter/replay_page/replay_page_summary.h"

namespace collision2d::planner {
namespace {

constexpr size_t kPieceBytes = size_t{1} << 16;

constexpr absl::string_view kNoStaticObstacles = "\"staticObstacles\":[]";

template <typename Messages>
absl::StatusOr<std::string> ListElement(absl::string_view id, const Messages& messages) {
  std::string text = DataElementBegin(id) + "[";
  bool is_first = true;
  for (const google::protobuf::Message& message : messages) {
    const absl::StatusOr<std::string> json = PageJson(message);
    if (!json.ok()) return json.status();
    absl::StrAppend(&text, is_first ? "" : ",\n", *json);
    is_first = false;
  }
  return absl::StrCat(text, "]", kDataElementEnd);
}

absl::StatusOr<std::string> SummaryElements(proto::ReplayPageSummary summary) {
  google::protobuf::RepeatedPtrField<proto::ReplayPageRow> rows;
  rows.Swap(summary.mutable_rows());
  google::protobuf::RepeatedPtrField<proto::UnusableInput> unusable;
  for (const std::string& reason : summary.unusable_inputs()) unusable.Add()->set_reason(reason);
  summary.clear_unusable_inputs();
  const absl::StatusOr<std::string> json = PageJson(summary);
  if (!json.ok()) return json.status();
  const absl::StatusOr<std::string> rows_element = ListElement("replay-rows", rows);
  if (!rows_element.ok()) return rows_element.status();
  const absl::StatusOr<std::string> unusable_element = ListElement("replay-unusable", unusable);
  if (!unusable_element.ok()) return unusable_element.status();
  return absl::StrCat(DataElementBegin("replay-summary"), *json, kDataElementEnd, *rows_element, *unusable_element);
}

absl::StatusOr<std::string> SceneText(const ReplayedScene& scene) {
  if (scene.cycles.empty()) return absl::InvalidArgumentError("cycles: empty");
  PageSceneText composer;
  std::string text;
  const auto take = [&text](absl::string_view piece) {
    absl::StrAppend(&text, piece);
    return absl::OkStatus();
  };
  absl::Status status = composer.Begin(scene.scene, scene.file, scene.cycles[0].verdicts.run().input_digest(), take);
  if (!status.ok()) return status;
  for (const ReplayedCycle& cycle : scene.cycles) {
    const absl::StatusOr<std::string> piece = composer.Cycle(cycle);
    if (!piece.ok()) return piece.status();
    text += *piece;
  }
  const absl::StatusOr<std::string> end = composer.End(scene.driven);
  if (!end.ok()) return end.status();
  return text += *end;
}

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

absl::StatusOr<std::string> RenderReplayPage(absl::Span<const ReplayedScene> scenes,
                                             absl::Span<const std::string> unusable_inputs,
                                             const ReplayPageOptions& options) {
  const PageFrame frame = MakePageFrame(PageKind::kOneFile);
  proto::ReplayPageSummary packed = PackReplaySummary(scenes, unusable_inputs);
  packed.set_hold_obstacles(options.hold_obstacles);
  const absl::StatusOr<std::string> summary = SummaryElements(std::move(packed));
  if (!summary.ok()) return summary.status();
  std::string page = frame.begin + *summary;
  for (size_t i = 0; i < scenes.size(); ++i) {
    const absl::StatusOr<std::string> scene = SceneText(scenes[i]);
    if (!scene.ok()) {
      return absl::Status(scene.status().code(), absl::StrCat("scenes[", i, "].", scene.status().message()));
    }
    absl::StrAppend(&page, DataElementBegin(absl::StrCat("replay-scene-", i)), *scene, kDataElementEnd);
  }
  return page += frame.end;
}

}  // namespace collision2d::planner
