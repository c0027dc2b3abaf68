#ifndef COLLISION2D_SOLID_QUERY_GAUSS_PENETRATION_H_
#define COLLISION2D_SOLID_QUERY_GAUSS_PENETRATION_H_

#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/query/penetration_result.h"
#include "collision2d/solid/shapes/convex_polytope.h"

namespace collision2d::solid::internal {

// Computes the penetration depth of two polytopes of few faces, from all facets of their CSO at once: the faces of a
// and of b, and the pairs of edges whose arcs cross in the Gauss map. The result and its error are those of
// ComputePenetration (epa3.h).
// Returns false, with *result unspecified, if the expanding polytope is needed: unless all signs in the Gauss map are
// clear of rounding (no face or edge is parallel to an edge of the other polytope), and the facet found has a clear
// normal, frees b, and is deep beyond rounding. Also false if a and b are apart.
// magnitude_m: that of the CSO.
// REQUIRES: both gauss_map() are not empty.
// O(n m) operations for n and m features; no allocation.
// Source: Gregorius 2013, "The Separating Axis Test between Convex Polyhedra". Departures: the signs of all normals
// with all edges are computed first, as bits, so that testing a pair of arcs takes a few bits; error bounds establish
// certainty.
bool ComputeGaussPenetration(const ConvexPolytope& a, const ConvexPolytope& b, const Pose3& a_from_b,
                             double magnitude_m, PenetrationResult* result);

}  // namespace collision2d::solid::internal

#endif  // COLLISION2D_SOLID_QUERY_GAUSS_PENETRATION_H_
