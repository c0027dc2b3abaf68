#include "collision2d/batch/static_map_boxes.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "absl/types/span.h"
#include "collision2d/batch/packed_tree_box.h"
#include "collision2d/geometry/aabb2.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"

namespace collision2d::internal {
namespace {

constexpr int kMaxAxes = 16;

PackedTreeBox RoundedOutward(const Aabb2& box) {
  return {SingleAtMost(box.min.x), SingleAtMost(box.min.y), SingleAtLeast(box.max.x), SingleAtLeast(box.max.y)};
}

// The vertices' extent along `axis` and to the left of it, in the shape's own frame.
Aabb2 ExtentAlong(Vec2 axis, absl::Span<const Vec2> vertices) {
  Aabb2 extent;
  for (const Vec2 v : vertices) extent.Extend(Vec2{Dot(axis, v), Cross(axis, v)});
  return extent;
}

struct AxisAndCenter {
  Vec2 axis{1.0, 0.0};
  Vec2 center;
};

// Of the smallest box, in the shape's own frame.
AxisAndCenter FitBox(const ConvexPolygon& shape) {
  if (shape.size() == 1) return {{1.0, 0.0}, shape.center()};
  AxisAndCenter best;
  double least_area = std::numeric_limits<double>::infinity();
  const int stride = (shape.size() + kMaxAxes - 1) / kMaxAxes;
  for (int i = 0; i < shape.size(); i += stride) {
    const Vec2 axis = Normalized(shape.ring()[i + 1] - shape.ring()[i]);
    const Aabb2 extent = ExtentAlong(axis, shape.vertices());
    const Vec2 size = extent.max - extent.min;
    if (size.x * size.y < least_area) {
      least_area = size.x * size.y;
      const Vec2 center = extent.center();
      best = {axis, {axis.x * center.x - axis.y * center.y, axis.y * center.x + axis.x * center.y}};
    }
  }
  return best;
}

}  // namespace

MapShapeBoxes BoxesOfMapShape(const ConvexPolygon& shape, const Pose2& world_from_shape, Vec2 origin) {
  const Pose2 local_from_shape = {world_from_shape.translation - origin, world_from_shape.cos, world_from_shape.sin};
  const double margin_m =
      kPosingRounding * (Norm1(world_from_shape.translation) + Norm1(origin) + 2.0 * shape.max_coordinate_m()) +
      kSmallestHalf_m;
  const AxisAndCenter fit = FitBox(shape);
  const Vec2 center = local_from_shape * fit.center;
  const Vec2 axis = local_from_shape.Rotate(fit.axis);
  OrientedBox oriented = {static_cast<float>(center.x),
                          static_cast<float>(center.y),
                          static_cast<float>(axis.x),
                          static_cast<float>(axis.y),
                          0.0f,
                          0.0f};
  // From here on with the rounded centre and axis, which leaves nothing of their rounding.
  const Vec2 rounded_center = {oriented.x, oriented.y};
  const Vec2 rounded_axis = {oriented.axis_x, oriented.axis_y};
  Vec2 half;
  Aabb2 aligned;
  for (const Vec2 v : shape.vertices()) {
    const Vec2 posed = local_from_shape * v;
    aligned.Extend(posed);
    const Vec2 arm = posed - rounded_center;
    half = {std::max(half.x, std::abs(Dot(rounded_axis, arm))), std::max(half.y, std::abs(Cross(rounded_axis, arm)))};
  }
  // The axis may be longer than 1: SingleAtLeast covers that of the margins.
  const double grown_m = (1.0 + kSingleRounding) * (shape.radius_m() + margin_m);
  oriented.half_x = SingleAtLeast(half.x + grown_m);
  oriented.half_y = SingleAtLeast(half.y + grown_m);
  return {oriented, RoundedOutward(aligned.Inflated(grown_m))};
}

BodyBoxes::BodyBoxes(absl::Span<const ConvexPolygon> body) {
  const int shape_count = static_cast<int>(body.size());
  for (int first = 0; first < shape_count; first = boxes_[count_++].end_shape) {
    const int end = count_ + 1 < kMaxCount ? first + 1 : shape_count;
    Aabb2 bounds;
    for (int i = first; i < end; ++i) bounds.Extend(body[i].Bounds());
    const Vec2 center = bounds.center();
    // Half the size would not cover the rounding of the centre.
    const Vec2 half = {std::max(bounds.max.x - center.x, center.x - bounds.min.x),
                       std::max(bounds.max.y - center.y, center.y - bounds.min.y)};
    // The axes' rounding to single precision turns and scales the box by 2^-24 each, at most.
    const double margin_m = kSingleRounding * Norm1(half) + kScalingMargin * Norm1(center) + kSmallestHalf_m;
    boxes_[count_] = {center, half, margin_m, first, end};
  }
}

void PoseBody(const BodyBoxes& body, const Pose2& world_from_body, Vec2 origin, PosedBody* posed) {
  const Vec2 translation = world_from_body.translation - origin;
  const double rounding_m = kPosingRounding * (Norm1(world_from_body.translation) + Norm1(origin));
  const double abs_cos = std::abs(world_from_body.cos);
  const double abs_sin = std::abs(world_from_body.sin);
  posed->cos = static_cast<float>(world_from_body.cos);
  posed->sin = static_cast<float>(world_from_body.sin);
  posed->aligned = PackedTreeBox();
  for (int i = 0; i < body.count(); ++i) {
    const BodyBoxes::Box& box = body[i];
    const Vec2 center = world_from_body.Rotate(box.center) + translation;
    const double margin_m = box.margin_m + rounding_m + 0x1p-23 * Norm1(center);
    posed->boxes[i] = {static_cast<float>(center.x), static_cast<float>(center.y), SingleAtLeast(box.half.x + margin_m),
                       SingleAtLeast(box.half.y + margin_m)};
    const Vec2 reach = {abs_cos * box.half.x + abs_sin * box.half.y + margin_m,
                        abs_sin * box.half.x + abs_cos * box.half.y + margin_m};
    posed->aligned.Extend(RoundedOutward({center - reach, center + reach}));
  }
}

}  // namespace collision2d::internal
