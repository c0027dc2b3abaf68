#pragma once

#include <algorithm>
#include <cmath>

#include "absl/base/macros.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/shape_checks.h"
#include "collision2d/solid/shapes/support_mapping.h"

// Boxes, points, segments and the round shapes made of them: spheres and capsules.
namespace collision2d::solid {

// Error bound of the support point p of a round shape (sphere, capsule, cone, cylinder, ellipsoid,
// rounded shape) in direction d: p is within this times Magnitude() of the shape, and d . p,
// computed exactly, is within this times |d| * Magnitude() of the maximum:
//   the unit vector: a sum of squares 3 u, halved by the root, the root u, the division u      3.5
//   u of each coordinate
//   the ellipsoid's products: one before the unit vector is made, in it and after it             4
//   u
//   the sum with the core or the centre                                                          u
// in total 8.5 u of each coordinate; the length of the error is at most sqrt(3) times the largest
// coordinate's: 15 u.
inline constexpr double kRoundSupportRelativeError = 16.0 * 0x1p-53;

namespace internal {

// A computed length times this factor is at least the exact length: it exceeds the errors above.
inline constexpr double kRoundUp = 1.0 + 0x1p-48;

// A direction whose largest coordinate is in [kMinDirectionNorm, kMaxDirectionNorm] is used
// unchanged.
inline constexpr double kMinDirectionNorm = 0x1p-200;
inline constexpr double kMaxDirectionNorm = 0x1p400;

// Returns `direction` times the power of two that brings its largest coordinate into that range:
// the same direction, to the bit unless coordinates are subnormal.
inline Vec3 ScaledIntoRange(Vec3 direction) {
  // The range of doubles is 2^-1074 to 2^1024: at most five steps of 2^200.
  for (int step = 0; step < 5 && NormInfinity(direction) < kMinDirectionNorm; ++step) direction = 0x1p200 * direction;
  for (int step = 0; step < 5 && NormInfinity(direction) > kMaxDirectionNorm; ++step) direction = 0x1p-200 * direction;
  return direction;
}

// Returns the direction, scaled by a power of two if it is too short or too long to be multiplied
// by numbers about 1. Costs one comparison in the usual case.
inline Vec3 DirectionInRange(const Vec3& direction) {
  const double norm = NormInfinity(direction);
  if (norm >= kMinDirectionNorm && norm <= kMaxDirectionNorm) return direction;
  return ScaledIntoRange(direction);
}

// Returns the direction, scaled by a power of two so that its dot products with differences of
// legal coordinates neither overflow nor, down to the smallest doubles, underflow: its largest
// coordinate is at least 2^200 and at most 2^800.
inline Vec3 ForDotProducts(const Vec3& direction) { return 0x1p400 * DirectionInRange(direction); }

// Returns the support point of the core grown by a radius, from one of the core and the direction.
// REQUIRES: direction is finite and not zero.
inline Vec3 Grown(const Vec3& on_core, double radius_m, const Vec3& direction) {
  return on_core + radius_m * Normalized(direction);
}

}  // namespace internal

// A box centred at the origin of its own frame, with its sides along the axes of that frame. A
// vertex hull.
class BoxShape {
 public:
  using Hint = NoHint;

  // Takes half the lengths of the sides, m; 0 makes the box flat. Errors (InvalidArgument): a half
  // extent that is negative, not finite or beyond kMaxCoordinate_m.
  static absl::StatusOr<BoxShape> Create(const Vec3& half_extents) {
    if (absl::Status status = internal::CheckLengths("half_extents", half_extents); !status.ok()) return status;
    return BoxShape(half_extents);
  }

  const Vec3& half_extents() const { return half_extents_; }

  // Selects the corner by the signs of the direction's coordinates: exact for every direction.
  Vec3 Support(const Vec3& direction, Hint*) const {
    return {std::copysign(half_extents_.x, direction.x), std::copysign(half_extents_.y, direction.y),
            std::copysign(half_extents_.z, direction.z)};
  }
  Vec3 Center() const { return {}; }
  double Magnitude() const { return NormInfinity(half_extents_); }

  // m. The radii of balls around the centre: one inside the box, and one around it. See
  // docs/solid.md.
  double InnerRadius() const { return std::min({half_extents_.x, half_extents_.y, half_extents_.z}); }
  double OuterRadius() const { return outer_radius_m_; }

  // Bit 0 of i is the sign of x, bit 1 of y, bit 2 of z; set for plus. There are always eight, even
  // if some are equal.
  int num_vertices() const { return 8; }
  Vec3 vertex(int i) const {
    ABSL_ASSERT(0 <= i && i < 8);
    return {(i & 1) != 0 ? half_extents_.x : -half_extents_.x, (i & 2) != 0 ? half_extents_.y : -half_extents_.y,
            (i & 4) != 0 ? half_extents_.z : -half_extents_.z};
  }

 private:
  // REQUIRES: half extents that Create accepts.
  explicit BoxShape(const Vec3& half_extents)
      : half_extents_{std::abs(half_extents.x), std::abs(half_extents.y), std::abs(half_extents.z)},
        outer_radius_m_((1.0 + 0x1p-50) * Norm(half_extents)) {}

  Vec3 half_extents_;
  double outer_radius_m_;
};

// A point. A vertex hull.
class PointShape {
 public:
  using Hint = NoHint;

  // Errors (InvalidArgument): a coordinate of `position` (m) that is not finite or beyond
  // kMaxCoordinate_m.
  static absl::StatusOr<PointShape> Create(const Vec3& position) {
    if (absl::Status status = internal::CheckPoint("position", position); !status.ok()) return status;
    return PointShape(position);
  }

  // REQUIRES: a position (m) that Create accepts.
  explicit PointShape(const Vec3& position) : position_(position) {
    ABSL_ASSERT(NormInfinity(position) <= kMaxCoordinate_m);
  }

  const Vec3& position() const { return position_; }

  Vec3 Support(const Vec3&, Hint*) const { return position_; }
  Vec3 Center() const { return position_; }
  double Magnitude() const { return NormInfinity(position_); }

  int num_vertices() const { return 1; }
  Vec3 vertex(int i) const {
    ABSL_ASSERT(i == 0);
    static_cast<void>(i);
    return position_;
  }

 private:
  Vec3 position_;
};

// The segment from a to b, which may be equal. A vertex hull.
class SegmentShape {
 public:
  using Hint = NoHint;

  // Errors (InvalidArgument): a coordinate of `a` or `b` (m) that is not finite or beyond
  // kMaxCoordinate_m.
  static absl::StatusOr<SegmentShape> Create(const Vec3& a, const Vec3& b) {
    if (absl::Status status = internal::CheckPoint("a", a); !status.ok()) return status;
    if (absl::Status status = internal::CheckPoint("b", b); !status.ok()) return status;
    return SegmentShape(a, b);
  }

  // REQUIRES: ends (m) that Create accepts.
  SegmentShape(const Vec3& a, const Vec3& b) : a_(a), b_(b) { ABSL_ASSERT(Magnitude() <= kMaxCoordinate_m); }

  const Vec3& a() const { return a_; }
  const Vec3& b() const { return b_; }

  // Returns the end that is farther along the direction, by the sign of the dot product with the
  // difference of the ends, whose error is relative to the length of the segment; a, if they tie.
  Vec3 Support(const Vec3& direction, Hint*) const {
    return Dot(internal::ForDotProducts(direction), b_ - a_) > 0.0 ? b_ : a_;
  }
  Vec3 Center() const { return 0.5 * a_ + 0.5 * b_; }
  double Magnitude() const { return std::max(NormInfinity(a_), NormInfinity(b_)); }

  int num_vertices() const { return 2; }
  Vec3 vertex(int i) const {
    ABSL_ASSERT(0 <= i && i < 2);
    return i == 0 ? a_ : b_;
  }

 private:
  Vec3 a_;
  Vec3 b_;
};

// A ball: a point and a radius (support_mapping.h).
class SphereShape {
 public:
  using Hint = NoHint;

  // Takes radius and centre in m; a radius of 0 makes a point. Errors (InvalidArgument): a radius
  // that is negative, not finite or beyond kMaxCoordinate_m; a coordinate of `center` that is not
  // finite or beyond it.
  static absl::StatusOr<SphereShape> Create(double radius_m, const Vec3& center = {}) {
    if (absl::Status status = internal::CheckLength("radius_m", radius_m); !status.ok()) return status;
    if (absl::Status status = internal::CheckPoint("center", center); !status.ok()) return status;
    return SphereShape(radius_m, center);
  }

  const PointShape& core() const { return core_; }
  double radius_m() const { return radius_m_; }

  // Within kRoundSupportRelativeError.
  Vec3 Support(const Vec3& direction, Hint* hint) const {
    return internal::Grown(core_.Support(direction, hint), radius_m_, direction);
  }
  Vec3 Center() const { return core_.position(); }
  double Magnitude() const { return internal::kRoundUp * (core_.Magnitude() + radius_m_); }

 private:
  // REQUIRES: values that Create accepts.
  SphereShape(double radius_m, const Vec3& center) : core_(center), radius_m_(radius_m) {}

  PointShape core_;
  double radius_m_;
};

// All points within a radius of a segment (support_mapping.h).
class CapsuleShape {
 public:
  using Hint = NoHint;

  // Takes the ends of the segment and the radius in m; the ends may be equal and the radius 0.
  // Errors (InvalidArgument): a coordinate of `a` or `b` that is not finite or beyond
  // kMaxCoordinate_m; a radius that is negative, not finite or beyond it.
  static absl::StatusOr<CapsuleShape> Create(const Vec3& a, const Vec3& b, double radius_m) {
    if (absl::Status status = internal::CheckPoint("a", a); !status.ok()) return status;
    if (absl::Status status = internal::CheckPoint("b", b); !status.ok()) return status;
    if (absl::Status status = internal::CheckLength("radius_m", radius_m); !status.ok()) return status;
    return CapsuleShape(a, b, radius_m);
  }

  const SegmentShape& core() const { return core_; }
  double radius_m() const { return radius_m_; }

  // Within kRoundSupportRelativeError.
  Vec3 Support(const Vec3& direction, Hint* hint) const {
    return internal::Grown(core_.Support(direction, hint), radius_m_, direction);
  }
  Vec3 Center() const { return core_.Center(); }
  double Magnitude() const { return internal::kRoundUp * (core_.Magnitude() + radius_m_); }

 private:
  // REQUIRES: values that Create accepts.
  CapsuleShape(const Vec3& a, const Vec3& b, double radius_m) : core_(a, b), radius_m_(radius_m) {}

  SegmentShape core_;
  double radius_m_;
};

}  // namespace collision2d::solid
