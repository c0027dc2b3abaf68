#include "planner_adapter/checking/plain_obstacles.h"

#include <algorithm>
#include <cstddef>

namespace collision2d::planner {

using solid::ZSpan;

SpaceBody CommonBody(absl::Span<const SpaceBody> parts) {
  SpaceBody common{{}, parts.front().span};
  for (const SpaceBody& part : parts) {
    if (!part.span.has_value()) continue;
    if (!common.span.has_value()) common.span = part.span;
    common.span->z_min_m = std::max(common.span->z_min_m, part.span->z_min_m);
    common.span->z_max_m = std::min(common.span->z_max_m, part.span->z_max_m);
  }
  return common;
}

void PoseRange::Extend(const Elevation& elevation) {
  z_min_m = std::min(z_min_m, elevation.z_m);
  z_max_m = std::max(z_max_m, elevation.z_m);
  is_tilted = is_tilted || elevation.is_tilted();
}

void PoseRange::Extend(const PoseRange& range) {
  z_min_m = std::min(z_min_m, range.z_min_m);
  z_max_m = std::max(z_max_m, range.z_max_m);
  is_tilted = is_tilted || range.is_tilted;
}

bool IsPlain(const PlacedShape& obstacle, const SpaceBody& body, const PoseRange& range) {
  if (range.is_tilted || obstacle.is_tilted()) return false;
  if (obstacle.height == nullptr || !body.span.has_value()) return true;
  if (obstacle.polytope != nullptr) return false;
  const ZSpan height = Raised(*obstacle.height, obstacle.elevation.z_m);
  // The very sums that a pair is judged by.
  return Raised(*body.span, range.z_max_m).z_min_m <= height.z_max_m &&
         Raised(*body.span, range.z_min_m).z_max_m >= height.z_min_m;
}

std::optional<solid::VerticalVerdict> HeightsOfContact(const SpaceBody& body, const SpacePose& pose,
                                                       const PlacedShape& obstacle) {
  if (!body.span.has_value() || obstacle.height == nullptr) return std::nullopt;
  return solid::CompareSpans(Raised(*body.span, pose.elevation.z_m), Raised(*obstacle.height, obstacle.elevation.z_m));
}

}  // namespace collision2d::planner
