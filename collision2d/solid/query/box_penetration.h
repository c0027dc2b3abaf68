#ifndef COLLISION2D_SOLID_QUERY_BOX_PENETRATION_H_
#define COLLISION2D_SOLID_QUERY_BOX_PENETRATION_H_

#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/query/penetration_result.h"
#include "collision2d/solid/shapes/box_shape.h"

namespace collision2d::solid::internal {

// Computes the penetration depth of two boxes: the least of the depths along the 15 directions that facets of their CSO
// can have, the normals of the faces of both and the products of their edges. The depth along each of them is an upper
// bound of the least depth, so no other test is needed. In the frame of a.
// Returns false, with *result unchanged, if the depth is not above `touching_m` or the direction does not determine the
// witness points, as when an edge or a face is parallel to the other box's face. ComputePenetration (epa3.h) handles
// these cases.
// The rotation need not be orthogonal: b is the parallelepiped that it produces. `magnitude_m` is Cso3::Magnitude().
// Error of the depth: below 2^-50 magnitude_m: two sums of seven products each, the length of the direction, and the
// rounding of the posed vertices, 6 u. The error does not grow if edges are nearly parallel, since the product of an
// edge of a with one of b consists of two unmodified coordinates of a column of the rotation.
// O(1), no allocation.
// Source: the axes of Gottschalk, Lin, Manocha 1996 (OBBTree), section 5, used there to decide and here to measure.
bool ComputeBoxPenetration(const BoxShape& a, const BoxShape& b, const Pose3& a_from_b, double magnitude_m,
                           double touching_m, PenetrationResult* result);

}  // namespace collision2d::solid::internal

#endif  // COLLISION2D_SOLID_QUERY_BOX_PENETRATION_H_
