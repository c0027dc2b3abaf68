#ifndef COLLISION2D_BATCH_STATIC_MAP_CHECKS_H_
#define COLLISION2D_BATCH_STATIC_MAP_CHECKS_H_

#include <cstddef>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/geometry/pose2.h"

namespace collision2d::internal {

// Errors (InvalidArgument, naming the span `name`, the index and the value): a pose that is not a finite unit rotation
// (kUnitRotationTolerance), or whose translation is not finite or beyond kMaxCoordinate_m.
absl::Status CheckPoses(absl::Span<const Pose2> poses, const char* name);

// Error (InvalidArgument, naming both and the numbers): `size` of the span `name` is not `expected`, which is that of `expected_name`.
absl::Status CheckSize(size_t size, const char* name, size_t expected, const char* expected_name);

// Error (InvalidArgument, naming the index and the value): a limit that is negative or not a number.
absl::Status CheckLimits(absl::Span<const double> limit_m);

}  // namespace collision2d::internal

#endif  // COLLISION2D_BATCH_STATIC_MAP_CHECKS_H_
