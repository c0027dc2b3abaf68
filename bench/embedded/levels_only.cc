// A program that asks Level 1 to 3 of two shapes and nothing else: its size is a row of
// docs/embedded.md.

#include <array>
#include <cstdlib>

#include "absl/types/span.h"
#include "collision2d/collision2d.h"

// Numbers as arguments, so that nothing is computed while compiling: x and y of b's origin in a,
// then cos and sin.
int main(int argc, char** argv) {
  if (argc != 5) return 2;
  const std::array<collision2d::Vec2, 4> corners = {{{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}}};
  const auto shape = collision2d::ConvexPolygon::Create(corners);
  if (!shape.ok()) return 2;
  const collision2d::Pose2 a_from_b({std::atof(argv[1]), std::atof(argv[2])},
                                    collision2d::UnitRotation(std::atof(argv[3]), std::atof(argv[4])));
  const bool collides = Collides(*shape, *shape, a_from_b) || Collides(*shape, *shape);
  const double distance_m = Distance(*shape, *shape, a_from_b) + Distance(*shape, *shape);
  const bool is_near =
      DistanceWithin(*shape, *shape, a_from_b, distance_m) && DistanceWithin(*shape, *shape, distance_m);
  const collision2d::Separation posed = ComputeSeparation(*shape, *shape, a_from_b);
  const collision2d::Separation common = ComputeSeparation(*shape, *shape);
  return (collides ? 1 : 0) + (is_near ? 2 : 0) + (posed.signed_distance_m > common.signed_distance_m ? 4 : 0);
}
