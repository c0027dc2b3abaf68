#ifndef COLLISION2D_QUERY_SEPARATION_GRADIENT_H_
#define COLLISION2D_QUERY_SEPARATION_GRADIENT_H_

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/query_context.h"
#include "collision2d/query/separation_result.h"  // IWYU pragma: export

// How the signed distance changes as one of two shapes moves.
namespace collision2d {

// Which shape of a pair moves; the other one stays where it is.
enum class MovingShape { kA, kB };

// The signed distance of two shapes and its derivatives by the pose (x, y, yaw) of the one that
// moves. Vectors are in the frame of a, as those of Separation. Yaw is counter-clockwise, in rad,
// about the origin of the moving shape's own frame; the derivatives by yaw are in m/rad. All are
// finite.
struct SeparationGradient {
  Separation separation;
  // The derivative by the moving shape's position, m/m: separation.direction if b moves, its
  // opposite if a moves.
  Vec2 translation;
  // The derivative by yaw at the closest features that separation describes. If the gradient is not
  // unique, (translation, yaw_m_per_rad) is an element of Clarke's generalized gradient.
  double yaw_m_per_rad = 0.0;
  // The one-sided derivatives: the limits of (s(yaw) - s(yaw - h)) / h and (s(yaw + h) - s(yaw)) /
  // h for h -> 0+. Either may be the larger one: of parallel edges that are apart it is the left
  // one, of tied axes the right one.
  double yaw_left_m_per_rad = 0.0;
  double yaw_right_m_per_rad = 0.0;
  // Bounds of the derivatives at all tied features: they enclose the one-sided derivatives, and
  // where a tie is one by rounding only, those of the feature that is closest.
  double yaw_low_m_per_rad = 0.0;
  double yaw_high_m_per_rad = 0.0;
  // True: the gradient is unique, and all derivatives by yaw are the same number. False where the
  // closest features are tied: parallel edges that face each other, tied axes in depth, hulls that
  // touch at corners, coincident centres of discs; also where that is so within rounding, and for
  // kInvalid.
  bool is_smooth = false;
};

// Level 3 with derivatives: returns ComputeSeparation, to the bit, and how the signed distance
// changes as one of the shapes moves. Both shapes are in one frame, whose origin either of them
// turns about, or b is moved into the frame of a by a_from_b. For bodies in the world, a_from_b =
// RelativePose(world_from_a, world_from_b), and InWorld() of the result has the derivatives by the
// pose of world_from_a or world_from_b.
// REQUIRES: as Collides. A pose that is not finite: kInvalid, and all derivatives are 0. No
// allocation. Complexity: as ComputeSeparation; O(n + m) besides for features that are tied. See
// ComputeSeparation, which is cheaper. What is differentiated, error bounds, ties and sources:
// docs/gradients.md, "Contract in full".
SeparationGradient ComputeSeparationGradient(const ConvexPolygon& a, const ConvexPolygon& b,
                                             MovingShape moving = MovingShape::kB, QueryContext context = {});
SeparationGradient ComputeSeparationGradient(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b,
                                             MovingShape moving = MovingShape::kB, QueryContext context = {});

// The same gradient with its points and vectors in the world frame.
SeparationGradient InWorld(const SeparationGradient& gradient, const Pose2& world_from_a);

}  // namespace collision2d

#endif  // COLLISION2D_QUERY_SEPARATION_GRADIENT_H_
