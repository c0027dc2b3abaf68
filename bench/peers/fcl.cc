#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/geometry/shape/sphere.h>
#include <fcl/math/motion/interp_motion.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/continuous_collision.h>
#include <fcl/narrowphase/distance.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <limits>
#include <vector>

#include "bench/peers/fcl_tree.h"
#include "bench/peers/packed_pairs.h"
#include "bench/peers/pair_peers.h"
#include "bench/peers/solids.h"
#include "collision2d/testing/moving_pairs.h"

namespace collision2d::bench {
namespace {

fcl::Vector3d ToFcl(const solid::Vec3& v) { return {v.x, v.y, v.z}; }

fcl::Transform3d ToFcl(const solid::Pose3& pose) {
  fcl::Transform3d transform = fcl::Transform3d::Identity();
  for (int i = 0; i < 3; ++i) transform.linear().row(i) = ToFcl(pose.rotation.row[i]).transpose();
  transform.translation() = ToFcl(pose.translation);
  return transform;
}

std::unique_ptr<fcl::CollisionGeometryd> MakeSolid(const SolidShape& shape, SolidKind kind) {
  std::unique_ptr<fcl::CollisionGeometryd> made;
  if (kind == SolidKind::kSpheres) {
    made = std::make_unique<fcl::Sphered>(shape.radius);
  } else if (kind == SolidKind::kBoxes) {
    made = std::make_unique<fcl::Boxd>(2.0 * ToFcl(shape.half_extents));
  } else {
    auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
    for (const solid::Vec3& v : shape.vertices) vertices->push_back(ToFcl(v));
    auto faces = std::make_shared<std::vector<int>>();
    for (const std::array<int, 3>& triangle : shape.triangles) {
      faces->push_back(3);
      faces->insert(faces->end(), triangle.begin(), triangle.end());
    }
    made = std::make_unique<fcl::Convexd>(vertices, static_cast<int>(shape.triangles.size()), faces);
  }
  made->computeLocalAABB();
  return made;
}

// FCL's linear motion about a reference point, with any turn, that counts the instants it is asked
// for.
class LinearMotion : public fcl::InterpMotion<double> {
 public:
  explicit LinearMotion(const LinearSpec& spec)
      : fcl::InterpMotion<double>(ToFclTransform(spec.start), ToFclTransform(PoseAtFraction(spec, 1.0))) {
    reference_p << spec.reference.x, spec.reference.y, 0.0;
    linear_vel << spec.displacement_m.x, spec.displacement_m.y, 0.0;
    angular_vel = std::abs(spec.turn_rad);
    angular_axis << 0.0, 0.0, std::copysign(1.0, spec.turn_rad);
  }

  bool integrate(double fraction) const override {
    ++instants_;
    return fcl::InterpMotion<double>::integrate(fraction);
  }

  int64_t instants() const { return instants_; }

 private:
  mutable int64_t instants_ = 0;
};

struct PrismPair {
  explicit PrismPair(const MovingPair& pair)
      : a(MakePrism(pair.a)), b(MakePrism(pair.b)), motion_a(pair.motion_a), motion_b(pair.motion_b) {}

  Prism a;
  Prism b;
  LinearMotion motion_a;
  LinearMotion motion_b;
};

class FclPeer : public Peer {
 public:
  explicit FclPeer(FclSolver solver)
      : Peer(solver == FclSolver::kLibccd ? "FCL (libccd)" : "FCL",
             {Query::kCollides, Query::kDistance, Query::kPenetration}),
        of_collision_(solver == FclSolver::kIndependent ? fcl::GST_INDEP : fcl::GST_LIBCCD),
        of_distance_(solver == FclSolver::kLibccd ? fcl::GST_LIBCCD : fcl::GST_INDEP) {}

  void Prepare(absl::Span<const PolygonPair> pairs, Layout layout) override {
    is_solid_ = false;
    shapes_.Assign(pairs, layout, [](const ConvexPolygon& shape) { return std::make_unique<Prism>(MakePrism(shape)); });
  }
  void Prepare(const SolidDataset& dataset) override {
    is_solid_ = true;
    shapes_.AssignSolids(dataset, [&](const SolidShape& shape) { return MakeSolid(shape, dataset.kind); });
    poses_.clear();
    for (const SolidPair& pair : dataset.pairs) poses_.push_back(ToFcl(pair.a_from_b));
  }
  void Prepare(absl::Span<const MovingPair> pairs) override {
    moving_.clear();
    for (const MovingPair& pair : pairs) moving_.push_back(std::make_unique<PrismPair>(pair));
    moving_request_.ccd_solver_type = fcl::CCDC_CONSERVATIVE_ADVANCEMENT;
    moving_request_.gjk_solver_type = fcl::GST_LIBCCD;
  }

  void Run(Query query, int begin, int end, double* results) override {
    for (int i = begin; i < end; ++i) {
      const auto [a, b] = shapes_.list()[i];
      const fcl::Transform3d& a_from_b = is_solid_ ? poses_[i] : identity_;
      if (query == Query::kCollides) {
        results[i] = static_cast<double>(Collide(*a, *b, a_from_b, /*contact=*/false).isCollision());
      } else {
        results[i] = query == Query::kDistance ? Distance(*a, *b, a_from_b) : Penetration(*a, *b, a_from_b);
      }
    }
  }

  MotionAnswer Decide(int pair) override {
    const auto& [a, b, motion_a, motion_b] = *moving_[pair];
    const int64_t before = motion_a.instants();
    // The search begins where the last one left the motions.
    motion_a.integrate(0.0);
    motion_b.integrate(0.0);
    fcl::ContinuousCollisionResultd result;
    fcl::continuousCollide(&a, &motion_a, &b, &motion_b, moving_request_, result);
    return {result.is_collide ? MotionVerdict::kCollides : MotionVerdict::kFree, motion_a.instants() - before};
  }

 private:
  using Shape = fcl::CollisionGeometryd;

  fcl::CollisionResultd Collide(const Shape& a, const Shape& b, const fcl::Transform3d& a_from_b, bool contact) const {
    fcl::CollisionRequestd request;
    request.gjk_solver_type = of_collision_;
    request.enable_contact = contact;
    fcl::CollisionResultd result;
    fcl::collide(&a, identity_, &b, a_from_b, request, result);
    return result;
  }

  double Penetration(const Shape& a, const Shape& b, const fcl::Transform3d& a_from_b) const {
    // FCL throws from within its EPA where it meets a case that it holds impossible; such an answer
    // counts as none.
    try {
      const fcl::CollisionResultd result = Collide(a, b, a_from_b, /*contact=*/true);
      // Its own solver reports the depth with the other sign.
      if (result.numContacts() > 0) return std::abs(result.getContact(0).penetration_depth);
    } catch (const std::exception&) {
    }
    return std::numeric_limits<double>::quiet_NaN();
  }

  double Distance(const Shape& a, const Shape& b, const fcl::Transform3d& a_from_b) const {
    fcl::DistanceRequestd request;
    request.gjk_solver_type = of_distance_;
    fcl::DistanceResultd result;
    try {
      fcl::distance(&a, identity_, &b, a_from_b, request, result);
    } catch (const std::exception&) {
      return std::numeric_limits<double>::quiet_NaN();
    }
    return std::max(0.0, result.min_distance);
  }

  const fcl::GJKSolverType of_collision_;
  const fcl::GJKSolverType of_distance_;
  const fcl::Transform3d identity_ = fcl::Transform3d::Identity();
  bool is_solid_ = true;
  HeapPairs<Shape> shapes_;
  std::vector<fcl::Transform3d> poses_;  // Of solids.
  std::vector<std::unique_ptr<PrismPair>> moving_;
  fcl::ContinuousCollisionRequestd moving_request_;
};

}  // namespace

std::unique_ptr<Peer> MakeFclPeer(FclSolver solver) { return std::make_unique<FclPeer>(solver); }

}  // namespace collision2d::bench
