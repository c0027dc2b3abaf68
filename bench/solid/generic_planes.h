#pragma once

#include <cstdint>

#include "bench/solid/hull_facets.h"

namespace collision2d::bench {

// "Generic" of Hornus 2017, section 6: whether two solid polytopes in one frame touch or overlap.
// All facets of a and of b as separating planes, then each pair of edges whose arcs on the Gauss
// sphere cross: these are silhouettes of each other. Adds the number of planes that were looked at
// to *planes. Rounded arithmetic without error bounds.
bool GenericCollides(const HullFacets& a, const HullFacets& b, int64_t* planes);

}  // namespace collision2d::bench
