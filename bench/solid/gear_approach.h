#pragma once

#include "bench/solid/solid_table.h"

namespace collision2d::bench {

// Montanari, Petrinic, Barbieri 2017, Figures 9, 14 and 15: two convex tooth flanks of nearly flat
// facets approach each other until they touch; the smallest distance that each algorithm still
// resolves.
SolidTable MakeGearApproachTable(const SolidTableOptions& options);

}  // namespace collision2d::bench
