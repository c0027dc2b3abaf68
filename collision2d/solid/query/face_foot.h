#ifndef COLLISION2D_SOLID_QUERY_FACE_FOOT_H_
#define COLLISION2D_SOLID_QUERY_FACE_FOOT_H_

#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/expanding_polytope.h"

namespace collision2d::solid::internal {

// A point of a triangle, given by its barycentric weights: each >= 0, with the sum 1.
struct TriangleWeights {
  double w[3] = {1.0, 0.0, 0.0};

  Vec3 Of(const Vec3& p, const Vec3& q, const Vec3& r) const { return w[0] * p + w[1] * q + w[2] * r; }
};

// Returns the point of the triangle p, q, r that is closest to x; the triangle may be a segment or a point. Source:
// Ericson 2005, section 5.1.5 (Voronoi regions); here the best of the interior and the three edges.
TriangleWeights ClosestOfTriangle(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& x);

// Replaces one corner of the triangle by p if that brings it nearer to the origin; returns whether it did.
bool BringNearer(const CsoPoint& p, CsoPoint triangle[3]);

// A triangle of the surface, and a point in it.
struct FaceFoot {
  int face = 0;
  TriangleWeights weights;
};

// Returns the foot of the perpendicular from the origin to the plane of face `f`, and the triangle that contains it: f,
// or another one within `coplanar_m` of the plane. If none of them contains it, the nearest point of the surface.
// O(faces of that facet); O(faces) in the latter case.
FaceFoot FindFoot(const ExpandingPolytope& polytope, int f, double coplanar_m);

}  // namespace collision2d::solid::internal

#endif  // COLLISION2D_SOLID_QUERY_FACE_FOOT_H_
