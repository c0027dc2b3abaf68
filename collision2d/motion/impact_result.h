#ifndef COLLISION2D_MOTION_IMPACT_RESULT_H_
#define COLLISION2D_MOTION_IMPACT_RESULT_H_

#include <cstdint>
#include <limits>

#include "collision2d/query/separation_result.h"

namespace collision2d {

enum class MotionVerdict {
  kFree,      // The bodies share no point at any real instant of their motions: proven.
  kCollides,  // They are in contact at contact_by_s: proven.
  kUndecided,  // At contact_by_s they are within epsilon_m of contact, and neither of the above could be proven: a graze.
};

struct ImpactOptions {
  // s. The width of the bracket of a collision, if the bodies close by more than rounding within
  // it.
  double time_tolerance_s = 1e-6;
  // m. Only bodies that come this close to contact, or within the error of distances
  // (docs/numerics.md; pose_error_m of Bounded motions counts), may be undecided.
  double epsilon_m = 1e-6;
};

// When two moving bodies first meet; times on the clock of their motions.
struct ImpactResult {
  MotionVerdict verdict = MotionVerdict::kFree;
  // s. The bodies are apart at every real instant from the start up to, not including, this one:
  // proven. The end of the motions if they are free.
  double free_until_s = 0.0;
  // s. kCollides: an instant of contact; kUndecided: an instant within epsilon_m of contact; kFree:
  // infinity.
  double contact_by_s = std::numeric_limits<double>::infinity();
  // At contact_by_s, in the frame of body a then: witness points, direction, and a signed distance
  // that is negative in contact. Unspecified if free.
  Separation separation;
  // Which shapes of the bodies meet; -1 if they are free.
  int shape_a = -1;
  int shape_b = -1;
  // Instants at which the distance, or a bound on it, was computed.
  int64_t steps = 0;
  // A pair of shapes reached the bound on its number of steps. It is undecided then, at any
  // distance, or its bracket is wide.
  bool reached_cap = false;
};

}  // namespace collision2d

#endif  // COLLISION2D_MOTION_IMPACT_RESULT_H_
