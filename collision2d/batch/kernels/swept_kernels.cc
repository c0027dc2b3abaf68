#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"
#include "collision2d/batch/hit.h"
#include "collision2d/batch/kernels/batch_call.h"
#include "collision2d/batch/kernels/kernels.h"
#include "collision2d/batch/kernels/nearest_search.h"
#include "collision2d/batch/kernels/sinks.h"
#include "collision2d/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collision2d/batch/kernels/swept_kernels.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "collision2d/batch/kernels/nearest_sink-inl.h"
#include "collision2d/batch/kernels/swept_distance_step-inl.h"
#include "collision2d/batch/kernels/swept_step-inl.h"
#include "collision2d/batch/kernels/walk-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {

void FirstContacts(const BatchCall& call, absl::Span<const int> trajectories, FirstContactSink sink) {
  WalkSteps<SweptStep>(call, trajectories, &sink);
}

void AnyContacts(const BatchCall& call, absl::Span<const int> trajectories, AnyContactSink sink) {
  WalkSteps<SweptStep>(call, trajectories, &sink);
}

void LeastOfIntervals(const BatchCall& call, absl::Span<const int> trajectories, NearestSearch<SweptLevel>* searches) {
  NearestSink<SweptLevel> sink(searches);
  WalkSteps<SweptDistanceStep>(call, trajectories, &sink);
}

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace collision2d::internal {

HWY_EXPORT(FirstContacts);
HWY_EXPORT(AnyContacts);
HWY_EXPORT(LeastOfIntervals);

void FindFirstContacts(const BatchCall& call, absl::Span<const int> trajectories, SweptHit* first) {
  std::fill_n(first, trajectories.size(), SweptHit());
  HWY_DYNAMIC_DISPATCH(FirstContacts)(call, trajectories, FirstContactSink(call, trajectories, first));
}

void FindAnyContacts(const BatchCall& call, absl::Span<const int> trajectories, uint8_t* any) {
  std::fill_n(any, trajectories.size(), uint8_t{0});
  HWY_DYNAMIC_DISPATCH(AnyContacts)(call, trajectories, AnyContactSink(call, trajectories, any));
}

void FindLeastDistances(const BatchCall& call, double tolerance_m, int begin, absl::Span<SweptNearest> least) {
  const auto walk = [](const BatchCall& of, absl::Span<const int> trajectories, NearestSearch<SweptLevel>* searches) {
    HWY_DYNAMIC_DISPATCH(LeastOfIntervals)(of, trajectories, searches);
  };
  const auto take = [&](size_t i, const SweptNearest& found, const SweptLevel& level) {
    least[i] = found;
    least[i].lower_m = level.lower_m;
    least[i].reached_cap |= level.reached_cap;
  };
  ForEachNearest(call, {}, begin, least.size(), SweptLevel(tolerance_m), walk, take);
}

}  // namespace collision2d::internal
#endif  // HWY_ONCE
