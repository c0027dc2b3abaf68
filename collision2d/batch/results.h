// What the questions of collisions.h and distances.h are answered with: the pair of a body shape
// and an obstacle, and at which step of a trajectory.

#ifndef COLLISION2D_BATCH_RESULTS_H_
#define COLLISION2D_BATCH_RESULTS_H_

#include <functional>
#include <limits>

#include "collision2d/query/separation_gradient.h"
#include "collision2d/query/separation_result.h"

namespace collision2d {

// In every result, `step` is the step of the trajectory, 0 for a single pose; if the question was
// about motion, the interval from that step to the next. `obstacle` is an index of the obstacles
// (Obstacles), `body_shape` one of the body's shapes. All three are -1 if there is no such pair.

// A collision at an instant.
struct Hit {
  int step = -1;
  int obstacle = -1;
  int body_shape = -1;
};

// The first contact in motion.
struct SweptHit {
  int step = -1;
  int obstacle = -1;
  int body_shape = -1;
  // s, on the clock of the steps. The body is free of all obstacles from its first step up to, not
  // including, free_until_s: proven. At contact_by_s it is in contact with the obstacle, or, if
  // is_undecided, within epsilon_m of contact. Both are infinity if there is no contact.
  double free_until_s = std::numeric_limits<double>::infinity();
  double contact_by_s = std::numeric_limits<double>::infinity();
  // Neither contact nor freedom could be proven: a graze, or a pair that reached its cap.
  bool is_undecided = false;
  // As ImpactResult.reached_cap, of this pair of shapes.
  bool reached_cap = false;
};

// The nearest pair, with what was asked about it: Nearest<double> its distance,
// Nearest<Separation> its contact or closest approach, in the frame of the body,
// Nearest<SeparationGradient> the same with derivatives with respect to the body's pose, in the
// world frame; a is the body. Without a pair the distance is infinity, and the rest of the answer
// means nothing.
// Gradients: if several pairs of one step have the least signed distance, to the bit, the minimum
// is not smooth. The separation is then that of the lowest obstacle and body shape; the one-sided
// derivatives and their bounds are those of the minimum over the tied pairs.
template <typename Answer>
struct Nearest;

template <>
struct Nearest<double> {
  double distance_m = std::numeric_limits<double>::infinity();
  int step = -1;
  int obstacle = -1;
  int body_shape = -1;
};

template <>
struct Nearest<Separation> {
  Separation separation = {std::numeric_limits<double>::infinity(), {}, {}, {1.0, 0.0}, SeparationStatus::kSeparated};
  int step = -1;
  int obstacle = -1;
  int body_shape = -1;
};

template <>
struct Nearest<SeparationGradient> {
  SeparationGradient gradient = {Nearest<Separation>().separation, {}};
  int step = -1;
  int obstacle = -1;
  int body_shape = -1;
};

// m. Bounds how far Distance and the signed distance of ComputeSeparation can be apart where one of
// them is positive: kDistanceRelativeError of a pair's size for each. The size counts what posing
// rounds; of legal shapes and poses it is below 2^31 m.
inline constexpr double kDistanceAgreement_m = 0x1p-18;

// The nearest pair in motion. The least distance is within [lower_m, upper_m], both 0 in contact.
struct SweptNearest {
  double lower_m = std::numeric_limits<double>::infinity();
  double upper_m = std::numeric_limits<double>::infinity();
  // s, on the clock of the steps. An instant at which the shapes named are at most upper_m apart.
  double time_s = 0.0;
  int step = -1;
  int obstacle = -1;
  int body_shape = -1;
  // As MotionDistance.reached_cap, of the pair that has upper_m or the one that has lower_m: they
  // may be farther apart than the tolerance. Both hold nonetheless.
  bool reached_cap = false;
};

// Receives each contact of a trajectory. If it is empty, contacts are not reported.
using ContactSink = std::function<void(int trajectory, const Nearest<Separation>& contact)>;

}  // namespace collision2d

#endif  // COLLISION2D_BATCH_RESULTS_H_
