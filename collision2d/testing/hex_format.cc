#include "collision2d/testing/hex_format.h"

#include "absl/strings/str_format.h"

namespace collision2d {

std::string HexFormat(Vec2 point) { return absl::StrFormat("{%a, %a}", point.x, point.y); }

std::string HexFormat(absl::Span<const Vec2> vertices) {
  std::string text = "{";
  for (const Vec2 v : vertices) {
    if (text.size() > 1) text += ", ";
    text += HexFormat(v);
  }
  return text + "}";
}

std::string HexFormat(const ConvexPolygon& shape) {
  std::string text = HexFormat(shape.vertices());
  if (shape.radius_m() != 0.0) absl::StrAppendFormat(&text, ", radius %a", shape.radius_m());
  return text;
}

std::string HexFormat(const Pose2& pose) {
  return absl::StrFormat("{{%a, %a}, %a, %a}", pose.translation.x, pose.translation.y, pose.cos, pose.sin);
}

}  // namespace collision2d
