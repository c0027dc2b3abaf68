// How the distance between a car and an obstacle changes as the car moves.
#include <cstdio>

#include "absl/status/statusor.h"
#include "collision2d/collision2d.h"

int main() {
  using namespace collision2d;
  const absl::StatusOr<ConvexPolygon> made_car = ConvexPolygon::Rectangle(4.5, 1.8, /*center=*/{1.4, 0.0});
  const absl::StatusOr<ConvexPolygon> made_obstacle = ConvexPolygon::Create({{6.0, 0.5}, {10.0, 0.5}, {6.0, 2.5}});
  if (!made_car.ok() || !made_obstacle.ok()) return 1;
  const ConvexPolygon& car = *made_car;
  const ConvexPolygon& obstacle = *made_obstacle;
  const Pose2 world_from_car = Pose2::FromYaw({0.0, -1.0}, 0.1);
  // [README]
  // The obstacle is in the world frame; so are the derivatives, with respect to the car's pose.
  const SeparationGradient gradient = ComputeSeparationGradient(obstacle, car, world_from_car, MovingShape::kB);
  const double distance_m = gradient.separation.signed_distance_m;  // Negative in contact: minus the depth.
  const Vec2 away = gradient.translation;      // m/m. A unit vector: this way the distance grows fastest.
  const double turn = gradient.yaw_m_per_rad;  // Positive: turning to the left takes the car away.
  // [README]
  std::printf("%.3f m; (%.3f, %.3f) m/m, %.3f m/rad\n", distance_m, away.x, away.y, turn);
  return 0;
}
