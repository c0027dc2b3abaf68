#ifndef COLLISION2D_SOLID_SHAPES_POINT_SHAPE_H_
#define COLLISION2D_SOLID_SHAPES_POINT_SHAPE_H_

#include "absl/base/macros.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/check_fields.h"
#include "collision2d/solid/shapes/support_mapping.h"

namespace collision2d::solid {

// A point. A vertex hull.
class PointShape {
 public:
  using Hint = NoHint;

  // Errors (InvalidArgument): a coordinate of `position` (m) that is not finite or beyond kMaxCoordinate_m.
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

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_SHAPES_POINT_SHAPE_H_
