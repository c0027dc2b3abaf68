#pragma once

#include <array>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/solid/geometry/vec3.h"

namespace collision2d::solid {

// A convex polytope as plain data for brute force, with lengths of 10^-70 to 10^70 m, at which no
// product underflows. A flat polytope has each of its triangles in both orientations; a segment has
// an edge, a point neither.
struct RawPolytope3 {
  std::vector<Vec3> vertices;
  std::vector<std::array<int, 3>> triangles;
  std::vector<std::array<int, 2>> edges;  // Edges of all triangles, each once.
};

// Returns the hull of points as data. Full-dimensional hulls are computed by ExactHullTriangles,
// with faces of more than three corners in several triangles. For flat hulls all points are kept,
// with an edge between any two and both triangles of any three: correct but slow. O(n * facets),
// flat O(n^3).
RawPolytope3 RawHull(absl::Span<const Vec3> points);

// Returns the hull in the form used for flat hulls, for points that are in a plane up to rounding.
RawPolytope3 FlatRawHull(absl::Span<const Vec3> points);

// Returns the distance (m) of two polytopes over all pairs of features: vertices, edges and
// triangles of one with vertices of the other, and edges with edges. If they overlap, it is the
// distance of these features of their surfaces.
// Each pair gives the distance of two points that are on the shapes within 16 units of roundoff of
// the coordinates' magnitude, so the result is too small by at most that. It is too large by at
// most that divided by the sine of the smallest angle of a triangle or between two edges. O(n m).
double BruteForceDistance(const RawPolytope3& a, const RawPolytope3& b);

// Returns the widest gap (m), max over n of (min n.b - max n.a), over all candidates for the
// normals of the CSO's facets: those of both polytopes' triangles, and the products of all pairs of
// their edges, in both directions.
// Colliding: minus the penetration depth. Apart: at most the distance, and positive. For any n the
// gap is at most the signed distance, so the result is too large by at most 16 units of roundoff of
// the coordinates' magnitude. If two edges are nearly parallel, the normal of their facet has an
// error of some angle, which makes the result too small by this angle times the diameters.
// O(edges_a * edges_b), and O(n + m) more for each pair of edges that may span a facet. REQUIRES:
// the CSO is not flat.
double BruteForceGap(const RawPolytope3& a, const RawPolytope3& b);

// Returns the distance (m), or minus the penetration depth, by the two functions above.
// REQUIRES: the CSO is not flat.
double BruteForceSignedDistance(const RawPolytope3& a, const RawPolytope3& b);

}  // namespace collision2d::solid
