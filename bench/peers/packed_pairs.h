#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "absl/types/span.h"
#include "bench/peers/layout.h"
#include "bench/peers/peer.h"
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
template <typename Vertex>
class PackedPairs {
 public:
  using Scalar = decltype(Vertex::x);

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

  // make(SolidShape) likewise; pairs share their shapes.
  template <typename Dataset, typename Make>
  void AssignSolids(const Dataset& dataset, const Make& make) {
    shapes_.clear();
    for (const auto& shape : dataset.shapes) shapes_.push_back(make(shape));
    list_.clear();
    for (const auto& pair : dataset.pairs) {
      list_.push_back({shapes_[static_cast<size_t>(pair.a)].get(), shapes_[static_cast<size_t>(pair.b)].get()});
    }
  }

  absl::Span<const Pair> list() const { return list_; }

 private:
  std::vector<std::unique_ptr<Shape>> shapes_;
  std::vector<Pair> list_;
};

// A peer for pairs in the plane by a method on packed vertices: a class with
//   using Vertex; static constexpr bool kHasDistance;
//   void Prepare(absl::Span<const PolygonPair> pairs);
//   bool Collides(const PackedPair<Vertex>& pair, int index);
//   double Distance(const PackedPair<Vertex>& pair, int index);  // If kHasDistance.
template <typename Method>
class PackedPeer : public Peer {
 public:
  explicit PackedPeer(const char* name)
      : Peer(name, Method::kHasDistance ? std::vector<Query>{Query::kCollides, Query::kDistance}
                                        : std::vector<Query>{Query::kCollides}) {}

  void Prepare(absl::Span<const PolygonPair> pairs, Layout layout) override {
    pairs_.Assign(pairs, layout);
    method_.Prepare(pairs);
  }
  std::vector<MemoryBlock> ShapeMemory(int pair) const override { return pairs_.Memory(pair); }

  void Run(Query query, int begin, int end, double* results) override {
    if (query == Query::kCollides) {
      for (int i = begin; i < end; ++i) results[i] = static_cast<double>(method_.Collides(pairs_[i], i));
    } else if constexpr (Method::kHasDistance) {
      for (int i = begin; i < end; ++i) results[i] = method_.Distance(pairs_[i], i);
    }
  }

 private:
  Method method_;
  PackedPairs<typename Method::Vertex> pairs_;
};

}  // namespace collision2d::bench
