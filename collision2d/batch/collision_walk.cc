#include "collision2d/batch/collision_walk.h"

#include <algorithm>
#include <cstdint>

#include "absl/types/span.h"
#include "collision2d/batch/batch_shadow.h"
#include "collision2d/batch/body_shapes.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/posed_body.h"
#include "collision2d/batch/step_hit.h"
#include "collision2d/batch/trajectory_call.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collision2d/batch/collision_walk.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "collision2d/batch/block_hits-inl.h"
#include "collision2d/batch/pose_filter-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {

// One body shape at one step of up to kPosesTogether trajectories.
class CollisionStep {
 public:
  // The trajectories are those of first[which[p]].
  CollisionStep(const PolygonBatch& batch, int step, const BodyShape& shape, int body_shape, const Pose2* poses,
                absl::Span<const int> which, StepHit* first)
      : batch_(batch),
        step_(step),
        shape_(shape),
        body_shape_(body_shape),
        poses_(poses),
        which_(which),
        first_(first) {
    const int pose_count = static_cast<int>(which.size());
    PoseShape(shape, poses, pose_count <= kFewPoses ? pose_count : kPosesTogether, batch.shadow().origin, &posed_);
  }

  // Finds the first obstacle that the shape collides with, if no shape before it collides with that one or an earlier one.
  void Visit() {
    const int pose_count = static_cast<int>(which_.size());
    const int block_count = static_cast<int>(batch_.shadow().blocks.size());
    if (pose_count <= kFewPoses) {
      for (int p = 0; p < pose_count; ++p) VisitPose(p, block_count);
    } else {
      for (int b = 0; b < block_count; ++b) VisitBlock(b, (1u << pose_count) - 1u);
    }
  }

 private:
  // A vector that so few poses fill is no faster than one that a block fills for one pose after the other.
  static constexpr int kFewPoses = 5;

  void VisitBlock(int b, uint32_t poses) {
    uint32_t open = OpenPoses(CirclesOf(posed_), batch_.shadow().blocks[b]) & poses;
    for (; open != 0; open &= open - 1) Decide(static_cast<int>(hwy::Num0BitsBelowLS1Bit_Nonzero32(open)), b);
  }

  void VisitPose(int p, int block_count) {
    for (int begin = 0; begin < block_count; begin += kBlocksTogether) {
      uint32_t open = OpenBlocks(CirclesOf(posed_), p, batch_.shadow().blocks.data() + begin,
                                 std::min(block_count - begin, kBlocksTogether));
      for (; open != 0; open &= open - 1) Decide(p, begin + static_cast<int>(hwy::Num0BitsBelowLS1Bit_Nonzero32(open)));
    }
  }

  void Decide(int p, int b) {
    StepHit& hit = first_[which_[p]];
    if (hit.step >= 0 && hit.obstacle < b * kBatchLanes) return;
    ShapeAtPose at_pose;
    at_pose.Set(shape_, posed_, p, poses_[p]);
    const uint32_t hits = DecideBlock(BroadcastBox(posed_, p), &at_pose, batch_, b, 0).hits;
    if (hits == 0) return;
    const int obstacle = b * kBatchLanes + static_cast<int>(hwy::Num0BitsBelowLS1Bit_Nonzero32(hits));
    if (hit.step < 0 || obstacle < hit.obstacle) hit = {step_, obstacle, body_shape_};
  }

  const PolygonBatch& batch_;
  const int step_;
  const BodyShape& shape_;
  const int body_shape_;
  const Pose2* const poses_;
  const absl::Span<const int> which_;
  StepHit* const first_;
  PosedShape posed_;
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
      for (int e = 0; e < shapes.size(); ++e) {
        const BodyShape shape = shapes[e];
        CollisionStep(batch, s, shape, e, poses, which, first).Visit();
      }
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
