// Bounds on the distances of a body shape at many poses from the blocks of a batch, for one
// instruction set: included again for each by foreach_target.h.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "collision2d/batch/kernels/batch_shadow.h"
#include "collision2d/batch/kernels/nearest_search.h"
#include "collision2d/batch/kernels/posed_body.h"
#include "collision2d/batch/kernels/shadow_numbers.h"
#include "collision2d/batch/polygon_batch.h"

#if defined(COLLISION2D_BATCH_KERNELS_DISTANCE_STEP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COLLISION2D_BATCH_KERNELS_DISTANCE_STEP_INL_H_
#undef COLLISION2D_BATCH_KERNELS_DISTANCE_STEP_INL_H_
#else
#define COLLISION2D_BATCH_KERNELS_DISTANCE_STEP_INL_H_
#endif

#include "collision2d/batch/kernels/box_distance-inl.h"
#include "collision2d/batch/kernels/cell_step-inl.h"
#include "collision2d/batch/kernels/pose_filter-inl.h"
#include "collision2d/batch/kernels/pose_shape-inl.h"
#include "collision2d/batch/kernels/tree_walk-inl.h"
#include "collision2d/batch/kernels/walk-inl.h"
#include "collision2d/code_generation.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {

// Bounds on the distances of a body shape from the shapes of a block.
struct BlockBounds {
  int i;  // Which trajectory of the walk.
  const StepGroup& group;
  int p;  // Which pose of the group.
  int block;
  int body_shape;
  const DistanceBounds& bounds;
  uint32_t lanes;  // That hold shapes.

  int SlotOf(int lane) const { return block * kBatchLanes + lane; }
};

// One body shape and a group of poses. A sink has
//   bool Wants(int i), for walks along steps only: whether later steps of trajectory i matter;
//   float limit_m(int i): shapes of trajectory i that are farther do not matter; at most
//   kMaxLimit_m;
//   void Take(const BlockBounds&);
//   void LowerLimit(int i, float upper_m), of a layer of cells: some element is within upper_m;
//   bool kMeasuresDepth: whether the elements matter that overlap deepest, not the lowest that do;
//   bool TakeElement(const StepGroup&, int p, int body_shape, int slot, float lower_m): an element
//   at least lower_m from pose p of the group; false: others of the pose do not matter.
template <typename Sink>
class DistanceStep {
 public:
  DistanceStep(const StepGroup& group, const BodyShape& shape, int body_shape, Sink* sink)
      : group_(group), is_exact_(shape.box.is_exact), body_shape_(body_shape), sink_(sink) {
    PoseShape(shape, group.poses, kPosesTogether, group.batch.shadow().origin, &posed_);
  }

  static void VisitCells(const StepGroup& group, CellShapes* shapes, Sink* sink) {
    VisitCellDistances(group, shapes, sink);
  }

  void Visit() {
    if (group_.layer.tree != nullptr) {
      VisitTree(*group_.layer.tree);
    } else {
      VisitAll();
    }
  }

 private:
  int count() const { return static_cast<int>(group_.which.size()); }
  const BatchShadow& shadow() const { return group_.batch.shadow(); }
  float limit_m(int p) const { return sink_->limit_m(group_.which[p]); }

  void VisitTree(const PackedTree& tree) {
    PackedTreeBox boxes[kPosesTogether];
    for (int p = 0; p < count(); ++p) {
      boxes[p] = AlignedBox(posed_, p);
      // With limits, many walks end before they come to a block.
      if (limit_m(p) == kMaxLimit_m) FetchNearestBlock(tree, shadow(), boxes[p]);
    }
    for (int p = 0; p < count(); ++p) {
      VisitNearBlocks(
          tree, boxes[p], [&]() HWY_ATTR { return limit_m(p); }, [&](int b) HWY_ATTR { VisitBlock(p, b); });
    }
  }

  void VisitAll() {
    const int block_count = static_cast<int>(shadow().blocks.size());
    int visited[kPosesTogether];
    std::fill_n(visited, kPosesTogether, -1);
    VisitNearestBlocks(visited);
    alignas(64) float limits_m[kPosesTogether] = {};
    for (int p = 0; p < count(); ++p) limits_m[p] = limit_m(p);
    WidenedCircles widened;
    const PoseCircles circles = WidenCircles(posed_, limits_m, &widened);
    const uint32_t all = (1u << count()) - 1u;
    for (int b = 0; b < block_count; ++b) {
      for (uint32_t open = OpenPoses(circles, shadow().blocks[b]) & all; open != 0; open &= open - 1) {
        const int p = static_cast<int>(hwy::Num0BitsBelowLS1Bit_Nonzero32(open));
        if (visited[p] != b) VisitBlock(p, b);
      }
    }
  }

  // For poses that have no limit yet, visits the block of the nearest circle: its distance rules
  // out most others.
  void VisitNearestBlocks(int* visited) {
    bool all_have_limits = true;
    for (int p = 0; p < count(); ++p) all_have_limits &= limit_m(p) < kMaxLimit_m;
    if (all_have_limits) return;
    alignas(64) int32_t nearest[kPosesTogether];
    FindNearestBlocks(nearest);
    for (int p = 0; p < count(); ++p) {
      if (limit_m(p) < kMaxLimit_m) continue;
      visited[p] = nearest[p];
      VisitBlock(p, visited[p]);
    }
  }

  void FindNearestBlocks(int32_t* nearest) const {
    const BlockTag d;
    const hn::RebindToSigned<BlockTag> di;
    const int block_count = static_cast<int>(shadow().blocks.size());
    const PoseCircles circles = CirclesOf(posed_);
    for (int p = 0; p < kPosesTogether; p += static_cast<int>(hn::Lanes(d))) {
      BlockVec least = hn::Set(d, std::numeric_limits<float>::max());
      auto block = hn::Zero(di);
      for (int b = 0; b < block_count; ++b) {
        const BlockVec power = LeastPower(circles, shadow().blocks[b], p);
        block = hn::IfThenElse(hn::RebindMask(di, hn::Lt(power, least)), hn::Set(di, b), block);
        least = hn::Min(least, power);
      }
      hn::Store(block, di, nearest + p);
    }
  }

  HWY_INLINE void VisitBlock(int p, int b) {
    const ShadowBlock& block = shadow().blocks[b];
    DistanceBounds bounds;
    BoundDistances(BroadcastBox(posed_, p), posed_.radius[p], block, is_exact_ ? block.exact_boxes : 0u, &bounds);
    sink_->Take({group_.which[p], group_, p, b, body_shape_, bounds, block.lanes});
  }

  const StepGroup& group_;
  const bool is_exact_;
  const int body_shape_;
  Sink* const sink_;
  PosedShape posed_;
};

// Hands what may be nearest to the search of its trajectory.
template <typename Level>
class NearestSink {
 public:
  explicit NearestSink(NearestSearch<Level>* searches) : searches_(searches) {}
  bool Wants(int i) const { return !searches_[i].has_collided(); }
  float limit_m(int i) const { return searches_[i].limit_m(); }

  static constexpr bool kMeasuresDepth = std::is_same_v<Level, SeparationLevel>;
  void LowerLimit(int i, float upper_m) { searches_[i].LowerLimit(upper_m); }

  bool TakeElement(const StepGroup& group, int p, int body_shape, int slot, float lower_m) {
    searches_[group.which[p]].AddPair({lower_m, group.step, slot, body_shape, group.call.IndexOf(group.layer)});
    return true;
  }

  HWY_INLINE void Take(const BlockBounds& of) {
    NearestSearch<Level>& search = searches_[of.i];
    search.LowerLimit(LeastUpper(of.bounds, of.lanes));
    for (uint32_t open = LanesWithin(of.bounds, search.limit_m()) & of.lanes; open != 0; open &= open - 1) {
      const int lane = static_cast<int>(hwy::Num0BitsBelowLS1Bit_Nonzero32(open));
      const float lower_m = of.bounds.lower_m[lane];
      const ProposedPair pair = {lower_m, of.group.step, of.SlotOf(lane), of.body_shape,
                                 of.group.call.IndexOf(of.group.layer)};
      if (lower_m == kOverlapping) {
        search.AddCollision(pair);
      } else {
        search.AddPair(pair);
      }
    }
  }

 private:
  NearestSearch<Level>* const searches_;
};

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // COLLISION2D_BATCH_KERNELS_DISTANCE_STEP_INL_H_
