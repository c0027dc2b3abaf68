#ifndef COLLISION2D_PLANNER_ADAPTER_METRICS_PATH_BOX_H_
#define COLLISION2D_PLANNER_ADAPTER_METRICS_PATH_BOX_H_

#include <algorithm>
#include <limits>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/sampling/reference_path.h"

namespace collision2d::planner {

// The extent of a shape along a path (s) and across it (d, positive on the left), m: from the least to the greatest path coordinate of its vertices, each
// enlarged by the shape's radius.
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
  PathFoot(const ReferencePath& path, Vec2 of_point, double near_s_m)
      : point(of_point), s_m(path.ProjectNear(point, near_s_m).s_m), tangent(path.At(s_m).tangent) {}

  Vec2 point;
  double s_m;
  Vec2 tangent;
};

// `near` is the foot of a point near the shape; it only affects the time.
PathBox BoxOnPath(const ReferencePath& path, const ConvexPolygon& shape, const Pose2& world_from_shape,
                  const PathFoot& near);

// A body's motion along and across the path: the components of its velocity in the directions of the path's tangent and left normal at the foot of its
// reference point.
struct PathVelocity {
  double along_mps = 0.0;
  double across_mps = 0.0;
};

inline PathVelocity VelocityOnPath(const PathFoot& reference_point, Vec2 velocity_mps) {
  return {Dot(velocity_mps, reference_point.tangent), Cross(reference_point.tangent, velocity_mps)};
}

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_METRICS_PATH_BOX_H_
