#pragma once

#include "bench/solid/hull_facets.h"

namespace collision2d::bench {

// The truth for two solid polytopes in one frame: over all their features, in `long double` (64
// significant bits on x86), so that what it is compared with is good to some units in the last
// place of a double. Slow.

// m. The distance by which b has to move at least, so that the interiors are disjoint; negative:
// minus the gap along the best separating axis. The least over all facets of the CSO: facets of a,
// facets of b, pairs of edges whose arcs cross.
long double BrutePenetration(const HullFacets& a, const HullFacets& b);

// m. The distance of the two surfaces: the least over vertices and facets both ways, and pairs of
// edges. REQUIRES: the polytopes are disjoint.
long double BruteDistance(const HullFacets& a, const HullFacets& b);

}  // namespace collision2d::bench
