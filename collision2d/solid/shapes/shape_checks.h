#pragma once

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "collision2d/solid/geometry/vec3.h"

// Checks for the Create() of a shape. Each returns InvalidArgument with the field's name and value,
// or OK.
namespace collision2d::solid::internal {

// Checks a coordinate in m: finite, at most kMaxCoordinate_m in magnitude.
absl::Status CheckCoordinate(absl::string_view field, double value_m);

// Checks the coordinates of a point; errors name them `field`.x, .y, .z.
absl::Status CheckPoint(absl::string_view field, const Vec3& point);

// Checks a length in m: finite, not negative, at most kMaxCoordinate_m.
absl::Status CheckLength(absl::string_view field, double value_m);

// Checks lengths along the axes; errors name them `field`.x, .y, .z.
absl::Status CheckLengths(absl::string_view field, const Vec3& lengths);

// Checks a direction: finite and not zero.
absl::Status CheckDirection(absl::string_view field, const Vec3& direction);

// Checks the extent of a shape composed of other shapes.
absl::Status CheckMagnitude(absl::string_view field, double magnitude_m);

}  // namespace collision2d::solid::internal
