#include "bench/rows/collision2d_row.h"

#include "bench/rows/heap_pairs.h"
#include "bench/rows/posed_pair.h"
#include "collision2d/collision2d.h"

namespace collision2d::bench {
namespace {

// ask(i, query) calls the query with what is to be asked of pair i: two shapes, and perhaps a pose.
template <typename Ask>
void AskPairs(Level level, bool with_gradients, int begin, int end, const Ask& ask, double* results) {
  switch (level) {
    case Level::kCollides:
      for (int i = begin; i < end; ++i) {
        results[i] = static_cast<double>(ask(i, [](const auto&... pair) { return Collides(pair...); }));
      }
      return;
    case Level::kDistance:
      for (int i = begin; i < end; ++i) results[i] = ask(i, [](const auto&... pair) { return Distance(pair...); });
      return;
    case Level::kSeparation:
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

std::unique_ptr<ConvexPolygon> OnHeap(const ConvexPolygon& shape) { return std::make_unique<ConvexPolygon>(shape); }

std::vector<MemoryBlock> MemoryBehind(const HeapPairs<ConvexPolygon>& pointers, int pair) {
  return MemoryOf(*pointers.list()[pair].a, *pointers.list()[pair].b);
}

class Collision2dRow : public Row {
 public:
  explicit Collision2dRow(bool with_gradients) : with_gradients_(with_gradients) {}

  const char* name() const override { return with_gradients_ ? "collision2d gradient" : kCollision2dName; }

  bool HasLevel(Level level) const override { return !with_gradients_ || level == Level::kSeparation; }

  void Prepare(absl::Span<const PolygonPair> pairs, Layout layout) override {
    layout_ = layout;
    pairs_ = pairs;
    pointers_.Assign(layout == Layout::kScattered ? pairs : absl::Span<const PolygonPair>(), layout, OnHeap);
  }

  void Run(Level level, int begin, int end, double* results) override {
    if (layout_ == Layout::kContiguous) {
      const auto ask = [pairs = pairs_](int i, auto query) { return query(pairs[i].a, pairs[i].b); };
      AskPairs(level, with_gradients_, begin, end, ask, results);
    } else {
      const auto ask = [pairs = pointers_.list()](int i, auto query) { return query(*pairs[i].a, *pairs[i].b); };
      AskPairs(level, with_gradients_, begin, end, ask, results);
    }
  }

  std::vector<MemoryBlock> ShapeMemory(int pair) const override {
    return layout_ == Layout::kContiguous ? MemoryOf(pairs_[pair].a, pairs_[pair].b) : MemoryBehind(pointers_, pair);
  }

 private:
  const bool with_gradients_;
  Layout layout_ = Layout::kContiguous;
  absl::Span<const PolygonPair> pairs_;
  HeapPairs<ConvexPolygon> pointers_;  // Only if scattered.
};

class PosedCollision2dRow : public Row {
 public:
  explicit PosedCollision2dRow(bool with_gradients) : with_gradients_(with_gradients) {}

  const char* name() const override { return with_gradients_ ? "collision2d gradient posed" : kPosedCollision2dName; }

  bool HasLevel(Level level) const override { return !with_gradients_ || level == Level::kSeparation; }

  void Prepare(absl::Span<const PolygonPair> pairs, Layout layout) override {
    layout_ = layout;
    pairs_ = PosePairs(pairs);
    std::vector<PolygonPair> shapes;
    a_from_b_.clear();
    if (layout == Layout::kScattered) {
      for (const PosedPair& pair : pairs_) {
        shapes.push_back({pair.a, pair.b});
        a_from_b_.push_back(pair.a_from_b);
      }
    }
    pointers_.Assign(shapes, layout, OnHeap);
  }

  void Run(Level level, int begin, int end, double* results) override {
    if (layout_ == Layout::kContiguous) {
      const auto ask = [pairs = pairs_.data()](int i, auto query) {
        return query(pairs[i].a, pairs[i].b, pairs[i].a_from_b);
      };
      AskPairs(level, with_gradients_, begin, end, ask, results);
    } else {
      const auto ask = [pairs = pointers_.list(), a_from_b = a_from_b_.data()](int i, auto query) {
        return query(*pairs[i].a, *pairs[i].b, a_from_b[i]);
      };
      AskPairs(level, with_gradients_, begin, end, ask, results);
    }
  }

  std::vector<MemoryBlock> ShapeMemory(int pair) const override {
    return layout_ == Layout::kContiguous ? MemoryOf(pairs_[pair].a, pairs_[pair].b) : MemoryBehind(pointers_, pair);
  }

  std::vector<std::vector<Vec2>> PosedVerticesOfB() const override {
    std::vector<std::vector<Vec2>> posed;
    for (const PosedPair& pair : pairs_) {
      std::vector<Vec2>& vertices = posed.emplace_back();
      for (const Vec2 v : pair.b.vertices()) vertices.push_back(pair.a_from_b * v);
    }
    return posed;
  }

 private:
  const bool with_gradients_;
  Layout layout_ = Layout::kContiguous;
  std::vector<PosedPair> pairs_;
  // Only if scattered.
  HeapPairs<ConvexPolygon> pointers_;
  std::vector<Pose2> a_from_b_;
};

}  // namespace

std::unique_ptr<Row> MakeCollision2dRow() { return std::make_unique<Collision2dRow>(false); }
std::unique_ptr<Row> MakePosedCollision2dRow() { return std::make_unique<PosedCollision2dRow>(false); }

std::unique_ptr<Row> MakeGradientRow() { return std::make_unique<Collision2dRow>(true); }
std::unique_ptr<Row> MakePosedGradientRow() { return std::make_unique<PosedCollision2dRow>(true); }

}  // namespace collision2d::bench
