// One pair that the filters of its block have left open, for one instruction set: included again
// for each by foreach_target.h.

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "collision2d/batch/kernels/ask_pair.h"
#include "collision2d/batch/kernels/batch_shadow.h"
#include "collision2d/batch/kernels/posed_body.h"
#include "collision2d/batch/kernels/shadow_numbers.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/query/collides.h"

#if defined(COLLISION2D_BATCH_KERNELS_OBSTACLE_PAIR_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COLLISION2D_BATCH_KERNELS_OBSTACLE_PAIR_INL_H_
#undef COLLISION2D_BATCH_KERNELS_OBSTACLE_PAIR_INL_H_
#else
#define COLLISION2D_BATCH_KERNELS_OBSTACLE_PAIR_INL_H_
#endif

#include "collision2d/batch/kernels/polygon_pair-inl.h"
#include "collision2d/batch/kernels/pose_shape-inl.h"
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
// most |d| + r + R, and its evaluation, lose below 16 u (r + R) of it.
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

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // COLLISION2D_BATCH_KERNELS_OBSTACLE_PAIR_INL_H_
