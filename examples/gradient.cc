// Moves a car to a free pose near the one that it has, by how the distances from obstacles change.
#include <cstdio>
#include <vector>

#include "absl/status/statusor.h"
#include "collision2d/collision2d.h"

int main() {
  using namespace collision2d;
  const absl::StatusOr<ConvexPolygon> made_car = ConvexPolygon::Rectangle(4.5, 1.8, /*center=*/{1.4, 0.0});
  std::vector<ConvexPolygon> obstacles;  // Two parked cars and the kerb beside them.
  for (const Vec2 center : {Vec2{-3.4, 0.1}, Vec2{5.9, -0.1}, Vec2{1.0, -1.6}}) {
    const absl::StatusOr<ConvexPolygon> obstacle =
        ConvexPolygon::Rectangle(obstacles.size() < 2 ? 4.0 : 20.0, obstacles.size() < 2 ? 1.8 : 1.0, center);
    if (!obstacle.ok()) return 1;
    obstacles.push_back(*obstacle);
  }
  if (!made_car.ok()) return 1;
  const ConvexPolygon& car = *made_car;
  constexpr double kMargin_m = 0.15;
  constexpr double kArm_m = 2.0;  // Turning by one radian counts as moving that far.
  Vec2 position = {-0.9, -0.3};
  double yaw_rad = 0.1;
  for (int step = 0; step < 100; ++step) {
    const Pose2 world_from_car = Pose2::FromYaw(position, yaw_rad);
    double worst_m = kMargin_m;
    Vec2 way = {};
    double turn_rad = 0.0;
    for (const ConvexPolygon& obstacle : obstacles) {
      // [README]
      // The obstacle is in the world frame; so are the derivatives, with respect to the car's pose.
      const SeparationGradient gradient = ComputeSeparationGradient(obstacle, car, world_from_car, MovingShape::kB);
      const double distance_m = gradient.separation.signed_distance_m;  // Negative in contact: minus the depth.
      const Vec2 away = gradient.translation;      // m/m. A unit vector: this way the distance grows fastest.
      const double turn = gradient.yaw_m_per_rad;  // Positive: turning to the left takes the car away.
      // [README]
      if (distance_m >= worst_m) continue;
      worst_m = distance_m;
      // The smallest change that gives the margin, and a millimetre, if the distance is linear.
      const double slope = NormSquared(away) + turn * turn / (kArm_m * kArm_m);
      const double gain = (kMargin_m + 1e-3 - distance_m) / slope;
      way = gain * away;
      turn_rad = gain * turn / (kArm_m * kArm_m);
    }
    if (worst_m >= kMargin_m) {
      std::printf("free after %d steps at (%.2f, %.2f) m, %.3f rad\n", step, position.x, position.y, yaw_rad);
      return 0;
    }
    position = position + way;
    yaw_rad += turn_rad;
  }
  std::printf("no free pose was found\n");
  return 1;
}
