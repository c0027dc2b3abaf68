#pragma once

#include <cstddef>
#include <vector>

#include "collision2d/collision2d.h"

namespace collision2d::bench {

// A piece of memory that holds a shape, or a part of it.
struct MemoryBlock {
  const void* begin = nullptr;
  size_t bytes = 0;
};

// The memory of two shapes: of each the object, and its vertices with the copies of the last and
// the first one beside them. assurance/lines_read.sh counts what a query reads of the heap outside
// of these blocks: there should only be the row's own data.
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
