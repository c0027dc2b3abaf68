#include "bench/rows/edge_pairs_row.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "bench/rows/packed_pairs.h"
#include "collision2d/collision2d.h"

namespace collision2d::bench {
namespace {

using Polygon = PackedPolygon<Vec2>;

bool Contains(const Polygon& ring, Vec2 point) {
  Vec2 tail = ring.vertices[ring.count - 1];
  for (int i = 0; i < ring.count; ++i) {
    const Vec2 head = ring.vertices[i];
    if (Cross(head - tail, point - tail) < 0.0) return false;
    tail = head;
  }
  return true;
}

double PointSegmentDistanceSquared(Vec2 p, Vec2 tail, Vec2 head) {
  const Vec2 edge = head - tail;
  const double along = std::clamp(Dot(p - tail, edge) / NormSquared(edge), 0.0, 1.0);
  return NormSquared(p - tail - along * edge);
}

// True if the ends of each segment are on different sides of the other, or on it.
bool SegmentsMeet(Vec2 p, Vec2 q, Vec2 r, Vec2 s) {
  const Vec2 pq = q - p;
  const Vec2 rs = s - r;
  const bool r_left = Cross(pq, r - p) >= 0.0;
  const bool s_left = Cross(pq, s - p) >= 0.0;
  const bool p_left = Cross(rs, p - r) >= 0.0;
  const bool q_left = Cross(rs, q - r) >= 0.0;
  return r_left != s_left && p_left != q_left;
}

double SegmentDistanceSquared(Vec2 p, Vec2 q, Vec2 r, Vec2 s) {
  if (SegmentsMeet(p, q, r, s)) return 0.0;
  return std::min(std::min(PointSegmentDistanceSquared(p, r, s), PointSegmentDistanceSquared(q, r, s)),
                  std::min(PointSegmentDistanceSquared(r, p, q), PointSegmentDistanceSquared(s, p, q)));
}

double EdgePairsDistance(const Polygon& a, const Polygon& b) {
  if (Contains(a, b.vertices[0]) || Contains(b, a.vertices[0])) return 0.0;
  double least_sq = std::numeric_limits<double>::infinity();
  Vec2 tail_a = a.vertices[a.count - 1];
  for (int i = 0; i < a.count; ++i) {
    const Vec2 head_a = a.vertices[i];
    Vec2 tail_b = b.vertices[b.count - 1];
    for (int j = 0; j < b.count; ++j) {
      const Vec2 head_b = b.vertices[j];
      least_sq = std::min(least_sq, SegmentDistanceSquared(tail_a, head_a, tail_b, head_b));
      tail_b = head_b;
    }
    tail_a = head_a;
  }
  return std::sqrt(least_sq);
}

class EdgePairsRow : public Row {
 public:
  const char* name() const override { return "O(nm) segments (Apollo stand-in)"; }

  bool HasLevel(Level level) const override { return level != Level::kSeparation; }

  void Prepare(absl::Span<const PolygonPair> pairs, Layout layout) override { pairs_.Assign(pairs, layout); }

  std::vector<MemoryBlock> ShapeMemory(int pair) const override { return pairs_.Memory(pair); }

  void Run(Level level, int begin, int end, double* results) override {
    for (int i = begin; i < end; ++i) {
      const double distance_m = EdgePairsDistance(pairs_[i].a, pairs_[i].b);
      results[i] = level == Level::kDistance ? distance_m : static_cast<double>(distance_m == 0.0);
    }
  }

 private:
  PackedPairs<Vec2, double> pairs_;
};

}  // namespace

std::unique_ptr<Row> MakeEdgePairsRow() { return std::make_unique<EdgePairsRow>(); }

}  // namespace collision2d::bench
