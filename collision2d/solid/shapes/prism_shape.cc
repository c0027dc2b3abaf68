#include "collision2d/solid/shapes/prism_shape.h"

#include <algorithm>
#include <cmath>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "collision2d/geometry/padded_ring.h"
#include "collision2d/query/stages/support.h"
#include "collision2d/solid/shapes/shape_checks.h"

namespace collision2d::solid {
namespace {

// Error of the outer ball's radius: differences, squares and roots, below 8 u.
constexpr double kBallRoundUp = 1.0 + 0x1p-49;

// Error of the distance of an edge from the centre, relative to the outer radius. The rounded
// offsets have a relative error of u, which rotates an edge of 2^-20 of the reach by 2^-32: 2^-31,
// with twice the rounding of the cross product over that length.
constexpr double kBallError = 0x1p-30;

// m. Smaller prisms have products that underflow.
constexpr double kSmallestBall_m = 0x1p-300;

}  // namespace

absl::StatusOr<PrismShape> PrismShape::Create(const ConvexPolygon& polygon, double z_min_m, double z_max_m) {
  if (polygon.radius_m() != 0.0) {
    return absl::InvalidArgumentError(
        absl::StrFormat("polygon.radius_m: %.17g is not 0; CreateRoundPrism takes it", polygon.radius_m()));
  }
  if (absl::Status status = internal::CheckCoordinate("z_min_m", z_min_m); !status.ok()) return status;
  if (absl::Status status = internal::CheckCoordinate("z_max_m", z_max_m); !status.ok()) return status;
  if (z_min_m > z_max_m) {
    return absl::InvalidArgumentError(
        absl::StrFormat("z_min_m: %.17g is above z_max_m: %.17g; the span is inverted", z_min_m, z_max_m));
  }
  return PrismShape(polygon, z_min_m, z_max_m);
}

PrismShape::PrismShape(const ConvexPolygon& polygon, double z_min_m, double z_max_m)
    : polygon_(polygon), z_min_m_(z_min_m), z_max_m_(z_max_m) {
  // Relative to one vertex, so that far coordinates cost no accuracy.
  const Vec2 origin = polygon_.vertices()[0];
  Vec2 sum;
  for (const Vec2 v : polygon_.vertices()) sum = sum + (v - origin);
  const Vec2 mean = origin + (1.0 / polygon_.size()) * sum;
  center_ = {mean.x, mean.y, 0.5 * z_min_m + 0.5 * z_max_m};
  magnitude_m_ = std::max({polygon_.max_coordinate_m(), std::abs(z_min_m), std::abs(z_max_m)});
  ComputeBalls();
}

void PrismShape::ComputeBalls() {
  const int n = polygon_.size();
  const auto arm = [this](const Vec2& v) { return Vec3{v.x - center_.x, v.y - center_.y, 0.0}; };
  double reach_m = 0.0;
  for (const Vec2 v : polygon_.vertices()) reach_m = std::max(reach_m, Norm(arm(v)));
  const double below_m = center_.z - z_min_m_;
  const double above_m = z_max_m_ - center_.z;
  outer_radius_m_ = kBallRoundUp * Norm({reach_m, std::max(below_m, above_m), 0.0});
  if (n < 3) return;
  double inner_m = std::min(below_m, above_m);
  for (int i = 0; i < n; ++i) {
    const Vec3 from = arm(polygon_.vertices()[i]);
    const Vec3 to = arm(polygon_.vertices()[i + 1 == n ? 0 : i + 1]);
    const double edge_m = Norm(to - from);
    // An edge shorter than this is mostly rounding of the offsets; the quotient would be
    // meaningless.
    if (!(edge_m > 0x1p-20 * reach_m && reach_m > kSmallestBall_m)) return;
    inner_m = std::min(inner_m, Cross(from, to).z / edge_m);
  }
  inner_radius_m_ = std::max(inner_m - kBallError * outer_radius_m_, 0.0);
}

int PrismShape::Climb(Vec2 direction, Hint* hint) const {
  const Vec2* const ring = polygon_.ring();
  int start = polygon_.StartVertex(collision2d::internal::DirectionSector(direction));
  ABSL_ASSERT(hint->vertex < polygon_.size());
  if (hint->vertex >= 0 && Dot(direction, ring[hint->vertex] - ring[start]) > 0.0) start = hint->vertex;
  hint->vertex = collision2d::internal::SupportByHillClimbing(polygon_.vertices(), direction, start);
  return hint->vertex;
}

}  // namespace collision2d::solid
