#include "planner_adapter/checking/space_motion.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "collision2d/geometry/vec2.h"
#include "collision2d/motion/motion.h"
#include "collision2d/motion/time_of_impact.h"
#include "collision2d/solid/z_span.h"
#include "planner_adapter/checking/tilted_motion.h"

namespace collision2d::planner {
namespace {

using solid::ZSpan;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

ZSpan HeightsOf(const SpaceShape& shape) { return Raised(*shape.span, shape.elevation.z_m); }

// Shortens `stretch` to where a function is at least 0 that is linear on `during`, from `at_start` to `at_end`, each with an error of at most
// error_m; false if it is nowhere.
bool ShortenToPositive(double at_start, double at_end, double error_m, const TimeSpan& during, TimeSpan* stretch) {
  if (at_start >= 0.0 && at_end >= 0.0) return true;
  if (at_start < 0.0 && at_end < 0.0) return false;
  const double part = at_start / (at_start - at_end);
  // An error e of both ends shifts the zero by at most 2 e over the difference; the rest of the slack is the rounding of `part`. The clock rounds
  // outward.
  const double slack = 4.0 * error_m / std::abs(at_start - at_end) + 0x1p-48;
  const double duration_s = during.end_s - during.start_s;
  if (at_start < 0.0) {
    const double start_s = during.start_s + std::max(0.0, part - slack) * duration_s;
    stretch->start_s = std::max(stretch->start_s, std::nextafter(start_s, -kInfinity));
  } else {
    const double end_s = during.start_s + std::min(1.0, part + slack) * duration_s;
    stretch->end_s = std::min(stretch->end_s, std::nextafter(end_s, kInfinity));
  }
  return stretch->start_s <= stretch->end_s;
}

// Shortens the stretch to where the heights overlap; false if they do nowhere.
bool ShortenToOverlap(const ShapeMotion& a, const ShapeMotion& b, const TimeSpan& during, TimeSpan* stretch) {
  const ZSpan a_start = HeightsOf(a.at_start);
  const ZSpan a_end = HeightsOf(a.at_end);
  const ZSpan b_start = HeightsOf(b.at_start);
  const ZSpan b_end = HeightsOf(b.at_end);
  double largest_m = 0.0;
  for (const ZSpan& span : {a_start, a_end, b_start, b_end}) {
    largest_m = std::max({largest_m, std::abs(span.z_min_m), std::abs(span.z_max_m)});
  }
  const double error_m = 0x1p-51 * largest_m;
  return ShortenToPositive(a_start.z_max_m - b_start.z_min_m, a_end.z_max_m - b_end.z_min_m, error_m, during,
                           stretch) &&
         ShortenToPositive(b_start.z_max_m - a_start.z_min_m, b_end.z_max_m - a_end.z_min_m, error_m, during, stretch);
}

// The motion in the ground plane during a part of the interval, in coordinates relative to `origin`: near the pair, poses at the ends of the part
// are rounded relative to the pair's offset.
Motion PartOf(ShapeMotion motion, const TimeSpan& during, const TimeSpan& part, Vec2 origin) {
  for (SpaceShape* shape : {&motion.at_start, &motion.at_end}) {
    shape->local_from_shape.translation = shape->local_from_shape.translation - origin;
  }
  const Motion whole = PlanMotionOf(motion, during);
  return Motion::LegalBetween(whole.PoseAt(part.start_s), whole.PoseAt(part.end_s), part.start_s, part.end_s);
}

SpaceImpact LevelContact(const ShapeMotion& body, const ShapeMotion& obstacle, const TimeSpan& during,
                         const ImpactOptions& options) {
  const bool heights_known = body.at_start.span != nullptr && obstacle.at_start.span != nullptr;
  TimeSpan stretch = during;
  if (heights_known && !ShortenToOverlap(body, obstacle, during, &stretch)) return {};
  Motion body_motion = PlanMotionOf(body, during);
  Motion obstacle_motion = PlanMotionOf(obstacle, during);
  if (stretch.start_s > during.start_s || stretch.end_s < during.end_s) {
    const Vec2 origin = body.at_start.local_from_shape.translation;
    body_motion = PartOf(body, during, stretch, origin);
    obstacle_motion = PartOf(obstacle, during, stretch, origin);
  }
  const ImpactResult impact =
      TimeOfImpact(*body.at_start.shape, body_motion, *obstacle.at_start.shape, obstacle_motion, options).value();
  if (impact.verdict == MotionVerdict::kFree) return {};
  return {impact.verdict, impact.free_until_s, impact.contact_by_s, false};
}

bool IsSolidAtSomeTime(const ShapeMotion& motion) { return motion.at_start.is_solid() || motion.at_end.is_solid(); }

}  // namespace

SpaceImpact FirstSpaceContact(const ShapeMotion& body, const ShapeMotion& obstacle, const TimeSpan& during,
                              const ImpactOptions& options) {
  // The heights of a shape matter only if those of the other are known; but its ground plan depends on its tilt.
  const bool heights_known = body.at_start.span != nullptr && obstacle.at_start.span != nullptr;
  const bool is_tilted = body.at_start.is_tilted() || body.at_end.is_tilted() || obstacle.at_start.is_tilted() ||
                         obstacle.at_end.is_tilted();
  const bool in_space = is_tilted || (heights_known && (IsSolidAtSomeTime(body) || IsSolidAtSomeTime(obstacle)));
  return in_space ? FirstTiltedContact(body, obstacle, during) : LevelContact(body, obstacle, during, options);
}

}  // namespace collision2d::planner
