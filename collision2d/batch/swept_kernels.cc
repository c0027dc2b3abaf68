#include "collision2d/batch/swept_kernels.h"

#include <algorithm>
#include <cstdint>

#include "absl/types/span.h"
#include "collision2d/batch/batch_call.h"
#include "collision2d/batch/swept_hit.h"
#include "collision2d/batch/swept_sinks.h"
#include "collision2d/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collision2d/batch/swept_kernels.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "collision2d/batch/swept_step-inl.h"
#include "collision2d/batch/walk-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {

void FirstContacts(const BatchCall& call, absl::Span<const int> trajectories, FirstContactSink sink) {
  WalkSteps<SweptStep>(call, trajectories, &sink);
}

void AnyContacts(const BatchCall& call, absl::Span<const int> trajectories, AnyContactSink sink) {
  WalkSteps<SweptStep>(call, trajectories, &sink);
}

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace collision2d::internal {

HWY_EXPORT(FirstContacts);
HWY_EXPORT(AnyContacts);

void FindFirstContacts(const BatchCall& call, absl::Span<const int> trajectories, SweptHit* first) {
  std::fill_n(first, trajectories.size(), SweptHit());
  HWY_DYNAMIC_DISPATCH(FirstContacts)(call, trajectories, FirstContactSink(call, trajectories, first));
}

void FindAnyContacts(const BatchCall& call, absl::Span<const int> trajectories, uint8_t* any) {
  std::fill_n(any, trajectories.size(), uint8_t{0});
  HWY_DYNAMIC_DISPATCH(AnyContacts)(call, trajectories, AnyContactSink(call, trajectories, any));
}

}  // namespace collision2d::internal
#endif  // HWY_ONCE
