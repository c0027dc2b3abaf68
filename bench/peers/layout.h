#pragma once

#include <array>
#include <vector>

#include "absl/types/span.h"
#include "bench/timing/timing.h"
#include "collision2d/collision2d.h"
#include "collision2d/testing/paper_dataset.h"

namespace collision2d::bench {

// Where a peer keeps its polygons in memory.
enum class Layout {
  kContiguous,  // One after the other, in the order of the queries.
  kScattered,   // Each one allocated separately, in shuffled order, as a map loader leaves them in the heap.
};

inline constexpr std::array<Layout, 2> kLayouts = {Layout::kContiguous, Layout::kScattered};

// "contiguous", "scattered".
const char* Name(Layout layout);

// The order in which a peer allocates its polygons: 0, 1, ... if contiguous; if scattered a seeded
// shuffle, the same for every peer.
// REQUIRES: polygon_count >= 0.
std::vector<int> AllocationOrder(Layout layout, int polygon_count);

// A pair of shapes with b in a frame of its own.
struct PosedPair {
  ConvexPolygon a;
  ConvexPolygon b;
  Pose2 a_from_b;
};

// The same pairs with b expressed in a frame that has its origin in the middle of b and a seeded
// random heading. Posed by a_from_b, each vertex is within rounding of where it was.
std::vector<PosedPair> PosePairs(absl::Span<const PolygonPair> pairs);

// The memory of two shapes: of each the object, and its vertices with the copies of the last and
// the first one beside them. assurance/lines_read.sh counts what a query reads of the heap outside
// of these blocks: there should only be the peer's own data.
inline std::vector<MemoryBlock> MemoryOf(const ConvexPolygon& a, const ConvexPolygon& b) {
  std::vector<MemoryBlock> blocks;
  for (const ConvexPolygon* const shape : {&a, &b}) {
    const Vec2* const first = shape->vertices().data();
    blocks.push_back({shape, sizeof *shape});
    blocks.push_back({first - 1, (shape->vertices().size() + 2) * sizeof *first});
  }
  return blocks;
}

}  // namespace collision2d::bench
