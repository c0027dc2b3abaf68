#include "planner_adapter/checking/verdict_to_proto.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "absl/base/macros.h"
#include "collision2d/solid/vertical_clearance.h"
#include "planner_adapter/scene/elements.h"
#include "planner_adapter/scene/obstacle_snapshot.h"

namespace collision2d::planner {
namespace {

// Writes verdicts; names of obstacles, elements and lines are those of the scene.
class VerdictWriter {
 public:
  explicit VerdictWriter(const Scene& scene) : scene_(scene) {}

  void Set(const Candidate& candidate, int index, const Verdict& verdict, v1::Verdict* out) const {
    out->set_candidate_id(candidate.id);
    out->set_candidate_index(index);
    out->set_cost(candidate.cost);
    out->set_outcome(static_cast<v1::Verdict::Outcome>(verdict.outcome));
    out->set_collides(verdict.collides());
    SetIf(verdict.first_collision, out, &v1::Verdict::mutable_first_collision);
    SetIf(verdict.minimum_clearance, out, &v1::Verdict::mutable_minimum_clearance);
    out->set_leaves_road(verdict.leaves_road_time_s.has_value());
    SetIf(verdict.leaves_road_time_s, out, &v1::Verdict::set_leaves_road_time_s);
    out->set_pairs_checked(verdict.pairs_checked);
    SetIf(verdict.vertical_clearance, out, &v1::Verdict::mutable_vertical_clearance);
    SetIf(verdict.contact_bracket, out, &v1::Verdict::mutable_contact_bracket);
    SetIf(verdict.road_clearance, out, &v1::Verdict::mutable_road_clearance);
    SetIf(verdict.road_departure, out, &v1::Verdict::mutable_road_departure);
    Set(verdict.metrics, out);
    SetIf(verdict.first_within_margin, out, &v1::Verdict::mutable_first_within_margin);
    SetIf(verdict.leaves_road_margin, out, &v1::Verdict::mutable_leaves_road_margin);
    for (const Reservation& reservation : verdict.reservations) Set(reservation, out->add_reservations());
    SetIf(verdict.unpredicted_from_s, out, &v1::Verdict::set_unpredicted_from_s);
    if (IsInContactInRecording(candidate, verdict)) out->set_in_contact_in_recording(true);
  }

 private:
  void Set(const Metrics& metrics, v1::Verdict* out) const {
    SetIf(metrics.time_to_collision, out, &v1::Verdict::mutable_time_to_collision);
    SetIf(metrics.headway, out, &v1::Verdict::mutable_headway);
    SetIf(metrics.post_encroachment_time, out, &v1::Verdict::mutable_post_encroachment_time);
    SetIf(metrics.required_deceleration, out, &v1::Verdict::mutable_required_deceleration);
    SetIf(metrics.rss_margin, out, &v1::Verdict::mutable_rss_margin);
    SetIf(metrics.lateral_clearance, out, &v1::Verdict::mutable_lateral_clearance);
    SetIf(metrics.goal, out, &v1::Verdict::mutable_goal);
  }

  template <typename Value, typename Owner, typename Message>
  void SetIf(const std::optional<Value>& value, Owner* owner, Message* (Owner::*message)()) const {
    if (value.has_value()) Set(*value, (owner->*message)());
  }
  template <typename Owner>
  static void SetIf(const std::optional<double>& value, Owner* owner, void (Owner::*set)(double)) {
    if (value.has_value()) (owner->*set)(*value);
  }
  // A metric and where it has this value.
  template <typename Owner>
  void SetIf(const std::optional<MetricValue>& metric, Owner* owner, void (Owner::*set)(double),
             v1::Interaction* (Owner::*interaction)()) const {
    if (!metric.has_value()) return;
    (owner->*set)(metric->value);
    Set(metric->interaction, (owner->*interaction)());
  }

  // What encounters of all kinds have.
  template <typename Of, typename Message>
  void SetInstant(const Of& of, Message* out) const {
    out->set_time_s(of.time_s);
    out->set_step(of.step);
    out->set_obstacle_id(ObstacleId(scene_, of.obstacle));
    out->set_hypothesis(of.hypothesis);
  }

  template <typename Of, typename Message>
  void SetElement(const Of& of, Message* out) const {
    if (of.element < 0) return;
    out->set_element(of.element);
    if (static_cast<size_t>(of.obstacle) >= scene_.static_obstacles.size()) return;
    const std::shared_ptr<const Elements>& elements = scene_.static_obstacles[of.obstacle].elements;
    if (elements != nullptr) out->set_element_name(elements->NameOf(of.element));
  }

  void Set(const Interaction& interaction, v1::Interaction* out) const {
    SetInstant(interaction, out);
    SetElement(interaction, out);
  }

  void Set(const TimeToCollision& metric, v1::TimeToCollision* out) const {
    using Out = v1::TimeToCollision;
    SetIf(metric.on_paths_s, out, &Out::set_on_paths_s, &Out::mutable_on_paths);
    SetIf(metric.constant_twist_s, out, &Out::set_constant_twist_s, &Out::mutable_constant_twist);
  }

  void Set(const Headway& metric, v1::Headway* out) const {
    SetIf(metric.headway_s, out, &v1::Headway::set_headway_s, &v1::Headway::mutable_headway);
    out->set_gap_m(metric.gap_m.value);
    Set(metric.gap_m.interaction, out->mutable_gap());
  }

  void Set(const PostEncroachmentTime& metric, v1::PostEncroachmentTime* out) const {
    out->set_duration_s(std::abs(metric.gap_s));
    out->set_gap_s(metric.gap_s);
    Set(metric.ego, out->mutable_ego());
    out->set_obstacle_time_s(metric.obstacle_time_s);
    out->set_is_undecided(metric.is_undecided);
    if (metric.ego_conflict.has_value()) {
      out->set_ego_entry_s(metric.ego_conflict->entry_s);
      out->set_ego_exit_s(metric.ego_conflict->exit_s);
    }
    if (metric.obstacle_conflict.has_value()) {
      out->set_obstacle_entry_s(metric.obstacle_conflict->entry_s);
      out->set_obstacle_exit_s(metric.obstacle_conflict->exit_s);
    }
  }

  void Set(const RequiredDeceleration& metric, v1::RequiredDeceleration* out) const {
    out->set_deceleration_mps2(metric.deceleration_mps2);
    Set(metric.interaction, out->mutable_interaction());
    out->set_gap_m(metric.gap_m);
    out->set_closing_speed_mps(metric.closing_speed_mps);
  }

  void Set(const RssMargin& metric, v1::RssMargin* out) const {
    out->set_longitudinal_margin_m(metric.longitudinal_margin_m);
    out->set_lateral_margin_m(metric.lateral_margin_m);
    Set(metric.interaction, out->mutable_interaction());
    out->set_is_dangerous(metric.is_dangerous());
  }

  void Set(const MetricValue& metric, v1::LateralClearance* out) const {
    out->set_clearance_m(metric.value);
    Set(metric.interaction, out->mutable_interaction());
  }

  void Set(const GoalReached& metric, v1::GoalReached* out) const {
    out->set_reached(metric.reached.has_value());
    if (!metric.reached.has_value()) return;
    out->set_time_s(metric.reached->time_s);
    out->set_step(metric.reached->step);
    out->set_goal(metric.reached->goal);
  }

  static void Set(Vec2 from, v1::Point* point) {
    point->set_x(from.x);
    point->set_y(from.y);
  }

  void Set(const Encounter& encounter, v1::Encounter* out) const {
    SetInstant(encounter, out);
    out->set_signed_distance_m(encounter.signed_distance_m);
    Set(encounter.witness_ego, out->mutable_witness_ego());
    Set(encounter.witness_obstacle, out->mutable_witness_obstacle());
    out->set_part(encounter.part);
    SetElement(encounter, out);
    SetIf(encounter.lower_bound_m, out, &v1::Encounter::set_lower_bound_m);
  }

  void Set(const Reservation& reservation, v1::Reservation* out) const {
    const bool is_beyond = reservation.kind == Reservation::Kind::kBeyondPrediction;
    out->set_kind(is_beyond ? v1::Reservation::KIND_BEYOND_PREDICTION : v1::Reservation::KIND_UNSPECIFIED);
    out->set_obstacle_id(ObstacleId(scene_, reservation.obstacle));
    out->set_from_s(reservation.from_s);
    out->set_hypothesis(reservation.hypothesis);
    SetIf(reservation.encounter, out, &v1::Reservation::mutable_encounter);
    SetIf(reservation.until_s, out, &v1::Reservation::set_until_s);
  }

  void Set(const VerticalClearance& encounter, v1::VerticalClearance* out) const {
    SetInstant(encounter, out);
    out->set_clearance_m(encounter.clearance_m);
    out->set_part(encounter.part);
    const bool is_above = encounter.side == solid::VerticalSide::kAbove;
    out->set_side(is_above ? v1::VerticalClearance::SIDE_ABOVE : v1::VerticalClearance::SIDE_BELOW);
    SetIf(encounter.lower_bound_m, out, &v1::VerticalClearance::set_lower_bound_m);
  }

  static void Set(const ContactBracket& bracket, v1::ContactBracket* out) {
    out->set_free_until_s(bracket.free_until_s);
    out->set_contact_by_s(bracket.contact_by_s);
    out->set_is_undecided(bracket.is_undecided);
    out->set_is_conservative(bracket.is_conservative);
    out->set_between_instants(bracket.between_instants);
  }

  void Set(const RoadClearance& encounter, v1::RoadClearance* out) const {
    out->set_time_s(encounter.time_s);
    out->set_step(encounter.step);
    out->set_clearance_m(encounter.clearance_m);
    Set(encounter.witness_ego, out->mutable_witness_ego());
    Set(encounter.witness_road, out->mutable_witness_road());
    out->mutable_direction()->set_x(encounter.direction.x);
    out->mutable_direction()->set_y(encounter.direction.y);
    const std::vector<RoadLine>& lines = scene_.road_borders.empty() ? scene_.lane_boundaries : scene_.road_borders;
    out->set_border(encounter.border < 0 ? "" : lines[encounter.border].id);
    if (encounter.cell >= 0) out->set_cell(encounter.cell);
    out->set_part(encounter.part);
    SetIf(encounter.lower_bound_m, out, &v1::RoadClearance::set_lower_bound_m);
  }

  static void Set(const RoadDeparture& departure, v1::RoadDeparture* out) {
    out->set_inside_until_s(departure.inside_until_s);
    out->set_outside_by_s(departure.outside_by_s);
    out->set_between_instants(departure.between_instants);
    out->set_part(departure.part);
  }

  void Set(const MarginEncounter& encounter, v1::MarginEncounter* out) const {
    SetInstant(encounter, out);
    out->set_outside_until_s(encounter.outside_until_s);
    out->set_part(encounter.part);
    out->set_is_undecided(encounter.is_undecided);
    out->set_is_conservative(encounter.is_conservative);
    SetElement(encounter, out);
  }

  // Returns whether the first collision would be there without the candidate.
  bool IsInContactInRecording(const Candidate& candidate, const Verdict& verdict) const {
    if (!verdict.first_collision.has_value()) return false;
    if (candidate.is_recorded) return true;
    if (!scene_.ego_state.has_value()) return false;
    const TimedPose& begin = scene_.ego_state->pose;
    if (candidate.poses.empty() || verdict.first_collision->time_s > begin.time_s + kSameInstant_s) return false;
    // An ego state has no elevation.
    const TimedPose& pose = candidate.poses.front();
    return PoseChange_m(begin, {pose.time_s, pose.position - scene_.origin, pose.yaw_rad}) <= kSamePose_m;
  }

  const Scene& scene_;
};

void Count(const Verdict& verdict, v1::Counts* counts) {
  counts->set_candidates(counts->candidates() + 1);
  counts->set_free(counts->free() + (verdict.is_free() ? 1 : 0));
  if (verdict.is_free_beyond_prediction()) counts->set_free_beyond_prediction(counts->free_beyond_prediction() + 1);
  counts->set_colliding(counts->colliding() + (verdict.collides() ? 1 : 0));
  counts->set_leaving_road(counts->leaving_road() + (verdict.leaves_road_time_s.has_value() ? 1 : 0));
  if (verdict.outcome == Outcome::kNotChecked) counts->set_unchecked(counts->unchecked() + 1);
  counts->set_pairs_checked(counts->pairs_checked() + verdict.pairs_checked);
  if (verdict.contact_bracket.has_value() && verdict.contact_bracket->between_instants) {
    counts->set_colliding_between_instants(counts->colliding_between_instants() + 1);
  }
}

}  // namespace

std::optional<int> BestFreeCandidate(absl::Span<const Candidate> candidates, absl::Span<const Verdict> verdicts) {
  std::optional<int> best;
  const bool has_planned = std::any_of(candidates.begin(), candidates.end(),
                                       [](const Candidate& candidate) { return !candidate.is_recorded; });
  for (size_t i = 0; i < candidates.size(); ++i) {
    if (!verdicts[i].is_free() || (has_planned && candidates[i].is_recorded)) continue;
    if (!best.has_value() || candidates[i].cost < candidates[*best].cost) best = static_cast<int>(i);
  }
  return best;
}

v1::SceneVerdicts VerdictsToProto(const Scene& scene, absl::Span<const Candidate> candidates,
                                  absl::Span<const Verdict> verdicts) {
  ABSL_ASSERT(candidates.size() == verdicts.size());
  v1::SceneVerdicts out;
  out.set_schema_version(kSchemaVersion);
  out.set_scene_id(scene.id);
  out.set_cycle_time_s(CycleStartTime(scene));
  out.mutable_counts();
  const VerdictWriter writer(scene);
  for (size_t i = 0; i < candidates.size(); ++i) {
    writer.Set(candidates[i], static_cast<int>(i), verdicts[i], out.add_verdicts());
    Count(verdicts[i], out.mutable_counts());
  }
  if (const std::optional<int> best = BestFreeCandidate(candidates, verdicts); best.has_value()) {
    out.set_best_free_candidate(*best);
  }
  return out;
}

void SetProfile(absl::Span<const ProfilePoint> profile, v1::Verdict* verdict) {
  verdict->mutable_profile()->clear_points();
  for (const ProfilePoint& point : profile) {
    v1::ProfilePoint& out = *verdict->mutable_profile()->add_points();
    out.set_time_s(point.time_s);
    if (point.clearance_m.has_value()) out.set_clearance_m(*point.clearance_m);
    if (point.road_clearance_m.has_value()) out.set_road_clearance_m(*point.road_clearance_m);
    if (point.time_to_collision_s.has_value()) out.set_time_to_collision_s(*point.time_to_collision_s);
  }
}

}  // namespace collision2d::planner
