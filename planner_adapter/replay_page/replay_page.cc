#include "planner_adapter/replay_page/replay_page.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "collision2d/io/text.h"
#include "google/protobuf/message.h"
#include "google/protobuf/repeated_ptr_field.h"
#include "planner_adapter/replay/replayed_scene.h"
#include "planner_adapter/replay_page/cycle_packer.h"
#include "planner_adapter/replay_page/page_frame.h"
#include "planner_adapter/replay_page/replay_page.pb.h"
#include "planner_adapter/replay_page/replay_page_scene.h"
#include "proto/verdict.pb.h"

namespace collision2d::planner {
namespace {

void AddCollision(const proto::Encounter& collision, proto::ReplayPageRow& row) {
  if (row.has_first_culprit() && row.first_culprit_time_s() <= collision.time_s()) return;
  row.set_first_culprit(ValidUtf8(collision.obstacle_id()));
  row.set_first_culprit_time_s(collision.time_s());
}

void AddClearance(double clearance_m, bool chosen, proto::ReplayPageRow& row) {
  if (!row.has_minimum_clearance_m() || clearance_m < row.minimum_clearance_m()) {
    row.set_minimum_clearance_m(clearance_m);
  }
  if (chosen && (!row.has_chosen_clearance_m() || clearance_m < row.chosen_clearance_m())) {
    row.set_chosen_clearance_m(clearance_m);
  }
}

void AddVerticalClearance(double clearance_m, proto::ReplayPageRow& row) {
  if (row.has_vertical_clearance_m() && row.vertical_clearance_m() <= clearance_m) return;
  row.set_vertical_clearance_m(clearance_m);
}

void AddRoadClearance(double clearance_m, proto::ReplayPageRow& row) {
  if (row.has_road_clearance_m() && row.road_clearance_m() <= clearance_m) return;
  row.set_road_clearance_m(clearance_m);
}

// Adds the road clearance and the metrics of a chosen candidate.
void AddChosen(const proto::Verdict& verdict, proto::ReplayPageRow& row) {
  const auto least = [](bool is_set, double present, double value) {
    return is_set ? std::min(present, value) : value;
  };
  if (verdict.has_road_clearance()) {
    row.set_chosen_road_clearance_m(least(row.has_chosen_road_clearance_m(), row.chosen_road_clearance_m(),
                                          verdict.road_clearance().clearance_m()));
  }
  if (verdict.time_to_collision().has_constant_twist_s()) {
    row.set_chosen_time_to_collision_s(least(row.has_chosen_time_to_collision_s(), row.chosen_time_to_collision_s(),
                                             verdict.time_to_collision().constant_twist_s()));
  }
  if (verdict.headway().has_headway_s()) {
    row.set_chosen_headway_s(least(row.has_chosen_headway_s(), row.chosen_headway_s(), verdict.headway().headway_s()));
  }
  if (verdict.has_required_deceleration()) {
    // Unset, it is 0, which is less than any.
    row.set_chosen_required_deceleration_mps2(
        std::max(row.chosen_required_deceleration_mps2(), verdict.required_deceleration().deceleration_mps2()));
  }
}

void AddVerdict(const proto::Verdict& verdict, bool is_chosen, proto::ReplayPageRow& row) {
  if (verdict.has_first_collision()) AddCollision(verdict.first_collision(), row);
  if (verdict.has_minimum_clearance()) {
    AddClearance(verdict.minimum_clearance().signed_distance_m(), is_chosen, row);
  }
  if (verdict.has_vertical_clearance()) AddVerticalClearance(verdict.vertical_clearance().clearance_m(), row);
  if (verdict.has_road_clearance()) AddRoadClearance(verdict.road_clearance().clearance_m(), row);
  if (verdict.road_departure().between_instants()) {
    row.set_leaving_between_instants(row.leaving_between_instants() + 1);
  }
  if (verdict.has_goal()) row.set_reaching_goal(row.reaching_goal() + (verdict.goal().reached() ? 1 : 0));
  if (is_chosen) AddChosen(verdict, row);
}

proto::ReplayPageRow PackRow(const ReplayedScene& scene) {
  proto::ReplayPageRow row;
  row.set_scene_id(ValidUtf8(scene.scene.id));
  row.set_file(ValidUtf8(scene.file));
  row.set_elapsed_ms(1e3 * scene.elapsed_s);
  for (const ReplayedCycle& cycle : scene.cycles) AddCycleToRow(cycle.verdicts, row);
  return row;
}

const ReplayedCycle* FirstCycle(absl::Span<const ReplayedScene> scenes) {
  for (const ReplayedScene& scene : scenes) {
    if (!scene.cycles.empty()) return &scene.cycles.front();
  }
  return nullptr;
}

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

void AddCycleToRow(const proto::SceneVerdicts& verdicts, proto::ReplayPageRow& row) {
  const proto::Counts& counts = verdicts.counts();
  row.set_cycles(row.cycles() + 1);
  row.set_candidates(row.candidates() + counts.candidates());
  row.set_free(row.free() + counts.free());
  row.set_colliding(row.colliding() + counts.colliding());
  row.set_colliding_between_instants(row.colliding_between_instants() + counts.colliding_between_instants());
  row.set_leaving_drivable_area(row.leaving_drivable_area() + counts.leaving_drivable_area());
  row.set_pairs_checked(row.pairs_checked() + counts.pairs_checked());
  if (counts.candidates() > 0 && counts.free() == 0) row.set_cycles_without_free(row.cycles_without_free() + 1);
  if (verdicts.has_rejected_lattice_size()) {
    row.set_cycles_without_candidates(row.cycles_without_candidates() + 1);
  }
  for (int i = 0; i < verdicts.verdicts_size(); ++i) {
    AddVerdict(verdicts.verdicts(i), verdicts.has_chosen_candidate() && verdicts.chosen_candidate() == i, row);
  }
}

void AddRowToTotal(const proto::ReplayPageRow& row, proto::ReplayPageRow& total) {
  total.set_cycles(total.cycles() + row.cycles());
  total.set_candidates(total.candidates() + row.candidates());
  total.set_free(total.free() + row.free());
  total.set_colliding(total.colliding() + row.colliding());
  total.set_colliding_between_instants(total.colliding_between_instants() + row.colliding_between_instants());
  total.set_leaving_drivable_area(total.leaving_drivable_area() + row.leaving_drivable_area());
  total.set_cycles_without_free(total.cycles_without_free() + row.cycles_without_free());
  total.set_pairs_checked(total.pairs_checked() + row.pairs_checked());
  total.set_cycles_without_candidates(total.cycles_without_candidates() + row.cycles_without_candidates());
  if (row.has_elapsed_ms()) total.set_elapsed_ms(total.elapsed_ms() + row.elapsed_ms());
  if (row.has_minimum_clearance_m()) AddClearance(row.minimum_clearance_m(), false, total);
  if (row.has_vertical_clearance_m()) AddVerticalClearance(row.vertical_clearance_m(), total);
  if (row.has_road_clearance_m()) AddRoadClearance(row.road_clearance_m(), total);
  total.set_leaving_between_instants(total.leaving_between_instants() + row.leaving_between_instants());
  if (row.has_reaching_goal()) total.set_reaching_goal(total.reaching_goal() + row.reaching_goal());
}

proto::ReplayPageSummary PackReplaySummary(absl::Span<const ReplayedScene> scenes,
                                           absl::Span<const std::string> unusable_inputs) {
  proto::ReplayPageSummary summary;
  if (const ReplayedCycle* first = FirstCycle(scenes); first != nullptr) {
    const proto::RunMetadata& run = first->verdicts.run();
    summary.set_version(ValidUtf8(run.version()));
    summary.set_seed(absl::StrCat(run.seed()));
    for (const std::string& option : run.options()) summary.add_options(ValidUtf8(option));
  }
  summary.mutable_total();
  for (const ReplayedScene& scene : scenes) {
    *summary.add_rows() = PackRow(scene);
    AddRowToTotal(*summary.rows().rbegin(), *summary.mutable_total());
  }
  for (const std::string& input : unusable_inputs) summary.add_unusable_inputs(ValidUtf8(input));
  return summary;
}

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
