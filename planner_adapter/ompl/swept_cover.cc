#include "planner_adapter/ompl/swept_cover.h"

#include <algorithm>
#include <cmath>

#include "collision2d/geometry/aabb2.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d::planner {

ConvexPolygon SweptCover(const ConvexPolygon& shape, const MotionPiece& piece, double margin_m) {
  Aabb2 box;
  for (const Vec2 v : shape.vertices()) box.Extend(v);
  const Pose2 start_from_end = RelativePose(piece.PoseAt(0.0), piece.PoseAt(1.0));
  Vec2 points[8];
  double reach_m = 0.0;
  int count = 0;
  for (const Vec2 corner : {box.min, Vec2{box.max.x, box.min.y}, box.max, Vec2{box.min.x, box.max.y}}) {
    points[count++] = corner;
    points[count++] = start_from_end * corner;
    reach_m = std::max(reach_m, Norm(corner));
  }
  // The centre of an arc is |way_m / turn_rad| from the frame's origin, that of a line's turn moves along with the chord.
  const double turn_rad = std::abs(piece.turn_rad);
  const double way_m = piece.kind == MotionPiece::Kind::kArc ? std::abs(piece.way_m) : 0.0;
  constexpr double kRounding = 1.0 + 0x1p-40;
  const double sag_m = kRounding * 0.125 * turn_rad * (turn_rad * reach_m + way_m);
  return *ConvexPolygon::Hull(points, shape.radius_m() + sag_m + margin_m);
}

}  // namespace collision2d::planner
