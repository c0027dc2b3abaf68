#include "bench/rows/collision2d_row.h"

#include "collision2d/collision2d.h"

namespace collision2d::bench {
namespace {

class Collision2dRow : public Row {
 public:
  const char* name() const override { return "collision2d"; }

  bool HasLevel(Level level) const override { return true; }

  void Prepare(absl::Span<const PolygonPair> pairs) override { pairs_ = pairs; }

  void Run(Level level, int begin, int end, double* results) override {
    switch (level) {
      case Level::kCollides:
        for (int i = begin; i < end; ++i) results[i] = static_cast<double>(Collides(pairs_[i].a, pairs_[i].b));
        return;
      case Level::kDistance:
        for (int i = begin; i < end; ++i) results[i] = Distance(pairs_[i].a, pairs_[i].b);
        return;
      case Level::kSeparation:
        for (int i = begin; i < end; ++i) results[i] = ComputeSeparation(pairs_[i].a, pairs_[i].b).signed_distance_m;
        return;
    }
  }

 private:
  absl::Span<const PolygonPair> pairs_;
};

}  // namespace

std::unique_ptr<Row> MakeCollision2dRow() { return std::make_unique<Collision2dRow>(); }

}  // namespace collision2d::bench
