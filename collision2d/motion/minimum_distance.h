#pragma once

#include <cstdint>
#include <limits>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/motion/motion.h"

namespace collision2d {

// The least distance of two bodies over their motions.
struct MotionDistance {
  // m. The least distance is within [lower_m, upper_m]; an upper_m of 0 means contact, beyond
  // rounding.
  double lower_m = 0.0;
  double upper_m = std::numeric_limits<double>::infinity();
  // s, on the clock of the motions. The distance is at most upper_m at this instant.
  double time_s = 0.0;
  // The shapes of the bodies that are this near at time_s.
  int shape_a = -1;
  int shape_b = -1;
  // Number of instants at which the distance was computed.
  int64_t steps = 0;
  // True if upper_m - lower_m is more than the tolerance: the search took so many steps that it
  // continued with a wider one, or rounding, the motions' pose errors or the clock are coarser.
  // Both bounds hold nonetheless.
  bool reached_limit = false;
};

// Returns the least distance of two moving bodies over all real instants of their motions. upper_m
// - lower_m is at most tolerance_m, unless reached_limit is true. If the bodies are ever in
// contact, time_s is an instant of contact, but not always the first; see TimeOfImpact for that.
// Distances of limit_m or more do not matter, which makes the call cheaper: if none is found that
// is less, the shapes are -1, upper_m is infinite and lower_m is limit_m - tolerance_m, or 0.
// Errors (InvalidArgument, naming the argument): as TimeOfImpact; a tolerance that is not positive
// and finite; a limit that is negative or NaN. No allocation unless an error is returned. A step is
// one ComputeSeparation; a pair of shapes takes at most 2^18 (2 + log4(distance / tolerance_m))
// steps. Every machine returns the same bits for the same poses. Limits, steps, source:
// docs/motion.md, "Contracts in full".
absl::StatusOr<MotionDistance> MinimumDistanceOverMotion(const ConvexPolygon& a, const Motion& motion_a,
                                                         const ConvexPolygon& b, const Motion& motion_b,
                                                         double tolerance_m = 1e-4,
                                                         double limit_m = std::numeric_limits<double>::infinity());
absl::StatusOr<MotionDistance> MinimumDistanceOverMotion(absl::Span<const ConvexPolygon> a, const Motion& motion_a,
                                                         absl::Span<const ConvexPolygon> b, const Motion& motion_b,
                                                         double tolerance_m = 1e-4,
                                                         double limit_m = std::numeric_limits<double>::infinity());

}  // namespace collision2d
