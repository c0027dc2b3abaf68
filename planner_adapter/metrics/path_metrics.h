#pragma once

#include <array>
#include <cstddef>
#include <limits>

#include "planner_adapter/metrics/metrics.h"
#include "planner_adapter/metrics/path_box.h"
#include "planner_adapter/scene/scene.h"

// Metrics along the reference path, and the safe distances of RSS that they are compared with.

namespace collision2d::planner {

// The safe distances of Responsibility-Sensitive Safety: Shalev-Shwartz, Shammah and Shashua 2017,
// "On a formal model of safe and scalable self-driving cars", Definitions 1 (same direction), 2
// (opposite directions) and 6 (lateral).

// Returns the longitudinal distance, m, >= 0, that is safe between two vehicles at these speeds
// along the path, m/s; positive is in the path's direction. Same direction: the rear vehicle
// accelerates during the response time and then brakes gently, while the one in front brakes hard.
// Opposite directions:
// both accelerate towards each other, then brake; the one that drives along the path is in its own
// lane. Two vehicles that drive against the path have their roles exchanged; one that backs away
// from the other counts as standing (a departure: the source has no such case).
double SafeDistanceAlong(const RssParameters& rss, double rear_mps, double front_mps);

// Returns the lateral distance, m, >= lateral_fluctuation_m, that is safe between two vehicles at
// these speeds to the left, m/s: both accelerate towards each other during the response time and
// then brake.
double SafeDistanceAcross(const RssParameters& rss, double right_mps, double left_mps);

// Terms of one vehicle, m, from which a filter computes safe distances of two. Each is rounded so
// that the distances become no smaller.
struct SafeDistanceTerms {
  // The distances of stopping from its speed along the path: in the lane of the other or behind it,
  // and in its own lane; of braking hard; and of stopping gently after it stood.
  double gentle_m;
  double correct_m;
  double hard_m;
  double standing_m;
  // The distances of stopping from its speed across.
  double to_left_m;
  double to_right_m;
};
SafeDistanceTerms TermsOfSafeDistances(const RssParameters& rss, double along_mps, double across_mps);

// A body along the reference path at an instant.
struct BodyOnPath {
  PathBox box;
  PathVelocity velocity;
};

// A number of each metric along the path, of which less is worse.
struct PathValues {
  enum Metric { kGap_m, kHeadway_s, kMinusDeceleration_mps2, kRssMargin_m, kLateralClearance_m, kCount };
  static constexpr double kAnything = std::numeric_limits<double>::max();
  static constexpr double kNothing = std::numeric_limits<double>::infinity();

  static PathValues All(double value) {
    PathValues all;
    all.values.fill(value);
    return all;
  }

  // Whether one is at most that of `known`.
  bool Reaches(const PathValues& known) const {
    bool reaches = false;
    for (size_t metric = 0; metric < kCount; ++metric) reaches |= values[metric] <= known.values[metric];
    return reaches;
  }

  // Whether one is more than that of `limit`.
  bool Exceeds(const PathValues& limit) const {
    bool exceeds = false;
    for (size_t metric = 0; metric < kCount; ++metric) exceeds |= values[metric] > limit.values[metric];
    return exceeds;
  }

  std::array<double, kCount> values;
};

// What an obstacle must reach, metric by metric, to be worse than what is known, or as bad:
// kAnything if nothing is known, -kNothing if the metric is not selected.
PathValues KnownOnPath(const MetricOptions& options, const Metrics& metrics, bool ego_velocity_known);

// Updates the selected ones of headway, required_deceleration, rss_margin and lateral_clearance
// by one obstacle shape at one instant, if it is worse than what is known, or as bad and earlier.
// `ego_velocity_known`: false for a candidate of one pose; then only gaps and lateral clearances
// are defined. A number that is not finite (a gap near 0) is undefined.
void UpdatePathMetrics(const MetricOptions& options, const RssParameters& rss, const BodyOnPath& ego,
                       bool ego_velocity_known, const BodyOnPath& obstacle, const Interaction& interaction,
                       Metrics* metrics);

}  // namespace collision2d::planner
