#include "planner_adapter/checking/shape_motion.h"

#include <algorithm>
#include <cmath>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/solid/posed_solid.h"

namespace collision2d::planner {
namespace {

// Relative to coordinates: some 10^3 times the rounding of poses and sums.
constexpr double kRoom = 0x1p-40;

bool IsSame(const Pose2& a, const Pose2& b) {
  return a.translation.x == b.translation.x && a.translation.y == b.translation.y && a.cos == b.cos && a.sin == b.sin;
}

}  // namespace

Motion PlanMotionOf(const ShapeMotion& motion, const TimeSpan& during) {
  return Motion::LegalBetween(motion.at_start.local_from_shape, motion.at_end.local_from_shape, during.start_s,
                              during.end_s);
}

SpaceShape ShapeAt(const ShapeMotion& motion, const TimeSpan& during, double time_s) {
  if (time_s == during.start_s) return motion.at_start;
  if (time_s == during.end_s) return motion.at_end;
  SpaceShape shape = motion.at_start;
  const double s = (time_s - during.start_s) / (during.end_s - during.start_s);
  const Elevation& p = motion.at_start.elevation;
  const Elevation& q = motion.at_end.elevation;
  shape.local_from_shape = PlanMotionOf(motion, during).PoseAt(time_s);
  shape.elevation = {p.z_m + s * (q.z_m - p.z_m), p.pitch_rad + s * (q.pitch_rad - p.pitch_rad),
                     p.roll_rad + s * (q.roll_rad - p.roll_rad)};
  return shape;
}

double ReachOf(const SpaceShape& shape) {
  const double height_m =
      shape.span == nullptr ? 0.0 : std::max(std::abs(shape.span->z_min_m), std::abs(shape.span->z_max_m));
  return Norm(shape.shape->center()) + (1.0 + solid::kRoundingExcess) * shape.shape->bounding_radius_m() + height_m;
}

// A shape that stands is within its bounding circle, any other within its reach of the origin of its frame, which moves straight.
Disc CoverOf(const ShapeMotion& motion) {
  const Pose2& start = motion.at_start.local_from_shape;
  const Pose2& end = motion.at_end.local_from_shape;
  const bool stands = IsSame(start, end) && !motion.at_start.is_tilted() && !motion.at_end.is_tilted();
  const ConvexPolygon& shape = *motion.at_start.shape;
  Disc disc{start * shape.center(), shape.bounding_radius_m()};
  if (!stands) {
    disc = {0.5 * (start.translation + end.translation),
            0.5 * Norm(end.translation - start.translation) + ReachOf(motion.at_start)};
  }
  disc.radius_m += kRoom * (Norm1(disc.center) + disc.radius_m);
  return disc;
}

}  // namespace collision2d::planner
