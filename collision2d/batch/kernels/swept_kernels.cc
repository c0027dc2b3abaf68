#include <algorithm>
#include <cstdint>
#include <limits>

#include "absl/types/span.h"
#include "collision2d/batch/kernels/batch_call.h"
#include "collision2d/batch/kernels/cell_motion.h"
#include "collision2d/batch/kernels/kernels.h"
#include "collision2d/batch/kernels/nearest_search.h"
#include "collision2d/batch/kernels/sinks.h"
#include "collision2d/batch/kernels/swept_pair.h"
#include "collision2d/batch/pair_query_hook.h"
#include "collision2d/batch/results.h"
#include "collision2d/code_generation.h"
#include "collision2d/motion/minimum_distance.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collision2d/batch/kernels/swept_kernels.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "collision2d/batch/kernels/distance_step-inl.h"
#include "collision2d/batch/kernels/swept_distance_step-inl.h"
#include "collision2d/batch/kernels/swept_step-inl.h"
#include "collision2d/batch/kernels/walk-inl.h"
#include "hwy/highway.h"

#ifndef COLLISION2D_BATCH_KERNELS_SWEPT_LEVEL
#define COLLISION2D_BATCH_KERNELS_SWEPT_LEVEL
namespace collision2d::internal {

// As MinimumDistanceOverMotion. A hook knows no limits.
inline SweptNearest MeasureLeast(const BatchCall& call, const SweptPair& pair, double tolerance_m, double limit_m) {
  SweptNearest nearest;
  const auto query = [limit_m](const auto&... arguments) { return MinimumDistanceOverMotion(arguments..., limit_m); };
  ForEachShape(call, pair, query, &PairQueryHook::MinimumDistanceOverMotion, tolerance_m,
               [&](const MotionDistance& least) {
                 const double lower_m = std::min(nearest.lower_m, least.lower_m);
                 if (least.upper_m < std::min(limit_m, nearest.upper_m)) {
                   nearest = {lower_m,
                              least.upper_m,
                              least.time_s,
                              pair.interval,
                              pair.layer.ObstacleAt(pair.slot),
                              pair.body_shape,
                              nearest.reached_limit,
                              pair.layer.ElementAt(pair.slot)};
                 }
                 nearest.lower_m = lower_m;
                 nearest.reached_limit |= least.reached_limit;
               });
  return nearest;
}

// Measures pairs by MinimumDistanceOverMotion. All pairs that may be nearer than the nearest one's
// upper_m, by the tolerance more, are measured: so lower_m is the same for every order of pairs.
struct SweptLevel {
  using Found = SweptNearest;

  explicit SweptLevel(double tolerance = 0.0, const double* limits = nullptr)
      : tolerance_m(tolerance), limit_m(limits) {}

  // With a limit, each pair is measured against that alone, and a bound below it decides.
  float slack_m() const { return limit_m == nullptr ? LimitOf(tolerance_m) : 0.0f; }

  static double DistanceOf(const SweptNearest& found) { return found.upper_m; }

  SweptNearest Measure(const BatchCall& call, int trajectory, const ProposedPair& pair) {
    const SweptNearest found =
        MeasureLeast(call, {trajectory, pair.step, call.layers[pair.layer()], pair.slot, pair.body_shape()},
                     tolerance_m, LimitOfTrajectory(trajectory));
    // What a search that reached its cap proves may be less than the bound that proposed the pair,
    // by which other orders of pairs leave it out.
    const double least_m = found.reached_limit ? std::max<double>(found.lower_m, pair.lower_m) : found.lower_m;
    lower_m = std::min(lower_m, least_m);
    return found;
  }

  SweptNearest Collision(const BatchCall& call, int trajectory, const ProposedPair& pair) {
    return Measure(call, trajectory, pair);
  }

  double LimitOfTrajectory(int i) const {
    return limit_m == nullptr ? std::numeric_limits<double>::infinity() : limit_m[i];
  }

  double tolerance_m;
  const double* limit_m;                                     // By trajectory; null: none.
  double lower_m = std::numeric_limits<double>::infinity();  // The least of all pairs that were measured.
};

}  // namespace collision2d::internal
#endif  // COLLISION2D_BATCH_KERNELS_SWEPT_LEVEL

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
  const CallWithoutCells others(call);
  HWY_DYNAMIC_DISPATCH(FirstContacts)
  (others.call(), trajectories, FirstContactSink(others.call(), trajectories, first));
  AddCells(call, trajectories, first);
}

void FindFirstContacts(const BatchCall& call, SweptHit* first) {
  ForEachGroup(call, [&](absl::Span<const int> group, int begin) { FindFirstContacts(call, group, first + begin); });
}

void FindAnyContacts(const BatchCall& call, uint8_t* any) {
  const CallWithoutCells others(call);
  ForEachGroup(call, [&](absl::Span<const int> group, int first) {
    MarkCells(call, group, any + first);
    HWY_DYNAMIC_DISPATCH(AnyContacts)(others.call(), group, AnyContactSink(others.call(), group, any + first));
  });
}

void FindLeastDistances(const BatchCall& call, double tolerance_m, absl::Span<const double> limit_m,
                        SweptNearest* least) {
  const auto propose = [](const BatchCall& of, absl::Span<const int> group, NearestSearch<SweptLevel>* searches) {
    HWY_DYNAMIC_DISPATCH(LeastOfIntervals)(of, group, searches);
  };
  const auto take = [&](int i, const SweptNearest& found, const SweptLevel& level) {
    least[i] = found;
    least[i].lower_m = level.lower_m;
    least[i].reached_limit = found.upper_m - level.lower_m > tolerance_m;
    if (found.obstacle >= 0) return;
    // What was not measured is no nearer than the limit.
    const double lower_m = std::max(level.LimitOfTrajectory(i) - tolerance_m, 0.0);
    least[i].lower_m = std::min(level.lower_m, lower_m);
    least[i].reached_limit = level.lower_m < lower_m;
  };
  ForEachNearest(call, limit_m, SweptLevel(tolerance_m, limit_m.empty() ? nullptr : limit_m.data()), propose, take);
}

}  // namespace collision2d::internal
#endif  // HWY_ONCE
