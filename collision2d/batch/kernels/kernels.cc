#include "collision2d/batch/kernels/kernels.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "absl/base/macros.h"
#include "absl/types/span.h"
#include "collision2d/batch/hit.h"
#include "collision2d/batch/kernels/ask_pair.h"
#include "collision2d/batch/kernels/batch_call.h"
#include "collision2d/batch/kernels/batch_shadow.h"
#include "collision2d/batch/kernels/nearest_search.h"
#include "collision2d/batch/kernels/shadow_numbers.h"
#include "collision2d/batch/kernels/sinks.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/step_separation.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/query/distance.h"
#include "collision2d/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collision2d/batch/kernels/kernels.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "collision2d/batch/kernels/collision_step-inl.h"
#include "collision2d/batch/kernels/distance_step-inl.h"
#include "collision2d/batch/kernels/nearest_sink-inl.h"
#include "collision2d/batch/kernels/walk-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {

// Marks the shapes within one limit, in a mask.
class WithinSink {
 public:
  WithinSink(double limit_m, const MaskSink& mask) : limit_m_(limit_m), float_limit_m_(LimitOf(limit_m)), mask_(mask) {}
  float limit_m(int) const { return float_limit_m_; }

  HWY_INLINE void Take(const BlockBounds& of) {
    uint32_t within = 0;
    const Pose2& pose = of.group.poses[of.p];
    for (uint32_t open = of.lanes() & ~mask_.Marked(of.i, of.block); open != 0; open &= open - 1) {
      const int lane = static_cast<int>(hwy::Num0BitsBelowLS1Bit_Nonzero32(open));
      within |= static_cast<uint32_t>(IsWithin(of, lane, pose)) << lane;
    }
    mask_.Add({of.i, of.group.step, of.group.batch, of.block, within, of.body_shape, pose});
  }

 private:
  bool IsWithin(const BlockBounds& of, int lane, const Pose2& world_from_body) const {
    const double lower_m = of.bounds.lower_m[lane];
    if (lower_m > limit_m_) return false;
    if (lower_m == kOverlapping || static_cast<double>(of.bounds.upper_m[lane]) <= limit_m_) return true;
    const PolygonBatch& batch = of.group.batch;
    const int slot = of.SlotOf(lane);
    return AskDistanceWithin(batch, of.group.call.body[of.body_shape], batch.shape(slot),
                             RelativePose(world_from_body, batch.world_from_shape(slot)), limit_m_);
  }

  const double limit_m_;
  const float float_limit_m_;
  MaskSink mask_;
};

void Mask(const BatchCall& call, MaskSink sink) { WalkPoses<CollisionStep>(call, kPosesTogether, &sink); }
void Within(const BatchCall& call, double limit_m, MaskSink mask) {
  WithinSink sink(limit_m, mask);
  WalkPoses<DistanceStep>(call, kPosesTogether, &sink);
}
void Any(const BatchCall& call, AnySink sink) { WalkPoses<CollisionStep>(call, kPosesTogether, &sink); }
void First(const BatchCall& call, FirstSink<Hit> sink) { WalkPoses<CollisionStep>(call, kPosesTogether, &sink); }
void Count(const BatchCall& call, CountSink sink) { WalkPoses<CollisionStep>(call, kPosesTogether, &sink); }

void List(const BatchCall& call, ListSink sink) {
  // A group comes by body shape, then pose.
  WalkPoses<CollisionStep>(call, call.body.size() == 1 ? kPosesTogether : 1, &sink);
}

void FirstOfSteps(const BatchCall& call, absl::Span<const int> trajectories, FirstSink<StepHit> sink) {
  WalkSteps<CollisionStep>(call, trajectories, &sink);
}

void NearestOfSteps(const BatchCall& call, absl::Span<const int> trajectories, NearestSearch<DistanceLevel>* searches) {
  NearestSink<DistanceLevel> sink(searches);
  WalkSteps<DistanceStep>(call, trajectories, &sink);
}

void LeastOfSteps(const BatchCall& call, absl::Span<const int> trajectories, NearestSearch<SeparationLevel>* searches) {
  NearestSink<SeparationLevel> sink(searches);
  WalkSteps<DistanceStep>(call, trajectories, &sink);
}

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace collision2d::internal {

HWY_EXPORT(Mask);
HWY_EXPORT(Within);
HWY_EXPORT(Any);
HWY_EXPORT(First);
HWY_EXPORT(Count);
HWY_EXPORT(List);
HWY_EXPORT(FirstOfSteps);
HWY_EXPORT(NearestOfSteps);
HWY_EXPORT(LeastOfSteps);

void MarkHits(const BatchCall& call, uint64_t* mask) {
  HWY_DYNAMIC_DISPATCH(Mask)(call, MaskSink(mask, MaskWordsPerPose(call.BatchAt(0).size())));
}

void MarkWithin(const BatchCall& call, double limit_m, uint64_t* mask) {
  HWY_DYNAMIC_DISPATCH(Within)(call, limit_m, MaskSink(mask, MaskWordsPerPose(call.BatchAt(0).size())));
}

void FindAnyHits(const BatchCall& call, uint8_t* any) { HWY_DYNAMIC_DISPATCH(Any)(call, AnySink(any)); }
void FindFirstHits(const BatchCall& call, Hit* first) {
  HWY_DYNAMIC_DISPATCH(First)(call, FirstSink<Hit>(call, first));
}
void CountHits(const BatchCall& call, int32_t* count) { HWY_DYNAMIC_DISPATCH(Count)(call, CountSink(call, count)); }

void ListHits(const BatchCall& call, int64_t* begin, absl::Span<int> obstacles) {
  // Without a tree the walk of a group goes by block, then pose.
  ABSL_ASSERT(call.tree != nullptr);
  HWY_DYNAMIC_DISPATCH(List)(call, ListSink(call, begin, obstacles));
}

void FindFirstCollisions(const BatchCall& call, absl::Span<const int> trajectories, StepHit* first) {
  std::fill_n(first, trajectories.size(), StepHit());
  HWY_DYNAMIC_DISPATCH(FirstOfSteps)(call, trajectories, FirstSink<StepHit>(call, first));
}

namespace {

void Walk(const BatchCall& call, absl::Span<const int> trajectories, NearestSearch<DistanceLevel>* searches) {
  HWY_DYNAMIC_DISPATCH(NearestOfSteps)(call, trajectories, searches);
}
void Walk(const BatchCall& call, absl::Span<const int> trajectories, NearestSearch<SeparationLevel>* searches) {
  HWY_DYNAMIC_DISPATCH(LeastOfSteps)(call, trajectories, searches);
}

const auto kWalk = [](const BatchCall& call, absl::Span<const int> trajectories, auto* searches) {
  Walk(call, trajectories, searches);
};

}  // namespace

void FindNearest(const BatchCall& call, absl::Span<const double> limit_m, int begin, absl::Span<StepNearest> nearest) {
  ForEachNearest(call, limit_m, begin, nearest.size(), DistanceLevel(), kWalk,
                 [&](size_t i, const StepNearest& found, const DistanceLevel&) { nearest[i] = found; });
}

void FindNearest(const BatchCall& call, absl::Span<const double> limit_m, absl::Span<Nearest> nearest) {
  ForEachNearest(call, limit_m, 0, nearest.size(), DistanceLevel(), kWalk,
                 [&](size_t i, const StepNearest& found, const DistanceLevel&) {
                   nearest[i] = {found.distance_m, found.obstacle, found.body_shape};
                 });
}

void FindLeastSeparation(const BatchCall& call, absl::Span<const double> limit_m, absl::Span<StepSeparation> least,
                         const ContactSink& contacts) {
  ForEachNearest(call, limit_m, 0, least.size(), SeparationLevel{&contacts}, kWalk,
                 [&](size_t i, const StepSeparation& found, const SeparationLevel&) { least[i] = found; });
}

void FindLeastGradient(const BatchCall& call, absl::Span<const double> limit_m,
                       absl::Span<StepSeparationGradient> least) {
  std::fill(least.begin(), least.end(), StepSeparationGradient{});
  ForEachNearest(call, limit_m, 0, least.size(), SeparationLevel{nullptr, least}, kWalk,
                 [&](size_t i, const StepSeparation& found, const SeparationLevel&) {
                   // Pairs beyond the limit were measured too.
                   if (found.obstacle < 0) least[i] = {};
                 });
}

}  // namespace collision2d::internal
#endif  // HWY_ONCE
