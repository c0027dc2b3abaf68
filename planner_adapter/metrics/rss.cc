#include "planner_adapter/metrics/rss.h"

#include <algorithm>

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

}  // namespace collision2d::planner
