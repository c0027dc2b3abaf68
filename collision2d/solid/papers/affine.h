#ifndef COLLISION2D_SOLID_PAPERS_AFFINE_H_
#define COLLISION2D_SOLID_PAPERS_AFFINE_H_

#include <type_traits>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collision2d/solid/geometry/mat3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/papers/affine_map.h"
#include "collision2d/solid/shapes/check_fields.h"
#include "collision2d/solid/shapes/direction_in_range.h"
#include "collision2d/solid/shapes/recession.h"
#include "collision2d/solid/shapes/support_mapping.h"

namespace collision2d::solid {

// The image of a shape under an affine map (van den Bergen 2001, section 2): stretched, sheared, mirrored, moved.
// Stores a copy of the shape. The image of a vertex hull is a vertex hull, of the rounded images of its vertices. A
// radius is not separated: the image of a ball is an ellipsoid.
template <typename A>
class Affine {
  static_assert(!kIsUnbounded<A>, "an affine image is of a bounded shape");

 public:
  using Hint = typename A::Hint;

  // Creates the image under p -> linear p + translation. Errors (InvalidArgument): those of AffineMap::Create; an image
  // that may reach beyond kMaxCoordinate_m.
  static absl::StatusOr<Affine> Create(A shape, const Mat3& linear, const Vec3& translation = {}) {
    const absl::StatusOr<AffineMap> map = AffineMap::Create(linear, translation);
    if (!map.ok()) return map.status();
    const double magnitude_m = map->ImageMagnitude(shape.Magnitude());
    if (absl::Status status = internal::CheckMagnitude("image", magnitude_m); !status.ok()) return status;
    return Affine(std::move(shape), *map, magnitude_m);
  }

  const A& original() const { return original_; }
  const AffineMap& map() const { return map_; }

  // T(s_A(M^T d)). The rounding of M^T d, 3 * 2^-53 of |M| |d|, tilts the direction of a flattened original, but
  // changes d . p only by that times the size of |M| A. In addition to the error of the original's support mapping, the
  // error is within 2^-49 of |d|_1 times Magnitude().
  Vec3 Support(const Vec3& direction, Hint* hint) const {
    return map_ * original_.Support(map_.DirectionOfOriginal(internal::DirectionInRange(direction)), hint);
  }
  Vec3 Center() const { return map_ * original_.Center(); }
  double Magnitude() const { return magnitude_m_; }

  template <typename P = A, typename = std::enable_if_t<kIsVertexHull<P>>>
  int num_vertices() const {
    return original_.num_vertices();
  }
  template <typename P = A, typename = std::enable_if_t<kIsVertexHull<P>>>
  Vec3 vertex(int i) const {
    return map_ * original_.vertex(i);
  }

 private:
  Affine(A shape, const AffineMap& map, double magnitude_m)
      : original_(std::move(shape)), map_(map), magnitude_m_(magnitude_m) {}

  A original_;
  AffineMap map_;
  double magnitude_m_;
};

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_PAPERS_AFFINE_H_
