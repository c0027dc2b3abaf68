// Two shapes, three levels of answer.
#include <cstdio>

#include "absl/status/statusor.h"
#include "collision2d/collision2d.h"

int main() {
  using collision2d::ConvexPolygon;
  using collision2d::Pose2;

  // A car, its reference point on the rear axle, 1.4 m behind its centre; and a triangular island.
  const absl::StatusOr<ConvexPolygon> car = ConvexPolygon::Rectangle(4.5, 1.8, /*center=*/{1.4, 0.0});
  const absl::StatusOr<ConvexPolygon> island = ConvexPolygon::Create({{0.0, 0.0}, {4.0, 0.0}, {0.0, 2.0}});
  if (!car.ok() || !island.ok()) return 1;

  // The pose of the island in the car's frame: first 6 m ahead and to the left, then 3 m closer.
  for (const double ahead_m : {6.0, 3.0}) {
    const Pose2 car_from_island = Pose2::FromYaw({ahead_m, 0.5}, /*yaw_rad=*/0.2);
    const bool collides = collision2d::Collides(*car, *island, car_from_island);
    const double distance_m = collision2d::Distance(*car, *island, car_from_island);
    const collision2d::Separation s = collision2d::ComputeSeparation(*car, *island, car_from_island);
    std::printf("island %.1f m ahead: %s, distance %.3f m, signed distance %.3f m\n", ahead_m,
                collides ? "collides" : "free", distance_m, s.signed_distance_m);
    std::printf("  closest on the car (%.3f, %.3f), on the island (%.3f, %.3f), direction (%.3f, %.3f)\n",
                s.witness_a.x, s.witness_a.y, s.witness_b.x, s.witness_b.y, s.direction.x, s.direction.y);
  }
  return 0;
}
