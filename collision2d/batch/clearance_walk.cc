#include "collision2d/batch/clearance_walk.h"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "absl/types/span.h"
#include "collision2d/batch/batch_shadow.h"
#include "collision2d/batch/body_shapes.h"
#include "collision2d/batch/distance_level.h"
#include "collision2d/batch/distance_limit.h"
#include "collision2d/batch/nearest_search.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/posed_body.h"
#include "collision2d/batch/separation_level.h"
#include "collision2d/batch/step_hit.h"
#include "collision2d/batch/step_separation.h"
#include "collision2d/batch/trajectory_call.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collision2d/batch/clearance_walk.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "collision2d/batch/box_distance-inl.h"
#include "collision2d/batch/pose_filter-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {

// One body shape at one step of up to kPosesTogether trajectories.
template <typename Level>
class ClearanceStep {
 public:
  // The trajectories are searches[which[p]].
  ClearanceStep(const PolygonBatch& batch, int step, const BodyShape& shape, int body_shape, const Pose2* poses,
                absl::Span<const int> which, NearestSearch<Level>* searches)
      : batch_(batch),
        step_(step),
        is_exact_(shape.box.is_exact),
        body_shape_(body_shape),
        which_(which),
        searches_(searches) {
    PoseShape(shape, poses, kPosesTogether, batch.shadow().origin, &posed_);
  }

  void Visit() {
    const ShadowBlock* blocks = batch_.shadow().blocks.data();
    const int block_count = static_cast<int>(batch_.shadow().blocks.size());
    const int count = static_cast<int>(which_.size());
    int visited[kPosesTogether];
    std::fill_n(visited, kPosesTogether, -1);
    VisitNearestBlocks(visited);
    float limit_m[kPosesTogether] = {};
    for (int p = 0; p < count; ++p) limit_m[p] = searches_[which_[p]].limit_m();
    WidenedCircles widened;
    const PoseCircles circles = WidenCircles(posed_, limit_m, &widened);
    const uint32_t all = (1u << count) - 1u;
    for (int b = 0; b < block_count; ++b) {
      for (uint32_t open = OpenPoses(circles, blocks[b]) & all; open != 0; open &= open - 1) {
        const int p = static_cast<int>(hwy::Num0BitsBelowLS1Bit_Nonzero32(open));
        if (visited[p] != b) VisitBlock(p, b);
      }
    }
  }

 private:
  // Of poses without a limit as yet, the block of the nearest circle: what its distance does not rule out is little.
  void VisitNearestBlocks(int* visited) {
    const int count = static_cast<int>(which_.size());
    bool all_have_limits = true;
    for (int p = 0; p < count; ++p) all_have_limits &= searches_[which_[p]].limit_m() < kMaxLimit_m;
    if (all_have_limits) return;
    alignas(64) int32_t nearest[kPosesTogether];
    FindNearestBlocks(nearest);
    for (int p = 0; p < count; ++p) {
      if (searches_[which_[p]].limit_m() < kMaxLimit_m) continue;
      visited[p] = nearest[p];
      VisitBlock(p, visited[p]);
    }
  }

  void FindNearestBlocks(int32_t* nearest) const {
    const BlockTag d;
    const hn::RebindToSigned<BlockTag> di;
    const ShadowBlock* blocks = batch_.shadow().blocks.data();
    const int block_count = static_cast<int>(batch_.shadow().blocks.size());
    const PoseCircles circles = CirclesOf(posed_);
    for (int p = 0; p < kPosesTogether; p += static_cast<int>(hn::Lanes(d))) {
      BlockVec least = hn::Set(d, std::numeric_limits<float>::max());
      auto block = hn::Zero(di);
      for (int b = 0; b < block_count; ++b) {
        const BlockVec power = LeastPower(circles, blocks[b], ShapesOf(blocks[b]), p);
        block = hn::IfThenElse(hn::RebindMask(di, hn::Lt(power, least)), hn::Set(di, b), block);
        least = hn::Min(least, power);
      }
      hn::Store(block, di, nearest + p);
    }
  }

  HWY_INLINE void VisitBlock(int p, int b) {
    const ShadowBlock& block = batch_.shadow().blocks[b];
    NearestSearch<Level>& search = searches_[which_[p]];
    DistanceBounds bounds;
    BoundDistances(BroadcastBox(posed_, p), posed_.radius[p], block, is_exact_ ? block.exact_boxes : 0u, &bounds);
    search.LowerLimit(LeastUpper(bounds, block.lanes));
    for (uint32_t open = LanesWithin(bounds, search.limit_m()) & block.lanes; open != 0; open &= open - 1) {
      const int lane = static_cast<int>(hwy::Num0BitsBelowLS1Bit_Nonzero32(open));
      const int obstacle = b * kBatchLanes + lane;
      if (bounds.lower_m[lane] == kOverlapping) {
        search.AddCollision(step_, obstacle, body_shape_);
      } else {
        search.AddPair(bounds.lower_m[lane], step_, obstacle, body_shape_);
      }
    }
  }

  const PolygonBatch& batch_;
  const int step_;
  const bool is_exact_;
  const int body_shape_;
  const absl::Span<const int> which_;
  NearestSearch<Level>* const searches_;
  PosedShape posed_;
};

// Of at most kTrajectoriesTogether trajectories.
template <typename Level>
void Walk(const TrajectoryCall& call, absl::Span<const double> limit_m, int begin, const Level& level,
          absl::Span<typename Level::Found> nearest) {
  const BodyShapes shapes(call.body);
  const int count = static_cast<int>(nearest.size());
  NearestSearch<Level> searches[kTrajectoriesTogether];
  for (int i = 0; i < count; ++i) {
    searches[i].Begin(call, begin + i, limit_m.empty() ? std::numeric_limits<double>::infinity() : limit_m[begin + i],
                      level);
  }
  for (int s = 0; s < call.steps; ++s) {
    const PolygonBatch& batch = call.per_step[s];
    int active[kTrajectoriesTogether];
    int active_count = 0;
    for (int i = 0; i < count; ++i) {
      active[active_count] = i;
      active_count += static_cast<int>(!searches[i].has_collided() && s < call.LengthOf(begin + i));
    }
    if (active_count == 0) break;
    if (batch.empty()) continue;
    for (int first = 0; first < active_count; first += kPosesTogether) {
      const absl::Span<const int> which(active + first, std::min(active_count - first, kPosesTogether));
      Pose2 poses[kPosesTogether];
      for (size_t p = 0; p < which.size(); ++p) poses[p] = call.PoseAt(begin + which[p], s);
      for (int e = 0; e < shapes.size(); ++e) {
        ClearanceStep<Level>(batch, s, shapes[e], e, poses, which, searches).Visit();
      }
    }
  }
  for (int i = 0; i < count; ++i) nearest[i] = searches[i].End();
}

void WalkNearest(const TrajectoryCall& call, absl::Span<const double> limit_m, int begin,
                 absl::Span<StepNearest> nearest) {
  Walk(call, limit_m, begin, DistanceLevel(), nearest);
}

void WalkLeastSeparation(const TrajectoryCall& call, absl::Span<const double> limit_m, int begin,
                         absl::Span<StepSeparation> least, const ContactSink& contacts) {
  Walk(call, limit_m, begin, SeparationLevel{&contacts}, least);
}

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace collision2d::internal {
namespace {

HWY_EXPORT(WalkNearest);
HWY_EXPORT(WalkLeastSeparation);

}  // namespace

void WalkToNearest(const TrajectoryCall& call, absl::Span<const double> limit_m, int begin,
                   absl::Span<StepNearest> nearest) {
  for (size_t first = 0; first < nearest.size(); first += kTrajectoriesTogether) {
    HWY_DYNAMIC_DISPATCH(WalkNearest)
    (call, limit_m, begin + static_cast<int>(first), nearest.subspan(first, kTrajectoriesTogether));
  }
}

void WalkToLeastSeparation(const TrajectoryCall& call, absl::Span<const double> limit_m, int begin,
                           absl::Span<StepSeparation> least, const ContactSink& contacts) {
  for (size_t first = 0; first < least.size(); first += kTrajectoriesTogether) {
    HWY_DYNAMIC_DISPATCH(WalkLeastSeparation)
    (call, limit_m, begin + static_cast<int>(first), least.subspan(first, kTrajectoriesTogether), contacts);
  }
}

}  // namespace collision2d::internal
#endif  // HWY_ONCE
