#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/timed_pose.h"

// Heights that two bodies may share.
namespace collision2d::planner {

// The heights, m above the scene's ground plane, that a body can be at; unlimited unless they are
// known.
struct HeightRange {
  double min_m = -std::numeric_limits<double>::infinity();
  double max_m = std::numeric_limits<double>::infinity();

  void Extend(const HeightRange& other) {
    min_m = std::min(min_m, other.min_m);
    max_m = std::max(max_m, other.max_m);
  }
};

// The heights of a level body; unlimited if it is tilted. `span` is null if it is not known.
inline HeightRange HeightsOf(const HeightSpan* span, const Elevation& elevation) {
  if (span == nullptr || elevation.is_tilted()) return {};
  return {elevation.z_m + span->z_min_m, elevation.z_m + span->z_max_m};
}

// The heights of a shape that extends through `span` along its own vertical axis, from its lowest
// to its highest point, tilted or not.
inline HeightRange HeightsOf(const ConvexPolygon& shape, const HeightSpan& span, const Elevation& elevation) {
  if (!elevation.is_tilted()) return HeightsOf(&span, elevation);
  // The last row of R = Rz(yaw) Ry(pitch) Rx(roll).
  const Vec2 rise = {-std::sin(elevation.pitch_rad), std::cos(elevation.pitch_rad) * std::sin(elevation.roll_rad)};
  const double upright = std::cos(elevation.pitch_rad) * std::cos(elevation.roll_rad);
  double lowest_m = std::numeric_limits<double>::infinity();
  double highest_m = -lowest_m;
  for (const Vec2 vertex : shape.vertices()) {
    lowest_m = std::min(lowest_m, Dot(rise, vertex));
    highest_m = std::max(highest_m, Dot(rise, vertex));
  }
  const double rim_m = shape.radius_m() * Norm(rise);
  return {elevation.z_m + lowest_m - rim_m + upright * span.z_min_m,
          elevation.z_m + highest_m + rim_m + upright * span.z_max_m};
}

// A range that contains all heights of the shape while its elevation changes linearly in time. The
// last row of R turns by at most pitch and roll do together, so the height of a point at distance r
// deviates by at most r (turn)^2 / 8 from the line between both ends.
inline HeightRange HeightsBetween(const ConvexPolygon& shape, const HeightSpan& span, const Elevation& from,
                                  const Elevation& to) {
  HeightRange heights = HeightsOf(shape, span, from);
  heights.Extend(HeightsOf(shape, span, to));
  const double turn_rad = std::abs(to.pitch_rad - from.pitch_rad) + std::abs(to.roll_rad - from.roll_rad);
  const double reach_m =
      Norm(shape.center()) + shape.bounding_radius_m() + std::max(std::abs(span.z_min_m), std::abs(span.z_max_m));
  const double rise_m = 0.125 * turn_rad * turn_rad * reach_m;
  return {heights.min_m - rise_m, heights.max_m + rise_m};
}

// Whether one body is entirely above the other, so that metrics ignore the pair.
inline bool AreApart(const HeightRange& a, const HeightRange& b) { return a.max_m < b.min_m || b.max_m < a.min_m; }

}  // namespace collision2d::planner
