#include "planner_adapter/metrics/path_metrics.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace collision2d::planner {
namespace {

// m, travelled in the response time from one speed to another, and until standing by that braking.
double StoppingDistance(double speed_mps, double response_speed_mps, double response_s, double braking_mps2) {
  return 0.5 * (speed_mps + response_speed_mps) * response_s +
         response_speed_mps * response_speed_mps / (2.0 * braking_mps2);
}

double SameDirection(const RssParameters& rss, double rear_mps, double front_mps) {
  const double response_mps = rear_mps + rss.response_time_s * rss.max_acceleration_mps2;
  const double rear_m = StoppingDistance(rear_mps, response_mps, rss.response_time_s, rss.min_braking_mps2);
  return std::max(0.0, rear_m - front_mps * front_mps / (2.0 * rss.max_braking_mps2));
}

double Opposite(const RssParameters& rss, double along_mps, double against_mps) {
  const double gained_mps = rss.response_time_s * rss.max_acceleration_mps2;
  return StoppingDistance(along_mps, along_mps + gained_mps, rss.response_time_s, rss.min_braking_correct_mps2) +
         StoppingDistance(against_mps, against_mps + gained_mps, rss.response_time_s, rss.min_braking_mps2);
}

}  // namespace

double SafeDistanceAlong(const RssParameters& rss, double rear_mps, double front_mps) {
  if (rear_mps < 0.0 && front_mps < 0.0) return SameDirection(rss, -front_mps, -rear_mps);
  if (front_mps < 0.0) return Opposite(rss, rear_mps, -front_mps);
  return SameDirection(rss, std::max(0.0, rear_mps), front_mps);
}

double SafeDistanceAcross(const RssParameters& rss, double right_mps, double left_mps) {
  const double gained_mps = rss.response_time_s * rss.max_lateral_acceleration_mps2;
  const double braking_mps2 = rss.min_lateral_braking_mps2;
  // Both towards each other.
  const double approach_m = StoppingDistance(right_mps, right_mps + gained_mps, rss.response_time_s, braking_mps2) +
                            StoppingDistance(-left_mps, -left_mps + gained_mps, rss.response_time_s, braking_mps2);
  return rss.lateral_fluctuation_m + std::max(0.0, approach_m);
}

SafeDistanceTerms TermsOfSafeDistances(const RssParameters& rss, double along_mps, double across_mps) {
  const double speed_mps = std::abs(along_mps);
  const auto stopping_m = [&](double from_mps, double acceleration_mps2, double braking_mps2) {
    const double response_mps = from_mps + rss.response_time_s * acceleration_mps2;
    return StoppingDistance(from_mps, response_mps, rss.response_time_s, braking_mps2);
  };
  const double gentle_m = stopping_m(speed_mps, rss.max_acceleration_mps2, rss.min_braking_mps2);
  const double correct_m = stopping_m(speed_mps, rss.max_acceleration_mps2, rss.min_braking_correct_mps2);
  const double hard_m = speed_mps * speed_mps / (2.0 * rss.max_braking_mps2);
  const double standing_m = stopping_m(0.0, rss.max_acceleration_mps2, rss.min_braking_mps2);
  const double lateral_mps2 = rss.max_lateral_acceleration_mps2;
  const double to_left_m = stopping_m(across_mps, lateral_mps2, rss.min_lateral_braking_mps2);
  const double to_right_m = stopping_m(-across_mps, lateral_mps2, rss.min_lateral_braking_mps2);
  // Far more than the rounding of these and of their sums.
  constexpr double kRounding = 1e-9;
  const double margin_m =
      kRounding * (1.0 + gentle_m + correct_m + hard_m + std::abs(to_left_m) + std::abs(to_right_m));
  return {gentle_m + margin_m,   correct_m + margin_m, hard_m - margin_m,
          standing_m + margin_m, to_left_m + margin_m, to_right_m + margin_m};
}

namespace {

void UpdateHeadway(double gap_m, double ego_mps, const Interaction& interaction, std::optional<Headway>* headway) {
  if (!headway->has_value()) *headway = Headway{{}, {gap_m, interaction}};
  Headway& least = **headway;
  if (IsLess(gap_m, interaction, least.gap_m)) least.gap_m = {gap_m, interaction};
  if (!(ego_mps > 0.0)) return;
  const double headway_s = gap_m / ego_mps;
  if (std::isfinite(headway_s) && (!least.headway_s.has_value() || IsLess(headway_s, interaction, *least.headway_s))) {
    least.headway_s = MetricValue{headway_s, interaction};
  }
}

void UpdateDeceleration(double gap_m, double closing_mps, const Interaction& interaction,
                        std::optional<RequiredDeceleration>* most) {
  if (!(closing_mps > 0.0)) return;
  const double deceleration_mps2 = closing_mps * closing_mps / (2.0 * gap_m);
  if (!std::isfinite(deceleration_mps2)) return;
  if (most->has_value() &&
      !IsLess(-deceleration_mps2, interaction, -(*most)->deceleration_mps2, (*most)->interaction)) {
    return;
  }
  *most = RequiredDeceleration{deceleration_mps2, interaction, gap_m, closing_mps};
}

double LargerMargin(const RssMargin& margin) { return std::max(margin.longitudinal_margin_m, margin.lateral_margin_m); }

// The body whose middle is farther along the path is in front, and the one whose middle is farther
// left is on the left; of equal ones the obstacle.
void UpdateRssMargin(const RssParameters& rss, const BodyOnPath& ego, const BodyOnPath& obstacle,
                     const Interaction& interaction, std::optional<RssMargin>* least) {
  const bool in_front = obstacle.box.s_min + obstacle.box.s_max >= ego.box.s_min + ego.box.s_max;
  const bool on_left = obstacle.box.d_min + obstacle.box.d_max >= ego.box.d_min + ego.box.d_max;
  const double ego_along = ego.velocity.along_mps;
  const double along = obstacle.velocity.along_mps;
  const double ego_across = ego.velocity.across_mps;
  const double across = obstacle.velocity.across_mps;
  const double safe_along_m =
      in_front ? SafeDistanceAlong(rss, ego_along, along) : SafeDistanceAlong(rss, along, ego_along);
  const double safe_across_m =
      on_left ? SafeDistanceAcross(rss, ego_across, across) : SafeDistanceAcross(rss, across, ego_across);
  const RssMargin margin = {GapAlong(ego.box, obstacle.box) - safe_along_m,
                            GapAcross(ego.box, obstacle.box) - safe_across_m, interaction};
  if (!std::isfinite(margin.longitudinal_margin_m) || !std::isfinite(margin.lateral_margin_m)) return;
  if (!least->has_value() || IsLess(LargerMargin(margin), interaction, LargerMargin(**least), (*least)->interaction)) {
    *least = margin;
  }
}

}  // namespace

PathValues KnownOnPath(const MetricOptions& options, const Metrics& metrics, bool ego_velocity_known) {
  PathValues known = PathValues::All(-PathValues::kNothing);
  const auto set = [&](PathValues::Metric metric, bool is_selected, bool has_value, auto value) {
    if (is_selected) known.values[metric] = has_value ? value() : PathValues::kAnything;
  };
  const std::optional<Headway>& headway = metrics.headway;
  set(PathValues::kGap_m, options.headway, headway.has_value(), [&] { return headway->gap_m.value; });
  set(PathValues::kHeadway_s, options.headway && ego_velocity_known,
      headway.has_value() && headway->headway_s.has_value(), [&] { return headway->headway_s->value; });
  set(PathValues::kMinusDeceleration_mps2, options.required_deceleration && ego_velocity_known,
      metrics.required_deceleration.has_value(), [&] { return -metrics.required_deceleration->deceleration_mps2; });
  set(PathValues::kRssMargin_m, options.rss_margin && ego_velocity_known, metrics.rss_margin.has_value(),
      [&] { return LargerMargin(*metrics.rss_margin); });
  set(PathValues::kLateralClearance_m, options.lateral_clearance, metrics.lateral_clearance.has_value(),
      [&] { return metrics.lateral_clearance->value; });
  return known;
}

void UpdatePathMetrics(const MetricOptions& options, const RssParameters& rss, const BodyOnPath& ego,
                       bool ego_velocity_known, const BodyOnPath& obstacle, const Interaction& interaction,
                       Metrics* metrics) {
  const double gap_m = obstacle.box.s_min - ego.box.s_max;
  const double across_m = GapAcross(ego.box, obstacle.box);
  if (gap_m > 0.0 && across_m <= 0.0) {
    const double ego_mps = ego_velocity_known ? ego.velocity.along_mps : 0.0;
    if (options.headway) UpdateHeadway(gap_m, ego_mps, interaction, &metrics->headway);
    if (options.required_deceleration && ego_velocity_known) {
      UpdateDeceleration(gap_m, ego_mps - obstacle.velocity.along_mps, interaction, &metrics->required_deceleration);
    }
  }
  if (options.rss_margin && ego_velocity_known) {
    UpdateRssMargin(rss, ego, obstacle, interaction, &metrics->rss_margin);
  }
  if (options.lateral_clearance && GapAlong(ego.box, obstacle.box) <= 0.0 &&
      (!metrics->lateral_clearance.has_value() || IsLess(across_m, interaction, *metrics->lateral_clearance))) {
    metrics->lateral_clearance = MetricValue{across_m, interaction};
  }
}

}  // namespace collision2d::planner
