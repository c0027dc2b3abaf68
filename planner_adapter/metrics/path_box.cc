#include "planner_adapter/metrics/path_box.h"

namespace collision2d::planner {

PathBox BoxOnPath(const ReferencePath& path, const ConvexPolygon& shape, const Pose2& world_from_shape,
                  double near_s_m) {
  PathBox box;
  for (const Vec2 vertex : shape.vertices()) {
    const PathCoordinates at = path.ProjectNear(world_from_shape * vertex, near_s_m);
    box.Extend({at.s_m, at.s_m, at.d_m, at.d_m});
  }
  const double radius_m = shape.radius_m();
  return {box.s_min - radius_m, box.s_max + radius_m, box.d_min - radius_m, box.d_max + radius_m};
}

PathVelocity VelocityOnPath(const ReferencePath& path, double foot_s_m, Vec2 velocity_mps) {
  const Vec2 tangent = path.At(foot_s_m).tangent;
  return {Dot(velocity_mps, tangent), Cross(tangent, velocity_mps)};
}

}  // namespace collision2d::planner
