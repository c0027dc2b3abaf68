#pragma once

#include "collision2d/geometry/vec2.h"
#include "collision2d/query/query_context.h"
#include "collision2d/query/separation_result.h"  // IWYU pragma: export

// How the signed distance changes as one of two shapes moves.
namespace collision2d {

class ConvexPolygon;
struct Pose2;

// Which shape of a pair moves; the other one stays where it is.
enum class MovingShape { kA, kB };

// The signed distance of two shapes and its derivatives with respect to the pose (x, y, yaw) of the
// shape that moves. Vectors are in the frame of a, as in Separation. Yaw is counter-clockwise, in
// rad, about the origin of the moving shape's own frame; derivatives with respect to yaw are in
// m/rad. All numbers are finite.
struct SeparationGradient {
  Separation separation;
  // The derivative with respect to the moving shape's position, m/m: separation.direction if b
  // moves, its opposite if a moves.
  Vec2 translation;
  // The derivative with respect to yaw at the closest features that `separation` describes. If the
  // gradient is not unique, (translation, yaw_m_per_rad) is an element of Clarke's generalized
  // gradient.
  double yaw_m_per_rad = 0.0;
  // The one-sided derivatives: the limits of (s(yaw) - s(yaw - h)) / h and (s(yaw + h) - s(yaw)) /
  // h for h -> 0+. Either can be larger: for parallel separated edges the left derivative is
  // larger, for tied penetration axes the right one.
  double yaw_left_m_per_rad = 0.0;
  double yaw_right_m_per_rad = 0.0;
  // Bounds over all tied features. They enclose both one-sided derivatives and, if the tie exists
  // only because of rounding, the derivative at the truly closest feature.
  double yaw_low_m_per_rad = 0.0;
  double yaw_high_m_per_rad = 0.0;
  // True if the gradient is unique; all derivatives with respect to yaw are then the same number.
  // False for kInvalid, and if the closest features are tied, exactly or within rounding:
  // - parallel edges that face each other, or tied penetration axes;
  // - hulls that touch at corners, or discs with coincident centres.
  bool is_smooth = false;
};

// Level 3 with derivatives: returns ComputeSeparation, to the bit, and how the signed distance
// changes as one of the shapes moves. Without a pose both shapes share a frame and yaw is about its
// origin; with a_from_b, yaw is about the origin of the moving shape's frame. For bodies in the
// world, pass a_from_b = RelativePose(world_from_a, world_from_b); InWorld() of the result has the
// derivatives with respect to the pose world_from_a or world_from_b.
// REQUIRES: as Collides. A pose that is not finite returns kInvalid and derivatives of 0.
// No allocation. Complexity: that of ComputeSeparation, which is cheaper, plus O(n + m) for tied
// features. Error bounds, ties and sources: docs/gradients.md, "Contract in full".
SeparationGradient ComputeSeparationGradient(const ConvexPolygon& a, const ConvexPolygon& b,
                                             MovingShape moving = MovingShape::kB, QueryContext context = {});
SeparationGradient ComputeSeparationGradient(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b,
                                             MovingShape moving = MovingShape::kB, QueryContext context = {});

// Returns the same gradient with its points and vectors in the world frame.
SeparationGradient InWorld(const SeparationGradient& gradient, const Pose2& world_from_a);

}  // namespace collision2d
