#ifndef COLLISION2D_SOLID_PAPERS_MTD_BOUNDS_H_
#define COLLISION2D_SOLID_PAPERS_MTD_BOUNDS_H_

#include "absl/types/span.h"
#include "collision2d/solid/query/cso3.h"

namespace collision2d::solid {

// Bounds of the penetration depth, m.
struct MtdBounds {
  double lower_m = 0.0;
  double upper_m = 0.0;
};

// Returns cheap bounds of the penetration depth of two sets that overlap, from a simplex of CSO points that contains
// the origin, such as the one that GJK ends with. They are the least distances from the origin to a face of the
// simplex, which is inside the CSO, and to a vertex, which is on its boundary. The lower bound is 0 if the simplex is
// not a tetrahedron or does not contain the origin. Error: 16 units of roundoff of the vertices' magnitude; for a
// sliver the lower bound is smaller, never larger.
// REQUIRES: 1 to 4 points, all of them support points of the CSO.
// O(1), no allocation. For two shapes without a simplex see penetration3.h; for the depth itself see ComputePenetration
// (epa3.h).
// Source: Cameron 1997, section 4.3: MTD*(O, S) <= MTD*(O, TCSO) <= min |x_i|.
MtdBounds ComputeMtdBounds(absl::Span<const CsoPoint> simplex);

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_PAPERS_MTD_BOUNDS_H_
