#include "bench/solid/peers/fcl_peer.h"

#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/geometry/shape/sphere.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <exception>
#include <limits>
#include <vector>

#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"

namespace collision2d::bench {
namespace {

fcl::Vector3d ToFcl(const solid::Vec3& v) { return {v.x, v.y, v.z}; }

fcl::Transform3d ToFcl(const solid::Pose3& pose) {
  fcl::Transform3d transform = fcl::Transform3d::Identity();
  for (int i = 0; i < 3; ++i) transform.linear().row(i) = ToFcl(pose.rotation.row[i]).transpose();
  transform.translation() = ToFcl(pose.translation);
  return transform;
}

class FclPeer : public SolidPeer {
 public:
  explicit FclPeer(FclSolver solver) : solver_(solver) {}

  const char* name() const override { return solver_ == FclSolver::kIndependent ? "FCL" : "FCL (libccd)"; }

  bool Has(SolidQuery) const override { return true; }

  void Prepare(const SolidDataset& dataset) override {
    shapes_.clear();
    pairs_.clear();
    for (const SolidShape& shape : dataset.shapes) shapes_.push_back(MakeShape(shape, dataset.kind));
    for (const SolidPair& pair : dataset.pairs) {
      pairs_.push_back({shapes_[static_cast<size_t>(pair.a)].get(), shapes_[static_cast<size_t>(pair.b)].get(),
                        ToFcl(pair.a_from_b)});
    }
  }

  void Run(SolidQuery query, int begin, int end, double* results) override {
    for (int i = begin; i < end; ++i) {
      const Pair& pair = pairs_[static_cast<size_t>(i)];
      if (query == SolidQuery::kDistance) {
        results[i] = Distance(pair);
      } else if (query == SolidQuery::kCollides) {
        results[i] = Collide(pair, /*contact=*/false).isCollision() ? 1.0 : 0.0;
      } else {
        results[i] = Penetration(pair);
      }
    }
  }

 private:
  struct Pair {
    const fcl::CollisionGeometryd* a;
    const fcl::CollisionGeometryd* b;
    fcl::Transform3d a_from_b;
  };

  static std::unique_ptr<fcl::CollisionGeometryd> MakeShape(const SolidShape& shape, SolidKind kind) {
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

  fcl::GJKSolverType solver_type() const {
    return solver_ == FclSolver::kIndependent ? fcl::GST_INDEP : fcl::GST_LIBCCD;
  }

  fcl::CollisionResultd Collide(const Pair& pair, bool contact) const {
    fcl::CollisionRequestd request;
    request.gjk_solver_type = solver_type();
    request.enable_contact = contact;
    fcl::CollisionResultd result;
    fcl::collide(pair.a, fcl::Transform3d::Identity(), pair.b, pair.a_from_b, request, result);
    return result;
  }

  double Penetration(const Pair& pair) const {
    // FCL throws from within its EPA where it meets a case that it holds impossible; such an answer
    // counts as none.
    try {
      const fcl::CollisionResultd result = Collide(pair, /*contact=*/true);
      // Its own solver reports the depth with the other sign.
      if (result.numContacts() > 0) return std::abs(result.getContact(0).penetration_depth);
    } catch (const std::exception&) {
    }
    return std::numeric_limits<double>::quiet_NaN();
  }

  double Distance(const Pair& pair) const {
    fcl::DistanceRequestd request;
    request.gjk_solver_type = solver_type();
    fcl::DistanceResultd result;
    try {
      fcl::distance(pair.a, fcl::Transform3d::Identity(), pair.b, pair.a_from_b, request, result);
    } catch (const std::exception&) {
      return std::numeric_limits<double>::quiet_NaN();
    }
    return std::max(0.0, result.min_distance);
  }

  FclSolver solver_;
  std::vector<std::unique_ptr<fcl::CollisionGeometryd>> shapes_;
  std::vector<Pair> pairs_;
};

}  // namespace

std::unique_ptr<SolidPeer> MakeFclPeer(FclSolver solver) { return std::make_unique<FclPeer>(solver); }

}  // namespace collision2d::bench
