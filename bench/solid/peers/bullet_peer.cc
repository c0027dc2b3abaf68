#include "bench/solid/peers/bullet_peer.h"

#include <cstddef>
#include <limits>
#include <vector>

#include "BulletCollision/CollisionShapes/btBoxShape.h"
#include "BulletCollision/CollisionShapes/btConvexHullShape.h"
#include "BulletCollision/CollisionShapes/btConvexShape.h"
#include "BulletCollision/CollisionShapes/btSphereShape.h"
#include "BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h"
#include "BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h"
#include "BulletCollision/NarrowPhaseCollision/btPointCollector.h"
#include "BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"

namespace collision2d::bench {
namespace {

// m. Bullet's answer for shapes that overlap deeply is its rounding error instead of zero.
constexpr double kZero_m = 1e-12;

btVector3 ToBullet(const solid::Vec3& v) {
  return {static_cast<btScalar>(v.x), static_cast<btScalar>(v.y), static_cast<btScalar>(v.z)};
}

btTransform ToBullet(const solid::Pose3& pose) {
  const solid::Vec3* const r = pose.rotation.row;
  const btMatrix3x3 rotation(ToBullet(r[0]).x(), ToBullet(r[0]).y(), ToBullet(r[0]).z(), ToBullet(r[1]).x(),
                             ToBullet(r[1]).y(), ToBullet(r[1]).z(), ToBullet(r[2]).x(), ToBullet(r[2]).y(),
                             ToBullet(r[2]).z());
  return btTransform(rotation, ToBullet(pose.translation));
}

class BulletPeer : public SolidPeer {
 public:
  const char* name() const override { return "Bullet"; }

  bool Has(SolidQuery) const override { return true; }

  void Prepare(const SolidDataset& dataset) override {
    shapes_.clear();
    pairs_.clear();
    for (const SolidShape& shape : dataset.shapes) shapes_.push_back(MakeShape(shape, dataset.kind));
    for (const SolidPair& pair : dataset.pairs) {
      pairs_.push_back({shapes_[static_cast<size_t>(pair.a)].get(), shapes_[static_cast<size_t>(pair.b)].get(),
                        ToBullet(pair.a_from_b)});
    }
  }

  void Run(SolidQuery query, int begin, int end, double* results) override {
    for (int i = begin; i < end; ++i) {
      const Pair& pair = pairs_[static_cast<size_t>(i)];
      const double distance_m = SignedDistance(pair, query == SolidQuery::kPenetration ? &epa_ : nullptr);
      if (query == SolidQuery::kPenetration) {
        results[i] = distance_m <= 0.0 ? -distance_m : std::numeric_limits<double>::quiet_NaN();
      } else if (query == SolidQuery::kDistance) {
        results[i] = distance_m > kZero_m ? distance_m : 0.0;
      } else {
        results[i] = distance_m > kZero_m ? 0.0 : 1.0;
      }
    }
  }

 private:
  struct Pair {
    const btConvexShape* a;
    const btConvexShape* b;
    btTransform a_from_b;
  };

  static std::unique_ptr<btConvexShape> MakeShape(const SolidShape& shape, SolidKind kind) {
    // A Bullet sphere is a point with a margin.
    if (kind == SolidKind::kSpheres) return std::make_unique<btSphereShape>(static_cast<btScalar>(shape.radius));
    if (kind == SolidKind::kBoxes) {
      auto made = std::make_unique<btBoxShape>(ToBullet(shape.half_extents));
      made->setMargin(0.0);
      return made;
    }
    auto made = std::make_unique<btConvexHullShape>();
    for (const solid::Vec3& v : shape.vertices) made->addPoint(ToBullet(v), /*recalculateLocalAabb=*/false);
    made->setMargin(0.0);
    made->recalcLocalAabb();
    return made;
  }

  // 0 where there is no result, which without a penetration solver is Bullet's way to say that they
  // overlap.
  double SignedDistance(const Pair& pair, btConvexPenetrationDepthSolver* penetration) {
    btGjkPairDetector detector(pair.a, pair.b, &simplex_solver_, penetration);
    btGjkPairDetector::ClosestPointInput input;
    input.m_transformA.setIdentity();
    input.m_transformB = pair.a_from_b;
    btPointCollector closest;
    detector.getClosestPoints(input, closest, /*debugDraw=*/nullptr);
    return closest.m_hasResult ? static_cast<double>(closest.m_distance) : 0.0;
  }

  btVoronoiSimplexSolver simplex_solver_;
  btGjkEpaPenetrationDepthSolver epa_;
  std::vector<std::unique_ptr<btConvexShape>> shapes_;
  std::vector<Pair> pairs_;
};

}  // namespace

std::unique_ptr<SolidPeer> MakeBulletPeer() { return std::make_unique<BulletPeer>(); }

}  // namespace collision2d::bench
