#ifndef COLLISION2D_SOLID_QUERY_DISTANCE_CERTIFICATE3_H_
#define COLLISION2D_SOLID_QUERY_DISTANCE_CERTIFICATE3_H_

#include "absl/base/attributes.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/closest_features3.h"

// When a distance is known: a point of the CSO bounds it above, a support point below.
namespace collision2d::solid::internal {

// The bounds of the distance meet if they differ by no more than this part of Cso3::Magnitude(). What they are off by
// themselves is derived at kDistance3RelativeError (distance3.h).
inline constexpr double kCertainGap = 8.0 * 0x1p-53;

// The same where a search ends without having looked whether a support point that is not in its simplex is beyond it: by so
// little that the direction is not worse than rounding makes it (distance3.h).
inline constexpr double kClearGap = 2.0 * 0x1p-53;

// Farther apart than this part of Cso3::Magnitude() no rounding hides on which side of the origin a support point lies.
inline constexpr double kClearlyApart = 0x1p-43;

// Whether the feature's point is not farther from the origin than the support point against `direction`, whose height is
// `reach` over its length.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline bool BoundsMeet(const Feature3& feature, const Vec3& direction, double reach,
                                                    double magnitude_m) {
  return (feature.upper_m - kCertainGap * magnitude_m) * Norm(direction) <= reach;
}

}  // namespace collision2d::solid::internal

#endif  // COLLISION2D_SOLID_QUERY_DISTANCE_CERTIFICATE3_H_
