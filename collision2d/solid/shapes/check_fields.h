#ifndef COLLISION2D_SOLID_SHAPES_CHECK_FIELDS_H_
#define COLLISION2D_SOLID_SHAPES_CHECK_FIELDS_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "collision2d/solid/geometry/vec3.h"

// The checks of a shape's Create(). Each gives InvalidArgument with the field's name and value, or OK.
namespace collision2d::solid::internal {

// A coordinate in m: finite, at most kMaxCoordinate_m in magnitude.
absl::Status CheckCoordinate(absl::string_view field, double value_m);

// The coordinates of a point; they are named `field`.x, .y, .z.
absl::Status CheckPoint(absl::string_view field, const Vec3& point);

// A length in m: finite, not negative, at most kMaxCoordinate_m.
absl::Status CheckLength(absl::string_view field, double value_m);

// Lengths along the axes; they are named `field`.x, .y, .z.
absl::Status CheckLengths(absl::string_view field, const Vec3& lengths);

// A direction: finite and not zero.
absl::Status CheckDirection(absl::string_view field, const Vec3& direction);

// The extent of a shape that is made of others.
absl::Status CheckMagnitude(absl::string_view field, double magnitude_m);

}  // namespace collision2d::solid::internal

#endif  // COLLISION2D_SOLID_SHAPES_CHECK_FIELDS_H_
