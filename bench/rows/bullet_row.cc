#include "bench/rows/bullet_row.h"

#include "BulletCollision/CollisionShapes/btConvexHullShape.h"
#include "BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h"
#include "BulletCollision/NarrowPhaseCollision/btPointCollector.h"
#include "BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h"
#include "bench/rows/heap_pairs.h"
#include "collision2d/collision2d.h"

namespace collision2d::bench {
namespace {

// m. Bullet's answer for shapes that overlap deeply is its rounding error, up to 3e-13 m here,
// instead of zero.
constexpr double kZero_m = 1e-12;

class BulletRow : public Row {
 public:
  const char* name() const override { return "Bullet"; }

  bool HasLevel(Level level) const override { return level != Level::kSeparation; }

  void Prepare(absl::Span<const PolygonPair> pairs, Layout layout) override {
    shapes_.Assign(pairs, layout, MakeShape);
  }

  void Run(Level level, int begin, int end, double* results) override {
    const absl::Span<const HeapPairs<btConvexHullShape>::Pair> pairs = shapes_.list();
    for (int i = begin; i < end; ++i) {
      const double distance_m = Distance(*pairs[i].a, *pairs[i].b);
      results[i] = level == Level::kDistance ? distance_m : static_cast<double>(distance_m == 0.0);
    }
  }

 private:
  static std::unique_ptr<btConvexHullShape> MakeShape(const ConvexPolygon& polygon) {
    auto shape = std::make_unique<btConvexHullShape>();
    for (const Vec2 v : polygon.vertices()) shape->addPoint(btVector3(v.x, v.y, 0.0), /*recalculateLocalAabb=*/false);
    shape->setMargin(0.0);
    shape->recalcLocalAabb();
    return shape;
  }

  double Distance(const btConvexHullShape& a, const btConvexHullShape& b) {
    btGjkPairDetector detector(&a, &b, &simplex_solver_, /*penetrationDepthSolver=*/nullptr);
    btGjkPairDetector::ClosestPointInput input;
    input.m_transformA.setIdentity();
    input.m_transformB.setIdentity();
    btPointCollector closest;
    detector.getClosestPoints(input, closest, /*debugDraw=*/nullptr);
    return closest.m_hasResult && closest.m_distance > kZero_m ? closest.m_distance : 0.0;
  }

  btVoronoiSimplexSolver simplex_solver_;
  HeapPairs<btConvexHullShape> shapes_;
};

}  // namespace

std::unique_ptr<Row> MakeBulletRow() { return std::make_unique<BulletRow>(); }

}  // namespace collision2d::bench
