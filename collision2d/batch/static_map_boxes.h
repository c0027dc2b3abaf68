#ifndef COLLISION2D_BATCH_STATIC_MAP_BOXES_H_
#define COLLISION2D_BATCH_STATIC_MAP_BOXES_H_

#include <array>

#include "absl/types/span.h"
#include "collision2d/batch/packed_tree_box.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"

// The outer boxes by which StaticMap proves shapes apart, in single precision relative to a local origin.
//
// What the boxes promise: if those of a body shape e at P and of a map shape k at Q_k, taken as sets of real numbers, are a gap g > 0
// apart, then Collides(e, k, RelativePose(P, Q_k)) is false and Distance(e, k, RelativePose(P, Q_k)) is at least
// (1 - 2^-38) g, as computed. The boxes hold the shapes posed in real numbers, and margins for
//   - the rounding of box centres and axes to single precision: what is left of it is measured, or 2^-23 of the coordinates;
//   - the rounding of double precision, in the boxes and in the query: kPosingRounding of the coordinates that are added;
//   - a rotation of P that is not quite unit: the query sees the map scaled about P's translation by 1 + kUnitRotationTolerance at
//     most, which moves a point of the map at a distance of D by 10^-12 D. D is the gap plus the body's reach from its own
//     origin: the first part is relative to g, and the second is covered by kScalingMargin. Along an axis, D counts along that
//     axis, so that a small gap of large boxes is safe.
namespace collision2d::internal {

// Relative to |P.translation|_1, |Q.translation|_1, the local origin, and the coordinates of vertices: at most ten roundings of
// 2^-53 of each, in the box and in the query together; 2^-49.6, with room.
inline constexpr double kPosingRounding = 0x1p-46;

// Relative to the distance of a body's points from its origin: kUnitRotationTolerance is 2^-39.8.
inline constexpr double kScalingMargin = 0x1p-38;

// m. The least half length of a box, so that no product of the filters underflows by more than their error bound covers.
inline constexpr float kSmallestHalf_m = 0x1p-100f;

// All points p with |(p - c) . a| <= half_x and |(p - c) . PerpendicularLeft(a)| <= half_y, where c = (x, y) in m, relative to
// the local origin, and a = (axis_x, axis_y) is a unit vector within 2^-23.
struct OrientedBox {
  float x;
  float y;
  float axis_x;
  float axis_y;
  float half_x;
  float half_y;
};

struct MapShapeBoxes {
  OrientedBox oriented;
  PackedTreeBox aligned;
};

// The boxes of a map shape, radius included, about the box of least area along one of its edges (one of 16 edges, if there are more).
// O(n).
MapShapeBoxes BoxesOfMapShape(const ConvexPolygon& shape, const Pose2& world_from_shape, Vec2 origin);

// A body's shapes boxed in its own frame: a box for each shape, but from the 16th on one for all that are left, so
// that a body of any number of shapes needs no memory.
class BodyBoxes {
 public:
  static constexpr int kMaxCount = 16;

  // m, body frame, radius included. margin_m is what does not depend on the pose.
  struct Box {
    Vec2 center;
    Vec2 half;
    double margin_m;
    int first_shape;
    int end_shape;
  };

  explicit BodyBoxes(absl::Span<const ConvexPolygon> body);

  int count() const { return count_; }
  const Box& operator[](int i) const { return boxes_[i]; }

 private:
  std::array<Box, kMaxCount> boxes_;
  int count_ = 0;
};

// A body's boxes at one pose.
struct PosedBody {
  // Like OrientedBox, along the body's axes.
  struct Box {
    float x;
    float y;
    float half_x;
    float half_y;
  };

  // Of all boxes together.
  PackedTreeBox aligned;
  float cos;
  float sin;
  std::array<Box, BodyBoxes::kMaxCount> boxes;
};

// Writes the first body.count() boxes only.
void PoseBody(const BodyBoxes& body, const Pose2& world_from_body, Vec2 origin, PosedBody* posed);

}  // namespace collision2d::internal

#endif  // COLLISION2D_BATCH_STATIC_MAP_BOXES_H_
