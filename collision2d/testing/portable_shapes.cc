#include "collision2d/testing/portable_shapes.h"

#include <vector>

namespace collision2d {

Vec2 OnUnitCircle(double t) { return (1.0 / (1.0 + t * t)) * Vec2{1.0 - t * t, 2.0 * t}; }

Pose2 RationalPose(Vec2 translation, double t) {
  const Vec2 turn = OnUnitCircle(t);
  return Pose2(translation, UnitRotation(turn.x, turn.y));
}

ConvexPolygon PortableEllipse(int vertex_count, Random* random) {
  const double half_length_m = random->Uniform(0.5, 2.5);
  const double half_width_m = random->Uniform(0.2, 1.0) * half_length_m;
  const Pose2 turn = RationalPose({}, random->Uniform(-1.0, 1.0));
  std::vector<Vec2> points;
  for (int i = 0; i < vertex_count; ++i) {
    const double side = random->Sign();
    const Vec2 p = side * OnUnitCircle(random->Uniform(-1.0, 1.0));
    points.push_back(turn * Vec2{half_length_m * p.x, half_width_m * p.y});
  }
  return ConvexPolygon::Hull(points).value();
}

ConvexPolygon Mapped(const ConvexPolygon& shape, double scale, Vec2 shift, double radius_m) {
  std::vector<Vec2> points;
  for (const Vec2 v : shape.vertices()) points.push_back(scale * v + shift);
  return ConvexPolygon::Hull(points, radius_m).value();
}

}  // namespace collision2d
