#include "planner_adapter/replay_page/metric_packer.h"

#include <cmath>

#include "collision2d/io/text.h"
#include "planner_adapter/replay_page/replay_page.pb.h"
#include "proto/verdict.pb.h"

namespace collision2d::planner {
namespace {

// The page shows at most three decimals, and a shorter number is shorter in its data.
double Rounded(double value) { return std::round(1e3 * value) / 1e3; }

void Pack(int candidate, double value, const proto::Interaction& interaction, proto::PackedMetric& packed) {
  packed.add_candidate(candidate);
  packed.add_value(Rounded(value));
  packed.add_time_s(interaction.time_s());
  packed.add_obstacle_id(ValidUtf8(interaction.obstacle_id()));
  packed.add_hypothesis(interaction.hypothesis());
}

void PackTimeToCollision(int candidate, const proto::TimeToCollision& ttc, proto::PackedCycle& packed) {
  if (ttc.has_on_paths_s()) {
    Pack(candidate, ttc.on_paths_s(), ttc.on_paths(), *packed.mutable_time_to_collision_on_paths());
  }
  if (ttc.has_constant_twist_s()) {
    Pack(candidate, ttc.constant_twist_s(), ttc.constant_twist(), *packed.mutable_time_to_collision());
  }
}

void PackHeadway(int candidate, const proto::Headway& headway, proto::PackedCycle& packed) {
  if (headway.has_headway_s()) {
    Pack(candidate, headway.headway_s(), headway.headway(), *packed.mutable_headway());
  }
  Pack(candidate, headway.gap_m(), headway.gap(), *packed.mutable_gap());
}

void PackPostEncroachment(int candidate, const proto::PostEncroachmentTime& pet, proto::PackedMetric& packed) {
  Pack(candidate, pet.duration_s(), pet.ego(), packed);
  packed.add_second_value(Rounded(pet.obstacle_time_s()));
}

void PackRssMargin(int candidate, const proto::RssMargin& rss, proto::PackedMetric& packed) {
  Pack(candidate, rss.longitudinal_margin_m(), rss.interaction(), packed);
  packed.add_second_value(Rounded(rss.lateral_margin_m()));
}

void PackGoal(int candidate, const proto::GoalReached& goal, proto::PackedReachedGoals& packed) {
  if (!goal.reached()) return;
  packed.add_candidate(candidate);
  packed.add_time_s(goal.time_s());
  packed.add_goal(goal.goal());
}

}  // namespace

void PackMetrics(int candidate, const proto::Verdict& verdict, proto::PackedCycle& packed) {
  if (verdict.has_time_to_collision()) PackTimeToCollision(candidate, verdict.time_to_collision(), packed);
  if (verdict.has_headway()) PackHeadway(candidate, verdict.headway(), packed);
  if (verdict.has_post_encroachment_time()) {
    PackPostEncroachment(candidate, verdict.post_encroachment_time(), *packed.mutable_post_encroachment_time());
  }
  if (verdict.has_required_deceleration()) {
    const proto::RequiredDeceleration& required = verdict.required_deceleration();
    Pack(candidate, required.deceleration_mps2(), required.interaction(), *packed.mutable_required_deceleration());
  }
  if (verdict.has_rss_margin()) PackRssMargin(candidate, verdict.rss_margin(), *packed.mutable_rss_margin());
  if (verdict.has_lateral_clearance()) {
    const proto::LateralClearance& lateral = verdict.lateral_clearance();
    Pack(candidate, lateral.clearance_m(), lateral.interaction(), *packed.mutable_lateral_clearance());
  }
  if (verdict.has_goal()) PackGoal(candidate, verdict.goal(), *packed.mutable_reached_goals());
}

}  // namespace collision2d::planner
