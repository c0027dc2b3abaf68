#include "collision2d/solid/posed_solid.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "absl/base/macros.h"
#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/gjk3.h"
#include "collision2d/solid/shapes/support_mapping.h"

namespace collision2d::solid {
namespace {

absl::Status CheckBound(const char* name, double value_m) {
  // Written so that NaN is refused.
  if (std::abs(value_m) <= kMaxCoordinate_m) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrFormat("%s = %.17g: must be finite and within %g m", name, value_m, kMaxCoordinate_m));
}

constexpr int kSides = 32;

// Returns the corners of the regular polygon of 32 sides around the unit circle, counter-clockwise,
// beginning with a lowest one. Uses only square roots and products, since the bits of a libm differ
// between machines.
std::array<Vec2, kSides> CornersAroundUnitCircle() {
  const double cos_8 = std::sqrt(0.5 * (1.0 + std::sqrt(0.5)));
  const double cos_16 = std::sqrt(0.5 * (1.0 + cos_8));
  const double cos_32 = std::sqrt(0.5 * (1.0 + cos_16));
  const Vec2 turn{cos_16, std::sqrt(1.0 - cos_16 * cos_16)};
  // 2^-45 covers the rounding of 32 rotations, 2^-50 each.
  const double reach = (1.0 + 0x1p-45) / cos_32;
  std::array<Vec2, kSides> corners;
  Vec2 corner{0.0, -reach};
  for (Vec2& out : corners) {
    out = corner;
    corner = {corner.x * turn.x - corner.y * turn.y, corner.x * turn.y + corner.y * turn.x};
  }
  return corners;
}

bool IsLower(Vec2 a, Vec2 b) { return a.y < b.y || (a.y == b.y && a.x < b.x); }

// The Minkowski sum of the hull of `ring` and the polygon around the circle of that radius,
// counter-clockwise: the edges of both in the order of their directions.
void AppendRounded(absl::Span<const Vec2> ring, double radius_m, std::vector<Vec2>* outline) {
  const std::array<Vec2, kSides> circle = CornersAroundUnitCircle();
  const size_t n = ring.size();
  const size_t edges = n > 1 ? n : 0;
  const size_t lowest = std::min_element(ring.begin(), ring.end(), IsLower) - ring.begin();
  const auto of_ring = [&](size_t i) { return ring[(lowest + i) % n]; };
  const auto of_circle = [&](size_t j) { return radius_m * circle[j % kSides]; };
  for (size_t i = 0, j = 0; i < edges || j < kSides;) {
    outline->push_back(of_ring(i) + of_circle(j));
    const double turn = i < edges && j < kSides ? Cross(of_ring(i + 1) - of_ring(i), of_circle(j + 1) - of_circle(j))
                                                : (i < edges ? 1.0 : -1.0);
    if (turn >= 0.0) ++i;
    if (turn <= 0.0) ++j;
  }
}

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

absl::StatusOr<ZSpan> ZSpan::Create(double z_min_m, double z_max_m) {
  if (absl::Status status = CheckBound("z_min_m", z_min_m); !status.ok()) return status;
  if (absl::Status status = CheckBound("z_max_m", z_max_m); !status.ok()) return status;
  if (z_max_m < z_min_m) {
    return absl::InvalidArgumentError(absl::StrFormat("z_max_m = %.17g: below z_min_m = %.17g", z_max_m, z_min_m));
  }
  return ZSpan{z_min_m, z_max_m};
}

void PosedSolid::AssignPrism(const ConvexPolygon& base, const ZSpan& span, const Pose3& world_from_body) {
  ABSL_ASSERT(!(span.z_min_m > span.z_max_m));
  outline_.clear();
  if (base.radius_m() > 0.0) {
    AppendRounded(base.vertices(), base.radius_m(), &outline_);
  } else {
    outline_.assign(base.vertices().begin(), base.vertices().end());
  }
  corners_.clear();
  for (const double z_m : {span.z_min_m, span.z_max_m}) {
    for (const Vec2 p : outline_) corners_.push_back(world_from_body.Rotate({p.x, p.y, z_m}));
  }
  origin_ = world_from_body.translation;
  CheckCorners();
  ConnectPrism();
}

void PosedSolid::CheckCorners() {
  is_valid_ = IsFinite(origin_);
  // A sum suffices: values that are not finite remain so.
  Vec3 sum;
  for (const Vec3& corner : corners_) sum = sum + corner;
  is_valid_ = is_valid_ && IsFinite(sum);
  if (is_valid_) return;
  origin_ = {};
  for (Vec3& corner : corners_) corner = {};
}

void PosedSolid::ConnectPrism() {
  const int32_t n = static_cast<int32_t>(outline_.size());
  if (prism_sides_ == n && !edges_.empty()) return;
  prism_sides_ = n;
  edges_.clear();
  triangles_.clear();
  for (int32_t k = 0; k < n; ++k) edges_.push_back({k, n + k});
  if (n == 1) return;
  for (int32_t k = 0; k < n; ++k) {
    const int32_t next = (k + 1) % n;
    edges_.push_back({k, next});
    edges_.push_back({n + k, n + next});
    triangles_.push_back({k, next, n + next});
    triangles_.push_back({k, n + next, n + k});
  }
  for (int32_t k = 1; k + 1 < n; ++k) {
    triangles_.push_back({0, k, k + 1});
    triangles_.push_back({n, n + k, n + k + 1});
  }
}

void PosedSolid::AssignPolytope(const ConvexMesh& polytope, const Pose3& world_from_body) {
  corners_.clear();
  for (const Vec3& p : polytope.vertices()) corners_.push_back(world_from_body.Rotate(p));
  origin_ = world_from_body.translation;
  CheckCorners();
  prism_sides_ = 0;
  edges_.assign(polytope.edges().begin(), polytope.edges().end());
  if (edges_.empty()) edges_.push_back({0, 0});
  triangles_.clear();
  for (int f = 0; f < polytope.num_faces(); ++f) {
    const absl::Span<const int32_t> face = polytope.face(f);
    for (size_t k = 1; k + 1 < face.size(); ++k) triangles_.push_back({face[0], face[k], face[k + 1]});
  }
}

ZSpan PosedSolid::Extent() const {
  if (!is_valid_ || corners_.empty())
    return {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  ZSpan extent{corners_[0].z, corners_[0].z};
  for (const Vec3& corner : corners_) {
    extent.z_min_m = std::min(extent.z_min_m, corner.z);
    extent.z_max_m = std::max(extent.z_max_m, corner.z);
  }
  return {extent.z_min_m + origin_.z, extent.z_max_m + origin_.z};
}

ConvexPolygon PosedSolid::GroundPlan() const {
  if (corners_.empty()) return ConvexPolygon::Hull({Vec2{}}).value();
  std::vector<Vec2> plan;
  plan.reserve(corners_.size());
  for (const Vec3& corner : corners_) plan.push_back({corner.x, corner.y});
  absl::StatusOr<ConvexPolygon> hull = ConvexPolygon::Hull(plan);
  ABSL_ASSERT(hull.ok());
  return *std::move(hull);
}

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
