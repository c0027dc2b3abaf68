#include "bench/rows/sat_row.h"

#include "bench/rows/packed_pairs.h"
#include "collision2d/collision2d.h"

namespace collision2d::bench {
namespace {

using Polygon = PackedPolygon<Vec2>;

// True if the line through an edge of `ring` has all of `other` strictly on its outer side. The
// shape of the edge itself is convex: it lies on the inner side and needs no projection.
bool HasSeparatingEdge(const Polygon& ring, const Polygon& other) {
  Vec2 tail = ring.vertices[ring.count - 1];
  for (int i = 0; i < ring.count; ++i) {
    const Vec2 head = ring.vertices[i];
    const Vec2 edge = head - tail;
    int j = 0;
    while (j < other.count && Cross(edge, other.vertices[j] - tail) < 0.0) ++j;
    if (j == other.count) return true;
    tail = head;
  }
  return false;
}

class SatRow : public Row {
 public:
  const char* name() const override { return "SAT"; }

  bool HasLevel(Level level) const override { return level == Level::kCollides; }

  void Prepare(absl::Span<const PolygonPair> pairs, Layout layout) override { pairs_.Assign(pairs, layout); }

  std::vector<MemoryBlock> ShapeMemory(int pair) const override { return pairs_.Memory(pair); }

  void Run(Level level, int begin, int end, double* results) override {
    for (int i = begin; i < end; ++i) {
      const PackedPair<Vec2>& pair = pairs_[i];
      results[i] = static_cast<double>(!(HasSeparatingEdge(pair.a, pair.b) || HasSeparatingEdge(pair.b, pair.a)));
    }
  }

 private:
  PackedPairs<Vec2, double> pairs_;
};

}  // namespace

std::unique_ptr<Row> MakeSatRow() { return std::make_unique<SatRow>(); }

}  // namespace collision2d::bench
