#include "collision2d/batch/kernels/kernels.h"

#include <algorithm>

#include "collision2d/batch/kernels/batch_shadow.h"
#include "collision2d/batch/kernels/cell_motion.h"
#include "collision2d/batch/kernels/nearest_search.h"
#include "collision2d/batch/kernels/shadow_numbers.h"
#include "collision2d/batch/kernels/sinks.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/code_generation.h"
#include "collision2d/geometry/pose2.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collision2d/batch/kernels/kernels.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "collision2d/batch/kernels/collision_step-inl.h"
#include "collision2d/batch/kernels/distance_step-inl.h"
#include "collision2d/batch/kernels/walk-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {

// Marks the shapes within one limit, in a mask.
class WithinSink {
 public:
  WithinSink(double limit_m, const MaskSink& mask) : limit_m_(limit_m), float_limit_m_(LimitOf(limit_m)), mask_(mask) {}
  float limit_m(int) const { return float_limit_m_; }

  static constexpr bool kMeasuresDepth = false;
  void LowerLimit(int, float) {}

  bool TakeElement(const StepGroup& group, int p, int body_shape, int slot, float) {
    const CellObstacles& cells = *group.layer.cells;
    const Pose2& pose = group.poses[p];
    if (!DistanceWithin(group.call.body[body_shape], cells.ShapeOf(slot), RelativePose(pose, cells.world_from_cells),
                        limit_m_)) {
      return true;
    }
    mask_.Add({group.which[p], group.step, group.layer, group.batch, 0, 1u, body_shape, pose});
    return false;
  }

  HWY_INLINE void Take(const BlockBounds& of) {
    uint32_t within = 0;
    const Pose2& pose = of.group.poses[of.p];
    for (uint32_t open = of.lanes & ~mask_.Marked(of.i, of.group.layer, of.block); open != 0; open &= open - 1) {
      const int lane = static_cast<int>(hwy::Num0BitsBelowLS1Bit_Nonzero32(open));
      within |= static_cast<uint32_t>(IsWithin(of, lane, pose)) << lane;
    }
    mask_.Add({of.i, of.group.step, of.group.layer, of.group.batch, of.block, within, of.body_shape, pose});
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

void Mask(const BatchCall& call, MaskSink sink) {
  Walk<CollisionStep, MaskSink>(call, &sink).VisitPoses(kPosesTogether);
}

void Within(const BatchCall& call, double limit_m, MaskSink mask) {
  WithinSink sink(limit_m, mask);
  Walk<DistanceStep, WithinSink>(call, &sink).VisitPoses(kPosesTogether);
}

void Any(const BatchCall& call, AnySink sink) { Walk<CollisionStep, AnySink>(call, &sink).VisitPoses(kPosesTogether); }

void AnyOfSteps(const BatchCall& call, absl::Span<const int> trajectories, AnySink sink) {
  Walk<CollisionStep, AnySink>(call, &sink).VisitSteps(trajectories);
}

void First(const BatchCall& call, FirstSink sink) {
  Walk<CollisionStep, FirstSink>(call, &sink).VisitPoses(kPosesTogether);
}

void FirstOfSteps(const BatchCall& call, absl::Span<const int> trajectories, FirstSink sink) {
  Walk<CollisionStep, FirstSink>(call, &sink).VisitSteps(trajectories);
}

void Count(const BatchCall& call, CountSink sink) {
  Walk<CollisionStep, CountSink>(call, &sink).VisitPoses(kPosesTogether);
}

void List(const BatchCall& call, ListSink sink) {
  // The walk of a group goes by layer, then body shape, and without a tree by block, then pose.
  const bool is_by_pose = call.layers.size() == 1 && call.layers[0].tree != nullptr && call.body.size() == 1;
  Walk<CollisionStep, ListSink>(call, &sink).VisitPoses(is_by_pose && call.is_of_poses() ? kPosesTogether : 1);
}

void NearestOfSteps(const BatchCall& call, absl::Span<const int> trajectories, NearestSearch<DistanceLevel>* searches) {
  NearestSink<DistanceLevel> sink(searches);
  Walk<DistanceStep, NearestSink<DistanceLevel>>(call, &sink).VisitSteps(trajectories);
}

void LeastOfSteps(const BatchCall& call, absl::Span<const int> trajectories, NearestSearch<SeparationLevel>* searches) {
  NearestSink<SeparationLevel> sink(searches);
  Walk<DistanceStep, NearestSink<SeparationLevel>>(call, &sink).VisitSteps(trajectories);
}

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace collision2d::internal {

HWY_EXPORT(Mask);
HWY_EXPORT(Within);
HWY_EXPORT(Any);
HWY_EXPORT(AnyOfSteps);
HWY_EXPORT(First);
HWY_EXPORT(FirstOfSteps);
HWY_EXPORT(Count);
HWY_EXPORT(List);
HWY_EXPORT(NearestOfSteps);
HWY_EXPORT(LeastOfSteps);

void MarkHits(const BatchCall& call, size_t words, uint64_t* mask) {
  HWY_DYNAMIC_DISPATCH(Mask)(call, MaskSink(mask, words));
}

void MarkWithin(const BatchCall& call, double limit_m, size_t words, uint64_t* mask) {
  HWY_DYNAMIC_DISPATCH(Within)(call, limit_m, MaskSink(mask, words));
}

void FindAnyHits(const BatchCall& call, uint8_t* any) {
  if (call.is_of_poses()) {
    HWY_DYNAMIC_DISPATCH(Any)(call, AnySink(any));
    return;
  }
  const CallWithoutCells others(call);
  ForEachGroup(call, [&](absl::Span<const int> group, int first) {
    MarkCells(call, group, any + first);
    HWY_DYNAMIC_DISPATCH(AnyOfSteps)(others.call(), group, AnySink(any + first));
  });
}

void FindFirstHits(const BatchCall& call, absl::Span<const int> trajectories, Hit* first) {
  std::fill_n(first, trajectories.size(), Hit());
  const CallWithoutCells others(call);
  HWY_DYNAMIC_DISPATCH(FirstOfSteps)(others.call(), trajectories, FirstSink(first));
  AddCells(call, trajectories, first);
}

void FindFirstHits(const BatchCall& call, Hit* first) {
  if (call.is_of_poses()) {
    std::fill_n(first, call.trajectories.size(), Hit());
    HWY_DYNAMIC_DISPATCH(First)(call, FirstSink(first));
    return;
  }
  ForEachGroup(call, [&](absl::Span<const int> group, int begin) { FindFirstHits(call, group, first + begin); });
}

void CountHits(const BatchCall& call, int32_t* count) { HWY_DYNAMIC_DISPATCH(Count)(call, CountSink(call, count)); }

void ListHits(const BatchCall& call, int64_t* begin, absl::Span<int> hits) {
  HWY_DYNAMIC_DISPATCH(List)(call, ListSink(call, begin, hits));
}

namespace {

void Propose(const BatchCall& call, absl::Span<const int> trajectories, NearestSearch<DistanceLevel>* searches) {
  HWY_DYNAMIC_DISPATCH(NearestOfSteps)(call, trajectories, searches);
}
void Propose(const BatchCall& call, absl::Span<const int> trajectories, NearestSearch<SeparationLevel>* searches) {
  HWY_DYNAMIC_DISPATCH(LeastOfSteps)(call, trajectories, searches);
}

const auto kPropose = [](const BatchCall& call, absl::Span<const int> trajectories, auto* searches) {
  Propose(call, trajectories, searches);
};

}  // namespace

void FindNearest(const BatchCall& call, absl::Span<const double> limit_m, Nearest<double>* nearest) {
  ForEachNearest(call, limit_m, DistanceLevel(), kPropose,
                 [&](int i, const Nearest<double>& found, const DistanceLevel&) { nearest[i] = found; });
}

void FindMinimumSeparation(const BatchCall& call, absl::Span<const double> limit_m, SeparationMeter* meter) {
  ForEachNearest(call, limit_m, SeparationLevel{meter}, kPropose,
                 [&](int i, const Nearest<Separation>& found, const SeparationLevel&) { meter->Take(i, found); });
}

}  // namespace collision2d::internal
#endif  // HWY_ONCE
