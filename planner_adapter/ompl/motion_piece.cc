#include "planner_adapter/ompl/motion_piece.h"

#include <algorithm>
#include <cmath>

namespace collision2d::planner {

Vec2 MotionPiece::PositionAt(double parameter) const {
  if (kind == Kind::kLine) return position + parameter * displacement_m;
  if (turn_rad == 0.0) return position + parameter * way_m * Vec2{std::cos(yaw_rad), std::sin(yaw_rad)};
  const double radius_m = way_m / turn_rad;
  const double yaw = yaw_rad + parameter * turn_rad;
  return position + radius_m * Vec2{std::sin(yaw) - std::sin(yaw_rad), std::cos(yaw_rad) - std::cos(yaw)};
}

Pose2 MotionPiece::PoseAt(double parameter) const {
  return Pose2::FromYaw(PositionAt(parameter), yaw_rad + parameter * turn_rad);
}

MotionPiece MotionPiece::Part(double from, double to) const {
  MotionPiece part = *this;
  part.position = PositionAt(from);
  part.yaw_rad = yaw_rad + from * turn_rad;
  part.displacement_m = (to - from) * displacement_m;
  part.way_m = (to - from) * way_m;
  part.turn_rad = (to - from) * turn_rad;
  part.begin = FractionAt(from);
  part.end = FractionAt(to);
  return part;
}

double MotionPiece::length_m() const { return kind == Kind::kLine ? Norm(displacement_m) : std::abs(way_m); }

Motion MotionPiece::ToMotion() const {
  const Pose2 start = PoseAt(0.0);
  if (kind == Kind::kLine) return *Motion::Linear(start, displacement_m, turn_rad, 0.0, 1.0);
  return *Motion::ConstantTwist(start, {way_m, 0.0}, turn_rad, 0.0, 1.0);
}

Aabb2 MotionPiece::Box() const {
  Aabb2 box;
  box.Extend(position);
  box.Extend(PositionAt(1.0));
  if (kind == Kind::kLine || turn_rad == 0.0) return box;
  // An arc is farthest along an axis where its heading is a multiple of a right angle.
  constexpr double kQuarter_rad = 1.5707963267948966;
  const double radius_m = way_m / turn_rad;
  const Vec2 center = position + radius_m * Vec2{-std::sin(yaw_rad), std::cos(yaw_rad)};
  const double end_rad = yaw_rad + turn_rad;
  const double last = std::floor(std::max(yaw_rad, end_rad) / kQuarter_rad);
  for (double quarter = std::ceil(std::min(yaw_rad, end_rad) / kQuarter_rad); quarter <= last; quarter += 1.0) {
    box.Extend(center + radius_m * Vec2{std::sin(quarter * kQuarter_rad), -std::cos(quarter * kQuarter_rad)});
  }
  return box;
}

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
  // The centre of an arc is |way_m / turn_rad| from the frame's origin, that of a line's turn moves
  // along with the chord.
  const double turn_rad = std::abs(piece.turn_rad);
  const double way_m = piece.kind == MotionPiece::Kind::kArc ? std::abs(piece.way_m) : 0.0;
  constexpr double kRounding = 1.0 + 0x1p-40;
  const double sag_m = kRounding * 0.125 * turn_rad * (turn_rad * reach_m + way_m);
  return *ConvexPolygon::Hull(points, shape.radius_m() + sag_m + margin_m);
}

}  // namespace collision2d::planner
