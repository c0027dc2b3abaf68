#include "planner_adapter/metrics/path_box.h"

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

}  // namespace collision2d::planner
