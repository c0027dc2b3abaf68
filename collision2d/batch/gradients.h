// The query for the gradient of the least separation with respect to the body's pose.

#pragma once

#include <cstdint>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/obstacles.h"      // IWYU pragma: export
#include "collision2d/batch/query_options.h"  // IWYU pragma: export
#include "collision2d/batch/results.h"        // IWYU pragma: export
#include "collision2d/batch/trajectories.h"   // IWYU pragma: export
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/query/separation_gradient.h"  // IWYU pragma: export

namespace collision2d {

// Nearest<Separation> in the world frame, with derivatives with respect to the body's pose. If
// several pairs of a step tie bitwise for the least signed distance, the minimum is not smooth: the
// separation is that of the lowest obstacle, then body shape; the one-sided derivatives and their
// bounds are those of the minimum over the tied pairs.
template <>
struct Nearest<SeparationGradient> {
  SeparationGradient gradient = {Nearest<Separation>().separation, {}};
  int step = -1;
  int obstacle = -1;
  int body_shape = -1;
  int64_t element = -1;
};

// Reports the pair of MinimumSeparation (distances.h) with the gradient of the least signed
// distance with respect to the body's pose at its step. Costs up to 1.22 times as much for each
// pair passed to ComputeSeparation, up to 1.75 times for pairs in contact (docs/benchmarks.md).
absl::Status MinimumSeparation(absl::Span<const ConvexPolygon> body, const Trajectories& trajectories,
                               const Obstacles& obstacles, absl::Span<const double> limit_m,
                               absl::Span<Nearest<SeparationGradient>> least, const QueryOptions& options = {});

}  // namespace collision2d
