#include "collision2d/batch/nearest_search.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "collision2d/batch/batch_call.h"
#include "collision2d/batch/hit.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/shadow_numbers.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/query/distance.h"
#include "hwy/cache_control.h"

namespace collision2d::internal {

void NearestSearch::Begin(const BatchCall& call, int trajectory, double limit_m) {
  call_ = &call;
  trajectory_ = trajectory;
  best_ = StepNearest{};
  best_.distance_m = limit_m;
  limit_m_ = LimitOf(limit_m);
  pair_count_ = 0;
}

void NearestSearch::AddPair(float lower_m, int step, int slot, int body_shape) {
  const Pair pair = {lower_m, step, slot, body_shape};
  if (lower_m <= 0.0f) {
    Measure(pair);
    return;
  }
  if (pair_count_ == kMaxPairs) MeasurePairs();
  if (lower_m > limit_m_) return;
  pairs_[pair_count_++] = pair;
  // A map is seldom in the cache.
  if (call_->tree != nullptr) hwy::Prefetch(&call_->BatchAt(step).shape(slot));
}

StepNearest NearestSearch::End() {
  MeasurePairs();
  if (best_.obstacle < 0) best_.distance_m = std::numeric_limits<double>::infinity();
  return best_;
}

void NearestSearch::Offer(double distance_m, const Pair& pair) {
  if (distance_m > best_.distance_m) return;
  const int obstacle = call_->ObstacleAt(call_->BatchAt(pair.step), pair.slot);
  if (distance_m == best_.distance_m && best_.obstacle >= 0 &&
      std::tie(best_.step, best_.obstacle, best_.body_shape) < std::tie(pair.step, obstacle, pair.body_shape)) {
    return;
  }
  best_ = {distance_m, pair.step, obstacle, pair.body_shape};
  LowerLimit(LimitOf(distance_m));
}

void NearestSearch::Measure(const Pair& pair) {
  const PolygonBatch& batch = call_->BatchAt(pair.step);
  const Pose2 body_from_obstacle =
      RelativePose(call_->PoseAt(trajectory_, pair.step), batch.world_from_shape(pair.slot));
  Offer(Distance(call_->body[pair.body_shape], batch.shape(pair.slot), body_from_obstacle), pair);
}

void NearestSearch::MeasurePairs() {
  while (pair_count_ > 0) {
    // The least bound first: its distance rules out most of the others.
    Pair* const nearest = std::min_element(
        pairs_, pairs_ + pair_count_, [](const Pair& left, const Pair& right) { return left.lower_m < right.lower_m; });
    const Pair pair = *nearest;
    *nearest = pairs_[--pair_count_];
    if (pair.lower_m > limit_m_) {
      pair_count_ = 0;
    } else {
      Measure(pair);
    }
  }
}

}  // namespace collision2d::internal
