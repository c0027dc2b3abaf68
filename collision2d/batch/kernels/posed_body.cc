#include "collision2d/batch/kernels/posed_body.h"

#include <cmath>

namespace collision2d::internal {
namespace {

// How far, of the sum of the halves, a corner may be from the box's corner for the box to stand for
// the shape: the rounding of single precision, which kShadowSizeError covers 64 times. No proof: a
// tolerance, which the box test counts.
constexpr double kCornerRelativeError = 0x1p-24;

// Edges that are tried as the axis of a box, of a shape that has more.
constexpr int kMaxAxes = 16;

// Larger than the rounding of a half, in double precision, unless the box is thin. No proof: for
// thin ones it is too small; kShadowSizeError covers what is left.
constexpr double kRoundUp = 1.0 + 0x1p-48;

// True if the four vertices are the corners (-,-), (+,-), (+,+), (-,+) of the box in this order, as
// those of a rectangle are whose first edge is the axis.
bool AreCorners(const ConvexPolygon& shape, Vec2 axis, double half_length_m, double half_width_m) {
  constexpr double kAlong[] = {-1.0, 1.0, 1.0, -1.0};
  constexpr double kAcross[] = {-1.0, -1.0, 1.0, 1.0};
  const double allowed_m = kCornerRelativeError * (half_length_m + half_width_m);
  for (int i = 0; i < 4; ++i) {
    const Vec2 arm = shape.vertices()[i] - shape.center();
    if (!(std::abs(Dot(axis, arm) - kAlong[i] * half_length_m) +
              std::abs(Cross(axis, arm) - kAcross[i] * half_width_m) <=
          allowed_m)) {
      return false;
    }
  }
  return true;
}

FittedBox BoxAlong(const ConvexPolygon& shape, uint8_t axis_edge) {
  FittedBox box{axis_edge, BoxAxis(shape, axis_edge), 0.0, 0.0, shape.radius_m(), false, false};
  for (const Vec2 vertex : shape.vertices()) {
    const Vec2 arm = vertex - shape.center();
    box.half_length_m = std::max(box.half_length_m, std::abs(Dot(box.axis, arm)));
    box.half_width_m = std::max(box.half_width_m, std::abs(Cross(box.axis, arm)));
  }
  box.core_is_exact =
      shape.size() <= 2 || (shape.size() == 4 && AreCorners(shape, box.axis, box.half_length_m, box.half_width_m));
  box.is_exact = box.core_is_exact && shape.radius_m() == 0.0;
  box.half_length_m = kRoundUp * (box.half_length_m + shape.radius_m());
  box.half_width_m = kRoundUp * (box.half_width_m + shape.radius_m());
  return box;
}

}  // namespace

Vec2 BoxAxis(const ConvexPolygon& shape, uint8_t axis_edge) {
  if (axis_edge == kFrameAxis) return {1.0, 0.0};
  return Normalized(shape.ring()[axis_edge + 1] - shape.ring()[axis_edge]);
}

FittedBox FitBox(const ConvexPolygon& shape) {
  FittedBox best = BoxAlong(shape, shape.size() == 2 ? 0 : kFrameAxis);
  const int stride = (shape.size() + kMaxAxes - 1) / kMaxAxes;
  for (int i = 0; i < std::min<int>(shape.size(), kFrameAxis) && !best.core_is_exact; i += stride) {
    const FittedBox box = BoxAlong(shape, static_cast<uint8_t>(i));
    if (box.core_is_exact || box.half_length_m * box.half_width_m < best.half_length_m * best.half_width_m) best = box;
  }
  return best;
}

void PoseVertices(const ConvexPolygon& shape, const Pose2& world_from_body, PosedVertices* vertices) {
  vertices->size = shape.size();
  for (int i = 0; i < shape.size(); ++i) {
    const Vec2 arm = world_from_body.Rotate(shape.ring()[i] - shape.center());
    vertices->x[i] = static_cast<float>(arm.x);
    vertices->y[i] = static_cast<float>(arm.y);
  }
  std::fill_n(vertices->x + shape.size(), PosedVertices::kTail, vertices->x[0]);
  std::fill_n(vertices->y + shape.size(), PosedVertices::kTail, vertices->y[0]);
}

}  // namespace collision2d::internal
