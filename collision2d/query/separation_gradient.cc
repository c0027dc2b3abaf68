#include "collision2d/query/separation_gradient.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "absl/base/attributes.h"
#include "absl/base/optimization.h"
#include "collision2d/code_generation.h"
#include "collision2d/geometry/padded_ring.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/query/exact/exact_support.h"
#include "collision2d/query/exact/near_contact.h"
#include "collision2d/query/exact/penetration.h"
#include "collision2d/query/exact/tied_contact.h"
#include "collision2d/query/stages/cso.h"
#include "collision2d/query/stages/facing_feature.h"
#include "collision2d/query/stages/gjk.h"
#include "collision2d/query/stages/witness_level.h"

namespace collision2d {
namespace internal {
namespace {

// A frame with the turn that derivatives are by.
template <typename Frame>
struct TurningFrame : Frame {
  Turn turn;
};

// m. By how much two gaps must differ for one of them to be the larger one. The last term covers
// underflow.
template <typename Frame>
double GapRounding(const Cso<Frame>& cso) {
  return kSupportRelativeError * cso.magnitude() + 0x1p-1000;
}

// m. How far a vertex of a padded ring is above the higher one of its neighbours.
COLLISION2D_HOT_INLINE inline double RiseAt(const Vec2* ring, int vertex, Vec2 direction) {
  return std::min(Dot(direction, ring[vertex] - ring[vertex - 1]), Dot(direction, ring[vertex] - ring[vertex + 1]));
}

// Writes the gradient of hulls whose closest or deepest features are unique: `corner` is one of
// them. Otherwise only is_smooth counts besides the separation: it is false until AddTies has found
// out more.
COLLISION2D_HOT_INLINE inline void WriteGradient(const Separation& separation, const Turn& turn, Vec2 corner,
                                                 bool is_unique, SeparationGradient* gradient) {
  const double slope = turn.Slope(corner, separation.direction);
  gradient->separation = separation;
  gradient->translation.x = turn.sense * separation.direction.x;
  gradient->translation.y = turn.sense * separation.direction.y;
  gradient->yaw_m_per_rad = slope;
  gradient->yaw_left_m_per_rad = slope;
  gradient->yaw_right_m_per_rad = slope;
  gradient->yaw_low_m_per_rad = slope;
  gradient->yaw_high_m_per_rad = slope;
  gradient->is_smooth = is_unique;
}

struct Gradients {
  using Result = SeparationGradient;
  static constexpr Result kInvalid = {
      {0.0, {}, {}, {1.0, 0.0}, SeparationStatus::kInvalid}, {}, 0.0, 0.0, 0.0, 0.0, 0.0, false};

  // The closest points are unique if one of them is a corner above both its neighbours. The end of
  // an edge that faces the other shape has a neighbour of the same height.
  template <typename Frame>
  COLLISION2D_HOT_INLINE static void OfFeature(const Cso<Frame>& cso, const FacingFeature& feature, Result* result) {
    const Separation separation = SeparationOfFeature(cso, feature);
    // From b to a, and longer by this factor than a unit vector.
    const double length = Norm(feature.v);
    const double rise_a = RiseAt(cso.ring_a(), feature.ends.first_a, -feature.v);
    const double rise_b = RiseAt(cso.ring_b(), feature.ends.first_b, cso.frame().ToShapeFrame(feature.v));
    const bool is_unique =
        (cso.size_a() == 1) | (cso.size_b() == 1) | (std::max(rise_a, rise_b) > GapRounding(cso) * length);
    WriteGradient(separation, cso.frame().turn, separation.witness_b, is_unique, result);
  }
  template <typename Frame>
  static double OfPenetration(const Cso<Frame>& cso, const DepthBounds& bounds, int64_t* visits, Result* result) {
    const DeepestFeature deepest = ComputeDeepestFeature(RingOfA(cso), RingOfB(cso), bounds, visits);
    WriteGradient(deepest.penetration, cso.frame().turn, deepest.vertex, deepest.is_unique, result);
    return -deepest.penetration.signed_distance_m;
  }
  static Result OfNearContact(const NearContactPair& pair, bool reached_limit, QueryContext::Counters* counters) {
    Result result;
    result.separation = NearContactSeparation(pair, counters);
    if (reached_limit) result.separation.status = SeparationStatus::kIterationLimit;
    return result;
  }
};

// The derivatives where features are tied.
template <typename Frame>
ABSL_ATTRIBUTE_NOINLINE void AddTies(const Cso<Frame>& cso, SeparationGradient* gradient) {
  const Separation& hulls = gradient->separation;
  if (hulls.status == SeparationStatus::kInvalid) return;
  const Turn& turn = cso.frame().turn;
  const Vec2 u = hulls.direction;
  const CsoIndex near{cso.a().StartVertex(DirectionSector(u)),
                      cso.b().StartVertex(DirectionSector(cso.frame().ToShapeFrame(-u)))};
  const double inner_radius_m = std::max(cso.a().inner_radius_m(), cso.b().inner_radius_m());
  const TurnSlopes slopes =
      SlopesOfTies({RingOfA(cso), RingOfB(cso), hulls, near, inner_radius_m, GapRounding(cso)}, turn);
  gradient->translation = turn.sense * u;
  gradient->yaw_m_per_rad = slopes.is_smooth ? slopes.right : turn.Slope(hulls.witness_b, u);
  gradient->yaw_left_m_per_rad = slopes.left;
  gradient->yaw_right_m_per_rad = slopes.right;
  gradient->yaw_low_m_per_rad = slopes.tied.low;
  gradient->yaw_high_m_per_rad = slopes.tied.high;
  gradient->is_smooth = slopes.is_smooth;
}

// Exchanges two numbers, if asked to, by their bits.
void ExchangeIf(bool exchanges, double* x, double* y) {
  uint64_t x_bits;
  uint64_t y_bits;
  std::memcpy(&x_bits, x, sizeof(x_bits));
  std::memcpy(&y_bits, y, sizeof(y_bits));
  const uint64_t changed = (x_bits ^ y_bits) & -static_cast<uint64_t>(exchanges);
  x_bits ^= changed;
  y_bits ^= changed;
  std::memcpy(x, &x_bits, sizeof(x_bits));
  std::memcpy(y, &y_bits, sizeof(y_bits));
}

// Takes the shapes of the separation in the other order, if swapped. The order is unpredictable, so
// that no branch depends on it. Number by number: what is written in halves and read back whole
// waits for the memory.
void PutInCallersOrder(bool swapped, Separation* separation) {
  ExchangeIf(swapped, &separation->witness_a.x, &separation->witness_b.x);
  ExchangeIf(swapped, &separation->witness_a.y, &separation->witness_b.y);
  const double sign = Sign(!swapped);
  separation->direction.x *= sign;
  separation->direction.y *= sign;
}

// The gradient of the shapes, whose separation is that of the hulls but for the radii.
template <typename Frame>
COLLISION2D_HOT_INLINE inline SeparationGradient GradientIn(const TurningFrame<Frame>& frame, const ConvexPolygon& a,
                                                            const ConvexPolygon& b, const QueryContext& context) {
  SeparationGradient gradient = SeparateIn<WitnessLevel<Gradients>>(frame, a, b, context);
  if (ABSL_PREDICT_FALSE(!gradient.is_smooth)) AddTies(Cso<TurningFrame<Frame>>(a, b, frame), &gradient);
  AddRadii(a.radius_m(), b.radius_m(), &gradient.separation);
  return gradient;
}

}  // namespace
}  // namespace internal

SeparationGradient ComputeSeparationGradient(const ConvexPolygon& a, const ConvexPolygon& b, MovingShape moving,
                                             QueryContext context) {
  return internal::InCanonicalOrder(a, b, [&](const ConvexPolygon& first, const ConvexPolygon& second, bool swapped) {
    const bool second_moves = (moving == MovingShape::kB) != swapped;
    const internal::TurningFrame<internal::SameFrame> frame{{},
                                                            {{}, static_cast<double>(internal::Sign(second_moves))}};
    SeparationGradient gradient = internal::GradientIn(frame, first, second, context);
    internal::PutInCallersOrder(swapped, &gradient.separation);
    return gradient;
  });
}

SeparationGradient ComputeSeparationGradient(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b,
                                             MovingShape moving, QueryContext context) {
  const bool b_moves = moving == MovingShape::kB;
  const internal::TurningFrame<internal::PosedFrame> frame{
      {a_from_b}, {b_moves ? a_from_b.translation : Vec2{}, static_cast<double>(internal::Sign(b_moves))}};
  return internal::GradientIn(frame, a, b, context);
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
