#include "bench/rows/box2d_row.h"

#include "bench/rows/packed_pairs.h"
#include "box2d/b2_distance.h"

namespace collision2d::bench {
namespace {

class Box2dRow : public Row {
 public:
  const char* name() const override { return "Box2D"; }

  bool HasLevel(Level level) const override { return level != Level::kSeparation; }

  void Prepare(absl::Span<const PolygonPair> pairs, Layout layout) override { pairs_.Assign(pairs, layout); }

  std::vector<MemoryBlock> ShapeMemory(int pair) const override { return pairs_.Memory(pair); }

  void Run(Level level, int begin, int end, double* results) override {
    if (level == Level::kCollides) {
      for (int i = begin; i < end; ++i) results[i] = static_cast<double>(Query(pairs_[i]) < 10.0f * b2_epsilon);
    } else {
      for (int i = begin; i < end; ++i) results[i] = Query(pairs_[i]);
    }
  }

 private:
  static float Query(const PackedPair<b2Vec2>& pair) {
    b2DistanceInput input;
    input.proxyA.Set(pair.a.vertices, pair.a.count, 0.0f);
    input.proxyB.Set(pair.b.vertices, pair.b.count, 0.0f);
    input.transformA.SetIdentity();
    input.transformB.SetIdentity();
    input.useRadii = false;
    b2SimplexCache cache;
    cache.count = 0;
    b2DistanceOutput output;
    b2Distance(&output, &cache, &input);
    return output.distance;
  }

  PackedPairs<b2Vec2, float> pairs_;
};

}  // namespace

std::unique_ptr<Row> MakeBox2dRow() { return std::make_unique<Box2dRow>(); }

}  // namespace collision2d::bench
