#ifndef COLLISION2D_SOLID_QUERY_DISTANCE_CERTIFICATE3_H_
#define COLLISION2D_SOLID_QUERY_DISTANCE_CERTIFICATE3_H_

#include "absl/base/attributes.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/closest_features3.h"

// A distance is certain if a point of the CSO, which bounds it above, and a support point, which bounds it below,
// agree.
namespace collision2d::solid::internal {

// The two bounds of the distance agree if they differ by no more than this part of Cso3::Magnitude(). Their own errors
// are derived at kDistance3RelativeError (distance3.h).
inline constexpr double kCertainGap = 8.0 * 0x1p-53;

// The same for a search that ends without checking whether a support point outside its simplex is beyond it. The
// smaller limit keeps the direction within rounding (distance3.h).
inline constexpr double kClearGap = 2.0 * 0x1p-53;

// If two shapes are farther apart than this part of Cso3::Magnitude(), rounding cannot hide on which side of the origin
// a support point is.
inline constexpr double kClearlyApart = 0x1p-43;

// Returns whether the feature's point is not farther from the origin than the support point against `direction`, whose
// height is `reach` divided by the length of `direction`.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline bool BoundsMeet(const Feature3& feature, const Vec3& direction, double reach,
                                                    double magnitude_m) {
  return (feature.upper_m - kCertainGap * magnitude_m) * Norm(direction) <= reach;
}

}  // namespace collision2d::solid::internal

#endif  // COLLISION2D_SOLID_QUERY_DISTANCE_CERTIFICATE3_H_
