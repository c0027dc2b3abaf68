#include <algorithm>
#include <cstdint>

#include "absl/types/span.h"
#include "collision2d/batch/kernels/batch_call.h"
#include "collision2d/batch/kernels/kernels.h"
#include "collision2d/batch/kernels/nearest_search.h"
#include "collision2d/batch/kernels/sinks.h"
#include "collision2d/batch/results.h"
#include "collision2d/code_generation.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collision2d/batch/kernels/swept_kernels.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "collision2d/batch/kernels/distance_step-inl.h"
#include "collision2d/batch/kernels/swept_distance_step-inl.h"
#include "collision2d/batch/kernels/swept_step-inl.h"
#include "collision2d/batch/kernels/walk-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {

void FirstContacts(const BatchCall& call, absl::Span<const int> trajectories, FirstContactSink sink) {
  Walk<SweptStep, FirstContactSink>(call, &sink).VisitSteps(trajectories);
}

void AnyContacts(const BatchCall& call, absl::Span<const int> trajectories, AnyContactSink sink) {
  Walk<SweptStep, AnyContactSink>(call, &sink).VisitSteps(trajectories);
}

void LeastOfIntervals(const BatchCall& call, absl::Span<const int> trajectories, NearestSearch<SweptLevel>* searches) {
  NearestSink<SweptLevel> sink(searches);
  Walk<SweptDistanceStep, NearestSink<SweptLevel>>(call, &sink).VisitSteps(trajectories);
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

void FindFirstContacts(const BatchCall& call, SweptHit* first) {
  ForEachGroup(call, [&](absl::Span<const int> group, int begin) { FindFirstContacts(call, group, first + begin); });
}

void FindAnyContacts(const BatchCall& call, uint8_t* any) {
  ForEachGroup(call, [&](absl::Span<const int> group, int first) {
    HWY_DYNAMIC_DISPATCH(AnyContacts)(call, group, AnyContactSink(call, group, any + first));
  });
}

void FindLeastDistances(const BatchCall& call, double tolerance_m, SweptNearest* least) {
  const auto propose = [](const BatchCall& of, absl::Span<const int> group, NearestSearch<SweptLevel>* searches) {
    HWY_DYNAMIC_DISPATCH(LeastOfIntervals)(of, group, searches);
  };
  const auto take = [&](int i, const SweptNearest& found, const SweptLevel& level) {
    least[i] = found;
    least[i].lower_m = level.lower_m;
    least[i].reached_cap |= level.reached_cap;
  };
  ForEachNearest(call, {}, SweptLevel(tolerance_m), propose, take);
}

}  // namespace collision2d::internal
#endif  // HWY_ONCE
