#ifndef COLLISION2D_BATCH_CALLS_CHECKED_CALLS_H_
#define COLLISION2D_BATCH_CALLS_CHECKED_CALLS_H_

#include <cstddef>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/hit.h"
#include "collision2d/batch/kernels/batch_call.h"
#include "collision2d/batch/step_gradient.h"

// The calls of one step that batches and maps share. `name` is the caller's name for the output.
namespace collision2d::internal {

// Checks the number of pairs (for a map, of poses), the size of the output, and the poses of the body.
absl::Status CheckCall(const BatchCall& call, const char* name, size_t actual, size_t expected);

absl::Status AnyHit(const BatchCall& call, const char* name, absl::Span<uint8_t> any);
absl::Status FirstHit(const BatchCall& call, const char* name, absl::Span<Hit> first);
absl::Status MinimumDistance(const BatchCall& call, absl::Span<const double> limit_m, absl::Span<Nearest> nearest);
absl::Status MinimumSeparationGradient(const BatchCall& call, absl::Span<const double> limit_m,
                                       absl::Span<StepSeparationGradient> nearest);

}  // namespace collision2d::internal

#endif  // COLLISION2D_BATCH_CALLS_CHECKED_CALLS_H_
