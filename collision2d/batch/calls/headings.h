#pragma once

#include "absl/types/span.h"
#include "collision2d/geometry/pose2.h"

namespace collision2d::internal {

// Sets the rotation of each pose to its heading in rad: the bits of Pose2::FromYaw, for many poses
// at once. O(n). REQUIRES: as many headings as poses.
void SetHeadings(absl::Span<const double> yaw_rad, absl::Span<Pose2> poses);

}  // namespace collision2d::internal
