#pragma once

#include <string>

#include "absl/types/span.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"

namespace collision2d::solid {

// C++ initialisers of hexadecimal floats, which reproduce the values to the bit.
std::string HexFormat(const Vec3& point);
std::string HexFormat(absl::Span<const Vec3> points);
std::string HexFormat(const Pose3& pose);

}  // namespace collision2d::solid
