#include "planner_adapter/checking/shape_motion.h"

namespace collision2d::planner {

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

}  // namespace collision2d::planner
