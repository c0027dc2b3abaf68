#ifndef COLLISION2D_SOLID_QUERY_BOX_PENETRATION_H_
#define COLLISION2D_SOLID_QUERY_BOX_PENETRATION_H_

#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/query/penetration_result.h"
#include "collision2d/solid/shapes/box_shape.h"

namespace collision2d::solid::internal {

// The penetration depth of two boxes: the least of the depths along the 15 directions that facets of their CSO can
// have, the normals of the faces of both and the products of their edges. Every one of the 15 is an upper bound of the
// depth, so that no other test is needed. In the frame of a.
// Returns false, and leaves *result, where the depth is not above `touching_m` or the witness points are not told by
// the direction, as where an edge or a face lies parallel to the other box's face: a case for ComputePenetration
// (epa3.h).
// The rotation need not be orthogonal: b is the parallelepiped that it makes. `magnitude_m` is
// Cso3::Magnitude(). Error of the depth: below 2^-50 of it: two sums of seven products each, the length of the
// direction, and the rounding of the posed vertices, 6 u. It does not grow where edges are nearly parallel: the product
// of an edge of a with one of b has two coordinates of a column of the rotation, as they are.
// O(1), no allocation.
// Source: the axes of Gottschalk, Lin, Manocha 1996 (OBBTree), section 5, which decide; here they measure.
bool ComputeBoxPenetration(const BoxShape& a, const BoxShape& b, const Pose3& a_from_b, double magnitude_m,
                           double touching_m, PenetrationResult* result);

}  // namespace collision2d::solid::internal

#endif  // COLLISION2D_SOLID_QUERY_BOX_PENETRATION_H_
