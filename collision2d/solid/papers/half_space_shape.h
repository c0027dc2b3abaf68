#ifndef COLLISION2D_SOLID_PAPERS_HALF_SPACE_SHAPE_H_
#define COLLISION2D_SOLID_PAPERS_HALF_SPACE_SHAPE_H_

#include "absl/status/statusor.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/support_mapping.h"

namespace collision2d::solid {

// The half-space {p : outward_normal . (p - point) <= 0}. Unbounded: see recession.h.
class HalfSpaceShape {
 public:
  using Hint = NoHint;
  static constexpr int kGaussMapDimension = 0;

  // `point` (m) is on its boundary; `outward_normal` need not be a unit vector. Errors (InvalidArgument): a coordinate
  // of `point` that is not finite or beyond kMaxCoordinate_m; a normal that is not finite, or zero.
  static absl::StatusOr<HalfSpaceShape> Create(const Vec3& point, const Vec3& outward_normal);

  // The only direction in which the support function is finite.
  const Vec3& outward_normal() const { return outward_normal_; }

  // The support mapping of the base point.
  Vec3 Support(const Vec3&, Hint*) const { return point_; }
  Vec3 Center() const { return point_; }
  double Magnitude() const { return NormInfinity(point_); }

  // One direction into the half-space and four along its boundary. The four are perpendicular to the normal exactly,
  // without rounding, so that the half-spaces of these generators have only the normal in common.
  int num_recession_directions() const { return 5; }
  Vec3 recession_direction(int i) const;

 private:
  // REQUIRES: values that Create accepts.
  HalfSpaceShape(const Vec3& point, const Vec3& outward_normal) : point_(point), outward_normal_(outward_normal) {}

  Vec3 point_;
  Vec3 outward_normal_;
};

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_PAPERS_HALF_SPACE_SHAPE_H_
