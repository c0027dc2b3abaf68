#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/sampling/reference_path.h"

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

}  // namespace collision2d::planner
