#include "collision2d/solid/testing/hex_format3.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace collision2d::solid {

std::string HexFormat(const Vec3& point) { return absl::StrFormat("{%a, %a, %a}", point.x, point.y, point.z); }

std::string HexFormat(absl::Span<const Vec3> points) {
  std::string text = "{";
  for (const Vec3& p : points) absl::StrAppend(&text, text.size() > 1 ? ", " : "", HexFormat(p));
  return text + "}";
}

std::string HexFormat(const Pose3& pose) {
  return absl::StrCat("{", HexFormat(pose.translation), ", {", HexFormat(absl::MakeConstSpan(pose.rotation.row)), "}}");
}

}  // namespace collision2d::solid
