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

// The obstacle nearest to the body, its distance in m, and the shape of the body that is nearest to it.
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

}  // namespace collision2d

#endif  // COLLISION2D_BATCH_HIT_H_
