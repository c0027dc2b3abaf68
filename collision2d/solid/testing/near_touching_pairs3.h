#ifndef COLLISION2D_SOLID_TESTING_NEAR_TOUCHING_PAIRS3_H_
#define COLLISION2D_SOLID_TESTING_NEAR_TOUCHING_PAIRS3_H_

#include "collision2d/solid/testing/point_pair3.h"
#include "collision2d/solid/testing/touching_pairs3.h"
#include "collision2d/testing/random.h"

namespace collision2d::solid {

// Pairs about contact. Sizes of 1 to 100 m about the origin, gaps relative to them.

// A random contact whose gap is 0 in one case of three, else 2^-40 to 2^-4, log-uniform, as often open as closed;
// exactly so: disjoint, touching and overlapping in equal parts. Sets *gap (may be null) to the factor of WithGap.
PointPair3 ExactGapPair(ContactKind3 kind, Random* random, double* gap);

// As above, at gaps of +-10^-15 to +-10^-2, log-uniform, then rounded by a rotation: nearly what it was.
PointPair3 RoundedGapPair(ContactKind3 kind, Random* random);

// As ExactGapPair with gap 0, then all coordinates of b moved by -2 to 2 ulps.
PointPair3 UlpPair(ContactKind3 kind, Random* random);

// Two random shapes (RandomKind3) of about 1 m with at most `max_points` (>= 8) each, placed so that in some direction
// their support points are at a gap of +-10^-15 to +-10^-2, log-uniform.
PointPair3 SupportGapPair(int max_points, Random* random);

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_TESTING_NEAR_TOUCHING_PAIRS3_H_
