#include "bench/solid/peers/posed_gjk_peer.h"

#include <cstddef>
#include <utility>
#include <vector>

#include "bench/solid/plain_gjk3.h"
#include "bench/solid/posed_hulls.h"
#include "bench/solid/signed_volumes_subdistance.h"
#include "collision2d/solid/geometry/vec3.h"

namespace collision2d::bench {
namespace {

using solid::Vec3;

struct PosedPair {
  const std::vector<Vec3>* a;
  std::vector<Vec3> b;  // In the frame of a.
};

class PosedGjkPeer : public SolidPeer {
 public:
  const char* name() const override { return "posed GJK"; }

  bool Has(SolidQuery query) const override { return query == SolidQuery::kDistance; }

  void Prepare(const SolidDataset& dataset) override {
    pairs_.clear();
    vertices_.clear();
    for (const SolidShape& shape : dataset.shapes) vertices_.push_back(shape.vertices);
    for (const SolidPair& pair : dataset.pairs) {
      PosedPair posed = {&vertices_[static_cast<size_t>(pair.a)], {}};
      for (const Vec3& v : vertices_[static_cast<size_t>(pair.b)]) posed.b.push_back(pair.a_from_b * v);
      pairs_.push_back(std::move(posed));
    }
  }

  void Run(SolidQuery, int begin, int end, double* results) override {
    for (int i = begin; i < end; ++i) {
      const PosedPair& pair = pairs_[static_cast<size_t>(i)];
      SignedVolumesSubdistance simplex;
      results[i] = PlainGjk3(PosedHulls(*pair.a, pair.b), {}, &simplex).distance_m;
    }
  }

 private:
  std::vector<std::vector<Vec3>> vertices_;
  std::vector<PosedPair> pairs_;
};

}  // namespace

std::unique_ptr<SolidPeer> MakePosedGjkPeer() { return std::make_unique<PosedGjkPeer>(); }

}  // namespace collision2d::bench
