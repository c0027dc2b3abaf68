#pragma once

#include <vector>

#include "bench/solid/solid_table.h"

namespace collision2d::bench {

// Cameron 1997, Figures 3 to 5: time and operations of a distance query between random hulls of 10
// to 500 vertices that move, with and without hill climbing and tracking, for several kinds of
// motion.
std::vector<SolidTable> MakeCameronTables(const SolidTableOptions& options);

}  // namespace collision2d::bench
