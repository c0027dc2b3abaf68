#ifndef COLLISION2D_SOLID_TESTING_BRUTE_FORCE3_H_
#define COLLISION2D_SOLID_TESTING_BRUTE_FORCE3_H_

#include <array>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/solid/geometry/vec3.h"

namespace collision2d::solid {

// A convex polytope as bare data, for brute force: at lengths of 10^-70 to 10^70 m, where no product underflows. A flat
// one has each of its triangles in both orientations; a segment has an edge, a point neither.
struct RawPolytope3 {
  std::vector<Vec3> vertices;
  std::vector<std::array<int, 3>> triangles;
  std::vector<std::array<int, 2>> edges;  // Of all triangles, each once.
};

// The hull of points, as data. Full-dimensional hulls by ExactHullTriangles, faces of more than three corners in
// several triangles. The points of flat hulls are all kept, with an edge between any two and both triangles of any
// three: correct but slow. O(n * facets), flat O(n^3).
RawPolytope3 RawHull(absl::Span<const Vec3> points);

// The latter, for points that are in a plane but for rounding.
RawPolytope3 FlatRawHull(absl::Span<const Vec3> points);

// m. The distance of two polytopes that do not overlap (else of their surfaces' features), over all pairs of features:
// vertices, edges and triangles of one to vertices of the other, and edges to edges. Each pair gives the distance of
// two points that are on the shapes within 16 units of roundoff of the coordinates' magnitude, so the result is not too
// small by more; too large by that divided by the sine of the smallest angle of a triangle or between two edges, at
// most. O(n m).
double BruteForceDistance(const RawPolytope3& a, const RawPolytope3& b);

// m. The widest gap, max over n of (min n.b - max n.a), over all candidates for the normals of the CSO's facets: those
// of both polytopes' triangles, and the products of all pairs of their edges, in both directions. Colliding: minus the
// penetration depth. Apart: at most the distance, and positive. For any n the gap is at most the signed distance, so
// the result is not too large by more than 16 units of roundoff of the coordinates' magnitude; a facet whose normal is
// known only to an angle, because two edges are nearly parallel, makes it too small by this angle times the diameters.
// O(edges_a * edges_b), and O(n + m) more for each pair of edges that may span a facet.
// REQUIRES: the CSO is not flat.
double BruteForceGap(const RawPolytope3& a, const RawPolytope3& b);

// m. The distance, or minus the penetration depth, by the two above.
// REQUIRES: the CSO is not flat.
double BruteForceSignedDistance(const RawPolytope3& a, const RawPolytope3& b);

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_TESTING_BRUTE_FORCE3_H_
