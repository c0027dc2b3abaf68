#include "bench/rows/plain_gjk_rows.h"

#include <vector>

#include "bench/rows/barycode_subdistance.h"
#include "bench/rows/packed_pairs.h"
#include "bench/rows/plain_gjk.h"
#include "bench/rows/plain_support.h"
#include "bench/rows/signed_volumes_subdistance.h"
#include "bench/rows/voronoi_subdistance.h"
#include "collision2d/collision2d.h"

namespace collision2d::bench {
namespace {

template <typename Subdistance, typename Support>
class PlainGjkRow : public Row {
 public:
  explicit PlainGjkRow(const char* name) : name_(name) {}

  const char* name() const override { return name_; }

  bool HasLevel(Level level) const override { return level != Level::kSeparation; }

  void Prepare(absl::Span<const PolygonPair> pairs, Layout layout) override {
    pairs_.Assign(pairs, layout);
    initial_.clear();
    for (const PolygonPair& pair : pairs) initial_.push_back(VertexMean(pair.a) - VertexMean(pair.b));
  }

  std::vector<MemoryBlock> ShapeMemory(int pair) const override { return pairs_.Memory(pair); }

  void Run(Level level, int begin, int end, double* results) override {
    if (level == Level::kCollides) {
      for (int i = begin; i < end; ++i) {
        results[i] = static_cast<double>(PlainCollides<Subdistance>(initial_[i], Support(pairs_[i])));
      }
    } else {
      for (int i = begin; i < end; ++i) results[i] = PlainDistance<Subdistance>(initial_[i], Support(pairs_[i]));
    }
  }

 private:
  static Vec2 VertexMean(const ConvexPolygon& shape) {
    Vec2 sum;
    for (const Vec2 v : shape.vertices()) sum = sum + v;
    return 1.0 / shape.size() * sum;
  }

  const char* name_;
  PackedPairs<Vec2, double> pairs_;
  // In the order of the queries in both layouts, beside the list of pairs.
  std::vector<Vec2> initial_;
};

}  // namespace

std::unique_ptr<Row> MakeBarycodeRow() {
  return std::make_unique<PlainGjkRow<BarycodeSubdistance, LinearSupport>>("barycode GJK");
}

std::unique_ptr<Row> MakeBarycodeHillClimbingRow() {
  return std::make_unique<PlainGjkRow<BarycodeSubdistance, HillClimbingSupport>>("barycode GJK HCS");
}

std::unique_ptr<Row> MakeSignedVolumesRow() {
  return std::make_unique<PlainGjkRow<SignedVolumesSubdistance, LinearSupport>>("Signed Volumes GJK");
}

std::unique_ptr<Row> MakeVoronoiRow() {
  return std::make_unique<PlainGjkRow<VoronoiSubdistance, LinearSupport>>("Voronoi GJK");
}

}  // namespace collision2d::bench
