#include <ccd/ccd.h>
#include <ccd/vec3.h>

#include <cmath>
#include <limits>
#include <vector>

#include "bench/peers/packed_pairs.h"
#include "bench/peers/pair_peers.h"
#include "bench/peers/solids.h"

namespace collision2d::bench {
namespace {

using solid::Pose3;
using solid::Vec3;

void PrismSupport(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* support) {
  const PackedPolygon<Vec2>& polygon = *static_cast<const PackedPolygon<Vec2>*>(object);
  const Vec2 along = {ccdVec3X(direction), ccdVec3Y(direction)};
  Vec2 best = polygon.vertices[0];
  double highest = Dot(along, best);
  for (int i = 1; i < polygon.count; ++i) {
    const double height = Dot(along, polygon.vertices[i]);
    if (height > highest) {
      highest = height;
      best = polygon.vertices[i];
    }
  }
  ccdVec3Set(support, best.x, best.y, ccdVec3Z(direction) > 0.0 ? 0.5 : -0.5);
}

class Prisms {
 public:
  using Vertex = Vec2;
  static constexpr bool kHasDistance = false;

  Prisms() {
    CCD_INIT(&ccd_);
    ccd_.support1 = PrismSupport;
    ccd_.support2 = PrismSupport;
    ccd_.max_iterations = 100;
  }
  void Prepare(absl::Span<const PolygonPair> /*pairs*/) {}
  bool Collides(const PackedPair<Vec2>& pair, int /*index*/) const {
    return ccdGJKIntersect(&pair.a, &pair.b, &ccd_) != 0;
  }

 private:
  ccd_t ccd_;
};

struct Posed {
  const SolidShape* shape;
  Pose3 a_from_shape;
};

// The support of a shape in its own frame.
Vec3 BoxSupport(const SolidShape& box, const Vec3& d) {
  const Vec3& half = box.half_extents;
  return {std::copysign(half.x, d.x), std::copysign(half.y, d.y), std::copysign(half.z, d.z)};
}
Vec3 SphereSupport(const SolidShape& sphere, const Vec3& d) { return (sphere.radius / Norm(d)) * d; }
Vec3 HullSupport(const SolidShape& hull, const Vec3& d) { return Farthest(hull.vertices, d); }

template <Vec3 (*kSupport)(const SolidShape&, const Vec3&)>
void Support(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* support) {
  const Posed& posed = *static_cast<const Posed*>(object);
  const Vec3 d = posed.a_from_shape.RotateBack({ccdVec3X(direction), ccdVec3Y(direction), ccdVec3Z(direction)});
  const Vec3 p = posed.a_from_shape * kSupport(*posed.shape, d);
  ccdVec3Set(support, p.x, p.y, p.z);
}

ccd_support_fn SupportOf(SolidKind kind) {
  if (kind == SolidKind::kBoxes) return Support<BoxSupport>;
  return kind == SolidKind::kSpheres ? Support<SphereSupport> : Support<HullSupport>;
}

void Center(const void* object, ccd_vec3_t* center) {
  const Vec3& p = static_cast<const Posed*>(object)->a_from_shape.translation;
  ccdVec3Set(center, p.x, p.y, p.z);
}

class LibccdSolidPeer : public Peer {
 public:
  explicit LibccdSolidPeer(LibccdAlgorithm algorithm)
      : Peer(algorithm == LibccdAlgorithm::kGjk ? "libccd GJK" : "libccd MPR",
             algorithm == LibccdAlgorithm::kGjk ? std::vector<Query>{Query::kCollides, Query::kPenetration}
                                                : std::vector<Query>{Query::kCollides}),
        algorithm_(algorithm) {}

  void Prepare(const SolidDataset& dataset) override {
    posed_.clear();
    for (const SolidPair& pair : dataset.pairs) {
      posed_.push_back({&dataset.shapes[static_cast<size_t>(pair.a)], {}});
      posed_.push_back({&dataset.shapes[static_cast<size_t>(pair.b)], pair.a_from_b});
    }
    CCD_INIT(&ccd_);
    ccd_.support1 = SupportOf(dataset.kind);
    ccd_.support2 = ccd_.support1;
    ccd_.center1 = Center;
    ccd_.center2 = Center;
    ccd_.max_iterations = 500;
    ccd_.epa_tolerance = 1e-12;
  }

  void Run(Query query, int begin, int end, double* results) override {
    for (int i = begin; i < end; ++i) {
      const Posed* const a = &posed_[static_cast<size_t>(2 * i)];
      results[i] = query == Query::kPenetration ? Penetration(a, a + 1) : static_cast<double>(Collides(a, a + 1));
    }
  }

 private:
  bool Collides(const Posed* a, const Posed* b) const {
    return (algorithm_ == LibccdAlgorithm::kGjk ? ccdGJKIntersect(a, b, &ccd_) : ccdMPRIntersect(a, b, &ccd_)) != 0;
  }

  double Penetration(const Posed* a, const Posed* b) const {
    ccd_real_t depth = 0.0;
    ccd_vec3_t direction;
    ccd_vec3_t position;
    const int result = ccdGJKPenetration(a, b, &ccd_, &depth, &direction, &position);
    return result == 0 ? static_cast<double>(depth) : std::numeric_limits<double>::quiet_NaN();
  }

  LibccdAlgorithm algorithm_;
  ccd_t ccd_;
  std::vector<Posed> posed_;
};

}  // namespace

std::unique_ptr<Peer> MakeLibccdPeer() { return std::make_unique<PackedPeer<Prisms>>("libccd"); }
std::unique_ptr<Peer> MakeLibccdSolidPeer(LibccdAlgorithm algorithm) {
  return std::make_unique<LibccdSolidPeer>(algorithm);
}

}  // namespace collision2d::bench
