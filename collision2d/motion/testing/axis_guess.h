#pragma once

#include "absl/types/span.h"
#include "collision2d/geometry/vec2.h"

// Guesses for the proofs of the motion oracle, by brute force in double precision. The vertices are
// convex rings in one frame.
namespace collision2d {

// The direction from a to b along which the gap of the hulls is largest, among the edges' normals
// and the line between the nearest vertices. About a unit vector; (1, 0) for equal points.
Vec2 GuessAxis(absl::Span<const Vec2> a, absl::Span<const Vec2> b);

// The point at `fraction` of the way from vertex `index` of a ring to the next one.
struct PointOnRing {
  int index = 0;
  double fraction = 0.0;
};

// The points of two disjoint hulls that are nearest to each other.
struct NearestGuess {
  PointOnRing on_a;
  PointOnRing on_b;
};
NearestGuess GuessNearest(absl::Span<const Vec2> a, absl::Span<const Vec2> b);

}  // namespace collision2d
