#include "collision2d/batch/nearest_search.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "collision2d/batch/distance_limit.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/step_hit.h"
#include "collision2d/batch/trajectory_call.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/query/distance.h"

namespace collision2d::internal {
void NearestSearch::Begin(const TrajectoryCall& call, int trajectory, double limit_m) {
  call_ = &call;
  trajectory_ = trajectory;
  best_ = StepNearest{};
  best_.distance_m = limit_m;
  limit_m_ = LimitOf(limit_m);
  pair_count_ = 0;
}

void NearestSearch::AddPair(float lower_m, int step, int obstacle, int body_shape) {
  const Pair pair = {lower_m, step, obstacle, body_shape};
  if (lower_m <= 0.0f) {
    Measure(pair);
    return;
  }
  if (pair_count_ == kMaxPairs) MeasurePairs();
  if (lower_m <= limit_m_) pairs_[pair_count_++] = pair;
}

StepNearest NearestSearch::End() {
  MeasurePairs();
  if (best_.obstacle < 0) best_.distance_m = std::numeric_limits<double>::infinity();
  return best_;
}

void NearestSearch::Offer(const StepNearest& measured) {
  if (measured.distance_m > best_.distance_m) return;
  const auto place = [](const StepNearest& nearest) {
    return std::make_tuple(nearest.step, nearest.obstacle, nearest.body_shape);
  };
  if (measured.distance_m == best_.distance_m && best_.obstacle >= 0 && place(best_) < place(measured)) return;
  best_ = measured;
  LowerLimit(LimitOf(measured.distance_m));
}

void NearestSearch::Measure(const Pair& pair) {
  const PolygonBatch& batch = call_->per_step[pair.step];
  const Pose2 body_from_obstacle =
      RelativePose(call_->PoseAt(trajectory_, pair.step), batch.world_from_shape(pair.obstacle));
  Offer({Distance(call_->body[pair.body_shape], batch.shape(pair.obstacle), body_from_obstacle), pair.step,
         pair.obstacle, pair.body_shape});
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
