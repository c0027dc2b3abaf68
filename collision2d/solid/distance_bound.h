#ifndef COLLISION2D_SOLID_DISTANCE_BOUND_H_
#define COLLISION2D_SOLID_DISTANCE_BOUND_H_

#include "collision2d/solid/posed_solid.h"

// A lower bound on the distance of two solids, for conservative advancement.
namespace collision2d::solid {

// Returns a lower bound, in m, on the distance of the hulls of the corners. It is never negative,
// and 0 if the hulls have a common point or a coordinate is not finite. It is the height of the
// last support point of GJK above the origin of the CSO: the distance itself, within rounding,
// except for slivers that defeat rounding. Error: it exceeds the distance by at most 2^-43
// Cso3::Magnitude(). No allocation. Exact sibling: Distance (distance3.h).
// REQUIRES: both solids were assigned.
double DistanceLowerBound(const PosedSolid& a, const PosedSolid& b);

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_DISTANCE_BOUND_H_
