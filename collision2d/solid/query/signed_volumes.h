#pragma once

#include <array>

#include "absl/types/span.h"
#include "collision2d/solid/geometry/vec3.h"

// The point of a simplex nearest to the origin, for any simplex.
namespace collision2d::solid {

// Bound on the error of NearestOnSimplex: the distance of its result from the origin differs from
// the exact one by at most this times the largest magnitude of a coordinate of the simplex.
//   the edges from a vertex, 2 u per coordinate, their dot and cross products and the projection
//   10 u
//   a wrong sign in a triangle, where the foot is within rounding of an edge, moves the nearest
//   point by  8 u
//   a thin triangle replaced by its edges
//     2 u conversion from coordinates to lengths, sqrt(3): below 36 u in total; doubled, rounded up
//   to a power of two.
inline constexpr double kNearestRelativeError = 0x1p-46;

// The point of a simplex nearest to the origin.
struct NearestOnSimplex3 {
  // Bit i: vertex i belongs to the smallest face of the simplex that contains the point. Never 0;
  // all bits of a tetrahedron mean that the origin is inside, up to rounding.
  unsigned part = 0;
  // Barycentric weights; >= 0, and 0 for vertices outside `part`; their sum is 1 within rounding.
  // If the part is thinner than rounding, the weights are only rounding noise.
  std::array<double, 4> weight = {0.0, 0.0, 0.0, 0.0};
  // The nearest point relative to the origin.
  Vec3 point;
  // The distance of the point from the origin.
  double distance = 0.0;
};

// Returns the point of the simplex nearest to the origin, for 1 to 4 vertices in any order. It may
// be used for a simplex recomputed under another pose, whose newest vertex has no special role.
// Flat simplices and equal vertices are legal. The ordered step above is that of GJK's loop.
// REQUIRES: 1 <= vertices.size() <= 4; coordinates are finite; their magnitudes, except for 0, are
// within 2^+-300.
// Error: kNearestRelativeError. No allocation; about 100 ns.
// Source: Montanari, Petrinic, Barbieri 2017, Algs 2-5 (Signed Volumes). Departures: any vertex can
// be discarded, not only the older ones; the origin is projected by cross products; the signs of a
// tetrahedron are exact; a triangle whose signs rounding may have changed is answered by the best
// of all lower faces, so that the result is never empty; the sign of Eq. (27) is corrected.
NearestOnSimplex3 NearestOnSimplex(absl::Span<const Vec3> vertices);

}  // namespace collision2d::solid
