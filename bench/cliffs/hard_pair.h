#pragma once

#include <optional>
#include <vector>

#include "collision2d/collision2d.h"

namespace collision2d::bench {

// A pair of shapes whose query may be slow; with a pose of b in the frame of a, or both in one
// frame. Radii are 0.
struct HardPair {
  ConvexPolygon a;
  ConvexPolygon b;
  std::optional<Pose2> a_from_b;
};

// The vertices of b in the frame of a, as Pose2::operator* rounds them.
inline std::vector<Vec2> VerticesOfB(const HardPair& pair) {
  std::vector<Vec2> vertices(pair.b.vertices().begin(), pair.b.vertices().end());
  if (pair.a_from_b.has_value()) {
    for (Vec2& v : vertices) v = *pair.a_from_b * v;
  }
  return vertices;
}

}  // namespace collision2d::bench
