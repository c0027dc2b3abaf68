#pragma once

#include <vector>

#include "bench/solid/solid_table.h"

namespace collision2d::bench {

// Debian's FCL, libccd and Bullet on the same pairs: one table for collision, one for distance, one
// for penetration, with the ratio of the best of them to collision2d.
std::vector<SolidTable> MakePeerTables(const SolidTableOptions& options);

// Families of pairs whose answers are known in closed form (or by brute force): how many each
// library gets wrong.
SolidTable MakePeerErrorTable(const SolidTableOptions& options);

}  // namespace collision2d::bench
