#ifndef COLLISION2D_BENCH_ROWS_PACKED_PAIRS_H_
#define COLLISION2D_BENCH_ROWS_PACKED_PAIRS_H_

#include <cstddef>
#include <vector>

#include "absl/types/span.h"
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

// The vertices of many pairs one after the other in one array: of pair 0 those of a, then those of b; of pair 1 ...
// Vertex: made from two coordinates, of type Scalar.
template <typename Vertex, typename Scalar>
class PackedPairs {
 public:
  void Assign(absl::Span<const PolygonPair> pairs) {
    vertices_.clear();
    for (const PolygonPair& pair : pairs) {
      Append(pair.a);
      Append(pair.b);
    }
    pairs_.clear();
    const Vertex* next = vertices_.data();
    for (const PolygonPair& pair : pairs) {
      pairs_.push_back({{next, pair.a.size()}, {next + pair.a.size(), pair.b.size()}});
      next += pair.a.size() + pair.b.size();
    }
  }

  const PackedPair<Vertex>& operator[](size_t i) const { return pairs_[i]; }

 private:
  void Append(const ConvexPolygon& shape) {
    for (const Vec2 v : shape.vertices()) {
      vertices_.push_back(Vertex{static_cast<Scalar>(v.x), static_cast<Scalar>(v.y)});
    }
  }

  std::vector<Vertex> vertices_;
  std::vector<PackedPair<Vertex>> pairs_;
};

}  // namespace collision2d::bench

#endif  // COLLISION2D_BENCH_ROWS_PACKED_PAIRS_H_
