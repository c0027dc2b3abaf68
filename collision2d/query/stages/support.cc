#include "collision2d/query/stages/support.h"

#include "absl/base/macros.h"

namespace collision2d::internal {

int SupportByScan(absl::Span<const Vec2> vertices, Vec2 direction) {
  ABSL_ASSERT(!vertices.empty());
  return ScanForSupport(vertices, direction, 0);
}

int SupportByHillClimbing(absl::Span<const Vec2> vertices, Vec2 direction, int start) {
  ABSL_ASSERT(0 <= start && start < static_cast<int>(vertices.size()));
  return ClimbToSupport(vertices, direction, start);
}

}  // namespace collision2d::internal
