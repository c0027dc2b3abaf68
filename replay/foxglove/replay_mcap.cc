#include "replay/foxglove/replay_mcap.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "collision2d/io/text.h"
#include "planner_adapter/scene/timeline.h"
#include "replay/foxglove/foxglove.pb.h"

namespace collision2d::planner {
namespace {

// Okabe and Ito's palette, as on the page.
constexpr uint32_t kFree = 0x0072B2;
constexpr uint32_t kColliding = 0xD55E00;
constexpr uint32_t kLeaving = 0xB5579A;
constexpr uint32_t kChosen = 0x00694D;
constexpr uint32_t kEgo = 0x009E73;
constexpr uint32_t kMoving = 0xE69F00;
constexpr uint32_t kStatic = 0x6B7480;
constexpr uint32_t kReference = 0x3D4A5C;
constexpr uint32_t kGoal = 0x56B4E9;
constexpr uint32_t kFeature = 0x9B1B30;
constexpr uint32_t kRoad = 0xC9CED6;

// m. Layers of the ground, so that they do not flicker.
constexpr double kLinesLift_m = 0.01;
constexpr double kObstaclesLift_m = 0.02;
constexpr double kCandidatesLift_m = 0.03;
constexpr double kMarksLift_m = 0.05;

constexpr uint64_t kSecond_ns = 1'000'000'000;

const HeightSpan* Address(const std::optional<HeightSpan>& height) { return height.has_value() ? &*height : nullptr; }

// When the longest candidate ends; without candidates, the longest prediction.
double EndOf(const Scene& scene, const ReplayedCycle& cycle) {
  double end_s = cycle.verdicts.cycle_time_s();
  for (const Candidate& candidate : cycle.candidates) end_s = std::max(end_s, candidate.poses.back().time_s);
  if (!cycle.candidates.empty()) return end_s;
  ForEachTimeline(scene, BeyondPrediction::kAbsent, /*min_probability=*/0.0,
                  [&](const Timeline& timeline, int, int) { end_s = std::max(end_s, timeline.last_s()); });
  return end_s;
}

TimedPose PoseWithin(absl::Span<const TimedPose> poses, double time_s, Vec2 origin) {
  return InterpolatePose(poses, std::clamp(time_s, poses.front().time_s, poses.back().time_s), origin);
}

// The chosen candidate, or else the first; -1: there is none.
int ShownCandidate(const ReplayedCycle& cycle) {
  if (cycle.candidates.empty()) return -1;
  return cycle.verdicts.has_best_free_candidate() ? cycle.verdicts.best_free_candidate() : 0;
}

DrawingColor ColorOf(const v1::Verdict& verdict, bool is_shown) {
  if (verdict.outcome() == v1::Verdict::OUTCOME_UNSPECIFIED) return {kStatic, 0.5};
  const uint32_t rgb = verdict.collides() ? kColliding : verdict.leaves_road() ? kLeaving : is_shown ? kChosen : kFree;
  return {rgb, is_shown ? 1.0 : 0.5};
}

std::string InWords(const v1::Reservation& reservation) {
  if (reservation.kind() != v1::Reservation::KIND_BEYOND_PREDICTION) {
    return absl::StrCat("with a reservation of kind ", reservation.kind());
  }
  const std::string until =
      reservation.has_until_s() ? absl::StrFormat("to %.3f s", reservation.until_s()) : std::string("on");
  return absl::StrFormat("only because %s is not predicted from %.3f s %s", reservation.obstacle_id(),
                         reservation.from_s(), until);
}

std::string NameOf(const v1::Encounter& encounter) {
  return absl::StrCat(encounter.obstacle_id(), encounter.has_element_name() ? ", " : "", encounter.element_name());
}

// What is proven of a clearance at every instant.
template <typename Clearance>
std::string AtLeast(const Clearance& of) {
  return of.has_lower_bound_m() ? absl::StrFormat(", at least %.3f m throughout", of.lower_bound_m()) : "";
}

std::string InWords(const v1::Verdict& verdict) {
  if (verdict.outcome() == v1::Verdict::OUTCOME_UNSPECIFIED) return "not checked";
  if (verdict.collides()) {
    const v1::Encounter& contact = verdict.first_collision();
    return absl::StrFormat("collides with %s at %.3f s", NameOf(contact), contact.time_s());
  }
  if (verdict.leaves_road()) {
    return absl::StrFormat("leaves the road at %.3f s", verdict.leaves_road_time_s());
  }
  std::string words = "free";
  if (verdict.has_minimum_clearance()) {
    const v1::Encounter& least = verdict.minimum_clearance();
    absl::StrAppendFormat(&words, ", %.3f m%s", least.signed_distance_m(), AtLeast(least));
  }
  for (const v1::Reservation& of : verdict.reservations()) absl::StrAppend(&words, ", ", InWords(of));
  return words;
}

}  // namespace

ReplayMcap::ReplayMcap(McapSink sink, BeyondPrediction beyond)
    : writer_(std::move(sink)),
      beyond_(beyond),
      map_("/map", writer_),
      obstacles_("/obstacles", writer_),
      ego_("/ego", writer_),
      candidates_("/candidates", writer_),
      marks_("/verdicts/marks", writer_),
      transforms_(writer_.AddChannel("/tf", "foxglove.FrameTransforms", FoxgloveFiles())),
      logs_(writer_.AddChannel("/log", "foxglove.Log", FoxgloveFiles())),
      profile_(writer_.AddChannel("/profile", v1::ProfilePoint::descriptor()->full_name(),
                                  FilesOf(*v1::ProfilePoint::descriptor()))),
      verdicts_(writer_.AddChannel("/verdicts", v1::SceneVerdicts::descriptor()->full_name(),
                                   FilesOf(*v1::SceneVerdicts::descriptor()))) {}

absl::Status ReplayMcap::BeginFile(const v1::RunMetadata& run) {
  writer_.Begin(absl::StrCat("collision2d ", run.version()));
  std::map<std::string, std::string> content = {{"version", run.version()}, {"seed", absl::StrCat(run.seed())}};
  for (const std::string& option : run.options()) {
    content.insert_or_assign("option " + option.substr(0, option.find('=')), option.substr(option.find('=') + 1));
  }
  writer_.WriteMetadata("collision2d.run", content);
  return writer_.status();
}

uint64_t ReplayMcap::NanosecondsAt(double time_s) const {
  return begin_ns_ + static_cast<uint64_t>(std::llround(std::max(0.0, time_s - begin_s_) * 1e9));
}

void ReplayMcap::WriteLog(uint64_t time_ns, int level, absl::string_view message) {
  foxglove::Log log;
  *log.mutable_timestamp() = TimestampOf(time_ns);
  log.set_level(static_cast<foxglove::Log::Level>(level));
  log.set_message(ValidUtf8(message));
  log.set_name("collision2d");
  writer_.Write(logs_, time_ns, log.SerializeAsString());
}

absl::Status ReplayMcap::Begin(const Scene& scene, absl::string_view file, absl::string_view input_digest) {
  scene_ = &scene;
  file_ = ValidUtf8(file);
  input_digest_ = std::string(input_digest);
  begin_s_ = CycleStartTime(scene);
  begin_ns_ = end_ns_ + kSecond_ns;
  end_ns_ = begin_ns_;
  waiting_.reset();
  WriteLog(begin_ns_, foxglove::Log::INFO, absl::StrCat(file_, ": scene ", scene.id));
  WriteMap();
  return writer_.status();
}

void ReplayMcap::WriteMap() {
  map_.Begin(begin_ns_);
  const auto add = [&](absl::string_view kind, size_t i, absl::string_view id, const auto& draw) {
    foxglove::SceneEntity entity = MakeEntity(absl::StrCat(kind, " ", i, " ", id));
    draw(&entity);
    map_.Add(std::move(entity));
  };
  const auto add_line = [&](absl::string_view kind, size_t i, const RoadLine& line, DrawingColor color, double width) {
    std::vector<TimedPose> points;
    for (const Vec2 point : line.points) points.push_back({0.0, point});
    add(kind, i, line.id, [&](auto* entity) { AddLine(points, kLinesLift_m, color, width, entity); });
  };
  const auto for_each = [](const auto& list, const auto& draw) {
    for (size_t i = 0; i < list.size(); ++i) draw(i, list[i]);
  };
  for_each(scene_->drivable_area, [&](size_t i, const ConvexPolygon& cell) {
    add("road", i, "", [&](auto* entity) {
      AddShape(cell, nullptr, {kRoad, 0.4}, FoxglovePose({}), entity);
      entity->clear_lines();
    });
  });
  for_each(scene_->road_borders,
           [&](size_t i, const RoadLine& line) { add_line("border", i, line, {kReference}, 3.0); });
  for_each(scene_->lane_boundaries, [&](size_t i, const RoadLine& line) {
    add_line("lane", i, line, {kStatic, 0.7}, 1.0);
  });
  if (!scene_->reference_path.empty()) {
    add_line("reference path", 0, {"", scene_->reference_path}, {kReference, 0.6}, 1.0);
  }
  for_each(scene_->goals, [&](size_t i, const Goal& goal) {
    add("goal", i, "", [&](auto* entity) {
      for (const ConvexPolygon& shape : goal.area) {
        AddShape(shape, nullptr, {kGoal, 0.3}, FoxglovePose({}, kLinesLift_m), entity);
      }
    });
  });
  for_each(scene_->road_features, [&](size_t i, const RoadFeature& feature) {
    if (feature.points.size() > 1) add_line("feature line", i, {"", feature.points}, {kFeature}, 3.0);
    add("feature", i, "", [&](auto* entity) {
      if (feature.points.size() == 1) AddBall(feature.points[0], kMarksLift_m, {kFeature}, entity);
      if (!feature.points.empty()) AddText(feature.points[0], 1.0, feature.text, {kFeature}, entity);
    });
  });
  for_each(scene_->static_obstacles, [&](size_t i, const StaticObstacle& obstacle) {
    if (obstacle.elements != nullptr) return AddElements(obstacle);
    foxglove::SceneEntity entity = MakeEntity(absl::StrCat("obstacle ", obstacle.id), {{"type", obstacle.type}});
    for (const ConvexPolygon& shape : obstacle.shapes) {
      AddShape(shape, Address(obstacle.height), {kStatic, 0.6}, FoxglovePose({}, kObstaclesLift_m), &entity);
    }
    for (const Polytope& polytope : obstacle.polytopes)
      AddPolytope(polytope.mesh, {kStatic, 0.6}, FoxglovePose({}), &entity);
    map_.Add(std::move(entity));
  });
  map_.End();
}

// Runs of cells, or points, some in each entity, so that no message is large.
void ReplayMcap::AddElements(const StaticObstacle& obstacle) {
  constexpr int kRunsOfEntity = 1000;
  const TimedPose& frame = obstacle.elements->local_from_elements();
  const foxglove::Pose pose = FoxglovePose(frame, kObstaclesLift_m);
  foxglove::SceneEntity entity;
  int runs = 0;
  obstacle.elements->ForEachRun([&](const ConvexPolygon& run) {
    if (runs % kRunsOfEntity == 0) {
      if (runs > 0) map_.Add(std::move(entity));
      entity = MakeEntity(absl::StrCat("obstacle ", obstacle.id, ", ", runs), {{"type", obstacle.type}});
    }
    ++runs;
    if (obstacle.elements->grid() != nullptr || run.radius_m() > 0.0) {
      AddShape(run, nullptr, {kStatic, 0.6}, pose, &entity);
    } else {
      AddBall(frame.ToPose2() * run.vertices()[0], kObstaclesLift_m, {kStatic}, &entity);
    }
  });
  if (runs > 0) map_.Add(std::move(entity));
}

absl::Status ReplayMcap::Cycle(const ReplayedCycle& cycle) {
  if (waiting_.has_value()) WriteCycle(*waiting_, cycle.verdicts.cycle_time_s());
  waiting_ = cycle;
  return writer_.status();
}

absl::Status ReplayMcap::End(absl::Span<const TimedPose>) {
  if (waiting_.has_value()) WriteCycle(*waiting_, std::nullopt);
  waiting_.reset();
  writer_.EndChunk();
  const Scene& scene = *std::exchange(scene_, nullptr);
  writer_.WriteMetadata("collision2d.scene", {{"id", scene.id},
                                              {"file", file_},
                                              {"input_digest", input_digest_},
                                              {"begin_ns", absl::StrCat(begin_ns_)},
                                              {"end_ns", absl::StrCat(end_ns_)},
                                              {"begin_on_scene_clock_s", absl::StrFormat("%.9f", begin_s_)}});
  return writer_.status();
}

absl::Status ReplayMcap::Unusable(absl::string_view reason) {
  end_ns_ += kSecond_ns;
  WriteLog(end_ns_, foxglove::Log::ERROR, absl::StrCat("not used: ", reason));
  return writer_.status();
}

absl::Status ReplayMcap::Finish() {
  writer_.Finish();
  return writer_.status();
}

// Writes a cycle, until the next one begins.
void ReplayMcap::WriteCycle(const ReplayedCycle& cycle, std::optional<double> until_s) {
  const v1::SceneVerdicts& verdicts = cycle.verdicts;
  const double begin_s = verdicts.cycle_time_s();
  const uint64_t begin_ns = NanosecondsAt(begin_s);
  const int shown = ShownCandidate(cycle);
  writer_.Write(verdicts_, begin_ns, verdicts.SerializeAsString());
  for (const std::string& note : verdicts.notes()) WriteLog(begin_ns, foxglove::Log::INFO, note);
  WriteCandidates(cycle, shown);
  WriteMarks(cycle, shown);
  const double end_s = until_s.value_or(EndOf(*scene_, cycle));
  const double steps = std::max(1.0, std::ceil((end_s - begin_s) / scene_->time_step_s - 1e-6));
  const double stride = std::ceil(steps / kMaxDrawnSteps);
  if (stride > 1.0) {
    WriteLog(begin_ns, foxglove::Log::WARNING, absl::StrFormat("one of %.0f steps is drawn", stride));
  }
  const Candidate* const driven = shown < 0 ? nullptr : &cycle.candidates[static_cast<size_t>(shown)];
  for (double step = 0.0; writer_.status().ok() && step < steps; step += stride) {
    WriteStep(driven, begin_s + step * scene_->time_step_s);
  }
  if (!until_s.has_value() && end_s > begin_s) WriteStep(driven, end_s);
  WriteProfile(cycle, shown, end_s);
}

void ReplayMcap::WriteCandidates(const ReplayedCycle& cycle, int shown) {
  const uint64_t time_ns = NanosecondsAt(cycle.verdicts.cycle_time_s());
  candidates_.Begin(time_ns);
  for (int i = 0; i < static_cast<int>(cycle.candidates.size()); ++i) {
    const Candidate& candidate = cycle.candidates[static_cast<size_t>(i)];
    const v1::Verdict& verdict = cycle.verdicts.verdicts(i);
    foxglove::SceneEntity entity = MakeEntity(absl::StrCat("candidate ", candidate.id),
                                              {{"cost", absl::StrCat(candidate.cost)}, {"verdict", InWords(verdict)}});
    std::vector<TimedPose> poses;
    for (const TimedPose& pose : candidate.poses) poses.push_back(RelativeTo(scene_->origin, pose));
    AddLine(poses, kCandidatesLift_m, ColorOf(verdict, i == shown), i == shown ? 4.0 : 1.5, &entity);
    candidates_.Add(std::move(entity));
  }
  candidates_.End();
}

// Writes what is known of the shown candidate: where it collides or comes nearest, and where it
// leaves the road.
void ReplayMcap::WriteMarks(const ReplayedCycle& cycle, int shown) {
  const uint64_t time_ns = NanosecondsAt(cycle.verdicts.cycle_time_s());
  marks_.Begin(time_ns);
  const auto add = [&](const char* id, const v1::Point& from, const v1::Point& to, double at_s, const std::string& text,
                       uint32_t rgb) {
    const double z_m =
        PoseWithin(cycle.candidates[static_cast<size_t>(shown)].poses, at_s, scene_->origin).z_m + kMarksLift_m;
    const TimedPose ends[] = {{at_s, Vec2{from.x(), from.y()} - scene_->origin},
                              {at_s, Vec2{to.x(), to.y()} - scene_->origin}};
    foxglove::SceneEntity entity = MakeEntity(id, {{"time_s", absl::StrFormat("%.6f", at_s)}});
    AddLine(ends, z_m, {rgb}, 3.0, &entity);
    AddBall(ends[0].position, z_m, {rgb}, &entity);
    AddText(ends[0].position, z_m + 0.5, text, {rgb}, &entity);
    marks_.Add(std::move(entity));
  };
  if (shown >= 0) {
    const v1::Verdict& verdict = cycle.verdicts.verdicts(shown);
    const std::string& id = cycle.candidates[static_cast<size_t>(shown)].id;
    const bool is_doubtful = verdict.leaves_road() || verdict.reservations_size() > 0;
    const int level = verdict.collides() ? foxglove::Log::ERROR
                      : is_doubtful      ? foxglove::Log::WARNING
                                         : foxglove::Log::INFO;
    WriteLog(time_ns, level, absl::StrCat("candidate ", id, ": ", InWords(verdict)));
    if (verdict.has_first_collision()) {
      const v1::Encounter& contact = verdict.first_collision();
      add("first collision", contact.witness_ego(), contact.witness_obstacle(), contact.time_s(), InWords(verdict),
          kColliding);
    }
    for (const v1::Reservation& of : verdict.reservations()) {
      const v1::Encounter& contact = of.encounter();
      if (!of.has_encounter()) continue;
      add("reservation", contact.witness_ego(), contact.witness_obstacle(), contact.time_s(), InWords(of), kLeaving);
    }
    if (verdict.has_minimum_clearance()) {
      const v1::Encounter& nearest = verdict.minimum_clearance();
      add("minimum clearance", nearest.witness_ego(), nearest.witness_obstacle(), nearest.time_s(),
          absl::StrFormat("%.3f m to %s at %.2f s%s", nearest.signed_distance_m(), NameOf(nearest), nearest.time_s(),
                          AtLeast(nearest)),
          kChosen);
    }
    if (verdict.has_road_clearance()) {
      const v1::RoadClearance& road = verdict.road_clearance();
      add("road clearance", road.witness_ego(), road.witness_road(), road.time_s(),
          absl::StrFormat("%.3f m to the edge of the road at %.2f s%s", road.clearance_m(), road.time_s(),
                          verdict.leaves_road() ? "" : AtLeast(road)),
          verdict.leaves_road() ? kLeaving : kChosen);
    }
  }
  const v1::Counts& counts = cycle.verdicts.counts();
  const std::string beyond =
      counts.has_free_beyond_prediction()
          ? absl::StrFormat(" (of these %d only beyond a prediction)", counts.free_beyond_prediction())
          : "";
  const std::string total =
      absl::StrFormat("cycle %d: %d candidates, %d free%s, %d collide, %d leave the road", cycle.verdicts.cycle(),
                      counts.candidates(), counts.free(), beyond, counts.colliding(), counts.leaving_road());
  WriteLog(time_ns, foxglove::Log::INFO, total);
  marks_.End();
}

void ReplayMcap::WriteStep(const Candidate* driven, double time_s) {
  end_ns_ = std::max(end_ns_, NanosecondsAt(time_s));
  WriteObstacles(time_s);
  foxglove::FrameTransforms transforms;
  const auto add = [&](const char* parent, const char* child, const TimedPose& pose) {
    foxglove::FrameTransform& transform = *transforms.add_transforms();
    *transform.mutable_timestamp() = TimestampOf(NanosecondsAt(time_s));
    transform.set_parent_frame_id(parent);
    transform.set_child_frame_id(child);
    const foxglove::Pose placed = FoxglovePose(pose);
    *transform.mutable_translation() = placed.position();
    *transform.mutable_rotation() = placed.orientation();
  };
  add("map", kSceneFrame, {0.0, scene_->origin});
  if (driven != nullptr) add(kSceneFrame, "ego", PoseWithin(driven->poses, time_s, scene_->origin));
  writer_.Write(transforms_, NanosecondsAt(time_s), transforms.SerializeAsString());
  if (driven != nullptr) WriteEgo(*driven, time_s);
}

void ReplayMcap::WriteObstacles(double time_s) {
  placed_.clear();
  AddMovingObstacles(*scene_, time_s, beyond_, /*min_probability=*/0.0, &placed_);
  obstacles_.Begin(NanosecondsAt(time_s));
  for (size_t i = 0; i < placed_.size();) {
    const PlacedShape first = placed_[i];
    const size_t moving = static_cast<size_t>(first.obstacle) - scene_->static_obstacles.size();
    const MovingObstacle& obstacle = scene_->moving_obstacles[moving];
    const Prediction& prediction = obstacle.predictions[static_cast<size_t>(first.hypothesis)];
    const DrawingColor color = {kMoving, 0.15 + 0.55 * prediction.probability};
    const Pose2& to = first.local_from_shape;
    const Elevation& on = first.elevation;
    const foxglove::Pose pose =
        FoxglovePose({time_s, to.translation, to.yaw_rad(), on.z_m, on.pitch_rad, on.roll_rad}, kObstaclesLift_m);
    foxglove::SceneEntity entity =
        MakeEntity(absl::StrCat("obstacle ", obstacle.id, "/", first.hypothesis),
                   {{"type", obstacle.type}, {"hypothesis", absl::StrCat(first.hypothesis)}});
    for (; i < placed_.size(); ++i) {
      const PlacedShape& placed = placed_[i];
      if (placed.obstacle != first.obstacle || placed.hypothesis != first.hypothesis) break;
      if (placed.polytope != nullptr) AddPolytope(*placed.polytope, color, pose, &entity);
      if (placed.polytope == nullptr) AddShape(*placed.shape, placed.height, color, pose, &entity);
    }
    obstacles_.Add(std::move(entity));
  }
  obstacles_.End();
}

void ReplayMcap::WriteEgo(const Candidate& driven, double time_s) {
  ego_.Begin(NanosecondsAt(time_s));
  foxglove::SceneEntity entity = MakeEntity("ego", {{"candidate", driven.id}});
  for (int part = 0; part < scene_->ego.part_count(); ++part) {
    const foxglove::Pose pose =
        FoxglovePose(PoseWithin(driven.poses_of(part), time_s, scene_->origin), kCandidatesLift_m);
    const std::optional<HeightSpan> height = scene_->ego.height_of(part);
    for (const ConvexPolygon& shape : scene_->ego.shapes_of(part)) {
      AddShape(shape, Address(height), {kEgo, 0.7}, pose, &entity);
    }
  }
  ego_.Add(std::move(entity));
  ego_.End();
}

void ReplayMcap::WriteProfile(const ReplayedCycle& cycle, int shown, double end_s) {
  if (shown < 0 || cycle.profiles.empty()) return;
  for (const ProfilePoint& point : cycle.profiles[static_cast<size_t>(shown)]) {
    if (point.time_s > end_s + kSameInstant_s) break;
    v1::ProfilePoint message;
    message.set_time_s(point.time_s);
    if (point.clearance_m.has_value()) message.set_clearance_m(*point.clearance_m);
    if (point.road_clearance_m.has_value()) message.set_road_clearance_m(*point.road_clearance_m);
    if (point.time_to_collision_s.has_value()) message.set_time_to_collision_s(*point.time_to_collision_s);
    writer_.Write(profile_, NanosecondsAt(point.time_s), message.SerializeAsString());
  }
}

}  // namespace collision2d::planner
