#ifndef COLLISION2D_SOLID_SHAPES_ROUND_SHAPES_H_
#define COLLISION2D_SOLID_SHAPES_ROUND_SHAPES_H_

#include <algorithm>
#include <cmath>

#include "absl/base/macros.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/shape_fields.h"
#include "collision2d/solid/shapes/support_mapping.h"

// Points, segments, and the round shapes made of them: spheres, capsules, cylinders.
namespace collision2d::solid {

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

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_SHAPES_ROUND_SHAPES_H_
