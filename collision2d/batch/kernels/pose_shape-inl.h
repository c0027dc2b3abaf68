// A body shape at many poses, for one instruction set: included again for each by foreach_target.h.

#include "collision2d/batch/kernels/posed_body.h"
#include "collision2d/batch/kernels/shadow_numbers.h"
#include "collision2d/code_generation.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"

#if defined(COLLISION2D_BATCH_KERNELS_POSE_SHAPE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COLLISION2D_BATCH_KERNELS_POSE_SHAPE_INL_H_
#undef COLLISION2D_BATCH_KERNELS_POSE_SHAPE_INL_H_
#else
#define COLLISION2D_BATCH_KERNELS_POSE_SHAPE_INL_H_
#endif

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace collision2d::internal::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Poses for which a body shape is posed together; a multiple of the lanes of every vector of
// double.
constexpr int kPosesTogether = 16;

// A body shape at several poses, as arrays, relative to a shadow's origin: the same promises as
// those of ShadowBlock.
struct alignas(64) PosedShape {
  // What CirclesApart reads of the circle (p, R) at each pose: it is apart from the circle (c, r)
  // of an obstacle if origin_power + minus_twice_x * c.x + minus_twice_y * c.y + minus_twice_radius
  // * r > threshold.
  float minus_twice_x[kPosesTogether];
  float minus_twice_y[kPosesTogether];
  float minus_twice_radius[kPosesTogether];
  float threshold[kPosesTogether];  // m^2. R^2 - |p|^2, and the body's part of the error of the evaluation.

  float center_x[kPosesTogether];
  float center_y[kPosesTogether];
  float radius[kPosesTogether];
  float axis_x[kPosesTogether];
  float axis_y[kPosesTogether];
  float inner_radius[kPosesTogether];
  float error_m[kPosesTogether];

  float half_length;
  float half_width;

  // The box less the shape's own radius on every side, and that radius.
  float core_half_length;
  float core_half_width;
  float rounding_radius;
};

// MakeShadowCircle, step by step, in lanes, and the box, for `count` <= kPosesTogether poses.
HWY_INLINE void PoseShape(const BodyShape& shape, const Pose2* world_from_body, int count, Vec2 origin,
                          PosedShape* posed) {
  static_assert(sizeof(Pose2) == 4 * sizeof(double), "poses are read as rows of x, y, cos, sin");
  const hn::CappedTag<double, kPosesTogether / 2> d;
  const hn::Rebind<float, decltype(d)> df;
  using V = hn::Vec<decltype(d)>;
  const ConvexPolygon& polygon = *shape.polygon;
  const double halves_m = shape.box.half_length_m + shape.box.half_width_m;
  posed->half_length = RoundedUp(shape.box.half_length_m);
  posed->half_width = RoundedUp(shape.box.half_width_m);
  posed->core_half_length = static_cast<float>(shape.box.half_length_m - shape.box.radius_m);
  posed->core_half_width = static_cast<float>(shape.box.half_width_m - shape.box.radius_m);
  posed->rounding_radius = static_cast<float>(shape.box.radius_m);
  const V center_x = hn::Set(d, polygon.center().x);
  const V center_y = hn::Set(d, polygon.center().y);
  const V frame_axis_x = hn::Set(d, shape.box.axis.x);
  const V frame_axis_y = hn::Set(d, shape.box.axis.y);
  const V magnitude_m = hn::Set(d, PosedMagnitude(polygon, {}));
  const V inner_radius_m = hn::Set(d, (1.0 - kShadowRadiusRoom) * (polygon.inner_radius_m() + polygon.radius_m()));
  Pose2 rest[kPosesTogether];
  for (int p = 0; p < count; p += static_cast<int>(hn::Lanes(d))) {
    const Pose2* poses = world_from_body + p;
    if (HWY_UNLIKELY(count - p < static_cast<int>(hn::Lanes(d)))) {
      for (int i = 0; i < count - p; ++i) rest[i] = poses[i];
      poses = rest;
    }
    V x, y, cos, sin;
    hn::LoadInterleaved4(d, &poses->translation.x, x, y, cos, sin);
    const V arm_x = hn::Sub(x, hn::Set(d, origin.x));
    const V arm_y = hn::Sub(y, hn::Set(d, origin.y));
    x = hn::Add(hn::Sub(hn::Mul(cos, center_x), hn::Mul(sin, center_y)), arm_x);
    y = hn::Add(hn::Add(hn::Mul(sin, center_x), hn::Mul(cos, center_y)), arm_y);
    const auto float_x = hn::DemoteTo(df, x);
    const auto float_y = hn::DemoteTo(df, y);
    x = hn::PromoteTo(d, float_x);
    y = hn::PromoteTo(d, float_y);
    const V norm1 = hn::Add(hn::Abs(x), hn::Abs(y));
    const V magnitude = hn::Add(magnitude_m, hn::Add(hn::Abs(arm_x), hn::Abs(arm_y)));
    const V center_error = hn::Add(
        hn::Add(hn::Mul(hn::Set(d, kShadowCenterError), norm1), hn::Mul(hn::Set(d, kShadowPosingError), magnitude)),
        hn::Set(d, kShadowUnderflow_m));
    const auto float_radius = hn::DemoteTo(df, hn::Mul(hn::Set(d, 1.0 + kShadowRadiusRoom),
                                                       hn::Add(hn::Set(d, polygon.bounding_radius_m()), center_error)));
    const V radius = hn::PromoteTo(d, float_radius);
    const V reach = hn::Add(norm1, radius);
    const V power = hn::Sub(hn::Add(hn::Mul(x, x), hn::Mul(y, y)), hn::Mul(radius, radius));
    const V threshold = hn::Sub(hn::Mul(hn::Set(d, kCirclesApartError), hn::Mul(reach, reach)), power);
    const V axis_x = hn::Sub(hn::Mul(cos, frame_axis_x), hn::Mul(sin, frame_axis_y));
    const V axis_y = hn::Add(hn::Mul(sin, frame_axis_x), hn::Mul(cos, frame_axis_y));
    const V inner_radius = hn::Sub(inner_radius_m, hn::Add(center_error, center_error));
    const V error =
        hn::Mul(hn::Set(d, 1.0 + kShadowRadiusRoom), hn::Add(center_error, hn::Set(d, kShadowSizeError * halves_m)));
    const auto minus_two = hn::Set(df, -2.0f);
    hn::Store(hn::Mul(minus_two, float_x), df, posed->minus_twice_x + p);
    hn::Store(hn::Mul(minus_two, float_y), df, posed->minus_twice_y + p);
    hn::Store(hn::Mul(minus_two, float_radius), df, posed->minus_twice_radius + p);
    hn::Store(hn::DemoteTo(df, threshold), df, posed->threshold + p);
    hn::Store(float_x, df, posed->center_x + p);
    hn::Store(float_y, df, posed->center_y + p);
    hn::Store(float_radius, df, posed->radius + p);
    hn::Store(hn::DemoteTo(df, axis_x), df, posed->axis_x + p);
    hn::Store(hn::DemoteTo(df, axis_y), df, posed->axis_y + p);
    hn::Store(hn::DemoteTo(df, inner_radius), df, posed->inner_radius + p);
    hn::Store(hn::DemoteTo(df, error), df, posed->error_m + p);
  }
}

}  // namespace collision2d::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // COLLISION2D_BATCH_KERNELS_POSE_SHAPE_INL_H_
