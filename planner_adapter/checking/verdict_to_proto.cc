#include "planner_adapter/checking/verdict_to_proto.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "absl/base/macros.h"
#include "collision2d/solid/vertical_clearance.h"
#include "planner_adapter/scene/elements.h"
#include "planner_adapter/scene/obstacle_snapshot.h"

namespace collision2d::planner {
namespace {

// Sets the fields of an element of an obstacle; -1: none.
template <typename Message>
void SetElement(const Scene& scene, int obstacle, int64_t element, Message* out) {
  if (element < 0) return;
  out->set_element(element);
  if (static_cast<size_t>(obstacle) >= scene.static_obstacles.size()) return;
  const std::shared_ptr<const Elements>& elements = scene.static_obstacles[obstacle].elements;
  if (elements != nullptr) out->set_element_name(elements->NameOf(element));
}

void SetInteraction(const Scene& scene, const Interaction& interaction, v1::Interaction* out) {
  out->set_time_s(interaction.time_s);
  out->set_step(interaction.step);
  out->set_obstacle_id(ObstacleId(scene, interaction.obstacle));
  out->set_hypothesis(interaction.hypothesis);
  SetElement(scene, interaction.obstacle, interaction.element, out);
}

void SetTimeToCollision(const Scene& scene, const TimeToCollision& metric, v1::TimeToCollision* out) {
  if (metric.on_paths_s.has_value()) {
    out->set_on_paths_s(metric.on_paths_s->value);
    SetInteraction(scene, metric.on_paths_s->interaction, out->mutable_on_paths());
  }
  if (metric.constant_twist_s.has_value()) {
    out->set_constant_twist_s(metric.constant_twist_s->value);
    SetInteraction(scene, metric.constant_twist_s->interaction, out->mutable_constant_twist());
  }
}

void SetHeadway(const Scene& scene, const Headway& metric, v1::Headway* out) {
  if (metric.headway_s.has_value()) {
    out->set_headway_s(metric.headway_s->value);
    SetInteraction(scene, metric.headway_s->interaction, out->mutable_headway());
  }
  out->set_gap_m(metric.gap_m.value);
  SetInteraction(scene, metric.gap_m.interaction, out->mutable_gap());
}

void SetPostEncroachment(const Scene& scene, const PostEncroachmentTime& metric, v1::PostEncroachmentTime* out) {
  out->set_duration_s(std::abs(metric.gap_s));
  out->set_gap_s(metric.gap_s);
  SetInteraction(scene, metric.ego, out->mutable_ego());
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

void SetDeceleration(const Scene& scene, const RequiredDeceleration& metric, v1::RequiredDeceleration* out) {
  out->set_deceleration_mps2(metric.deceleration_mps2);
  SetInteraction(scene, metric.interaction, out->mutable_interaction());
  out->set_gap_m(metric.gap_m);
  out->set_closing_speed_mps(metric.closing_speed_mps);
}

void SetRssMargin(const Scene& scene, const RssMargin& metric, v1::RssMargin* out) {
  out->set_longitudinal_margin_m(metric.longitudinal_margin_m);
  out->set_lateral_margin_m(metric.lateral_margin_m);
  SetInteraction(scene, metric.interaction, out->mutable_interaction());
  out->set_is_dangerous(metric.is_dangerous());
}

void SetGoal(const GoalReached& metric, v1::GoalReached* out) {
  out->set_reached(metric.reached.has_value());
  if (!metric.reached.has_value()) return;
  out->set_time_s(metric.reached->time_s);
  out->set_step(metric.reached->step);
  out->set_goal(metric.reached->goal);
}

}  // namespace

void SetMetrics(const Scene& scene, const Metrics& metrics, v1::Verdict* out) {
  if (metrics.time_to_collision.has_value()) {
    SetTimeToCollision(scene, *metrics.time_to_collision, out->mutable_time_to_collision());
  }
  if (metrics.headway.has_value()) SetHeadway(scene, *metrics.headway, out->mutable_headway());
  if (metrics.post_encroachment_time.has_value()) {
    SetPostEncroachment(scene, *metrics.post_encroachment_time, out->mutable_post_encroachment_time());
  }
  if (metrics.required_deceleration.has_value()) {
    SetDeceleration(scene, *metrics.required_deceleration, out->mutable_required_deceleration());
  }
  if (metrics.rss_margin.has_value()) SetRssMargin(scene, *metrics.rss_margin, out->mutable_rss_margin());
  if (metrics.lateral_clearance.has_value()) {
    out->mutable_lateral_clearance()->set_clearance_m(metrics.lateral_clearance->value);
    SetInteraction(scene, metrics.lateral_clearance->interaction,
                   out->mutable_lateral_clearance()->mutable_interaction());
  }
  if (metrics.goal.has_value()) SetGoal(*metrics.goal, out->mutable_goal());
}

namespace {

void SetPoint(Vec2 from, v1::Point* point) {
  point->set_x(from.x);
  point->set_y(from.y);
}

void SetEncounter(const Scene& scene, const Encounter& encounter, v1::Encounter* out) {
  out->set_time_s(encounter.time_s);
  out->set_step(encounter.step);
  out->set_obstacle_id(ObstacleId(scene, encounter.obstacle));
  out->set_hypothesis(encounter.hypothesis);
  out->set_signed_distance_m(encounter.signed_distance_m);
  SetPoint(encounter.witness_ego, out->mutable_witness_ego());
  SetPoint(encounter.witness_obstacle, out->mutable_witness_obstacle());
  out->set_part(encounter.part);
  SetElement(scene, encounter.obstacle, encounter.element, out);
  if (encounter.lower_bound_m.has_value()) out->set_lower_bound_m(*encounter.lower_bound_m);
}

void SetReservation(const Scene& scene, const Reservation& reservation, v1::Reservation* out) {
  const bool is_beyond = reservation.kind == Reservation::Kind::kBeyondPrediction;
  out->set_kind(is_beyond ? v1::Reservation::KIND_BEYOND_PREDICTION : v1::Reservation::KIND_UNSPECIFIED);
  out->set_obstacle_id(ObstacleId(scene, reservation.obstacle));
  out->set_from_s(reservation.from_s);
  out->set_hypothesis(reservation.hypothesis);
  if (reservation.encounter.has_value()) SetEncounter(scene, *reservation.encounter, out->mutable_encounter());
  if (reservation.until_s.has_value()) out->set_until_s(*reservation.until_s);
}

void SetVerticalClearance(const Scene& scene, const VerticalClearance& encounter, v1::VerticalClearance* out) {
  out->set_time_s(encounter.time_s);
  out->set_step(encounter.step);
  out->set_obstacle_id(ObstacleId(scene, encounter.obstacle));
  out->set_hypothesis(encounter.hypothesis);
  out->set_clearance_m(encounter.clearance_m);
  out->set_part(encounter.part);
  out->set_side(encounter.side == solid::VerticalSide::kAbove ? v1::VerticalClearance::SIDE_ABOVE
                                                              : v1::VerticalClearance::SIDE_BELOW);
  if (encounter.lower_bound_m.has_value()) out->set_lower_bound_m(*encounter.lower_bound_m);
}

void SetBracket(const ContactBracket& bracket, v1::ContactBracket* out) {
  out->set_free_until_s(bracket.free_until_s);
  out->set_contact_by_s(bracket.contact_by_s);
  out->set_is_undecided(bracket.is_undecided);
  out->set_is_conservative(bracket.is_conservative);
  out->set_between_instants(bracket.between_instants);
}

// Returns the name of a line by its index in the lists that RoadClearance::border refers to.
std::string BorderName(const Scene& scene, int line) {
  if (line < 0) return "";
  return scene.road_borders.empty() ? scene.lane_boundaries[line].id : scene.road_borders[line].id;
}

void SetRoadClearance(const Scene& scene, const RoadClearance& encounter, v1::RoadClearance* out) {
  out->set_time_s(encounter.time_s);
  out->set_step(encounter.step);
  out->set_clearance_m(encounter.clearance_m);
  SetPoint(encounter.witness_ego, out->mutable_witness_ego());
  SetPoint(encounter.witness_road, out->mutable_witness_road());
  out->mutable_direction()->set_x(encounter.direction.x);
  out->mutable_direction()->set_y(encounter.direction.y);
  out->set_border(BorderName(scene, encounter.border));
  if (encounter.cell >= 0) out->set_cell(encounter.cell);
  out->set_part(encounter.part);
  if (encounter.lower_bound_m.has_value()) out->set_lower_bound_m(*encounter.lower_bound_m);
}

void SetDeparture(const RoadDeparture& departure, v1::RoadDeparture* out) {
  out->set_inside_until_s(departure.inside_until_s);
  out->set_outside_by_s(departure.outside_by_s);
  out->set_between_instants(departure.between_instants);
  out->set_part(departure.part);
}

void SetMarginEncounter(const Scene& scene, const MarginEncounter& encounter, v1::MarginEncounter* out) {
  out->set_time_s(encounter.time_s);
  out->set_step(encounter.step);
  out->set_obstacle_id(ObstacleId(scene, encounter.obstacle));
  out->set_hypothesis(encounter.hypothesis);
  out->set_outside_until_s(encounter.outside_until_s);
  out->set_part(encounter.part);
  out->set_is_undecided(encounter.is_undecided);
  out->set_is_conservative(encounter.is_conservative);
  SetElement(scene, encounter.obstacle, encounter.element, out);
}

// Returns whether the first collision would be there without the candidate.
bool IsInContactInRecording(const Scene& scene, const Candidate& candidate, const Verdict& verdict) {
  if (!verdict.first_collision.has_value()) return false;
  if (candidate.is_recorded) return true;
  if (!scene.ego_state.has_value()) return false;
  const TimedPose& begin = scene.ego_state->pose;
  if (candidate.poses.empty() || verdict.first_collision->time_s > begin.time_s + kSameInstant_s) return false;
  // An ego state has no elevation.
  const TimedPose& pose = candidate.poses.front();
  return PoseChange_m(begin, {pose.time_s, pose.position - scene.origin, pose.yaw_rad}) <= kSamePose_m;
}

void SetVerdict(const Scene& scene, const Candidate& candidate, int index, const Verdict& verdict, v1::Verdict* out) {
  out->set_candidate_id(candidate.id);
  out->set_candidate_index(index);
  out->set_cost(candidate.cost);
  out->set_outcome(static_cast<v1::Verdict::Outcome>(verdict.outcome));
  out->set_collides(verdict.collides());
  if (verdict.first_collision.has_value()) {
    SetEncounter(scene, *verdict.first_collision, out->mutable_first_collision());
  }
  if (verdict.minimum_clearance.has_value()) {
    SetEncounter(scene, *verdict.minimum_clearance, out->mutable_minimum_clearance());
  }
  out->set_leaves_road(verdict.leaves_road_time_s.has_value());
  if (verdict.leaves_road_time_s.has_value()) {
    out->set_leaves_road_time_s(*verdict.leaves_road_time_s);
  }
  out->set_pairs_checked(verdict.pairs_checked);
  if (verdict.vertical_clearance.has_value()) {
    SetVerticalClearance(scene, *verdict.vertical_clearance, out->mutable_vertical_clearance());
  }
  if (verdict.contact_bracket.has_value()) SetBracket(*verdict.contact_bracket, out->mutable_contact_bracket());
  if (verdict.road_clearance.has_value()) {
    SetRoadClearance(scene, *verdict.road_clearance, out->mutable_road_clearance());
  }
  if (verdict.road_departure.has_value()) SetDeparture(*verdict.road_departure, out->mutable_road_departure());
  SetMetrics(scene, verdict.metrics, out);
  if (verdict.first_within_margin.has_value()) {
    SetMarginEncounter(scene, *verdict.first_within_margin, out->mutable_first_within_margin());
  }
  if (verdict.leaves_road_margin.has_value())
    SetDeparture(*verdict.leaves_road_margin, out->mutable_leaves_road_margin());
  for (const Reservation& reservation : verdict.reservations) {
    SetReservation(scene, reservation, out->add_reservations());
  }
  if (verdict.unpredicted_from_s.has_value()) out->set_unpredicted_from_s(*verdict.unpredicted_from_s);
  if (IsInContactInRecording(scene, candidate, verdict)) out->set_in_contact_in_recording(true);
}

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
  for (size_t i = 0; i < candidates.size(); ++i) {
    SetVerdict(scene, candidates[i], static_cast<int>(i), verdicts[i], out.add_verdicts());
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
