#include "collision2d/batch/pair_query_hook.h"

#include <utility>

#include "collision2d/motion/minimum_distance.h"
#include "collision2d/motion/motion.h"
#include "collision2d/motion/time_of_impact.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/distance.h"
#include "collision2d/query/separation.h"
#include "collision2d/query/separation_gradient.h"

namespace collision2d {
namespace {

// ask(motion_a, motion_b), or the error of the first motion that is not legal.
template <typename Ask>
auto AskMotions(const PairQueryHook::PosesOfMotion& world_from_a, const PairQueryHook::PosesOfMotion& world_from_b,
                double start_s, double end_s, const Ask& ask)
    -> decltype(ask(std::declval<const Motion&>(), std::declval<const Motion&>())) {
  const absl::StatusOr<Motion> a = Motion::Between(world_from_a.start, world_from_a.end, start_s, end_s);
  if (!a.ok()) return a.status();
  const absl::StatusOr<Motion> b = Motion::Between(world_from_b.start, world_from_b.end, start_s, end_s);
  if (!b.ok()) return b.status();
  return ask(*a, *b);
}

}  // namespace

bool PairQueryHook::Collides(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b) {
  return collision2d::Collides(a, b, a_from_b);
}

double PairQueryHook::Distance(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b) {
  return collision2d::Distance(a, b, a_from_b);
}

bool PairQueryHook::DistanceWithin(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b,
                                   double limit_m) {
  return collision2d::DistanceWithin(a, b, a_from_b, limit_m);
}

Separation PairQueryHook::ComputeSeparation(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2& a_from_b) {
  return collision2d::ComputeSeparation(a, b, a_from_b);
}

SeparationGradient PairQueryHook::ComputeSeparationGradient(const ConvexPolygon& a, const ConvexPolygon& b,
                                                            const Pose2& a_from_b, MovingShape moving) {
  return collision2d::ComputeSeparationGradient(a, b, a_from_b, moving);
}

absl::StatusOr<ImpactResult> PairQueryHook::TimeOfImpact(const ConvexPolygon& a, const PosesOfMotion& world_from_a,
                                                         const ConvexPolygon& b, const PosesOfMotion& world_from_b,
                                                         double start_s, double end_s, const ImpactOptions& options) {
  return AskMotions(world_from_a, world_from_b, start_s, end_s, [&](const Motion& of_a, const Motion& of_b) {
    return collision2d::TimeOfImpact(a, of_a, b, of_b, options);
  });
}

absl::StatusOr<bool> PairQueryHook::IsMotionFree(const ConvexPolygon& a, const PosesOfMotion& world_from_a,
                                                 const ConvexPolygon& b, const PosesOfMotion& world_from_b,
                                                 double start_s, double end_s, const ImpactOptions& options) {
  return AskMotions(world_from_a, world_from_b, start_s, end_s, [&](const Motion& of_a, const Motion& of_b) {
    return collision2d::IsMotionFree(a, of_a, b, of_b, options);
  });
}

absl::StatusOr<MotionDistance> PairQueryHook::MinimumDistanceOverMotion(
    const ConvexPolygon& a, const PosesOfMotion& world_from_a, const ConvexPolygon& b,
    const PosesOfMotion& world_from_b, double start_s, double end_s, double tolerance_m) {
  return AskMotions(world_from_a, world_from_b, start_s, end_s, [&](const Motion& of_a, const Motion& of_b) {
    return collision2d::MinimumDistanceOverMotion(a, of_a, b, of_b, tolerance_m);
  });
}

}  // namespace collision2d
