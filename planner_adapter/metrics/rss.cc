#include "planner_adapter/metrics/rss.h"

#include <algorithm>
#include <cmath>

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

}  // namespace collision2d::planner
