#include "bench/rows/libccd_row.h"

#include <ccd/ccd.h>
#include <ccd/vec3.h>

#include "bench/rows/packed_pairs.h"
#include "collision2d/collision2d.h"

namespace collision2d::bench {
namespace {

using Polygon = PackedPolygon<Vec2>;

void PrismSupport(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* support) {
  const Polygon& polygon = *static_cast<const Polygon*>(object);
  const Vec2 along = {ccdVec3X(direction), ccdVec3Y(direction)};
  Vec2 best = polygon.vertices[0];
  double highest = Dot(along, best);
  for (int i = 1; i < polygon.count; ++i) {
    const double height = Dot(along, polygon.vertices[i]);
    if (height > highest) {
      highest = height;
      best = polygon.vertices[i];
    }
  }
  ccdVec3Set(support, best.x, best.y, ccdVec3Z(direction) > 0.0 ? 0.5 : -0.5);
}

class LibccdRow : public Row {
 public:
  LibccdRow() {
    CCD_INIT(&ccd_);
    ccd_.support1 = PrismSupport;
    ccd_.support2 = PrismSupport;
    ccd_.max_iterations = 100;
  }

  const char* name() const override { return "libccd"; }

  bool HasLevel(Level level) const override { return level == Level::kCollides; }

  void Prepare(absl::Span<const PolygonPair> pairs, Layout layout) override { pairs_.Assign(pairs, layout); }

  std::vector<MemoryBlock> ShapeMemory(int pair) const override { return pairs_.Memory(pair); }

  void Run(Level level, int begin, int end, double* results) override {
    for (int i = begin; i < end; ++i) {
      const PackedPair<Vec2>& pair = pairs_[i];
      results[i] = static_cast<double>(ccdGJKIntersect(&pair.a, &pair.b, &ccd_) != 0);
    }
  }

 private:
  ccd_t ccd_;
  PackedPairs<Vec2, double> pairs_;
};

}  // namespace

std::unique_ptr<Row> MakeLibccdRow() { return std::make_unique<LibccdRow>(); }

}  // namespace collision2d::bench
