#pragma once

#include <cstdint>
#include <limits>

#include "collision2d/query/separation_result.h"

namespace collision2d {

enum class MotionVerdict {
  kFree,      // Proven: the bodies share no point at any real instant of their motions.
  kCollides,  // Proven: they are in contact at contact_by_s.
  kUndecided,  // At contact_by_s they are within contact_tolerance_m of contact, and neither of the above could be proven: a graze.
};

struct ImpactOptions {
  // s. The width of the bracket [free_until_s, contact_by_s] of a collision. It may be wider if the
  // bodies approach each other by less than rounding during this time.
  double time_tolerance_s = 1e-6;
  // m. A pair can be undecided only if it comes within contact_tolerance_m of contact, or within
  // the error of distances (docs/numerics.md), which includes Motion::Bounds::pose_error_m.
  double contact_tolerance_m = 1e-6;
};

// When two moving bodies first meet. Times are on the clock of their motions.
struct ImpactResult {
  MotionVerdict verdict = MotionVerdict::kUndecided;  // Until a query has answered.
  // s. Proven: the bodies are apart at every real instant from the start up to, but not including,
  // this one. The end of the motions if they are free.
  double free_until_s = 0.0;
  // s. kCollides: an instant of contact; kUndecided: an instant within contact_tolerance_m of
  // contact; kFree: infinity.
  double contact_by_s = std::numeric_limits<double>::infinity();
  // The separation at contact_by_s, in the frame that body a has then; its signed distance is
  // negative in contact. Unspecified if free.
  Separation separation;
  // The shapes of the bodies that meet; -1 if they are free.
  int shape_a = -1;
  int shape_b = -1;
  // Number of instants at which the distance, or a bound on it, was computed.
  int64_t steps = 0;
  // True if a pair of shapes reached the limit on its number of steps. The pair is then undecided
  // at whatever distance, or its bracket is wide.
  bool reached_limit = false;
};

}  // namespace collision2d
