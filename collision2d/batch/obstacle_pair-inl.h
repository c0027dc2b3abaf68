// One pair that the filters of its block have left open, for one instruction set: included again for each by
// foreach_target.h.

#include <cmath>
#include <cstdint>

#include "collision2d/batch/batch_shadow.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/posed_body.h"
#include "collision2d/batch/shadow_numbers.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/query/collides.h"

#if defined(COLLISION2D_BATCH_OBSTACLE_PAIR_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COLLISION2D_BATCH_OBSTACLE_PAIR_INL_H_
#undef COLLISION2D_BATCH_OBSTACLE_PAIR_INL_H_
#else
#define COLLISION2D_BATCH_OBSTACLE_PAIR_INL_H_
#endif

#include "collision2d/batch/polygon_pair-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {

// A body shape at a pose. Most poses are done with its circle; the rest is computed when it is asked for.
class ShapeAtPose {
 public:
  void Set(const BodyShape& shape, const Pose2& world_from_body, Vec2 origin) {
    shape_ = &shape;
    world_from_body_ = &world_from_body;
    origin_ = origin;
    circle_ = PoseCircle(shape, world_from_body, origin);
    has_box_ = false;
    has_vertices_ = false;
  }

  const BodyShape& shape() const { return *shape_; }
  const Pose2& world_from_body() const { return *world_from_body_; }
  const PosedCircle& circle() const { return circle_; }

  const PosedBox& box() {
    if (!has_box_) box_ = PoseBox(*shape_, *world_from_body_, origin_);
    has_box_ = true;
    return box_;
  }

  // REQUIRES: at most PosedVertices::kMaxSize vertices.
  FloatRing ring() {
    if (!has_vertices_) PoseVertices(*shape_->polygon, *world_from_body_, &vertices_);
    has_vertices_ = true;
    return {vertices_.x, vertices_.y, vertices_.size};
  }

 private:
  const BodyShape* shape_;
  const Pose2* world_from_body_;
  Vec2 origin_;
  bool has_box_;
  bool has_vertices_;
  PosedCircle circle_;
  PosedBox box_;
  PosedVertices vertices_;
};

// The corners of a box, of a segment (half_width 0) its two ends, of a point itself; relative to the centre.
struct BoxCorners {
  float x[5 + kBatchLanes];
  float y[5 + kBatchLanes];
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
  corners->x[shape.size()] = corners->x[0];
  corners->y[shape.size()] = corners->y[0];
  return {corners->x, corners->y, shape.size()};
}

// The part of RingBounds::rounding_m2 that is common to all edges: rounding of a vertex relative to its centre is u of the
// bounding radius in each coordinate. An edge's direction turns by what its ends and its own subtraction lose, below 5 u of
// the radius; the cross product with an arm of at most |d| + r + R, and its evaluation, lose below 16 u (r + R) of it.
constexpr float kEdgeRelativeError = 0x1p-19f;

// Whether the body shape collides with the obstacle, as Collides says.
HWY_INLINE bool PairCollides(ShapeAtPose* body, const PolygonBatch& batch, int b, int lane) {
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
    const PosedBox& box = body->box();
    const float shift_x = block.center_x[lane] - box.center_x;
    const float shift_y = block.center_y[lane] - box.center_y;
    const float reach = block.radius[lane] + box.radius;
    RingBounds bounds;
    bounds.depth_m = block.error_m + box.error_m;
    bounds.reach_m = RoundedUp(obstacle.radius_m() + polygon.radius_m()) + bounds.depth_m;
    bounds.rounding_m2 = kEdgeRelativeError * reach * (std::abs(shift_x) + std::abs(shift_y) + reach);
    const RingVerdict verdict = CompareRings(body->ring(), ring, shift_x, shift_y, bounds);
    if (verdict != RingVerdict::kUndecided) return verdict == RingVerdict::kOverlapping;
  }
  return Collides(polygon, obstacle, RelativePose(body->world_from_body(), batch.world_from_shape(k)));
}

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // COLLISION2D_BATCH_OBSTACLE_PAIR_INL_H_
