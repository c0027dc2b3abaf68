#pragma once

#include <memory>

#include "bench/rows/row.h"

namespace collision2d::bench {

// "O(nm) segments (Apollo stand-in)": Levels 1 and 2 as the paper describes the polygon distance of
// Baidu Apollo: zero if either shape holds a vertex of the other, otherwise the least distance over
// all pairs of edges, zero if they cross.
// Our own code for the plain O(n m) method; Apollo is not run.
std::unique_ptr<Row> MakeEdgePairsRow();

}  // namespace collision2d::bench
