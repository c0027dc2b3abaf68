#pragma once

#include <algorithm>
#include <cmath>

#include "absl/base/macros.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/shape_checks.h"
#include "collision2d/solid/shapes/simple_shapes.h"
#include "collision2d/solid/shapes/support_mapping.h"

// Bounded shapes beyond those of a vehicle: triangles, cylinders, cones, ellipsoids.
namespace collision2d::solid {

// A triangle without thickness; its vertices may be collinear or equal. A vertex hull.
class TriangleShape {
 public:
  using Hint = NoHint;

  // Errors (InvalidArgument): a coordinate of `a`, `b` or `c` (m) that is not finite or beyond
  // kMaxCoordinate_m.
  static absl::StatusOr<TriangleShape> Create(const Vec3& a, const Vec3& b, const Vec3& c) {
    if (absl::Status status = internal::CheckPoint("a", a); !status.ok()) return status;
    if (absl::Status status = internal::CheckPoint("b", b); !status.ok()) return status;
    if (absl::Status status = internal::CheckPoint("c", c); !status.ok()) return status;
    return TriangleShape(a, b, c);
  }

  // REQUIRES: vertices (m) that Create accepts.
  TriangleShape(const Vec3& a, const Vec3& b, const Vec3& c) : vertices_{a, b, c} {
    ABSL_ASSERT(Magnitude() <= kMaxCoordinate_m);
  }

  // Compares dot products relative to a, whose errors are relative to the size of the triangle; of
  // equal ones it takes the first.
  Vec3 Support(const Vec3& direction, Hint*) const {
    const Vec3 d = internal::ForDotProducts(direction);
    const double rise_b = Dot(d, vertices_[1] - vertices_[0]);
    const double rise_c = Dot(d, vertices_[2] - vertices_[0]);
    int best = rise_b > 0.0 ? 1 : 0;
    best = rise_c > std::max(rise_b, 0.0) ? 2 : best;
    return vertices_[best];
  }

  // The centroid.
  Vec3 Center() const {
    const Vec3 sum = (vertices_[1] - vertices_[0]) + (vertices_[2] - vertices_[0]);
    return vertices_[0] + (1.0 / 3.0) * sum;
  }
  double Magnitude() const {
    return std::max({NormInfinity(vertices_[0]), NormInfinity(vertices_[1]), NormInfinity(vertices_[2])});
  }

  int num_vertices() const { return 3; }
  Vec3 vertex(int i) const {
    ABSL_ASSERT(0 <= i && i < 3);
    return vertices_[i];
  }

 private:
  Vec3 vertices_[3];
};

namespace internal {

// Returns the point of the disc about the origin of the xy plane that is farthest along the
// direction. If the direction is perpendicular to the disc, all its points tie, and the result is
// the centre, which favours no side.
inline Vec2 DiscSupport(double radius_m, const Vec3& direction) {
  const Vec2 along{direction.x, direction.y};
  if (along == Vec2{}) return {};
  return radius_m * Normalized(along);
}

}  // namespace internal

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
  double Magnitude() const { return internal::kRoundUp * std::max(half_height_m_, radius_m_); }

 private:
  // REQUIRES: values that Create accepts.
  CylinderShape(double half_height_m, double radius_m) : half_height_m_(half_height_m), radius_m_(radius_m) {}

  double half_height_m_;
  double radius_m_;
};

// A cone about the z axis of its own frame: the apex at z = half_height_m, the base a disc at z =
// -half_height_m.
class ConeShape {
 public:
  using Hint = NoHint;

  // Takes half the height and the radius of the base in m. A half height of 0 makes a disc, a
  // radius of 0 a segment. Errors (InvalidArgument): a value that is negative, not finite or beyond
  // kMaxCoordinate_m.
  static absl::StatusOr<ConeShape> Create(double half_height_m, double radius_m) {
    if (absl::Status status = internal::CheckLength("half_height_m", half_height_m); !status.ok()) return status;
    if (absl::Status status = internal::CheckLength("radius_m", radius_m); !status.ok()) return status;
    return ConeShape(half_height_m, radius_m);
  }

  double half_height_m() const { return half_height_m_; }
  double radius_m() const { return radius_m_; }

  // Returns the apex or a point of the base, whichever is farther along the direction; the apex, if
  // they tie. Within kRoundSupportRelativeError.
  // Source: van den Bergen 1999, A Fast and Robust GJK Implementation. Departure: the two
  // candidates are compared, so that no half angle is needed, whose sine loses digits for a flat or
  // a slender cone.
  Vec3 Support(const Vec3& direction, Hint*) const {
    const Vec3 d = internal::ForDotProducts(direction);
    const Vec2 on_disc = internal::DiscSupport(radius_m_, d);
    if (2.0 * half_height_m_ * d.z >= on_disc.x * d.x + on_disc.y * d.y) return {0.0, 0.0, half_height_m_};
    return {on_disc.x, on_disc.y, -half_height_m_};
  }
  // The centroid, at a quarter of the height.
  Vec3 Center() const { return {0.0, 0.0, -0.5 * half_height_m_}; }
  double Magnitude() const { return internal::kRoundUp * std::max(half_height_m_, radius_m_); }

 private:
  // REQUIRES: values that Create accepts.
  ConeShape(double half_height_m, double radius_m) : half_height_m_(half_height_m), radius_m_(radius_m) {}

  double half_height_m_;
  double radius_m_;
};

// An ellipsoid centred at the origin of its own frame, with its axes along the axes of that frame.
class EllipsoidShape {
 public:
  using Hint = NoHint;

  // Takes half the lengths of the axes, m; 0 makes the ellipsoid flat. Errors (InvalidArgument): a
  // semi-axis that is negative, not finite or beyond kMaxCoordinate_m.
  static absl::StatusOr<EllipsoidShape> Create(const Vec3& semi_axes) {
    if (absl::Status status = internal::CheckLengths("semi_axes", semi_axes); !status.ok()) return status;
    return EllipsoidShape(semi_axes);
  }

  const Vec3& semi_axes() const { return semi_axes_; }

  // Returns the image of the unit sphere's support point under the scaling S by the semi-axes: S (S
  // d / |S d|); the centre, if the direction is perpendicular to a flat ellipsoid. Within
  // kRoundSupportRelativeError.
  Vec3 Support(const Vec3& direction, Hint*) const {
    const Vec3 scaled = Scaled(internal::ForDotProducts(direction));
    if (scaled == Vec3{}) return {};
    return Scaled(Normalized(scaled));
  }
  Vec3 Center() const { return {}; }
  double Magnitude() const { return internal::kRoundUp * NormInfinity(semi_axes_); }

 private:
  // REQUIRES: semi-axes that Create accepts.
  explicit EllipsoidShape(const Vec3& semi_axes) : semi_axes_(semi_axes) {}

  Vec3 Scaled(const Vec3& v) const { return {semi_axes_.x * v.x, semi_axes_.y * v.y, semi_axes_.z * v.z}; }

  Vec3 semi_axes_;
};

}  // namespace collision2d::solid
