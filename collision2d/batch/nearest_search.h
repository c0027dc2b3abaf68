#ifndef COLLISION2D_BATCH_NEAREST_SEARCH_H_
#define COLLISION2D_BATCH_NEAREST_SEARCH_H_

#include <algorithm>

#include "collision2d/batch/batch_call.h"
#include "collision2d/batch/hit.h"

namespace collision2d::internal {

// The search for the least distance along one trajectory. Pairs are proposed with a lower bound on what Distance says of them,
// in any order; those that may be the nearest are kept and measured as late as possible, when most of them have been ruled out.
class NearestSearch {
 public:
  // Only distances of at most limit_m (>= 0, infinity is legal) count.
  void Begin(const BatchCall& call, int trajectory, double limit_m);

  // m. A pair with a larger lower bound is not the nearest; at most kMaxLimit_m.
  float limit_m() const { return limit_m_; }

  // Some pair's distance is at most upper_m.
  void LowerLimit(float upper_m) { limit_m_ = std::min(limit_m_, upper_m); }

  // True if a pair's distance is 0: later steps cannot change the answer.
  bool has_collided() const { return best_.obstacle >= 0 && best_.distance_m == 0.0; }

  // A pair whose distance is 0 for certain. `slot`: its shape in the batch of the step.
  void AddCollision(int step, int slot, int body_shape) { Offer(0.0, {0.0f, step, slot, body_shape}); }

  // A pair whose distance is at least lower_m. One that may be 0 is measured at once: a collision ends the search.
  void AddPair(float lower_m, int step, int slot, int body_shape);

  // The nearest of the pairs that were added; of equal ones the first by step, obstacle, body shape.
  StepNearest End();

 private:
  // Enough for what a search keeps; more are measured early.
  static constexpr int kMaxPairs = 24;

  struct Pair {
    float lower_m;
    int step;
    int slot;
    int body_shape;
  };

  void Offer(double distance_m, const Pair& pair);
  void Measure(const Pair& pair);
  void MeasurePairs();

  const BatchCall* call_;
  int trajectory_;
  float limit_m_;
  StepNearest best_;
  int pair_count_;
  Pair pairs_[kMaxPairs];
};

}  // namespace collision2d::internal

#endif  // COLLISION2D_BATCH_NEAREST_SEARCH_H_
