#pragma once

#include <vector>

#include "bench/solid/solid_table.h"

namespace collision2d::bench {

// Montanari, Petrinic, Barbieri 2017, Figures 16 to 21: time of the distance subalgorithm and of
// the whole of GJK for a pair of polygonal spheres of 10 to 10^4 vertices; Signed Volumes, Johnson
// with Backup, and Backup alone in one and the same GJK loop. One table for each tolerance (1e-8,
// 1e-14), with and without hill climbing: Figures 16 and 20a/21a, 17, 18, 19.
std::vector<SolidTable> MakeMontanariTimeTables(const SolidTableOptions& options);

}  // namespace collision2d::bench
