#include "bench/rows/fcl_row.h"

#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include <algorithm>

#include "bench/rows/fcl_prism.h"
#include "bench/rows/heap_pairs.h"
#include "collision2d/collision2d.h"

namespace collision2d::bench {
namespace {

class FclRow : public Row {
 public:
  const char* name() const override { return "FCL"; }

  bool HasLevel(Level level) const override { return level != Level::kSeparation; }

  void Prepare(absl::Span<const PolygonPair> pairs, Layout layout) override {
    prisms_.Assign(pairs, layout, [](const ConvexPolygon& shape) { return std::make_unique<Prism>(MakePrism(shape)); });
  }

  void Run(Level level, int begin, int end, double* results) override {
    const absl::Span<const HeapPairs<Prism>::Pair> pairs = prisms_.list();
    if (level == Level::kCollides) {
      for (int i = begin; i < end; ++i) results[i] = static_cast<double>(Collide(*pairs[i].a, *pairs[i].b));
    } else {
      for (int i = begin; i < end; ++i) results[i] = Distance(*pairs[i].a, *pairs[i].b);
    }
  }

 private:
  static bool Collide(const Prism& a, const Prism& b) {
    fcl::CollisionRequestd request;
    request.gjk_solver_type = fcl::GST_LIBCCD;
    fcl::CollisionResultd result;
    fcl::collide(&a, fcl::Transform3d::Identity(), &b, fcl::Transform3d::Identity(), request, result);
    return result.isCollision();
  }

  static double Distance(const Prism& a, const Prism& b) {
    fcl::DistanceRequestd request;
    request.gjk_solver_type = fcl::GST_INDEP;
    fcl::DistanceResultd result;
    fcl::distance(&a, fcl::Transform3d::Identity(), &b, fcl::Transform3d::Identity(), request, result);
    return std::max(0.0, result.min_distance);
  }

  HeapPairs<Prism> prisms_;
};

}  // namespace

std::unique_ptr<Row> MakeFclRow() { return std::make_unique<FclRow>(); }

}  // namespace collision2d::bench
