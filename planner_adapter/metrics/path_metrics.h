#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>

#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/metrics/metrics.h"
#include "planner_adapter/sampling/reference_path.h"
#include "planner_adapter/scene/scene.h"

// Bodies along the reference path, their metrics, and the safe distances of RSS that they are
// compared with.

namespace collision2d::planner {

// The extent of a shape along a path (s) and across it (d, positive on the left), m: from the least
// to the greatest path coordinate of its vertices, each enlarged by the shape's radius.
struct PathBox {
  double s_min = std::numeric_limits<double>::infinity();
  double s_max = -std::numeric_limits<double>::infinity();
  double d_min = std::numeric_limits<double>::infinity();
  double d_max = -std::numeric_limits<double>::infinity();

  void Extend(const PathBox& other) {
    s_min = std::min(s_min, other.s_min);
    s_max = std::max(s_max, other.s_max);
    d_min = std::min(d_min, other.d_min);
    d_max = std::max(d_max, other.d_max);
  }
};

// m, between two boxes; negative: they overlap by at least that, in that direction.
inline double GapAlong(const PathBox& a, const PathBox& b) { return std::max(b.s_min - a.s_max, a.s_min - b.s_max); }
inline double GapAcross(const PathBox& a, const PathBox& b) { return std::max(b.d_min - a.d_max, a.d_min - b.d_max); }

// The foot of a point on a path.
struct PathFoot {
  PathFoot(const ReferencePath& path, Vec2 of_point) : PathFoot(path, of_point, path.RoughPlace(of_point)) {}
  // near_s_m is a guess of s_m, which affects the time and rounding only.
  PathFoot(const ReferencePath& path, Vec2 of_point, double near_s_m)
      : PathFoot(path, of_point, path.ProjectNear(of_point, near_s_m)) {}

  // A guess of s_m for a point near this one: that on the path's circle of curvature.
  double PlaceNear(Vec2 other) const {
    const Vec2 way = other - point;
    const double rate = 1.0 - curvature_per_m * (d_m + Cross(tangent, way));
    const double ahead_m = Dot(way, tangent) / (rate > 0.1 ? rate : 1.0);
    const double turn_rad = curvature_per_m * ahead_m;
    return s_m + ahead_m * (std::abs(turn_rad) < 0.5 ? 1.0 - turn_rad * turn_rad / 3.0 : 1.0);
  }

  Vec2 point;
  double s_m;
  double d_m;
  Vec2 tangent;
  double curvature_per_m;

 private:
  PathFoot(const ReferencePath& path, Vec2 of_point, const PathCoordinates& at)
      : PathFoot(of_point, at, path.At(at.s_m)) {}
  PathFoot(Vec2 of_point, const PathCoordinates& at, const PathPoint& foot)
      : point(of_point), s_m(at.s_m), d_m(at.d_m), tangent(foot.tangent), curvature_per_m(foot.curvature_per_m) {}
};

// `near` is the foot of a point near the shape; it only affects the time.
PathBox BoxOnPath(const ReferencePath& path, const ConvexPolygon& shape, const Pose2& world_from_shape,
                  const PathFoot& near);

// A box that contains a body's extent, and whose sides are within slack_m of it.
struct PathBoxBound {
  PathBox box;
  double slack_m;
};

// Bounds the extent of all shapes of a body from one foot alone, that of its reference point, by
// the curvature of the path around; none if a vertex might have a foot elsewhere. reach_m: a bound
// on the distance of the body's points from the reference point.
std::optional<PathBoxBound> BoundBoxOnPath(const ReferencePath& path, absl::Span<const ConvexPolygon> shapes,
                                           const Pose2& world_from_body, double reach_m, const PathFoot& reference);

// A body's motion along and across the path: the components of its velocity in the directions of
// the path's tangent and left normal at the foot of its reference point.
struct PathVelocity {
  double along_mps = 0.0;
  double across_mps = 0.0;
};

inline PathVelocity VelocityOnPath(const PathFoot& reference_point, Vec2 velocity_mps) {
  return {Dot(velocity_mps, reference_point.tangent), Cross(reference_point.tangent, velocity_mps)};
}

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

// The terms of one vehicle, m, of which the safe distances of two consist.
struct SafeDistanceTerms {
  SafeDistanceTerms(const RssParameters& rss, double along_mps, double across_mps);

  // For filters: each term is rounded so that the distances become no smaller.
  SafeDistanceTerms Widened() const;

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
