// A program that asks Level 1 of two shapes and nothing else: its size is a row of
// docs/embedded.md.

#include <array>
#include <cstdlib>

#include "collision2d/collision2d.h"

// An argument, so that nothing is computed while compiling: x of b's origin in a. Without it b is
// where it touches a. The exit status is 0 if the shapes collide.
int main(int argc, char** argv) {
  const std::array<collision2d::Vec2, 4> corners = {{{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}}};
  const auto shape = collision2d::ConvexPolygon::Create(corners);
  if (!shape.ok()) return 2;
  const collision2d::Pose2 a_from_b({argc > 1 ? std::atof(argv[1]) : 2.0, 0.0});
  return Collides(*shape, *shape, a_from_b) ? 0 : 1;
}
