#ifndef COLLISION2D_BATCH_KERNELS_LEGAL_POSES_H_
#define COLLISION2D_BATCH_KERNELS_LEGAL_POSES_H_

#include "absl/types/span.h"
#include "collision2d/geometry/pose2.h"

namespace collision2d::internal {

// Whether a pose is finite, a unit rotation (kUnitRotationTolerance), and translated within
// kMaxCoordinate_m.
bool PoseIsLegal(const Pose2& pose);

// Whether all of them are, with the same bits on every instruction set: every call asks this of
// every pose.
bool PosesAreLegal(absl::Span<const Pose2> poses);

}  // namespace collision2d::internal

#endif  // COLLISION2D_BATCH_KERNELS_LEGAL_POSES_H_
