#include "collision2d/batch/collision_walk.h"

#include <algorithm>
#include <cstdint>

#include "absl/types/span.h"
#include "collision2d/batch/batch_shadow.h"
#include "collision2d/batch/body_shapes.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/posed_body.h"
#include "collision2d/batch/trajectories.h"
#include "collision2d/batch/trajectory_call.h"
#include "collision2d/geometry/pose2.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collision2d/batch/collision_walk.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "collision2d/batch/block_hits-inl.h"
#include "collision2d/batch/pose_filter-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {

// A body at one step of up to kPosesTogether trajectories.
class CollisionStep {
 public:
  CollisionStep(const PolygonBatch& batch, int step) : batch_(batch), step_(step) {}

  // Looks for collisions of body shape e; each is the first of its trajectory at this step and earlier ones, and of shapes up
  // to e. `which[p]` tells the trajectory, of those of `first`, that is at poses[p].
  void Visit(const BodyShape& shape, int e, const Pose2* poses, absl::Span<const int> which, StepHit* first) {
    PosedShape posed;
    PoseShape(shape, poses, kPosesTogether, batch_.shadow().origin, &posed);
    const PoseCircles circles = CirclesOf(posed);
    const uint32_t all = (1u << which.size()) - 1u;
    const int block_count = static_cast<int>(batch_.shadow().blocks.size());
    for (int b = 0; b < block_count; ++b) {
      const ShadowBlock& block = batch_.shadow().blocks[b];
      for (uint32_t open = OpenPoses(circles, block) & all; open != 0; open &= open - 1) {
        const int p = static_cast<int>(hwy::Num0BitsBelowLS1Bit_Nonzero32(open));
        StepHit& hit = first[which[p]];
        if (hit.step >= 0 && hit.obstacle < b * kBatchLanes) continue;
        ShapeAtPose at_pose;
        at_pose.Set(shape, posed, p, poses[p]);
        const uint32_t hits = DecideBlock(BroadcastBox(posed, p), &at_pose, batch_, b, 0).hits;
        if (hits == 0) continue;
        const int obstacle = b * kBatchLanes + static_cast<int>(hwy::Num0BitsBelowLS1Bit_Nonzero32(hits));
        if (hit.step < 0 || obstacle < hit.obstacle) hit = {step_, obstacle, e};
      }
    }
  }

 private:
  const PolygonBatch& batch_;
  const int step_;
};

void WalkCollisions(const TrajectoryCall& call, absl::Span<const int> trajectories, StepHit* first) {
  const BodyShapes shapes(call.body);
  const int count = static_cast<int>(trajectories.size());
  std::fill_n(first, count, StepHit{});
  for (int s = 0; s < call.steps; ++s) {
    const PolygonBatch& batch = call.per_step[s];
    int active[kTrajectoriesTogether];
    int active_count = 0;
    for (int i = 0; i < count; ++i) {
      active[active_count] = i;
      active_count += static_cast<int>(first[i].step < 0 && s < call.LengthOf(trajectories[i]));
    }
    if (active_count == 0) return;
    if (batch.empty()) continue;
    for (int begin = 0; begin < active_count; begin += kPosesTogether) {
      const absl::Span<const int> which(active + begin, std::min(active_count - begin, kPosesTogether));
      Pose2 poses[kPosesTogether];
      for (size_t p = 0; p < which.size(); ++p) poses[p] = call.PoseAt(trajectories[which[p]], s);
      CollisionStep step(batch, s);
      for (int e = 0; e < shapes.size(); ++e) step.Visit(shapes[e], e, poses, which, first);
    }
  }
}

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace collision2d::internal {
namespace {

HWY_EXPORT(WalkCollisions);

}  // namespace

void WalkToFirstCollisions(const TrajectoryCall& call, absl::Span<const int> trajectories, StepHit* first) {
  HWY_DYNAMIC_DISPATCH(WalkCollisions)(call, trajectories, first);
}

}  // namespace collision2d::internal
#endif  // HWY_ONCE
