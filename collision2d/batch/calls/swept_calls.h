#ifndef COLLISION2D_BATCH_CALLS_SWEPT_CALLS_H_
#define COLLISION2D_BATCH_CALLS_SWEPT_CALLS_H_

#include <cstdint>

#include "absl/types/span.h"
#include "collision2d/batch/kernels/batch_call.h"
#include "collision2d/batch/parallel_for.h"
#include "collision2d/batch/swept_hit.h"

// The calls about motion that batches and maps share. Arguments have been checked.
namespace collision2d::internal {

void FindFirstContacts(const BatchCall& call, absl::Span<SweptHit> first, const ParallelFor& parallel_for);
void FindAnyContacts(const BatchCall& call, absl::Span<uint8_t> any, const ParallelFor& parallel_for);

void FindLeastDistances(const BatchCall& call, double tolerance_m, absl::Span<SweptNearest> least,
                        const ParallelFor& parallel_for);

}  // namespace collision2d::internal

#endif  // COLLISION2D_BATCH_CALLS_SWEPT_CALLS_H_
