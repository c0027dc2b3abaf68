#ifndef COLLISION2D_SOLID_QUERY_MTD_BOUNDS_H_
#define COLLISION2D_SOLID_QUERY_MTD_BOUNDS_H_

#include "absl/types/span.h"
#include "collision2d/solid/query/cso3.h"

namespace collision2d::solid {

// Bounds of the penetration depth, m.
struct MtdBounds {
  double lower_m = 0.0;
  double upper_m = 0.0;
};

// The cheap bounds of the penetration depth of two sets that overlap, by a simplex of CSO points that contains the
// origin, such as the one that GJK ends with: the least distance from the origin to a face of the simplex, which is
// inside the CSO, and to a vertex, which is on its boundary. The lower bound is 0 if the simplex is no tetrahedron or
// does not contain the origin. Within 16 units of roundoff of the vertices' magnitude; of a sliver the lower bound is
// smaller, never larger.
// REQUIRES: 1 to 4 points, all of them support points of the CSO.
// O(1), no allocation. For two shapes, without a simplex of one's own, see penetration3.h; for the depth itself
// ComputePenetration (epa3.h).
// Source: Cameron 1997, section 4.3: MTD*(O, S) <= MTD*(O, TCSO) <= min |x_i|.
MtdBounds ComputeMtdBounds(absl::Span<const CsoPoint> simplex);

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_QUERY_MTD_BOUNDS_H_
