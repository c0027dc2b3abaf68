#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "absl/types/span.h"
#include "bench/rows/layout.h"
#include "collision2d/collision2d.h"
#include "collision2d/testing/paper_dataset.h"

namespace collision2d::bench {

// The shapes of many pairs, each allocated separately, and a list of pairs of pointers in the order
// of the queries.
template <typename Shape>
class HeapPairs {
 public:
  struct Pair {
    const Shape* a;
    const Shape* b;
  };

  // make(ConvexPolygon) returns a std::unique_ptr<Shape>; it is called in the order of
  // AllocationOrder.
  template <typename Make>
  void Assign(absl::Span<const PolygonPair> pairs, Layout layout, const Make& make) {
    shapes_.clear();
    shapes_.resize(2 * pairs.size());
    for (const int k : AllocationOrder(layout, static_cast<int>(shapes_.size()))) {
      const PolygonPair& pair = pairs[k / 2];
      shapes_[k] = make(k % 2 == 0 ? pair.a : pair.b);
    }
    list_.clear();
    for (size_t i = 0; i < pairs.size(); ++i) list_.push_back({shapes_[2 * i].get(), shapes_[2 * i + 1].get()});
  }

  absl::Span<const Pair> list() const { return list_; }

 private:
  std::vector<std::unique_ptr<Shape>> shapes_;
  std::vector<Pair> list_;
};

}  // namespace collision2d::bench
