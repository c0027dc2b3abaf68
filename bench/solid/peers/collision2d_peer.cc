#include "bench/solid/peers/collision2d_peer.h"

#include <cstddef>
#include <limits>
#include <vector>

#include "bench/solid/random_solids.h"
#include "collision2d/solid/query/collides3.h"
#include "collision2d/solid/query/distance3.h"
#include "collision2d/solid/query/separation3.h"
#include "collision2d/solid/shapes/convex_polytope.h"
#include "collision2d/solid/shapes/simple_shapes.h"

namespace collision2d::bench {
namespace {

template <typename Shape>
void Answer(const std::vector<Shape>& shapes, const std::vector<SolidPair>& pairs, SolidQuery query, int begin, int end,
            double* results) {
  for (int i = begin; i < end; ++i) {
    const SolidPair& pair = pairs[static_cast<size_t>(i)];
    const Shape& a = shapes[static_cast<size_t>(pair.a)];
    const Shape& b = shapes[static_cast<size_t>(pair.b)];
    if (query == SolidQuery::kCollides) {
      results[i] = solid::Collides(a, b, pair.a_from_b) ? 1.0 : 0.0;
    } else if (query == SolidQuery::kDistance) {
      results[i] = solid::Distance(a, b, pair.a_from_b);
    } else {
      const double signed_distance_m = solid::ComputeSeparation(a, b, pair.a_from_b).signed_distance_m;
      results[i] = signed_distance_m <= 0.0 ? -signed_distance_m : std::numeric_limits<double>::quiet_NaN();
    }
  }
}

class Collision2dPeer : public SolidPeer {
 public:
  const char* name() const override { return "collision2d"; }

  bool Has(SolidQuery) const override { return true; }

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

  void Run(SolidQuery query, int begin, int end, double* results) override {
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

}  // namespace

std::unique_ptr<SolidPeer> MakeCollision2dPeer() { return std::make_unique<Collision2dPeer>(); }

}  // namespace collision2d::bench
