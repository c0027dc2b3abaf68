#pragma once

#include "collision2d/solid/testing/point_pair3.h"
#include "collision2d/solid/testing/touching_pairs3.h"
#include "collision2d/testing/random.h"

namespace collision2d::solid {

// Pairs near contact, 1 to 100 m in size, about the origin; gaps are relative to these sizes.

// Returns a random contact with a gap: 0 in one case of three, otherwise log-uniform in 2^-40 to
// 2^-4 and equally often open or closed. The relation is exact: disjoint, touching and overlapping
// in equal parts. *gap (may be null) is set to the factor of WithGap.
PointPair3 ExactGapPair(ContactKind3 kind, Random* random, double* gap);

// As above, with gaps of +-10^-15 to +-10^-2, log-uniform, then rotated, which rounds: the relation
// nearly holds.
PointPair3 RoundedGapPair(ContactKind3 kind, Random* random);

// As ExactGapPair with gap 0, then with all coordinates of b moved by -2 to 2 ulps.
PointPair3 UlpPair(ContactKind3 kind, Random* random);

// Returns two random shapes (RandomKind3) of about 1 m with at most `max_points` (>= 8) each,
// placed so that in some direction their support points have a gap of +-10^-15 to +-10^-2,
// log-uniform.
PointPair3 SupportGapPair(int max_points, Random* random);

}  // namespace collision2d::solid
