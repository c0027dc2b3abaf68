#include <limits>
#include <utility>
#include <vector>

#include "bench/peers/pair_peers.h"
#include "bench/peers/plain_gjk3.h"
#include "bench/peers/solids.h"
#include "collision2d/solid/query/collides3.h"
#include "collision2d/solid/query/distance3.h"
#include "collision2d/solid/query/separation3.h"
#include "collision2d/solid/shapes/convex_polytope.h"
#include "collision2d/solid/shapes/simple_shapes.h"

namespace collision2d::bench {
namespace {

using solid::Vec3;

template <typename Shape>
void Answer(const std::vector<Shape>& shapes, const std::vector<SolidPair>& pairs, Query query, int begin, int end,
            double* results) {
  for (int i = begin; i < end; ++i) {
    const SolidPair& pair = pairs[static_cast<size_t>(i)];
    const Shape& a = shapes[static_cast<size_t>(pair.a)];
    const Shape& b = shapes[static_cast<size_t>(pair.b)];
    if (query == Query::kCollides) {
      results[i] = solid::Collides(a, b, pair.a_from_b) ? 1.0 : 0.0;
    } else if (query == Query::kDistance) {
      results[i] = solid::Distance(a, b, pair.a_from_b);
    } else {
      const double signed_distance_m = solid::ComputeSeparation(a, b, pair.a_from_b).signed_distance_m;
      results[i] = signed_distance_m <= 0.0 ? -signed_distance_m : std::numeric_limits<double>::quiet_NaN();
    }
  }
}

class Collision2dSolidPeer : public Peer {
 public:
  const char* name() const override { return "collision2d"; }

  bool Has(Query) const override { return true; }

  void Prepare(const SolidDataset& dataset) override {
    kind_ = dataset.kind;
    pairs_ = dataset.pairs;
    boxes_.clear();
    spheres_.clear();
    polytopes_.clear();
    for (const SolidShape& shape : dataset.shapes) {
      if (kind_ == SolidKind::kBoxes) {
        boxes_.push_back(*solid::BoxShape::Create(shape.half_extents));
      } else if (kind_ == SolidKind::kSpheres) {
        spheres_.push_back(*solid::SphereShape::Create(shape.radius));
      } else {
        polytopes_.push_back(MakePolytope(shape.vertices));
      }
    }
  }

  void Run(Query query, int begin, int end, double* results) override {
    if (kind_ == SolidKind::kBoxes) {
      Answer(boxes_, pairs_, query, begin, end, results);
    } else if (kind_ == SolidKind::kSpheres) {
      Answer(spheres_, pairs_, query, begin, end, results);
    } else {
      Answer(polytopes_, pairs_, query, begin, end, results);
    }
  }

 private:
  SolidKind kind_ = SolidKind::kPolytopes;
  std::vector<SolidPair> pairs_;
  std::vector<solid::BoxShape> boxes_;
  std::vector<solid::SphereShape> spheres_;
  std::vector<solid::ConvexPolytope> polytopes_;
};

struct PosedSolids {
  const std::vector<Vec3>* a;
  std::vector<Vec3> b;  // In the frame of a.
};

class PosedGjkPeer : public Peer {
 public:
  const char* name() const override { return "posed GJK"; }

  bool Has(Query query) const override { return query == Query::kDistance; }

  void Prepare(const SolidDataset& dataset) override {
    pairs_.clear();
    vertices_.clear();
    for (const SolidShape& shape : dataset.shapes) vertices_.push_back(shape.vertices);
    for (const SolidPair& pair : dataset.pairs) {
      PosedSolids posed = {&vertices_[static_cast<size_t>(pair.a)], {}};
      for (const Vec3& v : vertices_[static_cast<size_t>(pair.b)]) posed.b.push_back(pair.a_from_b * v);
      pairs_.push_back(std::move(posed));
    }
  }

  void Run(Query, int begin, int end, double* results) override {
    for (int i = begin; i < end; ++i) {
      const PosedSolids& pair = pairs_[static_cast<size_t>(i)];
      SignedVolumesSubdistance simplex;
      results[i] = PlainGjk3(PosedHulls(*pair.a, pair.b), {}, &simplex).distance_m;
    }
  }

 private:
  std::vector<std::vector<Vec3>> vertices_;
  std::vector<PosedSolids> pairs_;
};

}  // namespace

std::unique_ptr<Peer> MakeCollision2dSolidPeer() { return std::make_unique<Collision2dSolidPeer>(); }
std::unique_ptr<Peer> MakePosedGjkPeer() { return std::make_unique<PosedGjkPeer>(); }

std::vector<std::unique_ptr<Peer>> MakeSolidPeers() {
  std::vector<std::unique_ptr<Peer>> peers;
  peers.push_back(MakeFclPeer(FclSolver::kIndependent));
  peers.push_back(MakeFclPeer(FclSolver::kLibccd));
  peers.push_back(MakeLibccdSolidPeer(LibccdAlgorithm::kGjk));
  peers.push_back(MakeLibccdSolidPeer(LibccdAlgorithm::kMpr));
  peers.push_back(MakeBulletPeer());
  peers.push_back(MakeCollision2dSolidPeer());
  return peers;
}

}  // namespace collision2d::bench
