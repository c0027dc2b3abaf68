#include "collision2d/query/separation_gradient.h"

#include "collision2d/geometry/tolerances.h"
#include "collision2d/query/cso.h"
#include "collision2d/query/separation.h"
#include "collision2d/query/tied_contact.h"
#include "collision2d/query/vertex_ring.h"

namespace collision2d {
namespace internal {
namespace {

// The separation of the hulls of shapes with this separation.
Separation WithoutRadii(const ConvexPolygon& a, const ConvexPolygon& b, Separation separation) {
  separation.signed_distance_m += a.radius_m() + b.radius_m();
  separation.witness_a = separation.witness_a - a.radius_m() * separation.direction;
  separation.witness_b = separation.witness_b + b.radius_m() * separation.direction;
  return separation;
}

template <typename Frame>
SeparationGradient GradientIn(const Frame& frame, const ConvexPolygon& a, const ConvexPolygon& b,
                              const Separation& separation, const Turn& turn) {
  SeparationGradient gradient;
  gradient.separation = separation;
  if (separation.status == SeparationStatus::kInvalid) return gradient;
  const Cso<Frame> cso(a, b, frame);
  const TurnSlopes slopes = SlopesOfTies({a, nullptr, 1.0, true}, {b, frame.pose(), 1.0, cso.is_b_convex()},
                                         WithoutRadii(a, b, separation), turn,
                                         kSupportRelativeError * cso.magnitude() + 0x1p-1000);
  gradient.translation = turn.sense * separation.direction;
  gradient.yaw_m_per_rad = slopes.is_smooth ? slopes.right : turn.Slope(separation.witness_b, separation.direction);
  gradient.yaw_left_m_per_rad = slopes.left;
  gradient.yaw_right_m_per_rad = slopes.right;
  gradient.is_smooth = slopes.is_smooth;
  return gradient;
}

}  // namespace
}  // namespace internal

SeparationGradient ComputeSeparationGradient(const ConvexPolygon& a, const ConvexPolygon& b, MovingShape moving,
                                             QueryContext context) {
  const internal::Turn turn{{}, moving == MovingShape::kB ? 1.0 : -1.0};
  return internal::GradientIn(internal::SameFrame{}, a, b, ComputeSeparation(a, b, context), turn);
}

SeparationGradient ComputeSeparationGradient(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b,
                                             MovingShape moving, QueryContext context) {
  const bool b_moves = moving == MovingShape::kB;
  const internal::Turn turn{b_moves ? a_from_b.translation : Vec2{}, b_moves ? 1.0 : -1.0};
  return internal::GradientIn(internal::PosedFrame{a_from_b}, a, b, ComputeSeparation(a, b, a_from_b, context), turn);
}

SeparationGradient InWorld(const SeparationGradient& gradient, const Pose2& world_from_a) {
  SeparationGradient posed = gradient;
  posed.separation.witness_a = world_from_a * gradient.separation.witness_a;
  posed.separation.witness_b = world_from_a * gradient.separation.witness_b;
  posed.separation.direction = world_from_a.Rotate(gradient.separation.direction);
  posed.translation = world_from_a.Rotate(gradient.translation);
  return posed;
}

}  // namespace collision2d
