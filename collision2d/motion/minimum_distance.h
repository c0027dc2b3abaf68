#ifndef COLLISION2D_MOTION_MINIMUM_DISTANCE_H_
#define COLLISION2D_MOTION_MINIMUM_DISTANCE_H_

#include <cstdint>
#include <limits>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/motion/motion.h"

namespace collision2d {

// The least distance of two bodies over their motions.
struct MotionDistance {
  // m. It is within [lower_m, upper_m]; an upper_m of 0 means contact, beyond rounding.
  double lower_m = 0.0;
  double upper_m = std::numeric_limits<double>::infinity();
  // s, on the clock of the motions. The distance is at most upper_m at this instant.
  double time_s = 0.0;
  // The shapes of the bodies that are so near then.
  int shape_a = -1;
  int shape_b = -1;
  // Instants at which the distance was computed.
  int64_t steps = 0;
  // The search took so many steps that it went on with a wider tolerance. Both bounds hold
  // nonetheless.
  bool reached_cap = false;
};

// The least distance of two moving bodies over all real instants of their motions, within
// tolerance_m: upper_m - lower_m is at most that, unless reached_cap; or, if that is more, some
// times the rounding of poses and distances (10^-13 of the coordinates), or how far the bodies move
// between two doubles on the clock. If the bodies are ever in contact, an instant of contact, not
// always the first.
// Errors (InvalidArgument, naming the argument): as TimeOfImpact; a tolerance that is not positive
// and finite. No allocation unless an error is returned. A step is one ComputeSeparation; the
// number of steps grows with 1 / sqrt(tolerance_m) where the distance stays close to its least
// value, and with speed times duration over tolerance_m for Bounded motions without accelerations.
// After each 2^18 steps for a pair of shapes the tolerance is quadrupled, which is reported: a pair
// takes at most 2^18 (2 + log4(distance / tolerance_m)) steps. The same bits on every machine, for
// the same poses.
// See TimeOfImpact for the first contact.
// Source: as TimeOfImpact; instead of to contact, a step leads to where the distance may fall below
// the least one known less the tolerance.
absl::StatusOr<MotionDistance> MinimumDistanceOverMotion(const ConvexPolygon& a, const Motion& motion_a,
                                                         const ConvexPolygon& b, const Motion& motion_b,
                                                         double tolerance_m = 1e-4);
absl::StatusOr<MotionDistance> MinimumDistanceOverMotion(absl::Span<const ConvexPolygon> a, const Motion& motion_a,
                                                         absl::Span<const ConvexPolygon> b, const Motion& motion_b,
                                                         double tolerance_m = 1e-4);

}  // namespace collision2d

#endif  // COLLISION2D_MOTION_MINIMUM_DISTANCE_H_
