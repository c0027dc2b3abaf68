// What calls check of their arguments. Errors (InvalidArgument) name argument, index and value.

#pragma once

#include <cstddef>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"

namespace collision2d::internal {

// Every pose must be finite, a unit rotation (kUnitRotationTolerance), and translated within
// kMaxCoordinate_m; the error names the first that is not as `name`[index], with its value.
absl::Status CheckPoses(const char* name, absl::Span<const Pose2> poses);
// The same for the poses of shapes, without those of null ones.
absl::Status CheckPoses(const char* name, absl::Span<const Pose2> poses, absl::Span<const ConvexPolygon* const> shapes);

// `actual` must be `expected`; the error names the argument: "`name`: `actual` elements; `expected`
// are needed".
absl::Status CheckSize(const char* name, size_t actual, size_t expected);

// A number of things, named in the plural, must be at most 2^31 - 1.
absl::Status CheckCount(const char* name, size_t count);

// poses * obstacles must be at most 2^31 - 1.
absl::Status CheckPairCount(size_t poses, size_t obstacles);

// limit_m must be a distance: a number of at least 0.
absl::Status CheckLimit(double limit_m);
// All limits must be distances; there must be none, or one for each of `count` trajectories.
absl::Status CheckLimits(absl::Span<const double> limit_m, size_t count);

}  // namespace collision2d::internal
