// Results of the queries of collisions.h, distances.h and gradients.h: a pair of a body shape and
// an obstacle, and the step of a trajectory at which it occurs.

#pragma once

#include <cstdint>
#include <functional>
#include <limits>

#include "collision2d/query/separation_result.h"

namespace collision2d {

// In every result, `step` is the step of the trajectory, 0 for a single pose; for queries about
// motion it is the interval from that step to the next. `obstacle` is an index of the obstacles
// (Obstacles), `body_shape` an index of the body's shapes. All three are -1 if there is no such
// pair. `element` is the part of an obstacle that has many under one index; -1: the obstacle is one
// shape, as those of batches and maps are.

// A collision at an instant.
struct Hit {
  int step = -1;
  int obstacle = -1;
  int body_shape = -1;
  int64_t element = -1;
};

// The first contact in motion.
struct SweptHit {
  int step = -1;
  int obstacle = -1;
  int body_shape = -1;
  // s, on the clock of the steps. Proven: the body is free of all obstacles from its first step up
  // to, but not including, free_until_s. At contact_by_s it is in contact with the obstacle, or, if
  // is_undecided, within contact_tolerance_m of contact. Both are infinity if there is no contact.
  double free_until_s = std::numeric_limits<double>::infinity();
  double contact_by_s = std::numeric_limits<double>::infinity();
  // True if neither contact nor freedom could be proven: a graze, or a pair that reached its step
  // limit.
  bool is_undecided = false;
  // ImpactResult::reached_limit of this pair of shapes.
  bool reached_limit = false;
  int64_t element = -1;
};

// The nearest pair. Without a pair the distance is infinity, and the other fields except the
// indices are meaningless. The answer depends on the type:
// - Nearest<double>: its distance;
// - Nearest<Separation>: its contact or closest approach, in the frame of the body, which is shape
//   a;
// - Nearest<SeparationGradient>: see gradients.h.
template <typename Answer>
struct Nearest;

template <>
struct Nearest<double> {
  double distance_m = std::numeric_limits<double>::infinity();
  int step = -1;
  int obstacle = -1;
  int body_shape = -1;
  int64_t element = -1;
};

template <>
struct Nearest<Separation> {
  Separation separation = {std::numeric_limits<double>::infinity(), {}, {}, {1.0, 0.0}, SeparationStatus::kSeparated};
  int step = -1;
  int obstacle = -1;
  int body_shape = -1;
  int64_t element = -1;
};

// m. Bounds the difference of Distance and the signed distance of ComputeSeparation if one of them
// is positive: kDistanceRelativeError of the pair's size for each. The size includes the posed
// coordinates; for legal shapes and poses it is below 2^31 m. No proof: twice
// kDistanceRelativeError.
inline constexpr double kDistanceAgreement_m = 0x1p-18;

// The nearest pair in motion. The least distance is within [lower_m, upper_m], both 0 in contact.
struct SweptNearest {
  double lower_m = std::numeric_limits<double>::infinity();
  double upper_m = std::numeric_limits<double>::infinity();
  // s, on the clock of the steps. At this instant the named shapes are at most upper_m apart.
  double time_s = 0.0;
  int step = -1;
  int obstacle = -1;
  int body_shape = -1;
  // True if upper_m - lower_m is more than the tolerance, for the reasons of
  // MotionDistance::reached_limit. Both bounds hold nonetheless.
  bool reached_limit = false;
  int64_t element = -1;
};

// Receives each contact of a trajectory. If it is empty, contacts are not reported.
using ContactSink = std::function<void(int trajectory, const Nearest<Separation>& contact)>;

}  // namespace collision2d
