// The walk over poses, steps and body shapes that every call makes, for one instruction set:
// included again for each by foreach_target.h.

#include <algorithm>
#include <cstddef>

#include "absl/types/span.h"
#include "collision2d/batch/kernels/batch_call.h"
#include "collision2d/batch/kernels/posed_body.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/geometry/pose2.h"

#if defined(COLLISION2D_BATCH_KERNELS_WALK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COLLISION2D_BATCH_KERNELS_WALK_INL_H_
#undef COLLISION2D_BATCH_KERNELS_WALK_INL_H_
#else
#define COLLISION2D_BATCH_KERNELS_WALK_INL_H_
#endif

#include "collision2d/batch/kernels/pose_shape-inl.h"
#include "collision2d/simd_targets.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {

// Up to kPosesTogether trajectories at one step. `poses` has room for kPosesTogether, all of which
// may be read.
struct StepGroup {
  const BatchCall& call;
  const PolygonBatch& batch;  // Not empty.
  int step;
  const Pose2* poses;
  absl::Span<const int> which;  // Which trajectories of the walk they are.
  // Whether circles ruled out little when they were last asked, and are not asked. Only the speed
  // depends on it.
  bool* is_dense;
  // Where bodies and obstacles are at the end of the interval that begins at the step; `poses` and
  // `batch` if the call does not ask about motion.
  const Pose2* poses_at_end;
  const PolygonBatch& batch_at_end;
};

// A walk's work at a step, template <typename Sink> class Step, is made for each group and body
// shape, by Step(const StepGroup&, const BodyShape&, int body_shape, Sink*), and does its work in
// Visit().
template <template <typename> class Step, typename Sink>
HWY_INLINE void VisitGroup(const StepGroup& group, const BodyShapes& shapes, Sink* sink) {
  for (int e = 0; e < shapes.size(); ++e) Step<Sink>(group, shapes[e], e, sink).Visit();
}

// Walks all poses of a call of one step. Trajectories are poses: pose p is trajectory p of the
// walk.
// Walks poses_together poses at a time, at most kPosesTogether. If it is 1, everything about a pose
// comes before the next pose.
template <template <typename> class Step, typename Sink>
HWY_INLINE void WalkPoses(const BatchCall& call, size_t poses_together, Sink* sink) {
  const PolygonBatch& batch = call.BatchAt(0);
  if (batch.empty()) return;
  const BodyShapes shapes(call.body);
  Pose2 last[kPosesTogether];
  int which[kPosesTogether];
  bool is_dense = false;
  for (size_t first = 0; first < call.world_from_body.size(); first += poses_together) {
    const size_t left = call.world_from_body.size() - first;
    const size_t count = std::min(poses_together, left);
    for (size_t p = 0; p < count; ++p) which[p] = static_cast<int>(first + p);
    const Pose2* poses = &call.world_from_body[first];
    if (left < kPosesTogether) poses = std::copy_n(poses, count, last) - count;
    VisitGroup<Step>({call, batch, 0, poses, absl::MakeConstSpan(which, count), &is_dense, poses, batch}, shapes, sink);
  }
}

// Walks trajectories from step to step, or from interval to interval, as long as the sink wants
// them.
// REQUIRES: at most kTrajectoriesTogether trajectories.
template <template <typename> class Step, typename Sink>
HWY_INLINE void WalkSteps(const BatchCall& call, absl::Span<const int> trajectories, Sink* sink) {
  const BodyShapes shapes(call.body);
  const int count = static_cast<int>(trajectories.size());
  bool is_dense = false;
  for (int s = 0; s < call.steps; ++s) {
    int active[kTrajectoriesTogether];
    int active_count = 0;
    for (int i = 0; i < count; ++i) {
      active[active_count] = i;
      active_count += static_cast<int>(sink->Wants(i) && s < call.PlacesOf(trajectories[i]));
    }
    if (active_count == 0) return;
    const PolygonBatch& batch = call.BatchAt(s);
    if (batch.empty()) continue;
    for (int first = 0; first < active_count; first += kPosesTogether) {
      const absl::Span<const int> which(active + first, std::min(active_count - first, kPosesTogether));
      Pose2 poses[kPosesTogether];
      for (size_t p = 0; p < which.size(); ++p) poses[p] = call.PoseAt(trajectories[which[p]], s);
      if (call.sweep == nullptr) {
        VisitGroup<Step>({call, batch, s, poses, which, &is_dense, poses, batch}, shapes, sink);
        continue;
      }
      Pose2 poses_at_end[kPosesTogether];
      for (size_t p = 0; p < which.size(); ++p) poses_at_end[p] = call.PoseAt(trajectories[which[p]], s + 1);
      VisitGroup<Step>({call, batch, s, poses, which, &is_dense, poses_at_end, call.BatchAtEnd(s)}, shapes, sink);
    }
  }
}

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // COLLISION2D_BATCH_KERNELS_WALK_INL_H_
