#ifndef COLLISION2D_SOLID_SHAPES_SIMPLE_SHAPES_H_
#define COLLISION2D_SOLID_SHAPES_SIMPLE_SHAPES_H_

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "absl/base/macros.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/support_mapping.h"

// Boxes, points, segments and the round shapes made of them: spheres, capsules, cylinders; and the
// Minkowski sum of two shapes.
namespace collision2d::solid {

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
  // support_mapping.h.
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
  double Magnitude() const { return kRoundUp * (core_.Magnitude() + radius_m_); }

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
  double Magnitude() const { return kRoundUp * (core_.Magnitude() + radius_m_); }

 private:
  // REQUIRES: values that Create accepts.
  CapsuleShape(const Vec3& a, const Vec3& b, double radius_m) : core_(a, b), radius_m_(radius_m) {}

  SegmentShape core_;
  double radius_m_;
};

}  // namespace collision2d::solid

namespace collision2d::solid::internal {

// Returns the point of the disc about the origin of the xy plane that is farthest along the
// direction. If the direction is perpendicular to the disc, all its points tie, and the result is
// the centre, which favours no side.
inline Vec2 DiscSupport(double radius_m, const Vec3& direction) {
  const Vec2 along{direction.x, direction.y};
  if (along == Vec2{}) return {};
  return radius_m * Normalized(along);
}

}  // namespace collision2d::solid::internal

namespace collision2d::solid {

// A cylinder about the z axis of its own frame, centred at the origin.
class CylinderShape {
 public:
  using Hint = NoHint;

  // Takes half the height and the radius in m. A half height of 0 makes a disc, a radius of 0 a
  // segment. Errors (InvalidArgument): a value that is negative, not finite or beyond
  // kMaxCoordinate_m.
  static absl::StatusOr<CylinderShape> Create(double half_height_m, double radius_m) {
    if (absl::Status status = internal::CheckLength("half_height_m", half_height_m); !status.ok()) return status;
    if (absl::Status status = internal::CheckLength("radius_m", radius_m); !status.ok()) return status;
    return CylinderShape(half_height_m, radius_m);
  }

  double half_height_m() const { return half_height_m_; }
  double radius_m() const { return radius_m_; }

  // Within kRoundSupportRelativeError. For a direction along the axis, the result is the centre of
  // the end; for one perpendicular to it, a point at z = half_height_m, or at -half_height_m if
  // direction.z is -0.
  // Source: van den Bergen 1999, A Fast and Robust GJK Implementation.
  Vec3 Support(const Vec3& direction, Hint*) const {
    const Vec2 on_disc = internal::DiscSupport(radius_m_, direction);
    return {on_disc.x, on_disc.y, std::copysign(half_height_m_, direction.z)};
  }
  Vec3 Center() const { return {}; }
  double Magnitude() const { return kRoundUp * std::max(half_height_m_, radius_m_); }

 private:
  // REQUIRES: values that Create accepts.
  CylinderShape(double half_height_m, double radius_m) : half_height_m_(half_height_m), radius_m_(radius_m) {}

  double half_height_m_;
  double radius_m_;
};

// The Minkowski sum {p + q : p in a, q in b}, both in one frame (van den Bergen 2001, section 2).
// Stores copies of the shapes. The sum of two vertex hulls is a vertex hull, of the rounded sums of
// their vertices. If a shape has a radius, the sum has the sum of the radii, around the sum of the
// cores. Coordinates may reach the sum of the two bounds.
template <typename A, typename B>
class MinkowskiSum {
  static_assert(!kIsUnbounded<A> && !kIsUnbounded<B>, "a sum is of bounded shapes");

 public:
  using Hint = HintPair<typename A::Hint, typename B::Hint>;

  // REQUIRES: for two vertex hulls, the product of their numbers of vertices is below 2^31.
  MinkowskiSum(A a, B b) : a_(std::move(a)), b_(std::move(b)) {
    if constexpr (kIsVertexHull<A> && kIsVertexHull<B>) {
      ABSL_ASSERT(int64_t{a_.num_vertices()} * b_.num_vertices() <= std::numeric_limits<int>::max());
    }
  }

  const A& a() const { return a_; }
  const B& b() const { return b_; }

  // s_a(d) + s_b(d): within the sum of the errors of both and one rounding.
  Vec3 Support(const Vec3& direction, Hint* hint) const {
    return a_.Support(direction, &hint->a) + b_.Support(direction, &hint->b);
  }
  Vec3 Center() const { return a_.Center() + b_.Center(); }
  // Rounding is monotone: no rounded sum of two coordinates is larger.
  double Magnitude() const { return a_.Magnitude() + b_.Magnitude(); }

  // vertex(i) is the sum of vertex i / nb of a and vertex i % nb of b, nb being b's number of
  // vertices.
  template <typename P = A, typename Q = B, typename = std::enable_if_t<kIsVertexHull<P> && kIsVertexHull<Q>>>
  int num_vertices() const {
    return a_.num_vertices() * b_.num_vertices();
  }
  template <typename P = A, typename Q = B, typename = std::enable_if_t<kIsVertexHull<P> && kIsVertexHull<Q>>>
  Vec3 vertex(int i) const {
    ABSL_ASSERT(0 <= i && i < num_vertices());
    return a_.vertex(i / b_.num_vertices()) + b_.vertex(i % b_.num_vertices());
  }

  // The sum of the cores, as copies.
  template <typename P = A, typename Q = B, typename = std::enable_if_t<kHasRadius<P> || kHasRadius<Q>>>
  MinkowskiSum<CoreType<P>, CoreType<Q>> core() const {
    return {CoreOf(a_), CoreOf(b_)};
  }
  template <typename P = A, typename Q = B, typename = std::enable_if_t<kHasRadius<P> || kHasRadius<Q>>>
  double radius_m() const {
    return RadiusOf(a_) + RadiusOf(b_);
  }

 private:
  A a_;
  B b_;
};

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_SHAPES_SIMPLE_SHAPES_H_
