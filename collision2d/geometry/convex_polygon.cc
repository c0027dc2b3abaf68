#include "collision2d/geometry/convex_polygon.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "collision2d/geometry/orientation.h"
#include "collision2d/geometry/tolerances.h"

namespace collision2d {
namespace {

// Covers the relative errors of a computed distance from the centre and of rounding to single
// precision, so that the bounding radius is a bound. Proof: round_up.
constexpr double kRoundUp = 1.0 + 0x1p-23;
// m. The smallest number of single precision: covers these errors where the distance is so small
// that it has few bits.
constexpr float kSmallestSingle_m = std::numeric_limits<float>::denorm_min();

// Reduces an inner radius, to cover the rounding of the height and of the conversion to single
// precision. Proof: inner_radius.
constexpr double kInnerRoundDown = 1.0 - 0x1p-20;

// An inner radius below this part of the bounding radius is not used: what it is reduced by must
// cover the error of a height above an edge, 7 u of the arm, which is at most two bounding radii.
// Proof: inner_radius.
constexpr double kHeightError = 0x1p-28;

// Tangent of the angle below which a corner is a needle: 2^13 times the rounding of a direction.
// No proof: it selects a search, and bounds nothing.
constexpr double kNeedleTangent = 0x1p-40;

absl::Status CheckCoordinate(double value, int vertex, char axis) {
  if (!std::isfinite(value)) {
    return absl::InvalidArgumentError(absl::StrFormat("vertices[%d].%c: %g is not finite", vertex, axis, value));
  }
  if (std::abs(value) > kMaxCoordinate_m) {
    return absl::InvalidArgumentError(
        absl::StrFormat("vertices[%d].%c: %.17g m is beyond the limit of %g m", vertex, axis, value, kMaxCoordinate_m));
  }
  return absl::OkStatus();
}

absl::Status CheckRange(absl::Span<const Vec2> vertices, double radius_m) {
  if (vertices.empty()) return absl::InvalidArgumentError("vertices: empty; at least one is needed");
  for (int i = 0; i < static_cast<int>(vertices.size()); ++i) {
    if (absl::Status status = CheckCoordinate(vertices[i].x, i, 'x'); !status.ok()) return status;
    if (absl::Status status = CheckCoordinate(vertices[i].y, i, 'y'); !status.ok()) return status;
  }
  if (!std::isfinite(radius_m)) {
    return absl::InvalidArgumentError(absl::StrFormat("radius_m: %g is not finite", radius_m));
  }
  if (radius_m < 0.0) return absl::InvalidArgumentError(absl::StrFormat("radius_m: %.17g is negative", radius_m));
  if (radius_m > kMaxCoordinate_m) {
    return absl::InvalidArgumentError(
        absl::StrFormat("radius_m: %.17g m is beyond the limit of %g m", radius_m, kMaxCoordinate_m));
  }
  return absl::OkStatus();
}

absl::Status CheckRing(absl::Span<const Vec2> v) {
  const int n = static_cast<int>(v.size());
  for (int i = 0; n > 1 && i < n; ++i) {
    const int next = (i + 1) % n;
    if (v[i] == v[next]) {
      return absl::InvalidArgumentError(absl::StrFormat("vertices[%d]: (%.17g, %.17g) repeats vertices[%d]",
                                                        std::max(i, next), v[i].x, v[i].y, std::min(i, next)));
    }
  }
  if (n < 3) return absl::OkStatus();
  int first_right_turn = -1;
  int right_turns = 0;
  for (int i = 0; i < n; ++i) {
    const double turn = Orient2d(v[(i + n - 1) % n], v[i], v[(i + 1) % n]);
    if (turn == 0.0) {
      return absl::InvalidArgumentError(
          absl::StrFormat("vertices[%d]: (%.17g, %.17g) is collinear with its neighbours", i, v[i].x, v[i].y));
    }
    if (turn < 0.0) {
      if (first_right_turn < 0) first_right_turn = i;
      ++right_turns;
    }
  }
  if (right_turns == n && internal::DirectionChanges(v) == 2) {
    return absl::InvalidArgumentError(
        absl::StrFormat("vertices[0..%d] are in clockwise order; counter-clockwise is needed", n - 1));
  }
  if (right_turns > 0) {
    const Vec2 reflex = v[first_right_turn];
    return absl::InvalidArgumentError(absl::StrFormat("vertices[%d]: (%.17g, %.17g) is a reflex corner: not convex",
                                                      first_right_turn, reflex.x, reflex.y));
  }
  if (const int changes = internal::DirectionChanges(v); changes != 2) {
    return absl::InvalidArgumentError(
        absl::StrFormat("vertices[0..%d] go around %d times: the boundary crosses itself", n - 1, changes / 2));
  }
  return absl::OkStatus();
}

}  // namespace

ConvexPolygon::ConvexPolygon(absl::Span<const Vec2> vertices, double radius_m)
    : has_radius_(radius_m > 0.0), ring_(vertices), radius_m_(radius_m) {
  ComputeExtents();
  ComputeInnerRadius();
  FindNeedleCorner();
}

ConvexPolygon::ConvexPolygon(ConvexPolygon&& other) noexcept : ring_(std::move(other.ring_)) { TakeNumbers(&other); }

ConvexPolygon& ConvexPolygon::operator=(ConvexPolygon&& other) noexcept {
  if (this == &other) return *this;
  ring_ = std::move(other.ring_);
  TakeNumbers(&other);
  return *this;
}

void ConvexPolygon::TakeNumbers(ConvexPolygon* other) {
  center_ = std::exchange(other->center_, Vec2{});
  bounding_radius_m_ = std::exchange(other->bounding_radius_m_, kSmallestSingle_m);
  inner_radius_m_ = std::exchange(other->inner_radius_m_, 0.0f);
  second_moments_ = std::exchange(other->second_moments_, internal::PackedMoments());
  has_needle_corner_ = std::exchange(other->has_needle_corner_, false);
  has_radius_ = std::exchange(other->has_radius_, false);
  radius_m_ = std::exchange(other->radius_m_, 0.0);
}

void ConvexPolygon::ComputeExtents() {
  Aabb2 box;
  for (const Vec2 v : vertices()) box.Extend(v);
  center_ = box.center();
  double xx = 0.0;
  double xy = 0.0;
  double yy = 0.0;
  double reach_m = 0.0;
  for (const Vec2 v : vertices()) {
    const Vec2 arm = v - center_;
    reach_m = std::max(reach_m, Norm(arm));
    xx += arm.x * arm.x;
    xy += arm.x * arm.y;
    yy += arm.y * arm.y;
  }
  bounding_radius_m_ = static_cast<float>((reach_m + radius_m_) * kRoundUp) + kSmallestSingle_m;
  second_moments_ = internal::PackedMoments(
      {static_cast<float>(xx / size()), static_cast<float>(xy / size()), static_cast<float>(yy / size())});
}

void ConvexPolygon::ComputeInnerRadius() {
  if (size() < 3) return;
  double nearest_edge_m = bounding_radius_m();
  for (int i = 0; i < size(); ++i) {
    const Vec2 from = ring()[i];
    nearest_edge_m = std::min(nearest_edge_m, Cross(Normalized(ring()[i + 1] - from), center_ - from));
  }
  // Not used below the smallest normal number of single precision.
  const auto inner_radius_m = static_cast<float>(nearest_edge_m * kInnerRoundDown);
  if (inner_radius_m > kHeightError * bounding_radius_m() && inner_radius_m > std::numeric_limits<float>::min()) {
    inner_radius_m_ = inner_radius_m;
  }
}

void ConvexPolygon::FindNeedleCorner() {
  for (int i = 0; size() > 1 && i < size(); ++i) {
    const Vec2 arriving = ring()[i] - ring()[i - 1];
    const Vec2 leaving = ring()[i + 1] - ring()[i];
    // Written as a negation, which is true after underflow too.
    if (!(Cross(arriving, leaving) > -kNeedleTangent * Dot(arriving, leaving))) has_needle_corner_ = true;
  }
}

absl::StatusOr<ConvexPolygon> ConvexPolygon::Create(absl::Span<const Vec2> vertices, double radius_m) {
  if (absl::Status status = CheckRange(vertices, radius_m); !status.ok()) return status;
  if (absl::Status status = CheckRing(vertices); !status.ok()) return status;
  return ConvexPolygon(vertices, radius_m);
}

absl::StatusOr<ConvexPolygon> ConvexPolygon::Hull(absl::Span<const Vec2> points, double radius_m) {
  if (absl::Status status = CheckRange(points, radius_m); !status.ok()) return status;
  absl::InlinedVector<Vec2, 16> sorted(points.begin(), points.end());
  std::sort(sorted.begin(), sorted.end(), internal::LexicographicallyLess);
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  if (sorted.size() <= 2) return ConvexPolygon(sorted, radius_m);

  absl::InlinedVector<Vec2, 16> hull;
  const auto append_chain = [&hull](auto begin, auto end) {
    const size_t start = hull.size();
    for (auto it = begin; it != end; ++it) {
      while (hull.size() >= start + 2 && Orient2d(hull[hull.size() - 2], hull.back(), *it) <= 0.0) hull.pop_back();
      hull.push_back(*it);
    }
    // The last point begins the other chain.
    hull.pop_back();
  };
  append_chain(sorted.begin(), sorted.end());
  append_chain(sorted.rbegin(), sorted.rend());
  return ConvexPolygon(hull, radius_m);
}

absl::StatusOr<ConvexPolygon> ConvexPolygon::FromRing(absl::Span<const Vec2> vertices, double radius_m) {
  if (absl::Status status = CheckRange(vertices, radius_m); !status.ok()) return status;
  std::vector<Vec2> ring(vertices.begin(), vertices.end());
  ring.erase(std::unique(ring.begin(), ring.end()), ring.end());
  while (ring.size() > 1 && ring.front() == ring.back()) ring.pop_back();
  if (ring.size() > 2 && internal::RingOrientation(ring) < 0) std::reverse(ring.begin(), ring.end());
  // A spike is not between its neighbours, and remains to be refused.
  const auto is_between = [](Vec2 a, Vec2 v, Vec2 b) {
    return internal::LexicographicallyLess(a, v) == internal::LexicographicallyLess(v, b) && Orient2d(a, v, b) == 0.0;
  };
  std::vector<Vec2> corners;
  for (size_t i = 0; i < ring.size(); ++i) {
    const Vec2 before = ring[i > 0 ? i - 1 : ring.size() - 1];
    const Vec2 after = ring[i + 1 < ring.size() ? i + 1 : 0];
    if (ring.size() < 3 || !is_between(before, ring[i], after)) corners.push_back(ring[i]);
  }
  absl::StatusOr<ConvexPolygon> polygon = Create(corners, radius_m);
  if (polygon.ok() || corners == vertices) return polygon;
  return absl::InvalidArgumentError(
      absl::StrFormat("%d vertices, counter-clockwise and without repeated and collinear ones: %s", vertices.size(),
                      polygon.status().message()));
}

absl::StatusOr<ConvexPolygon> ConvexPolygon::Disc(double radius_m, Vec2 center) { return Create({center}, radius_m); }

absl::StatusOr<ConvexPolygon> ConvexPolygon::Capsule(Vec2 from, Vec2 to, double radius_m) {
  return Create({from, to}, radius_m);
}

absl::StatusOr<ConvexPolygon> ConvexPolygon::Rectangle(double length_m, double width_m, Vec2 center) {
  if (!(length_m > 0.0)) return absl::InvalidArgumentError(absl::StrFormat("length_m: %g is not positive", length_m));
  if (!(width_m > 0.0)) return absl::InvalidArgumentError(absl::StrFormat("width_m: %g is not positive", width_m));
  const double half_length = 0.5 * length_m;
  const double half_width = 0.5 * width_m;
  return Create({{center.x - half_length, center.y - half_width},
                 {center.x + half_length, center.y - half_width},
                 {center.x + half_length, center.y + half_width},
                 {center.x - half_length, center.y + half_width}});
}

double ConvexPolygon::max_coordinate_m() const {
  double largest_m = 0.0;
  for (const Vec2 v : vertices()) largest_m = std::max({largest_m, std::abs(v.x), std::abs(v.y)});
  return largest_m;
}

Aabb2 ConvexPolygon::Bounds() const {
  Aabb2 box;
  for (const Vec2 v : vertices()) box.Extend(v);
  return box.Inflated(radius_m());
}

absl::StatusOr<ConvexPolygon> ConvexPolygon::Posed(const Pose2& world_from_body) const {
  const double norm_sq = world_from_body.cos * world_from_body.cos + world_from_body.sin * world_from_body.sin;
  if (!(std::abs(norm_sq - 1.0) <= kUnitRotationTolerance)) {
    return absl::InvalidArgumentError(absl::StrFormat("pose: (cos, sin) = (%.17g, %.17g) is not a unit rotation",
                                                      world_from_body.cos, world_from_body.sin));
  }
  absl::InlinedVector<Vec2, 8> posed;
  for (const Vec2 v : vertices()) posed.push_back(world_from_body * v);
  return Create(posed, radius_m());
}

}  // namespace collision2d
