#pragma once

#include <array>
#include <cstddef>

#include "absl/base/macros.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/shape_checks.h"
#include "collision2d/solid/shapes/support_mapping.h"

// Unbounded shapes, for Decision Sphere Search only (Hornus 2017, section 4): rays, lines,
// half-spaces, view pyramids. Each is a base point, whose support mapping, Center() and Magnitude()
// it has, and a cone of recession directions r: if p is a point of the shape, so is every p + t r
// with t >= 0.
//   int num_recession_directions()      >= 1, at most 5.
//   Vec3 recession_direction(int i)     A generator of the cone: finite, not zero, of any length.
//   static int kGaussMapDimension       Of the normals that may separate: 2 a region of the sphere,
//                                       1 a great circle, 0 a single normal.
// Why that is sufficient: docs/solid.md, "Papers".
namespace collision2d::solid {

// The ray {origin + t direction, t >= 0}. Unbounded.
class RayShape {
 public:
  using Hint = NoHint;
  static constexpr int kGaussMapDimension = 2;

  // `direction` need not be a unit vector. Errors (InvalidArgument): a coordinate of `origin` (m)
  // that is not finite or beyond kMaxCoordinate_m; a direction that is not finite, or zero.
  static absl::StatusOr<RayShape> Create(const Vec3& origin, const Vec3& direction) {
    if (absl::Status status = internal::CheckPoint("origin", origin); !status.ok()) return status;
    if (absl::Status status = internal::CheckDirection("direction", direction); !status.ok()) return status;
    return RayShape(origin, direction);
  }

  // The support mapping of the base point.
  Vec3 Support(const Vec3&, Hint*) const { return origin_; }
  Vec3 Center() const { return origin_; }
  double Magnitude() const { return NormInfinity(origin_); }

  int num_recession_directions() const { return 1; }
  Vec3 recession_direction(int i) const {
    ABSL_ASSERT(i == 0);
    static_cast<void>(i);
    return direction_;
  }

 private:
  // REQUIRES: values that Create accepts.
  RayShape(const Vec3& origin, const Vec3& direction) : origin_(origin), direction_(direction) {}

  Vec3 origin_;
  Vec3 direction_;
};

// The line {point + t direction, all t}. Unbounded.
class LineShape {
 public:
  using Hint = NoHint;
  static constexpr int kGaussMapDimension = 1;

  // `direction` need not be a unit vector. Errors (InvalidArgument): a coordinate of `point` (m)
  // that is not finite or beyond kMaxCoordinate_m; a direction that is not finite, or zero.
  static absl::StatusOr<LineShape> Create(const Vec3& point, const Vec3& direction) {
    if (absl::Status status = internal::CheckPoint("point", point); !status.ok()) return status;
    if (absl::Status status = internal::CheckDirection("direction", direction); !status.ok()) return status;
    return LineShape(point, direction);
  }

  // The support mapping of the base point.
  Vec3 Support(const Vec3&, Hint*) const { return point_; }
  Vec3 Center() const { return point_; }
  double Magnitude() const { return NormInfinity(point_); }

  // The direction and its opposite.
  int num_recession_directions() const { return 2; }
  Vec3 recession_direction(int i) const {
    ABSL_ASSERT(0 <= i && i < 2);
    return i == 0 ? direction_ : -direction_;
  }

 private:
  // REQUIRES: values that Create accepts.
  LineShape(const Vec3& point, const Vec3& direction) : point_(point), direction_(direction) {}

  Vec3 point_;
  Vec3 direction_;
};

// The half-space {p : outward_normal . (p - point) <= 0}. Unbounded.
class HalfSpaceShape {
 public:
  using Hint = NoHint;
  static constexpr int kGaussMapDimension = 0;

  // `point` (m) is on its boundary; `outward_normal` need not be a unit vector. Errors
  // (InvalidArgument): a coordinate of `point` that is not finite or beyond kMaxCoordinate_m; a
  // normal that is not finite, or zero.
  static absl::StatusOr<HalfSpaceShape> Create(const Vec3& point, const Vec3& outward_normal);

  // The only direction in which the support function is finite.
  const Vec3& outward_normal() const { return outward_normal_; }

  // The support mapping of the base point.
  Vec3 Support(const Vec3&, Hint*) const { return point_; }
  Vec3 Center() const { return point_; }
  double Magnitude() const { return NormInfinity(point_); }

  // One direction into the half-space and four along its boundary. The four are perpendicular to
  // the normal exactly, without rounding, so that the half-spaces of these generators have only the
  // normal in common.
  int num_recession_directions() const { return 5; }
  Vec3 recession_direction(int i) const;

 private:
  // REQUIRES: values that Create accepts.
  HalfSpaceShape(const Vec3& point, const Vec3& outward_normal) : point_(point), outward_normal_(outward_normal) {}

  Vec3 point_;
  Vec3 outward_normal_;
};

// The region visible from a point through a window with four corners: {apex + sum of t_i edge_i,
// all t_i >= 0}. Unbounded.
class ViewPyramidShape {
 public:
  using Hint = NoHint;
  static constexpr int kGaussMapDimension = 2;

  // `edges` are directions from the apex (m) through the corners of the window, counter-clockwise
  // as seen from the far side looking at the apex; any lengths. Errors (InvalidArgument): a
  // coordinate of `apex` that is not finite or beyond kMaxCoordinate_m; an edge that is not finite,
  // or zero; edges in clockwise order; an edge that is not an extreme ray of the cone of the four.
  // Decided exactly.
  static absl::StatusOr<ViewPyramidShape> Create(const Vec3& apex, const std::array<Vec3, 4>& edges);

  // The support mapping of the apex.
  Vec3 Support(const Vec3&, Hint*) const { return apex_; }
  Vec3 Center() const { return apex_; }
  double Magnitude() const { return NormInfinity(apex_); }

  // The edges, as given.
  int num_recession_directions() const { return 4; }
  Vec3 recession_direction(int i) const {
    ABSL_ASSERT(0 <= i && i < 4);
    return edges_[static_cast<size_t>(i)];
  }

 private:
  // REQUIRES: values that Create accepts.
  ViewPyramidShape(const Vec3& apex, const std::array<Vec3, 4>& edges) : apex_(apex), edges_(edges) {}

  Vec3 apex_;
  std::array<Vec3, 4> edges_;
};

}  // namespace collision2d::solid
