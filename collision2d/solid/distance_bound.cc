#include "collision2d/solid/distance_bound.h"

#include <algorithm>

#include "absl/types/span.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/posed_solid.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/gjk3.h"
#include "collision2d/solid/shapes/support_mapping.h"

namespace collision2d::solid {
namespace {

// The hull of a solid's corners, for GJK (support_mapping.h).
class CornerHull {
 public:
  using Hint = NoHint;

  explicit CornerHull(const PosedSolid& solid) : corners_(solid.corners()) {
    for (const Vec3& corner : corners_) {
      center_ = center_ + (1.0 / static_cast<double>(corners_.size())) * corner;
      magnitude_m_ = std::max(magnitude_m_, NormInfinity(corner));
    }
  }

  // Products underflow only for directions between bodies that are far closer than any margin.
  Vec3 Support(const Vec3& direction, Hint* /*hint*/) const {
    return *std::max_element(corners_.begin(), corners_.end(),
                             [&](const Vec3& a, const Vec3& b) { return Dot(direction, a) < Dot(direction, b); });
  }

  Vec3 Center() const { return center_; }
  double Magnitude() const { return magnitude_m_; }
  int num_vertices() const { return static_cast<int>(corners_.size()); }
  Vec3 vertex(int i) const { return corners_[i]; }

 private:
  const absl::Span<const Vec3> corners_;
  Vec3 center_;
  double magnitude_m_ = 0.0;
};

}  // namespace

double DistanceLowerBound(const PosedSolid& a, const PosedSolid& b) {
  using Cso = Cso3<CornerHull, CornerHull>;
  const CornerHull hull_a(a);
  const CornerHull hull_b(b);
  const Pose3 a_from_b{b.origin() - a.origin(), {}};
  const Cso cso(hull_a, hull_b, a_from_b);
  const Vec3 center = cso.Center().point;
  if (!IsFinite(center)) return 0.0;
  internal::Gjk3 gjk;
  gjk.direction = center == Vec3{} ? Vec3{1.0, 0.0, 0.0} : center;
  Cso::Hints hints;
  internal::RunGjk3<internal::GjkGoal3::kClosestPoint, false>(cso, 0.0, &hints, &gjk);
  // The reach is not positive if the loop ended early, or did not begin since the pair is tiny.
  const bool is_apart = gjk.relation != Relation::kOverlapping && gjk.distance_sq > 0.0 && gjk.reach > 0.0;
  return is_apart ? gjk.reach / Norm(gjk.direction) : 0.0;
}

}  // namespace collision2d::solid
