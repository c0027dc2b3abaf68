#ifndef COLLISION2D_SOLID_SUBDISTANCE_SIGNED_VOLUMES_H_
#define COLLISION2D_SOLID_SUBDISTANCE_SIGNED_VOLUMES_H_

#include <array>

#include "absl/types/span.h"
#include "collision2d/solid/geometry/vec3.h"

namespace collision2d::solid {

// Bound on the error of NearestOnSimplex: its distance from the origin is within this times the largest magnitude of a
// coordinate of the simplex of the exact one.
//   the edges from a vertex, 2 u per coordinate, their dot and cross products and the projection    10 u
//   a wrong sign in a triangle, where the foot is within rounding of an edge, moves the nearest point by  8 u
//   a thin triangle taken for its edges (simplex_step.h, IsNeedle)                                    2 u
// with coordinates to lengths sqrt(3), below 36 u; doubled, rounded up to a power of two.
inline constexpr double kNearestRelativeError = 0x1p-46;

// The point of a simplex nearest to the origin.
struct NearestOnSimplex3 {
  // Bit i: vertex i belongs to the smallest part of the simplex that holds the point. Never 0; all bits of a
  // tetrahedron mean that the origin is inside, up to rounding.
  unsigned part = 0;
  // Barycentric; >= 0, 0 outside of the part; their sum is 1 within rounding. Of parts that are thin beyond rounding,
  // rounding.
  std::array<double, 4> weight = {0.0, 0.0, 0.0, 0.0};
  // The nearest point itself, from the origin.
  Vec3 point;
  // From the origin to the point.
  double distance = 0.0;
};

// The nearest point to the origin of the simplex of 1 to 4 vertices in any order: also of one made anew under another
// pose, whose newest vertex means nothing. Flat simplices and equal vertices are legal. See simplex_step.h for the
// order of GJK's loop.
// REQUIRES: 1 <= vertices.size() <= 4; coordinates are finite; their magnitudes, but for 0, within 2^+-300.
// Error: kNearestRelativeError. No allocation; about 100 ns.
// Source: Montanari, Petrinic, Barbieri 2017, Algs 2-5 (Signed Volumes). Departures: all vertices can be discarded, not
// only the older ones; the origin is projected by cross products; the signs of a tetrahedron are exact, and a triangle
// whose signs rounding may have changed goes to the best of all lower parts, so that the result is never empty; the
// sign of Eq. (27) is corrected.
NearestOnSimplex3 NearestOnSimplex(absl::Span<const Vec3> vertices);

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_SUBDISTANCE_SIGNED_VOLUMES_H_
