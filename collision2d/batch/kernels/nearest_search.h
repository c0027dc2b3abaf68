#ifndef COLLISION2D_BATCH_KERNELS_NEAREST_SEARCH_H_
#define COLLISION2D_BATCH_KERNELS_NEAREST_SEARCH_H_

#include <algorithm>
#include <cstddef>
#include <limits>

#include "absl/types/span.h"
#include "collision2d/batch/kernels/batch_call.h"
#include "collision2d/batch/kernels/shadow_numbers.h"
#include "hwy/cache_control.h"

namespace collision2d::internal {

// A body shape at a step of a trajectory and shape `slot` of that step's batch, which are at least lower_m apart by Distance.
struct ProposedPair {
  float lower_m;
  int step;
  int slot;
  int body_shape;
};

// The search for the nearest pair along one trajectory. Pairs are proposed with a lower bound on what Distance says of them, in any
// order; those that may be the nearest are kept and measured as late as possible, when most of them have been ruled out.
// Level says how a pair is measured (DistanceLevel, SeparationLevel):
//   Found             describes a measured pair; a default-constructed one means none, with `obstacle` -1 and the distance infinity
//   slack_m()         bounds how far a measured distance can be from the one that bounds are of, where one of them is positive
//   DistanceOf(found) the measured distance, m; 0 or less: the pair collides
//   PlaceOf(found)    of equal distances the least place counts
//   Measure(call, trajectory, pair)
//   Collision(call, trajectory, pair)  the same of a pair that collides for certain
template <typename Level>
class NearestSearch {
 public:
  using Found = typename Level::Found;

  // Only distances of at most limit_m (>= 0, infinity is legal) count.
  void Begin(const BatchCall& call, int trajectory, double limit_m, const Level& level) {
    call_ = &call;
    trajectory_ = trajectory;
    level_ = level;
    best_ = Found{};
    best_m_ = limit_m;
    limit_m_ = LimitOf(limit_m + level_.slack_m());
    pair_count_ = 0;
  }

  // m. A pair with a larger lower bound is not the nearest; at most kMaxLimit_m.
  float limit_m() const { return limit_m_; }

  // Distance says at most upper_m of some pair. The sum may be rounded down by half an ulp: who uses limit_m() has more room than that
  // (WidenCircles, BoundOf).
  void LowerLimit(float upper_m) { limit_m_ = std::min(limit_m_, upper_m + 2.0f * level_.slack_m()); }

  // True if a pair collides: later steps cannot change the answer.
  bool has_collided() const { return best_.obstacle >= 0 && best_m_ <= 0.0; }

  // A pair that collides for certain.
  void AddCollision(int step, int slot, int body_shape) {
    Offer(level_.Collision(*call_, trajectory_, {0.0f, step, slot, body_shape}));
  }

  // A pair whose distance is at least lower_m. One that may collide is measured at once: a collision ends the search.
  void AddPair(float lower_m, int step, int slot, int body_shape) {
    const ProposedPair pair = {lower_m, step, slot, body_shape};
    if (lower_m <= level_.slack_m()) {
      Measure(pair);
      return;
    }
    if (pair_count_ == kMaxPairs) MeasurePairs();
    if (lower_m > limit_m_) return;
    pairs_[pair_count_++] = pair;
    // A map is seldom in the cache.
    if (call_->tree != nullptr) hwy::Prefetch(&call_->BatchAt(step).shape(slot));
  }

  const Level& level() const { return level_; }

  // The nearest of the pairs that were added; of equal ones the first by step, obstacle, body shape.
  Found End() {
    MeasurePairs();
    return best_;
  }

 private:
  // Enough for what a search keeps; more are measured early.
  static constexpr int kMaxPairs = 24;

  void Offer(const Found& found) {
    const double distance_m = Level::DistanceOf(found);
    if (distance_m > best_m_) return;
    if (distance_m == best_m_ && best_.obstacle >= 0 && Level::PlaceOf(best_) < Level::PlaceOf(found)) return;
    best_ = found;
    best_m_ = distance_m;
    limit_m_ = std::min(limit_m_, LimitOf(std::max(distance_m, 0.0) + level_.slack_m()));
  }

  void Measure(const ProposedPair& pair) { Offer(level_.Measure(*call_, trajectory_, pair)); }

  void MeasurePairs() {
    while (pair_count_ > 0) {
      // The least bound first: its distance rules out most of the others.
      ProposedPair* const nearest = std::min_element(
          pairs_, pairs_ + pair_count_,
          [](const ProposedPair& left, const ProposedPair& right) { return left.lower_m < right.lower_m; });
      const ProposedPair pair = *nearest;
      *nearest = pairs_[--pair_count_];
      if (pair.lower_m > limit_m_) {
        pair_count_ = 0;
      } else {
        Measure(pair);
      }
    }
  }

  const BatchCall* call_;
  int trajectory_;
  Level level_;
  float limit_m_;
  double best_m_;
  Found best_;
  int pair_count_;
  ProposedPair pairs_[kMaxPairs];
};

// take(i, found, level) for each of `count` trajectories from `begin` on; walk(call, trajectories, searches) proposes their pairs.
template <typename Level, typename Walk, typename Take>
void ForEachNearest(const BatchCall& call, absl::Span<const double> limit_m, int begin, size_t count,
                    const Level& level, const Walk& walk, const Take& take) {
  int trajectories[kTrajectoriesTogether];
  NearestSearch<Level> searches[kTrajectoriesTogether];
  for (size_t first = 0; first < count; first += kTrajectoriesTogether) {
    const size_t together = std::min<size_t>(kTrajectoriesTogether, count - first);
    for (size_t i = 0; i < together; ++i) {
      trajectories[i] = begin + static_cast<int>(first + i);
      searches[i].Begin(call, trajectories[i],
                        limit_m.empty() ? std::numeric_limits<double>::infinity() : limit_m[trajectories[i]], level);
    }
    walk(call, absl::MakeConstSpan(trajectories, together), searches);
    for (size_t i = 0; i < together; ++i) {
      const auto found = searches[i].End();
      take(first + i, found, searches[i].level());
    }
  }
}

}  // namespace collision2d::internal

#endif  // COLLISION2D_BATCH_KERNELS_NEAREST_SEARCH_H_
