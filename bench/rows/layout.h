#pragma once

#include <array>
#include <vector>

namespace collision2d::bench {

// Where a row keeps its polygons in memory.
enum class Layout {
  kContiguous,  // One after the other, in the order of the queries.
  kScattered,   // Each one allocated separately, in shuffled order, as a map loader leaves them in the heap.
};

inline constexpr std::array<Layout, 2> kLayouts = {Layout::kContiguous, Layout::kScattered};

// "contiguous", "scattered".
const char* Name(Layout layout);

// The order in which a row allocates its polygons: 0, 1, ... if contiguous; if scattered a seeded
// shuffle, the same for every row.
// REQUIRES: polygon_count >= 0.
std::vector<int> AllocationOrder(Layout layout, int polygon_count);

}  // namespace collision2d::bench
