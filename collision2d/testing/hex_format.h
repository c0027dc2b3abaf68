#pragma once

#include <string>

#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d {

// The point as a C++ initialiser of hexadecimal floats.
std::string HexFormat(Vec2 point);

// The vertices as a C++ initialiser of hexadecimal floats, which reproduces them to the bit.
std::string HexFormat(absl::Span<const Vec2> vertices);

// As above, followed by the radius if it is not zero.
std::string HexFormat(const ConvexPolygon& shape);

// The pose as a C++ initialiser of hexadecimal floats.
std::string HexFormat(const Pose2& pose);

}  // namespace collision2d
