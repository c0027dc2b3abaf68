// Bodies in space: pairs of shapes whose queries the library has compiled, and a pair that is
// compiled here.
#include <cstdio>

#include "absl/status/statusor.h"
#include "collision2d/solid/papers/bounded_shapes.h"
#include "collision2d/solid/solid.h"

int main() {
  using collision2d::solid::BoxShape;
  using collision2d::solid::CapsuleShape;
  using collision2d::solid::CylinderShape;
  using collision2d::solid::Pose3;

  const absl::StatusOr<BoxShape> lorry = BoxShape::Create({5.0, 1.25, 1.95});
  const absl::StatusOr<CylinderShape> buoy = CylinderShape::Create(/*half_height_m=*/0.6, /*radius_m=*/0.5);
  const absl::StatusOr<CapsuleShape> pipe = CapsuleShape::Create({0.0, -6.0, 0.0}, {0.0, 6.0, 0.0}, /*radius_m=*/0.1);
  if (!lorry.ok() || !buoy.ok() || !pipe.ok()) return 1;
  std::printf("lorry and pipe: %.3f m\n",
              ComputeSeparation(*lorry, *pipe, Pose3{{0.0, 0.0, 2.45}, {}}).signed_distance_m);
  std::printf("buoy and pipe: %.3f m\n",
              ComputeSeparation(*buoy, *pipe, Pose3{{0.0, 0.0, 2.45}, {}}).signed_distance_m);
  return 0;
}
