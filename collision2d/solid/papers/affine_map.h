#ifndef COLLISION2D_SOLID_PAPERS_AFFINE_MAP_H_
#define COLLISION2D_SOLID_PAPERS_AFFINE_MAP_H_

#include "absl/status/statusor.h"
#include "collision2d/solid/geometry/mat3.h"
#include "collision2d/solid/geometry/vec3.h"

namespace collision2d::solid {

// The invertible map p -> M p + t.
class AffineMap {
 public:
  // Creates a map that may stretch, shear and mirror; entries of `linear` have no unit, `translation` is in m. Errors
  // (InvalidArgument): an entry that is not finite; a translation that is not finite or beyond kMaxCoordinate_m; a
  // linear part that is singular within rounding (kSingularMapTolerance), with its determinant.
  static absl::StatusOr<AffineMap> Create(const Mat3& linear, const Vec3& translation = {});

  const Mat3& linear() const { return linear_; }
  const Vec3& translation() const { return translation_; }

  // M p + t, rounded: the error of each coordinate is at most 4 * 2^-53 of |M_row| |p| + |t|.
  Vec3 operator*(const Vec3& p) const { return linear_ * p + translation_; }

  // Returns a positive multiple of M^T d, the direction in the original that corresponds to d in the image.
  // REQUIRES: d is not zero, and its largest coordinate is neither too small nor too large to be multiplied by numbers
  // about 1 (DirectionInRange).
  Vec3 DirectionOfOriginal(const Vec3& d) const { return scaled_linear_.TransposeTimes(d); }

  // m. A bound on the magnitude of the coordinates of the image, as computed, of a point whose coordinates have at most
  // the magnitude magnitude_m.
  double ImageMagnitude(double magnitude_m) const;

 private:
  AffineMap(const Mat3& linear, const Mat3& scaled_linear, const Vec3& translation)
      : linear_(linear), scaled_linear_(scaled_linear), translation_(translation) {}

  Mat3 linear_;
  // The linear part times a power of two: no entry is above 1, the largest is above 1/2. It maps a direction without
  // underflow.
  Mat3 scaled_linear_;
  Vec3 translation_;
};

}  // namespace collision2d::solid

#endif  // COLLISION2D_SOLID_PAPERS_AFFINE_MAP_H_
