#include "planner_adapter/checking/metrics_to_proto.h"

#include "planner_adapter/scene/obstacle_snapshot.h"

namespace collision2d::planner {
namespace {

void SetInteraction(const Scene& scene, const Interaction& interaction, proto::Interaction* out) {
  out->set_time_s(interaction.time_s);
  out->set_step(interaction.step);
  out->set_obstacle_id(ObstacleId(scene, interaction.obstacle));
  out->set_hypothesis(interaction.hypothesis);
}

void SetTimeToCollision(const Scene& scene, const TimeToCollision& metric, proto::TimeToCollision* out) {
  if (metric.on_paths_s.has_value()) {
    out->set_on_paths_s(metric.on_paths_s->value);
    SetInteraction(scene, metric.on_paths_s->interaction, out->mutable_on_paths());
  }
  if (metric.constant_twist_s.has_value()) {
    out->set_constant_twist_s(metric.constant_twist_s->value);
    SetInteraction(scene, metric.constant_twist_s->interaction, out->mutable_constant_twist());
  }
}

void SetHeadway(const Scene& scene, const Headway& metric, proto::Headway* out) {
  if (metric.headway_s.has_value()) {
    out->set_headway_s(metric.headway_s->value);
    SetInteraction(scene, metric.headway_s->interaction, out->mutable_headway());
  }
  out->set_gap_m(metric.gap_m.value);
  SetInteraction(scene, metric.gap_m.interaction, out->mutable_gap());
}

void SetPostEncroachment(const Scene& scene, const PostEncroachmentTime& metric, proto::PostEncroachmentTime* out) {
  out->set_duration_s(metric.duration_s);
  SetInteraction(scene, metric.ego, out->mutable_ego());
  out->set_obstacle_time_s(metric.obstacle_time_s);
  out->set_obstacle_apart_time_s(metric.obstacle_apart_time_s);
}

void SetDeceleration(const Scene& scene, const RequiredDeceleration& metric, proto::RequiredDeceleration* out) {
  out->set_deceleration_mps2(metric.deceleration_mps2);
  SetInteraction(scene, metric.interaction, out->mutable_interaction());
  out->set_gap_m(metric.gap_m);
  out->set_closing_speed_mps(metric.closing_speed_mps);
}

void SetRssMargin(const Scene& scene, const RssMargin& metric, proto::RssMargin* out) {
  out->set_longitudinal_margin_m(metric.longitudinal_margin_m);
  out->set_lateral_margin_m(metric.lateral_margin_m);
  SetInteraction(scene, metric.interaction, out->mutable_interaction());
  out->set_is_dangerous(metric.is_dangerous());
}

void SetGoal(const GoalVerdict& metric, proto::GoalReached* out) {
  out->set_reached(metric.reached.has_value());
  if (!metric.reached.has_value()) return;
  out->set_time_s(metric.reached->time_s);
  out->set_step(metric.reached->step);
  out->set_goal(metric.reached->goal);
}

}  // namespace

void SetMetrics(const Scene& scene, const Metrics& metrics, proto::Verdict* out) {
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
  if (metrics.lateral_clearance_m.has_value()) {
    out->mutable_lateral_clearance()->set_clearance_m(metrics.lateral_clearance_m->value);
    SetInteraction(scene, metrics.lateral_clearance_m->interaction,
                   out->mutable_lateral_clearance()->mutable_interaction());
  }
  if (metrics.goal.has_value()) SetGoal(*metrics.goal, out->mutable_goal());
}

}  // namespace collision2d::planner
