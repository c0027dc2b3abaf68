#include "collision2d/collision2d.h"

#include <cstdlib>
#include <vector>

#include "bench/peers/layout.h"
#include "bench/peers/packed_pairs.h"
#include "bench/peers/pair_peers.h"

namespace collision2d::bench {
namespace {

// ask(i, query) calls the query with what is to be asked of pair i: two shapes, and perhaps a pose.
template <typename Ask>
void AskPairs(Query level, bool with_gradients, int begin, int end, const Ask& ask, double* results) {
  switch (level) {
    case Query::kPenetration:
      std::abort();
    case Query::kCollides:
      for (int i = begin; i < end; ++i) {
        results[i] = static_cast<double>(ask(i, [](const auto&... pair) { return Collides(pair...); }));
      }
      return;
    case Query::kDistance:
      for (int i = begin; i < end; ++i) results[i] = ask(i, [](const auto&... pair) { return Distance(pair...); });
      return;
    case Query::kSeparation:
      if (with_gradients) {
        for (int i = begin; i < end; ++i) {
          results[i] = ask(
              i, [](const auto&... pair) { return ComputeSeparationGradient(pair...).separation.signed_distance_m; });
        }
        return;
      }
      for (int i = begin; i < end; ++i) {
        results[i] = ask(i, [](const auto&... pair) { return ComputeSeparation(pair...).signed_distance_m; });
      }
      return;
  }
}

class Collision2dPeer : public Peer {
 public:
  Collision2dPeer(Frames frames, Values values)
      : is_posed_(frames == Frames::kPosed), with_gradients_(values == Values::kGradients) {}

  const char* name() const override {
    if (with_gradients_) return is_posed_ ? "collision2d gradient posed" : "collision2d gradient";
    return is_posed_ ? kPosedCollision2dName : kCollision2dName;
  }
  bool Has(Query query) const override {
    return query == Query::kSeparation || (!with_gradients_ && query != Query::kPenetration);
  }

  void Prepare(absl::Span<const PolygonPair> pairs, Layout layout) override {
    layout_ = layout;
    pairs_ = pairs;
    posed_ = PosePairs(is_posed_ ? pairs : absl::Span<const PolygonPair>());
    std::vector<PolygonPair> scattered;
    a_from_b_.clear();
    if (layout == Layout::kScattered) {
      if (!is_posed_) scattered.assign(pairs.begin(), pairs.end());
      for (const PosedPair& pair : posed_) {
        scattered.push_back({pair.a, pair.b});
        a_from_b_.push_back(pair.a_from_b);
      }
    }
    pointers_.Assign(scattered, layout,
                     [](const ConvexPolygon& shape) { return std::make_unique<ConvexPolygon>(shape); });
  }

  void Run(Query level, int begin, int end, double* results) override {
    const auto ask = [&](const auto& of_pair) { AskPairs(level, with_gradients_, begin, end, of_pair, results); };
    if (layout_ == Layout::kContiguous && is_posed_) {
      ask([pairs = posed_.data()](int i, auto query) { return query(pairs[i].a, pairs[i].b, pairs[i].a_from_b); });
    } else if (layout_ == Layout::kContiguous) {
      ask([pairs = pairs_](int i, auto query) { return query(pairs[i].a, pairs[i].b); });
    } else if (is_posed_) {
      ask([pairs = pointers_.list(), a_from_b = a_from_b_.data()](int i, auto query) {
        return query(*pairs[i].a, *pairs[i].b, a_from_b[i]);
      });
    } else {
      ask([pairs = pointers_.list()](int i, auto query) { return query(*pairs[i].a, *pairs[i].b); });
    }
  }

  std::vector<MemoryBlock> ShapeMemory(int pair) const override {
    if (layout_ == Layout::kScattered) return MemoryOf(*pointers_.list()[pair].a, *pointers_.list()[pair].b);
    return is_posed_ ? MemoryOf(posed_[pair].a, posed_[pair].b) : MemoryOf(pairs_[pair].a, pairs_[pair].b);
  }

  std::vector<std::vector<Vec2>> PosedVerticesOfB() const override {
    std::vector<std::vector<Vec2>> vertices;
    for (const PosedPair& pair : posed_) {
      vertices.emplace_back();
      for (const Vec2 v : pair.b.vertices()) vertices.back().push_back(pair.a_from_b * v);
    }
    return vertices;
  }

 private:
  const bool is_posed_;
  const bool with_gradients_;
  Layout layout_ = Layout::kContiguous;
  absl::Span<const PolygonPair> pairs_;
  std::vector<PosedPair> posed_;  // Only if posed.
  // Only if scattered.
  HeapPairs<ConvexPolygon> pointers_;
  std::vector<Pose2> a_from_b_;
};

}  // namespace

std::unique_ptr<Peer> MakeCollision2dPeer(Frames frames, Values values) {
  return std::make_unique<Collision2dPeer>(frames, values);
}

}  // namespace collision2d::bench
