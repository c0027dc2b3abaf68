#include "bench/rows/fcl_row.h"

#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include <algorithm>
#include <vector>

#include "bench/rows/fcl_prism.h"

namespace collision2d::bench {
namespace {

class FclRow : public Row {
 public:
  const char* name() const override { return "FCL"; }

  bool HasLevel(Level level) const override { return level != Level::kSeparation; }

  void Prepare(absl::Span<const PolygonPair> pairs) override {
    prisms_.clear();
    prisms_.reserve(2 * pairs.size());
    for (const PolygonPair& pair : pairs) {
      prisms_.push_back(MakePrism(pair.a));
      prisms_.push_back(MakePrism(pair.b));
    }
  }

  void Run(Level level, int begin, int end, double* results) override {
    if (level == Level::kCollides) {
      for (int i = begin; i < end; ++i) results[i] = static_cast<double>(Collide(prisms_[2 * i], prisms_[2 * i + 1]));
    } else {
      for (int i = begin; i < end; ++i) results[i] = Distance(prisms_[2 * i], prisms_[2 * i + 1]);
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

  std::vector<Prism> prisms_;
};

}  // namespace

std::unique_ptr<Row> MakeFclRow() { return std::make_unique<FclRow>(); }

}  // namespace collision2d::bench
