#include "planner_adapter/metrics/path_metrics.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace collision2d::planner {

PathBox BoxOnPath(const ReferencePath& path, const ConvexPolygon& shape, const Pose2& world_from_shape,
                  const PathFoot& near) {
  PathBox box;
  for (const Vec2 vertex : shape.vertices()) {
    const Vec2 point = world_from_shape * vertex;
    const PathCoordinates at = path.ProjectNear(point, near.PlaceNear(point));
    box.Extend({at.s_m, at.s_m, at.d_m, at.d_m});
  }
  const double radius_m = shape.radius_m();
  return {box.s_min - radius_m, box.s_max + radius_m, box.d_min - radius_m, box.d_max + radius_m};
}

// On the way from the reference point to a vertex, dw long, the foot moves by (tangent . dw) / (1 -
// k d), where k is the curvature, and d by normal . dw. With |k| <= K, |d| <= D and m = 1 - K D the
// foot moves by at most w / m within the first w of the way, in which tangent and normal turn by at
// most K w / m. The turn adds at most K reach^2 / (2 m) to d, and 1 / m times that to s; that the
// path's length is not that of the way adds at most K D reach / m to s.
std::optional<PathBoxBound> BoundBoxOnPath(const ReferencePath& path, absl::Span<const ConvexPolygon> shapes,
                                           const Pose2& world_from_body, double reach_m, const PathFoot& reference) {
  constexpr double kLeastRate = 0.5;
  // m. Far more than the rounding.
  constexpr double kRounding_m = 1e-7;
  const PathSurroundings around = path.SurroundingsOf(reference.s_m, reach_m / kLeastRate + kRounding_m);
  const double most_aside_m = std::abs(reference.d_m) + reach_m;
  const double rate = 1.0 - around.curvature_per_m * most_aside_m;
  if (!(most_aside_m < around.reach_m && rate >= kLeastRate)) return std::nullopt;
  const double turn = reach_m * around.curvature_per_m / rate;
  const double across_m = 0.5 * reach_m * turn + kRounding_m;
  const double along_m = turn * (0.5 * reach_m / rate + most_aside_m) + kRounding_m;
  const Vec2 along = world_from_body.RotateBack(reference.tangent);
  PathBox box;
  for (const ConvexPolygon& shape : shapes) {
    const double half_s_m = shape.radius_m() + along_m;
    const double half_d_m = shape.radius_m() + across_m;
    for (const Vec2 vertex : shape.vertices()) {
      const double s_m = reference.s_m + Dot(along, vertex);
      const double d_m = reference.d_m + Cross(along, vertex);
      box.Extend({s_m - half_s_m, s_m + half_s_m, d_m - half_d_m, d_m + half_d_m});
    }
  }
  return PathBoxBound{box, 2.0 * std::max(along_m, across_m)};
}

SafeDistanceTerms::SafeDistanceTerms(const RssParameters& rss, double along_mps, double across_mps) {
  const double speed_mps = std::abs(along_mps);
  // Travelled in the response time, and until standing.
  const auto stopping_m = [&](double from_mps, double acceleration_mps2, double braking_mps2) {
    const double response_mps = from_mps + rss.response_time_s * acceleration_mps2;
    return 0.5 * (from_mps + response_mps) * rss.response_time_s + response_mps * response_mps / (2.0 * braking_mps2);
  };
  gentle_m = stopping_m(speed_mps, rss.max_acceleration_mps2, rss.min_braking_mps2);
  correct_m = stopping_m(speed_mps, rss.max_acceleration_mps2, rss.min_braking_correct_mps2);
  hard_m = speed_mps * speed_mps / (2.0 * rss.max_braking_mps2);
  standing_m = stopping_m(0.0, rss.max_acceleration_mps2, rss.min_braking_mps2);
  to_left_m = stopping_m(across_mps, rss.max_lateral_acceleration_mps2, rss.min_lateral_braking_mps2);
  to_right_m = stopping_m(-across_mps, rss.max_lateral_acceleration_mps2, rss.min_lateral_braking_mps2);
}

SafeDistanceTerms SafeDistanceTerms::Widened() const {
  // Far more than the rounding of these and of their sums.
  constexpr double kRounding = 1e-9;
  const double margin_m =
      kRounding * (1.0 + gentle_m + correct_m + hard_m + std::abs(to_left_m) + std::abs(to_right_m));
  SafeDistanceTerms widened = *this;
  for (double* const term :
       {&widened.gentle_m, &widened.correct_m, &widened.standing_m, &widened.to_left_m, &widened.to_right_m}) {
    *term += margin_m;
  }
  widened.hard_m -= margin_m;
  return widened;
}

double SafeDistanceAlong(const RssParameters& rss, double rear_mps, double front_mps) {
  const SafeDistanceTerms rear(rss, rear_mps, 0.0);
  const SafeDistanceTerms front(rss, front_mps, 0.0);
  if (front_mps >= 0.0) return std::max(0.0, (rear_mps < 0.0 ? rear.standing_m : rear.gentle_m) - front.hard_m);
  return std::max(0.0, rear_mps < 0.0 ? front.gentle_m - rear.hard_m : rear.correct_m + front.gentle_m);
}

double SafeDistanceAcross(const RssParameters& rss, double right_mps, double left_mps) {
  const double approach_m =
      SafeDistanceTerms(rss, 0.0, right_mps).to_left_m + SafeDistanceTerms(rss, 0.0, left_mps).to_right_m;
  return rss.lateral_fluctuation_m + std::max(0.0, approach_m);
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
