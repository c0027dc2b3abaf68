#include "planner_adapter/metrics/path_box.h"

namespace collision2d::planner {

PathBox BoxOnPath(const ReferencePath& path, const ConvexPolygon& shape, const Pose2& world_from_shape,
                  const PathFoot& near) {
  PathBox box;
  for (const Vec2 vertex : shape.vertices()) {
    const Vec2 point = world_from_shape * vertex;
    const PathCoordinates at = path.ProjectNear(point, near.s_m + Dot(point - near.point, near.tangent));
    box.Extend({at.s_m, at.s_m, at.d_m, at.d_m});
  }
  const double radius_m = shape.radius_m();
  return {box.s_min - radius_m, box.s_max + radius_m, box.d_min - radius_m, box.d_max + radius_m};
}

}  // namespace collision2d::planner
