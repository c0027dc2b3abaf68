#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "absl/types/span.h"
#include "bench/rows/layout.h"
#include "bench/rows/shape_memory.h"
#include "collision2d/collision2d.h"
#include "collision2d/testing/paper_dataset.h"

namespace collision2d::bench {

// A convex polygon's vertices, counter-clockwise, somewhere else in memory.
template <typename Vertex>
struct PackedPolygon {
  const Vertex* vertices;
  int count;
};

template <typename Vertex>
struct PackedPair {
  PackedPolygon<Vertex> a;
  PackedPolygon<Vertex> b;
};

// The vertices of many pairs, and a list of pairs in the order of the queries. Contiguous: the
// vertices are in one array, of pair 0 those of a, then those of b; of pair 1 ... Scattered: those
// of each polygon are an array of their own.
// Vertex: made from two coordinates, of type Scalar.
template <typename Vertex, typename Scalar>
class PackedPairs {
 public:
  void Assign(absl::Span<const PolygonPair> pairs, Layout layout = Layout::kContiguous) {
    arrays_.clear();
    pairs_.resize(pairs.size());
    size_t vertex_count = 0;
    for (const PolygonPair& pair : pairs) vertex_count += pair.a.vertices().size() + pair.b.vertices().size();
    Vertex* next = layout == Layout::kContiguous ? NewArray(vertex_count) : nullptr;
    for (const int k : AllocationOrder(layout, static_cast<int>(2 * pairs.size()))) {
      const bool is_a = k % 2 == 0;
      const ConvexPolygon& shape = is_a ? pairs[k / 2].a : pairs[k / 2].b;
      if (layout == Layout::kScattered) next = NewArray(shape.vertices().size());
      PackedPolygon<Vertex>& packed = is_a ? pairs_[k / 2].a : pairs_[k / 2].b;
      packed = {next, shape.size()};
      for (const Vec2 v : shape.vertices()) *next++ = Vertex{static_cast<Scalar>(v.x), static_cast<Scalar>(v.y)};
    }
  }

  const PackedPair<Vertex>& operator[](size_t i) const { return pairs_[i]; }

  // The vertices of both shapes of a pair.
  std::vector<MemoryBlock> Memory(size_t i) const {
    const PackedPair<Vertex>& pair = pairs_[i];
    return {{pair.a.vertices, pair.a.count * sizeof(Vertex)}, {pair.b.vertices, pair.b.count * sizeof(Vertex)}};
  }

 private:
  Vertex* NewArray(size_t count) { return arrays_.emplace_back(std::make_unique<Vertex[]>(count)).get(); }

  std::vector<std::unique_ptr<Vertex[]>> arrays_;
  std::vector<PackedPair<Vertex>> pairs_;
};

}  // namespace collision2d::bench
