#include "parking_space/parking_space.h"

#include <cstddef>

namespace parking_space {

bool IsFree(const collision2d::ConvexPolygon& body, const collision2d::Pose2& map_from_body,
            absl::Span<const collision2d::ConvexPolygon> others, absl::Span<const collision2d::Pose2> map_from_others) {
  for (size_t i = 0; i < others.size(); ++i) {
    if (collision2d::Collides(body, others[i], RelativePose(map_from_body, map_from_others[i]))) return false;
  }
  return true;
}

}  // namespace parking_space
