#ifndef COLLISION2D_BATCH_HIT_H_
#define COLLISION2D_BATCH_HIT_H_

#include <cstddef>
#include <limits>

namespace collision2d {

// What a body at one pose meets. An index of -1 means: nothing.

// An obstacle that the body collides with, and the first of the body's shapes that does.
struct Hit {
  int obstacle = -1;
  int body_shape = -1;
};

// The obstacle nearest to the body, its distance in m, and the shape of the body that is nearest to
// it.
struct Nearest {
  double distance_m = std::numeric_limits<double>::infinity();
  int obstacle = -1;
  int body_shape = -1;
};

// What a body meets along a trajectory, and at which step.

struct StepHit {
  int step = -1;
  int obstacle = -1;
  int body_shape = -1;
};

struct StepNearest {
  double distance_m = std::numeric_limits<double>::infinity();
  int step = -1;
  int obstacle = -1;
  int body_shape = -1;
};

// The number of 64-bit words of one pose's row in a mask over that many obstacles.
constexpr size_t MaskWordsPerPose(int obstacles) { return (static_cast<size_t>(obstacles) + 63) / 64; }

// What a body meets along a trajectory, at any instant between its steps. Interval s is from step s
// to step s + 1; -1: nothing.

// The first contact.
struct SweptHit {
  int interval = -1;
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

// The least distance: within [lower_m, upper_m], both 0 in contact.
struct SweptNearest {
  double lower_m = std::numeric_limits<double>::infinity();
  double upper_m = std::numeric_limits<double>::infinity();
  // s, on the clock of the steps. An instant at which the shapes named are at most upper_m apart.
  double time_s = 0.0;
  int interval = -1;
  int obstacle = -1;
  int body_shape = -1;
  // As MotionDistance.reached_cap, of the pair that has upper_m or the one that has lower_m: they
  // may be farther apart than the tolerance. Both hold nonetheless.
  bool reached_cap = false;
};

}  // namespace collision2d

#endif  // COLLISION2D_BATCH_HIT_H_
