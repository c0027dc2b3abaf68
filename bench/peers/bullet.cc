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
#include "bench/peers/packed_pairs.h"
#include "bench/peers/pair_peers.h"
#include "bench/peers/solids.h"

namespace collision2d::bench {
namespace {

// m. Bullet's answer for shapes that overlap deeply is its rounding error, up to 3e-13 m here,
// instead of zero.
constexpr double kZero_m = 1e-12;

btVector3 ToBullet(const solid::Vec3& v) {
  return {static_cast<btScalar>(v.x), static_cast<btScalar>(v.y), static_cast<btScalar>(v.z)};
}

btTransform ToBullet(const solid::Pose3& pose) {
  const solid::Vec3* const r = pose.rotation.row;
  return btTransform(btMatrix3x3(r[0].x, r[0].y, r[0].z, r[1].x, r[1].y, r[1].z, r[2].x, r[2].y, r[2].z),
                     ToBullet(pose.translation));
}

std::unique_ptr<btConvexShape> MakeHull(absl::Span<const solid::Vec3> vertices) {
  auto hull = std::make_unique<btConvexHullShape>();
  for (const solid::Vec3& v : vertices) hull->addPoint(ToBullet(v), /*recalculateLocalAabb=*/false);
  hull->setMargin(0.0);
  hull->recalcLocalAabb();
  return hull;
}

std::unique_ptr<btConvexShape> MakeFlat(const ConvexPolygon& polygon) {
  std::vector<solid::Vec3> vertices;
  for (const Vec2 v : polygon.vertices()) vertices.push_back({v.x, v.y, 0.0});
  return MakeHull(vertices);
}

std::unique_ptr<btConvexShape> MakeSolid(const SolidShape& shape, SolidKind kind) {
  // A Bullet sphere is a point with a margin.
  if (kind == SolidKind::kSpheres) return std::make_unique<btSphereShape>(static_cast<btScalar>(shape.radius));
  if (kind != SolidKind::kBoxes) return MakeHull(shape.vertices);
  auto box = std::make_unique<btBoxShape>(ToBullet(shape.half_extents));
  box->setMargin(0.0);
  return box;
}

class BulletPeer : public Peer {
 public:
  BulletPeer() : Peer("Bullet", {Query::kCollides, Query::kDistance, Query::kPenetration}) {}

  void Prepare(absl::Span<const PolygonPair> pairs, Layout layout) override {
    is_solid_ = false;
    shapes_.Assign(pairs, layout, MakeFlat);
  }
  void Prepare(const SolidDataset& dataset) override {
    is_solid_ = true;
    shapes_.AssignSolids(dataset, [&](const SolidShape& shape) { return MakeSolid(shape, dataset.kind); });
    poses_.clear();
    for (const SolidPair& pair : dataset.pairs) poses_.push_back(ToBullet(pair.a_from_b));
  }

  void Run(Query query, int begin, int end, double* results) override {
    btTransform identity;
    identity.setIdentity();
    for (int i = begin; i < end; ++i) {
      const auto [a, b] = shapes_.list()[i];
      const double distance_m =
          SignedDistance(*a, *b, is_solid_ ? poses_[i] : identity, query == Query::kPenetration ? &epa_ : nullptr);
      if (query == Query::kPenetration) {
        results[i] = distance_m <= 0.0 ? -distance_m : std::numeric_limits<double>::quiet_NaN();
      } else if (query == Query::kDistance) {
        results[i] = distance_m > kZero_m ? distance_m : 0.0;
      } else {
        results[i] = distance_m > kZero_m ? 0.0 : 1.0;
      }
    }
  }

 private:
  // 0 where there is no result, which without a penetration solver is Bullet's way to say that they
  // overlap.
  double SignedDistance(const btConvexShape& a, const btConvexShape& b, const btTransform& a_from_b,
                        btConvexPenetrationDepthSolver* penetration) {
    btGjkPairDetector detector(&a, &b, &simplex_solver_, penetration);
    btGjkPairDetector::ClosestPointInput input;
    input.m_transformA.setIdentity();
    input.m_transformB = a_from_b;
    btPointCollector closest;
    detector.getClosestPoints(input, closest, /*debugDraw=*/nullptr);
    return closest.m_hasResult ? static_cast<double>(closest.m_distance) : 0.0;
  }

  btVoronoiSimplexSolver simplex_solver_;
  btGjkEpaPenetrationDepthSolver epa_;
  bool is_solid_ = true;
  HeapPairs<btConvexShape> shapes_;
  std::vector<btTransform> poses_;
};

}  // namespace

std::unique_ptr<Peer> MakeBulletPeer() { return std::make_unique<BulletPeer>(); }

}  // namespace collision2d::bench
