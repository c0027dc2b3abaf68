// The collisions of a body shape at many poses with the blocks of a batch, for one instruction set:
// included again for each by foreach_target.h.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "collision2d/batch/kernels/ask_pair.h"
#include "collision2d/batch/kernels/batch_shadow.h"
#include "collision2d/batch/kernels/posed_body.h"
#include "collision2d/batch/kernels/shadow_numbers.h"
#include "collision2d/batch/kernels/sinks.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"

#if defined(COLLISION2D_BATCH_KERNELS_COLLISION_STEP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COLLISION2D_BATCH_KERNELS_COLLISION_STEP_INL_H_
#undef COLLISION2D_BATCH_KERNELS_COLLISION_STEP_INL_H_
#else
#define COLLISION2D_BATCH_KERNELS_COLLISION_STEP_INL_H_
#endif

#include "collision2d/batch/kernels/block_filter-inl.h"
#include "collision2d/batch/kernels/cell_step-inl.h"
#include "collision2d/batch/kernels/polygon_pair-inl.h"
#include "collision2d/batch/kernels/pose_filter-inl.h"
#include "collision2d/batch/kernels/pose_shape-inl.h"
#include "collision2d/batch/kernels/tree_walk-inl.h"
#include "collision2d/batch/kernels/walk-inl.h"
#include "collision2d/code_generation.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {

// A body shape at one of the poses of a group. Its vertices are posed when they are first needed.
class ShapeAtPose {
 public:
  void Set(const BodyShape& shape, const PosedShape& posed, int p, const Pose2& world_from_body) {
    shape_ = &shape;
    posed_ = &posed;
    p_ = p;
    world_from_body_ = &world_from_body;
    vertices_.size = 0;
  }

  const BodyShape& shape() const { return *shape_; }
  const PosedShape& posed() const { return *posed_; }
  int p() const { return p_; }
  const Pose2& world_from_body() const { return *world_from_body_; }

  // REQUIRES: at most PosedVertices::kMaxSize vertices.
  FloatRing ring() {
    if (vertices_.size == 0) PoseVertices(*shape_->polygon, *world_from_body_, &vertices_);
    return {vertices_.x, vertices_.y, vertices_.size};
  }

 private:
  const BodyShape* shape_;
  const PosedShape* posed_;
  int p_;
  const Pose2* world_from_body_;
  PosedVertices vertices_;
};

// The corners of a box, of a segment (half_width 0) its two ends, of a point itself; relative to
// the centre.
struct BoxCorners {
  float x[4 + PosedVertices::kTail];
  float y[4 + PosedVertices::kTail];
};

HWY_INLINE FloatRing RingOfBox(const ShadowBlock& block, int lane, const ConvexPolygon& shape, BoxCorners* corners) {
  const auto radius = static_cast<float>(shape.radius_m());
  const float along_x = block.axis_x[lane] * (block.half_length[lane] - radius);
  const float along_y = block.axis_y[lane] * (block.half_length[lane] - radius);
  const float across_x = -block.axis_y[lane] * (block.half_width[lane] - radius);
  const float across_y = block.axis_x[lane] * (block.half_width[lane] - radius);
  switch (shape.size()) {
    case 1:
      corners->x[0] = 0.0f;
      corners->y[0] = 0.0f;
      break;
    case 2:
      corners->x[0] = -along_x, corners->y[0] = -along_y;
      corners->x[1] = along_x, corners->y[1] = along_y;
      break;
    default:
      corners->x[0] = -along_x - across_x, corners->y[0] = -along_y - across_y;
      corners->x[1] = along_x - across_x, corners->y[1] = along_y - across_y;
      corners->x[2] = along_x + across_x, corners->y[2] = along_y + across_y;
      corners->x[3] = across_x - along_x, corners->y[3] = across_y - along_y;
  }
  std::fill_n(corners->x + shape.size(), PosedVertices::kTail, corners->x[0]);
  std::fill_n(corners->y + shape.size(), PosedVertices::kTail, corners->y[0]);
  return {corners->x, corners->y, shape.size()};
}

// The part of RingBounds::rounding_m2 that is common to all edges: rounding of a vertex relative to
// its centre is u of the bounding radius in each coordinate. An edge's direction turns by what its
// ends and its own subtraction lose, below 5 u of the radius; the cross product with an arm of at
// most |d| + r + R, and its evaluation, lose below 16 u (r + R) of it. Proof: edge, edge512.
constexpr float kEdgeRelativeError = 0x1p-19f;

// m. What a computed length of an edge lacks at most, whose square underflows: the root of 3 *
// 2^-150 m^2.
constexpr float kEdgeUnderflow_m = 0x1p-74f;

// Whether the body shape collides with the obstacle, as Collides says.
inline HWY_NOINLINE bool PairCollides(ShapeAtPose* body, const PolygonBatch& batch, int b, int lane) {
  const ShadowBlock& block = batch.shadow().blocks[b];
  const int k = b * kBatchLanes + lane;
  const ConvexPolygon& obstacle = batch.shape(k);
  const ConvexPolygon& polygon = *body->shape().polygon;
  const bool both_are_boxes = body->shape().box.is_exact && (block.exact_boxes >> lane & 1) != 0;
  const bool has_polygon = polygon.size() >= 3 || obstacle.size() >= 3;
  if (!both_are_boxes && has_polygon && polygon.size() <= PosedVertices::kMaxSize) {
    BoxCorners corners;
    FloatRing ring;
    if ((block.polygons >> lane & 1) != 0) {
      const BatchShadow& shadow = batch.shadow();
      const uint32_t before = block.polygons & ((1u << lane) - 1u);
      const float* x =
          &shadow.vertices[shadow.first_vertex[block.first_polygon + static_cast<int>(hwy::PopCount(before))]];
      ring = {x, x + obstacle.size() + 1, obstacle.size()};
    } else {
      ring = RingOfBox(block, lane, obstacle, &corners);
    }
    const PosedShape& posed = body->posed();
    const int p = body->p();
    const float shift_x = block.center_x[lane] - posed.center_x[p];
    const float shift_y = block.center_y[lane] - posed.center_y[p];
    const float reach = block.radius[lane] + posed.radius[p];
    RingBounds bounds;
    bounds.depth_m = block.error_m + posed.error_m[p];
    bounds.reach_m = RoundedUp(obstacle.radius_m() + polygon.radius_m()) + bounds.depth_m;
    bounds.rounding_m2 = kEdgeRelativeError * reach * (std::abs(shift_x) + std::abs(shift_y) + reach) +
                         kEdgeUnderflow_m * bounds.reach_m;
    const Relation relation = CompareRings(body->ring(), ring, shift_x, shift_y, bounds);
    if (HWY_LIKELY(relation != Relation::kUndecided)) return relation == Relation::kOverlapping;
  }
  return AskCollides(batch, polygon, obstacle, RelativePose(body->world_from_body(), batch.world_from_shape(k)));
}

// What a block's filters and pairs say of its lanes, as bits.
struct BlockOutcome {
  uint32_t hits;
  uint32_t open;  // Neither boxes nor circles are apart.
};

// Decides all lanes of block b.
HWY_INLINE BlockOutcome CompareBlock(const BoxLanes& box, ShapeAtPose* body, const PolygonBatch& batch, int b) {
  const ShadowBlock& block = batch.shadow().blocks[b];
  const uint32_t exact = body->shape().box.is_exact ? block.exact_boxes : 0u;
  const uint32_t wanted = block.lanes;
  const BoxVerdicts verdicts = CompareBoxes(box, block, exact != block.lanes);
  uint32_t hits = wanted & ((verdicts.boxes_cross & exact) | verdicts.overlapping);
  uint32_t open = wanted & ~(verdicts.apart | hits);
  if (const uint32_t discs = HWY_UNLIKELY(open != 0) ? open & DiscLanes(body->shape(), block) : 0u; discs != 0) {
    const DiscVerdicts of_discs = CompareDiscs(body->shape(), body->posed(), body->p(), block);
    hits |= discs & of_discs.overlapping;
    open &= ~(discs & (of_discs.apart | of_discs.overlapping));
  }
  for (; HWY_UNLIKELY(open != 0); open &= open - 1) {
    const int lane = static_cast<int>(hwy::Num0BitsBelowLS1Bit_Nonzero32(open));
    hits |= static_cast<uint32_t>(PairCollides(body, batch, b, lane)) << lane;
  }
  return {hits, block.lanes & ~verdicts.apart};
}

// visit(index) for each bit that is set, ascending.
template <typename Visit>
HWY_INLINE void ForEachBit(uint32_t bits, const Visit& visit) {
  for (; bits != 0; bits &= bits - 1) visit(static_cast<int>(hwy::Num0BitsBelowLS1Bit_Nonzero32(bits)));
}

// One body shape and a group of poses. `Sink`: see sinks.h.
template <typename Sink>
class CollisionStep {
 public:
  CollisionStep(const StepGroup& group, const BodyShape& shape, int body_shape, Sink* sink)
      : group_(group), shape_(shape), body_shape_(body_shape), sink_(sink) {
    const int count = static_cast<int>(group.which.size());
    PoseShape(shape, group.poses, count <= kFewPoses ? count : kPosesTogether, group.batch.shadow().origin, &posed_);
  }

  static void VisitCells(const StepGroup& group, CellShapes* shapes, Sink* sink) {
    VisitCellCollisions(group, shapes, sink);
  }

  void Visit() {
    const int count = static_cast<int>(group_.which.size());
    const int block_count = static_cast<int>(group_.batch.shadow().blocks.size());
    if (group_.layer.tree != nullptr) {
      PackedTreeBox boxes[kPosesTogether];
      for (int p = 0; p < count; ++p) boxes[p] = AlignedBox(posed_, p);
      const auto decide = [this](int p, int b) HWY_ATTR { return Decide(p, b); };
      OverlapWalk(*group_.layer.tree, group_.batch.shadow(), absl::MakeConstSpan(boxes, count), decide).Run();
      return;
    }
    const ShadowBlock* const blocks = group_.batch.shadow().blocks.data();
    for (int begin = 0; begin < block_count; begin += kBlocksTogether) {
      const int end = std::min(begin + kBlocksTogether, block_count);
      int open_count = 0;
      if (*group_.is_dense) {
        for (int p = 0; p < count; ++p) open_count += DecideAll(p, begin, end);
      } else if (count <= kFewPoses || block_count > kFewBlocks) {
        for (int p = 0; p < count; ++p) {
          const uint32_t open = OpenBlocks(CirclesOf(posed_), p, blocks + begin, end - begin);
          open_count += static_cast<int>(hwy::PopCount(open));
          ForEachBit(open, [&](int b) HWY_ATTR { Decide(p, begin + b); });
        }
      } else {
        for (int b = begin; b < end; ++b) {
          const uint32_t open = OpenPoses(CirclesOf(posed_), blocks[b]) & ((1u << count) - 1u);
          open_count += static_cast<int>(hwy::PopCount(open));
          ForEachBit(open, [&](int p) HWY_ATTR { Decide(p, b); });
        }
      }
      *group_.is_dense = 8 * open_count > 7 * count * (end - begin);
    }
  }

 private:
  // A vector of poses that so few fill is no faster than one that the shapes of a block fill for
  // one pose after the other. Nor are short vectors, for each of which the numbers of an obstacle
  // are broadcast, but for a block or two.
  static constexpr int kFewPoses = 5;
  static constexpr int kFewBlocks = hn::MaxLanes(BlockTag()) >= 8 ? std::numeric_limits<int>::max() : 2;
  static constexpr int kBlocksTogether = 32;

  // Whether the sink wanted to know. Other blocks of the pose do not matter if it does not.
  HWY_INLINE bool Decide(int p, int b) {
    const int i = group_.which[p];
    if (!sink_->Wants(i, group_.layer, b)) return false;
    ShapeAtPose at_pose;
    at_pose.Set(shape_, posed_, p, group_.poses[p]);
    DecideBlock(BroadcastBox(posed_, p), i, b, &at_pose, sink_);
    return true;
  }

  // Decides all blocks of [begin, end) at pose p, and returns in how many of them some boxes were
  // not apart.
  HWY_INLINE int DecideAll(int p, int begin, int end) {
    const int i = group_.which[p];
    ShapeAtPose at_pose;
    at_pose.Set(shape_, posed_, p, group_.poses[p]);
    const BoxLanes box = BroadcastBox(posed_, p);
    // A copy of our own, which no output can overwrite: it stays in registers.
    Sink sink = *sink_;
    int open_count = 0;
    for (int b = begin; b < end && sink.Wants(i, group_.layer, b); ++b) {
      open_count += static_cast<int>(DecideBlock(box, i, b, &at_pose, &sink) != 0);
    }
    *sink_ = sink;
    return open_count;
  }

  // The lanes that boxes left open.
  HWY_INLINE uint32_t DecideBlock(const BoxLanes& box, int i, int b, ShapeAtPose* at_pose, Sink* sink) {
    const BlockOutcome outcome = CompareBlock(box, at_pose, group_.batch, b);
    // Without a branch: whether there are any is unpredictable in a crowd.
    sink->Add({i, group_.step, group_.layer, group_.batch, b, outcome.hits, body_shape_, at_pose->world_from_body()});
    return outcome.open;
  }

  const StepGroup& group_;
  const BodyShape shape_;
  const int body_shape_;
  Sink* const sink_;
  PosedShape posed_;
};

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // COLLISION2D_BATCH_KERNELS_COLLISION_STEP_INL_H_
