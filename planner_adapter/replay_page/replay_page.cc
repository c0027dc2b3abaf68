#include "planner_adapter/replay_page/replay_page.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "collision2d/io/text.h"
#include "collision2d/v1/verdict.pb.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"
#include "planner_adapter/replay/replayed_scene.h"
#include "planner_adapter/replay_page/page_frame.h"
#include "planner_adapter/replay_page/page_json.h"
#include "planner_adapter/replay_page/page_scene.h"
#include "planner_adapter/replay_page/replay_page.pb.h"

namespace collision2d::planner {
namespace {

using Row = replay::ReplayPageRow;

void AddCollision(const v1::Encounter& collision, Row& row) {
  if (row.has_first_culprit() && row.first_culprit_time_s() <= collision.time_s()) return;
  row.set_first_culprit(ValidUtf8(collision.obstacle_id()));
  row.set_first_culprit_time_s(collision.time_s());
}

// Sets the field with this number to the value if it is not set, or larger.
void SetLeast(double value, int number, Row& row) {
  const google::protobuf::Reflection& reflection = *row.GetReflection();
  const google::protobuf::FieldDescriptor* const field = row.GetDescriptor()->FindFieldByNumber(number);
  if (reflection.HasField(row, field) && reflection.GetDouble(row, field) <= value) return;
  reflection.SetDouble(&row, field, value);
}

// Adds what is shown of a chosen candidate alone.
void AddChosen(const v1::Verdict& verdict, Row& row) {
  if (verdict.has_minimum_clearance()) {
    SetLeast(verdict.minimum_clearance().signed_distance_m(), Row::kChosenClearanceMFieldNumber, row);
  }
  if (verdict.has_road_clearance()) {
    SetLeast(verdict.road_clearance().clearance_m(), Row::kChosenRoadClearanceMFieldNumber, row);
  }
  if (verdict.time_to_collision().has_constant_twist_s()) {
    SetLeast(verdict.time_to_collision().constant_twist_s(), Row::kChosenTimeToCollisionSFieldNumber, row);
  }
  if (verdict.headway().has_headway_s()) {
    SetLeast(verdict.headway().headway_s(), Row::kChosenHeadwaySFieldNumber, row);
  }
  if (verdict.has_required_deceleration()) {
    // Unset, it is 0, which is less than any.
    row.set_chosen_required_deceleration_mps2(
        std::max(row.chosen_required_deceleration_mps2(), verdict.required_deceleration().deceleration_mps2()));
  }
}

void AddVerdict(const v1::Verdict& verdict, bool is_chosen, Row& row) {
  if (verdict.has_first_collision()) AddCollision(verdict.first_collision(), row);
  if (verdict.has_minimum_clearance()) {
    SetLeast(verdict.minimum_clearance().signed_distance_m(), Row::kMinimumClearanceMFieldNumber, row);
  }
  if (verdict.has_vertical_clearance()) {
    SetLeast(verdict.vertical_clearance().clearance_m(), Row::kVerticalClearanceMFieldNumber, row);
  }
  if (verdict.has_road_clearance()) {
    SetLeast(verdict.road_clearance().clearance_m(), Row::kRoadClearanceMFieldNumber, row);
  }
  if (verdict.road_departure().between_instants()) {
    row.set_leaving_between_instants(row.leaving_between_instants() + 1);
  }
  if (verdict.has_first_within_margin() || verdict.has_leaves_road_margin()) {
    row.set_within_margin(row.within_margin() + 1);
  }
  if (verdict.has_goal()) row.set_reaching_goal(row.reaching_goal() + (verdict.goal().reached() ? 1 : 0));
  if (is_chosen) AddChosen(verdict, row);
}

const ReplayedCycle* FirstCycle(absl::Span<const ReplayedScene> scenes) {
  for (const ReplayedScene& scene : scenes) {
    if (!scene.cycles.empty()) return &scene.cycles.front();
  }
  return nullptr;
}

// Returns the elements of the page's head.
absl::StatusOr<std::string> HeadElements(const replay::ReplayPageSummary& summary,
                                         absl::Span<const replay::ReplayPageItem> items) {
  absl::StatusOr<std::string> json = PageJson(summary);
  if (!json.ok()) return json.status();
  std::string text =
      absl::StrCat(DataElementBegin("replay-summary"), *json, kDataElementEnd, DataElementBegin("replay-items"));
  for (const replay::ReplayPageItem& item : items) {
    json = PageJson(item);
    if (!json.ok()) return json.status();
    absl::StrAppend(&text, *json, "\n");
  }
  return absl::StrCat(text, kDataElementEnd);
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

void AddCycleToRow(const v1::SceneVerdicts& verdicts, Row& row) {
  const v1::Counts& counts = verdicts.counts();
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

void AddRowToTotal(const Row& row, replay::ReplayPageRow& total) {
  const google::protobuf::Reflection& reflection = *row.GetReflection();
  // All whole numbers are sums.
  for (int i = 0; i < row.GetDescriptor()->field_count(); ++i) {
    const google::protobuf::FieldDescriptor* const field = row.GetDescriptor()->field(i);
    if (field->cpp_type() != google::protobuf::FieldDescriptor::CPPTYPE_INT64) continue;
    if (field->has_presence() && !reflection.HasField(row, field)) continue;
    reflection.SetInt64(&total, field, reflection.GetInt64(total, field) + reflection.GetInt64(row, field));
  }
  if (row.has_elapsed_ms()) total.set_elapsed_ms(total.elapsed_ms() + row.elapsed_ms());
  for (const int number :
       {Row::kMinimumClearanceMFieldNumber, Row::kVerticalClearanceMFieldNumber, Row::kRoadClearanceMFieldNumber}) {
    const google::protobuf::FieldDescriptor* const field = row.GetDescriptor()->FindFieldByNumber(number);
    if (reflection.HasField(row, field)) SetLeast(reflection.GetDouble(row, field), number, total);
  }
}

replay::ReplayPageRow PackReplayRow(const ReplayedScene& scene) {
  replay::ReplayPageRow row;
  row.set_scene_id(ValidUtf8(scene.scene.id));
  row.set_file(ValidUtf8(scene.file));
  row.set_elapsed_ms(1e3 * scene.elapsed_s);
  for (const ReplayedCycle& cycle : scene.cycles) AddCycleToRow(cycle.verdicts, row);
  return row;
}

replay::ReplayPageSummary PackReplaySummary(absl::Span<const ReplayedScene> scenes) {
  replay::ReplayPageSummary summary;
  if (const ReplayedCycle* first = FirstCycle(scenes); first != nullptr) {
    const v1::RunMetadata& run = first->verdicts.run();
    summary.set_version(run.version());
    summary.set_seed(absl::StrCat(run.seed()));
    *summary.mutable_options() = run.options();
  }
  summary.set_scenes(static_cast<int>(scenes.size()));
  summary.mutable_total();
  for (const ReplayedScene& scene : scenes) AddRowToTotal(PackReplayRow(scene), *summary.mutable_total());
  return summary;
}

absl::StatusOr<std::string> RenderReplayPage(absl::Span<const ReplayedScene> scenes,
                                             absl::Span<const std::string> unusable_inputs,
                                             const ReplayPageOptions& options) {
  const PageFrame frame = MakePageFrame(PageKind::kOneFile);
  replay::ReplayPageSummary summary = PackReplaySummary(scenes);
  summary.set_hold_obstacles(options.hold_obstacles);
  std::vector<replay::ReplayPageItem> items(scenes.size() + unusable_inputs.size());
  for (size_t i = 0; i < scenes.size(); ++i) *items[i].mutable_row() = PackReplayRow(scenes[i]);
  for (size_t i = 0; i < unusable_inputs.size(); ++i) items[scenes.size() + i].set_unusable(unusable_inputs[i]);
  const absl::StatusOr<std::string> head = HeadElements(summary, items);
  if (!head.ok()) return head.status();
  std::string page = frame.begin + *head;
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
