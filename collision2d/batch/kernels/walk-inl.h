// The walk over poses, steps and body shapes that every call makes, for one instruction set:
// included again for each by foreach_target.h.

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "absl/types/span.h"
#include "collision2d/batch/kernels/batch_call.h"
#include "collision2d/batch/kernels/cell_filter.h"
#include "collision2d/batch/kernels/posed_body.h"
#include "collision2d/batch/obstacles.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/geometry/pose2.h"

#if defined(COLLISION2D_BATCH_KERNELS_WALK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COLLISION2D_BATCH_KERNELS_WALK_INL_H_
#undef COLLISION2D_BATCH_KERNELS_WALK_INL_H_
#else
#define COLLISION2D_BATCH_KERNELS_WALK_INL_H_
#endif

#include "collision2d/batch/kernels/pose_shape-inl.h"
#include "collision2d/code_generation.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {

// Up to kPosesTogether trajectories at one step, and one layer of what they meet there. `poses` has
// room for kPosesTogether, all of which may be read.
struct StepGroup {
  const BatchCall& call;
  const ObstacleLayer& layer;
  const PolygonBatch& batch;  // Not empty, unless the layer is one of cells.
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
// Visit(). Step::VisitCells(const StepGroup&, CellShapes*, Sink*) is the work on a layer of cells.
template <template <typename> class Step, typename Sink>
class Walk {
 public:
  Walk(const BatchCall& call, Sink* sink) : call_(call), shapes_(call.body), shapes_in_cells_(call.body), sink_(sink) {}

  // Walks all poses one by one. Trajectory i of the walk is pose i of the call.
  // Visits poses_together poses at a time, at most kPosesTogether. If it is 1, poses come in
  // ascending order, and everything about a pose comes before the next pose.
  HWY_INLINE void VisitPoses(size_t poses_together) {
    const absl::Span<const Pose2> poses = call_.trajectories.world_from_body;
    if (call_.is_of_poses()) {
      for (size_t first = 0; first < poses.size(); first += poses_together) {
        const size_t left = poses.size() - first;
        count_ = std::min(poses_together, left);
        std::iota(which_, which_ + count_, static_cast<int>(first));
        const Pose2* of_group = &poses[first];
        if (left < kPosesTogether) of_group = std::copy_n(of_group, count_, poses_) - count_;
        VisitLayers(0, of_group, of_group);
      }
      return;
    }
    const int trajectory_count = call_.trajectories.size();
    if (poses_together == 1) {
      for (int i = 0; i < trajectory_count; ++i) {
        for (int s = 0; s < call_.trajectories.LengthOf(i); ++s) AddPose(i, s, 1);
      }
      return;
    }
    for (int s = 0; s < call_.trajectories.steps; ++s) {
      for (int i = 0; i < trajectory_count; ++i) {
        if (s < call_.trajectories.LengthOf(i)) AddPose(i, s, poses_together);
      }
      VisitAdded(s);
    }
  }

  // Walks trajectories from step to step, or from interval to interval, as long as the sink wants
  // them.
  // REQUIRES: at most kTrajectoriesTogether trajectories.
  HWY_INLINE void VisitSteps(absl::Span<const int> trajectories) {
    if (call_.layers.empty()) return;
    const int count = static_cast<int>(trajectories.size());
    for (int s = 0; s < call_.trajectories.steps; ++s) {
      int active[kTrajectoriesTogether];
      int active_count = 0;
      for (int i = 0; i < count; ++i) {
        active[active_count] = i;
        active_count += static_cast<int>(sink_->Wants(i) && s < call_.PlacesOf(trajectories[i]));
      }
      if (active_count == 0) return;
      if (IsFreeOfObstacles(s)) continue;
      for (int first = 0; first < active_count; first += kPosesTogether) {
        count_ = static_cast<size_t>(std::min(active_count - first, kPosesTogether));
        std::copy_n(active + first, count_, which_);
        for (size_t p = 0; p < count_; ++p) poses_[p] = call_.PoseAt(trajectories[which_[p]], s);
        if (call_.sweep == nullptr) {
          VisitLayers(s, poses_, poses_);
          continue;
        }
        Pose2 poses_at_end[kPosesTogether];
        for (size_t p = 0; p < count_; ++p) poses_at_end[p] = call_.PoseAt(trajectories[which_[p]], s + 1);
        VisitLayers(s, poses_, poses_at_end);
      }
    }
  }

 private:
  bool IsFreeOfObstacles(int step) const {
    for (const ObstacleLayer& layer : call_.layers) {
      if (layer.cells != nullptr || !layer.BatchAt(step).empty()) return false;
    }
    return true;
  }

  void AddPose(int trajectory, int step, size_t poses_together) {
    which_[count_] = static_cast<int>(call_.RowOf(trajectory, step));
    poses_[count_++] = call_.PoseAt(trajectory, step);
    if (count_ == poses_together) VisitAdded(step);
  }

  void VisitAdded(int step) {
    if (count_ > 0) VisitLayers(step, poses_, poses_);
    count_ = 0;
  }

  HWY_NOINLINE void VisitLayers(int step, const Pose2* poses, const Pose2* poses_at_end) {
    for (const ObstacleLayer& layer : call_.layers) {
      const PolygonBatch& batch = layer.BatchAt(step);
      if (batch.empty() && layer.cells == nullptr) continue;
      const PolygonBatch& batch_at_end = call_.sweep == nullptr ? batch : layer.BatchAtEnd(step);
      const absl::Span<const int> which = absl::MakeConstSpan(which_, count_);
      const StepGroup group = {call_, layer, batch, step, poses, which, &is_dense_, poses_at_end, batch_at_end};
      if (layer.cells == nullptr) {
        VisitGroup(group);
      } else {
        Step<Sink>::VisitCells(group, &shapes_in_cells_, sink_);
      }
    }
  }

  HWY_INLINE void VisitGroup(const StepGroup& group) {
    for (int e = 0; e < shapes_.size(); ++e) Step<Sink>(group, shapes_[e], e, sink_).Visit();
  }

  const BatchCall& call_;
  const BodyShapes shapes_;
  CellShapes shapes_in_cells_;
  Sink* const sink_;
  bool is_dense_ = false;
  // The group that is visited.
  size_t count_ = 0;
  int which_[kPosesTogether];
  Pose2 poses_[kPosesTogether];
};

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // COLLISION2D_BATCH_KERNELS_WALK_INL_H_
