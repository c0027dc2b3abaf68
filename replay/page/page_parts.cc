#include "replay/page/page_parts.h"

#include <algorithm>
#include <cstddef>

#include "absl/base/macros.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "collision2d/io/text.h"
#include "collision2d/v1/verdict.pb.h"
#include "google/protobuf/arena.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"
#include "planner_adapter/checking/verdict_to_proto.h"
#include "planner_adapter/scene/scene_to_proto.h"
#include "replay/page/page_json.h"

namespace collision2d::planner {

// The page (replay_page.html) with its scripts and styles, embedded by the build (embed_files.sh).
// The data belong in its line "<!-- insert data -->", and scripts may come from where
// "insert script-src" in its policy says.
extern const char kReplayPage[];

namespace {

constexpr char kDataMarker[] = "<!-- insert data -->\n";

// Scripts of the page itself, and those that it adds with this word.
constexpr char kInlineScripts[] = "'unsafe-inline'";
constexpr char kMarkedScripts[] = "'nonce-replay'";

using Row = replay::ReplayPageRow;

void AddCollision(const v1::Encounter& collision, Row& row) {
  if (row.has_first_culprit() && row.first_culprit_time_s() <= collision.time_s()) return;
  row.set_first_culprit(ValidUtf8(collision.obstacle_id()));
  row.set_first_culprit_time_s(collision.time_s());
}

// What is proven of a clearance, otherwise what was measured.
template <typename Clearance>
double HeldClearance(const Clearance& of, double measured_m) {
  return of.has_lower_bound_m() ? of.lower_bound_m() : measured_m;
}

double HeldClearance(const v1::Encounter& of) { return HeldClearance(of, of.signed_distance_m()); }
double HeldClearance(const v1::RoadClearance& of) { return HeldClearance(of, of.clearance_m()); }
double HeldClearance(const v1::VerticalClearance& of) { return HeldClearance(of, of.clearance_m()); }

// Sets the field with this number to a known value if it is not set, or larger.
void SetLeast(bool is_known, double value, int number, Row& row) {
  if (!is_known) return;
  const google::protobuf::Reflection& reflection = *row.GetReflection();
  const google::protobuf::FieldDescriptor* const field = row.GetDescriptor()->FindFieldByNumber(number);
  if (reflection.HasField(row, field) && reflection.GetDouble(row, field) <= value) return;
  reflection.SetDouble(&row, field, value);
}

// Adds what is shown of a chosen candidate alone.
void AddChosen(const v1::Verdict& verdict, Row& row) {
  SetLeast(verdict.has_minimum_clearance(), HeldClearance(verdict.minimum_clearance()),
           Row::kChosenClearanceMFieldNumber, row);
  SetLeast(verdict.has_road_clearance(), HeldClearance(verdict.road_clearance()), Row::kChosenRoadClearanceMFieldNumber,
           row);
  SetLeast(verdict.time_to_collision().has_constant_twist_s(), verdict.time_to_collision().constant_twist_s(),
           Row::kChosenTimeToCollisionSFieldNumber, row);
  SetLeast(verdict.headway().has_headway_s(), verdict.headway().headway_s(), Row::kChosenHeadwaySFieldNumber, row);
  if (verdict.has_required_deceleration()) {
    // Unset, it is 0, which is less than any.
    row.set_chosen_required_deceleration_mps2(
        std::max(row.chosen_required_deceleration_mps2(), verdict.required_deceleration().deceleration_mps2()));
  }
}

void AddVerdict(const v1::Verdict& verdict, bool is_chosen, Row& row) {
  if (verdict.has_first_collision()) AddCollision(verdict.first_collision(), row);
  SetLeast(verdict.has_minimum_clearance(), HeldClearance(verdict.minimum_clearance()),
           Row::kMinimumClearanceMFieldNumber, row);
  SetLeast(verdict.has_vertical_clearance(), HeldClearance(verdict.vertical_clearance()),
           Row::kVerticalClearanceMFieldNumber, row);
  SetLeast(verdict.has_road_clearance(), HeldClearance(verdict.road_clearance()), Row::kRoadClearanceMFieldNumber, row);
  if (verdict.road_departure().between_instants()) {
    row.set_leaving_between_instants(row.leaving_between_instants() + 1);
  }
  if (verdict.in_contact_in_recording()) row.set_in_contact_in_recording(row.in_contact_in_recording() + 1);
  if (verdict.has_first_within_margin() || verdict.has_leaves_road_margin()) {
    row.set_within_margin(row.within_margin() + 1);
  }
  if (verdict.has_goal()) row.set_reaching_goal(row.reaching_goal() + (verdict.goal().reached() ? 1 : 0));
  if (is_chosen) AddChosen(verdict, row);
}

// Static obstacles in one part of the page.
constexpr size_t kObstaclesOfPart = 1000;

void AddStatic(const StaticObstacle& obstacle, Vec2 origin, replay::ReplayPagePart& part) {
  if (obstacle.elements == nullptr) {
    *part.add_static_obstacles() = internal::StaticObstacleToProto(obstacle, origin);
  } else if (obstacle.elements->grid() != nullptr) {
    *part.add_grids() = internal::GridToProto(obstacle, origin);
  } else {
    replay::ReplayPagePoints& points = *part.add_point_sets();
    points.set_id(obstacle.id);
    points.set_type(obstacle.type);
    points.set_radius_m(obstacle.elements->point_options().radius_m);
    const Pose2 frame = obstacle.elements->local_from_elements().ToPose2();
    obstacle.elements->ForEachRun([&](const ConvexPolygon& disc) {
      const Vec2 point = frame * disc.vertices()[0];
      v1::Point& added = *points.add_points();
      added.set_x(origin.x + point.x);
      added.set_y(origin.y + point.y);
    });
  }
}

absl::Status CheckVerdict(const v1::Verdict& verdict, absl::string_view path) {
  const auto check = [path](absl::string_view field, bool is_set, absl::string_view cause, bool is_wanted) {
    if (is_set == is_wanted) return absl::OkStatus();
    const char* const what = is_wanted ? ": missing though " : ": set though not ";
    return absl::InvalidArgumentError(absl::StrCat(path, ".", field, what, cause));
  };
  absl::Status status = check("first_collision", verdict.has_first_collision(), "collides", verdict.collides());
  status.Update(check("leaves_road_time_s", verdict.has_leaves_road_time_s(), "leaves_road", verdict.leaves_road()));
  const bool is_rejected = verdict.collides() || verdict.leaves_road();
  if (verdict.outcome() != (is_rejected ? v1::Verdict::OUTCOME_REJECTED : v1::Verdict::OUTCOME_FREE)) {
    status.Update(
        absl::InvalidArgumentError(absl::StrCat(path, ".outcome: ", v1::Verdict::Outcome_Name(verdict.outcome()),
                                                is_rejected ? " though rejected" : " though not rejected")));
  }
  return status;
}

// Checks that the cycle can be shown.
absl::Status CheckReplayedCycle(const ReplayedCycle& cycle, absl::string_view path) {
  const v1::SceneVerdicts& verdicts = cycle.verdicts;
  const int candidates = static_cast<int>(cycle.candidates.size());
  const auto refuse = [path](const auto&... what) { return absl::InvalidArgumentError(absl::StrCat(path, what...)); };
  if (verdicts.verdicts_size() != candidates) {
    return refuse(".verdicts: ", verdicts.verdicts_size(), " verdicts for ", candidates, " candidates");
  }
  if (verdicts.has_best_free_candidate() &&
      (verdicts.best_free_candidate() < 0 || verdicts.best_free_candidate() >= candidates)) {
    return refuse(".best_free_candidate: ", verdicts.best_free_candidate(), " is not the index of one of ", candidates,
                  " candidates");
  }
  if (!cycle.profiles.empty() && static_cast<int>(cycle.profiles.size()) != candidates) {
    return refuse(".profiles: ", cycle.profiles.size(), " profiles for ", candidates, " candidates");
  }
  for (int i = 0; i < candidates; ++i) {
    if (cycle.candidates[i].poses.empty()) return refuse(".candidates[", i, "].poses: empty");
    absl::Status status = CheckVerdict(verdicts.verdicts(i), absl::StrCat(path, ".verdicts[", i, "]"));
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status ComposePage(PageKind kind, const replay::ReplayPageSummary& summary,
                         const std::function<absl::Status(const TextSink&)>& items,
                         const std::function<absl::Status(int, const TextSink&)>& scene, const TextSink& take) {
  const absl::string_view html = kReplayPage;
  const size_t data = html.find(kDataMarker);
  ABSL_ASSERT(data != absl::string_view::npos);
  const absl::StatusOr<std::string> head = PageJson(summary);
  if (!head.ok()) return head.status();
  const absl::string_view scripts = kind == PageKind::kOneFile ? kInlineScripts : kMarkedScripts;
  absl::Status status = take(absl::StrReplaceAll(html.substr(0, data), {{"insert script-src", scripts}}));
  const auto add = [&](absl::string_view id, const auto& compose) {
    if (status.ok()) status = take(absl::StrCat("<script type=\"application/json\" id=\"", id, "\">"));
    if (status.ok()) status = compose(take);
    if (status.ok()) status = take("</script>\n");
  };
  add("replay-summary", [&](const TextSink& sink) { return sink(*head); });
  add("replay-items", items);
  const int scenes = kind == PageKind::kOneFile ? summary.scenes() : 0;
  for (int i = 0; status.ok() && i < scenes; ++i) {
    add(absl::StrCat("replay-scene-", i), [&](const TextSink& sink) { return scene(i, sink); });
  }
  return status.ok() ? take(html.substr(data + sizeof(kDataMarker) - 1)) : status;
}

std::string PageSceneFile(int index) { return absl::StrCat(kPageSceneFolder, "/", index, ".js"); }

std::string PageSceneFileBegin(int index) { return absl::StrCat("replayScene(", index, ",\n"); }

void AddCycleToRow(const v1::SceneVerdicts& verdicts, Row& row) {
  const v1::Counts& counts = verdicts.counts();
  row.set_cycles(row.cycles() + 1);
  row.set_candidates(row.candidates() + counts.candidates());
  row.set_free(row.free() + counts.free());
  row.set_free_beyond_prediction(row.free_beyond_prediction() + counts.free_beyond_prediction());
  row.set_colliding(row.colliding() + counts.colliding());
  row.set_colliding_between_instants(row.colliding_between_instants() + counts.colliding_between_instants());
  row.set_leaving_road(row.leaving_road() + counts.leaving_road());
  row.set_pairs_checked(row.pairs_checked() + counts.pairs_checked());
  if (counts.candidates() > 0 && counts.free() == 0) row.set_cycles_without_free(row.cycles_without_free() + 1);
  if (verdicts.has_rejected_lattice_size()) {
    row.set_cycles_without_candidates(row.cycles_without_candidates() + 1);
  }
  for (int i = 0; i < verdicts.verdicts_size(); ++i) {
    AddVerdict(verdicts.verdicts(i), verdicts.has_best_free_candidate() && verdicts.best_free_candidate() == i, row);
  }
}

void AddRowToTotal(const Row& row, Row& total) {
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
    SetLeast(reflection.HasField(row, field), reflection.GetDouble(row, field), number, total);
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
  const auto first =
      std::find_if(scenes.begin(), scenes.end(), [](const auto& scene) { return !scene.cycles.empty(); });
  if (first != scenes.end()) {
    const v1::RunMetadata& run = first->cycles.front().verdicts.run();
    summary.set_version(run.version());
    summary.set_seed(absl::StrCat(run.seed()));
    *summary.mutable_options() = run.options();
  }
  summary.set_scenes(static_cast<int>(scenes.size()));
  summary.mutable_total();
  for (const ReplayedScene& scene : scenes) AddRowToTotal(PackReplayRow(scene), *summary.mutable_total());
  return summary;
}

absl::Status PageSceneText::Take(const replay::ReplayPagePart& part, absl::string_view end) {
  const absl::StatusOr<std::string> json = PageJson(part);
  if (!json.ok()) return json.status();
  absl::Status status = take_(std::exchange(is_first_, false) ? "[" : ",\n");
  if (status.ok()) status = take_(*json);
  return status.ok() ? take_(end) : status;
}

absl::Status PageSceneText::Begin(const Scene& scene, absl::string_view file, absl::string_view input_digest) {
  scene_ = &scene;
  replay::ReplayPagePart part;
  replay::ReplayPageScene& head = *part.mutable_scene();
  head.set_file(std::string(file));
  head.set_input_digest(std::string(input_digest));
  head.mutable_origin()->set_x(scene.origin.x);
  head.mutable_origin()->set_y(scene.origin.y);
  *head.mutable_scene() = internal::SurroundingsToProto(scene);
  const size_t obstacles = scene.static_obstacles.size();
  for (size_t begin = 0;; begin += kObstaclesOfPart) {
    absl::Status status = Take(part);
    if (!status.ok() || begin >= obstacles) return status;
    part.Clear();
    for (size_t i = begin; i < std::min(begin + kObstaclesOfPart, obstacles); ++i) {
      AddStatic(scene.static_obstacles[i], scene.origin, part);
    }
  }
}

absl::Status PageSceneText::Cycle(const ReplayedCycle& cycle) {
  const std::string path = absl::StrCat("cycles[", cycles_++, "]");
  if (absl::Status status = CheckReplayedCycle(cycle, path); !status.ok()) return status;
  google::protobuf::Arena arena;
  auto& part = *replay::ReplayPagePart::default_instance().New(&arena);
  replay::ReplayPageCycle& page = *part.mutable_cycle();
  *page.mutable_verdicts() = cycle.verdicts;
  // The summary has it.
  page.mutable_verdicts()->clear_run();
  *page.mutable_beyond_limits() = {cycle.beyond_limits.begin(), cycle.beyond_limits.end()};
  for (const ReplayedCycle::Rejected& rejected : cycle.rejected) {
    replay::ReplayPageRejected& added = *page.add_rejected();
    added.set_limit(rejected.limit);
    internal::AddPoses(rejected.poses, /*origin=*/{}, added.mutable_poses());
  }
  for (size_t i = 0; i < cycle.candidates.size(); ++i) {
    internal::CandidateToProto(cycle.candidates[i], page.add_candidates());
    v1::Verdict& verdict = *page.mutable_verdicts()->mutable_verdicts(static_cast<int>(i));
    // The candidate has them.
    verdict.clear_candidate_id();
    verdict.clear_cost();
    if (!cycle.profiles.empty()) SetProfile(cycle.profiles[i], &verdict);
  }
  absl::Status status = AddPathTimes(*scene_, cycle, path_time_, &page);
  if (status.ok()) status = Take(part);
  if (!absl::IsInvalidArgument(status)) return status;
  return absl::InvalidArgumentError(absl::StrCat(path, ": ", status.message()));
}

absl::Status PageSceneText::End(absl::Span<const TimedPose> driven) {
  replay::ReplayPagePart part;
  internal::AddPoses(driven, /*origin=*/{}, part.mutable_driven());
  return Take(part, "]");
}

}  // namespace collision2d::planner
