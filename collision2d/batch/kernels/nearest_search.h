#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <new>
#include <tuple>
#include <type_traits>

#include "absl/types/span.h"
#include "collision2d/batch/kernels/ask_pair.h"
#include "collision2d/batch/kernels/batch_call.h"
#include "collision2d/batch/kernels/shadow_numbers.h"
#include "collision2d/batch/obstacles.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/results.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/query/separation_result.h"
#include "hwy/cache_control.h"

namespace collision2d::internal {

// A body shape at a step of a trajectory and shape `slot` of the batch that a layer has at that
// step, which are at least lower_m apart by Distance. Small, since searches keep many.
class ProposedPair {
 public:
  ProposedPair() = default;
  ProposedPair(float lower_bound_m, int at_step, int in_slot, int of_body, int of_layer)
      : lower_m(lower_bound_m),
        step(at_step),
        slot(in_slot),
        body_shape_and_layer_(Obstacles::kMaxLayers * of_body + of_layer) {}

  int body_shape() const { return body_shape_and_layer_ / Obstacles::kMaxLayers; }
  int layer() const { return body_shape_and_layer_ % Obstacles::kMaxLayers; }  // Of the call.

  float lower_m;
  int step;
  int slot;

 private:
  unsigned body_shape_and_layer_;
};

// Ties of equal distances go to the least place.
template <typename Found>
auto PlaceOf(const Found& of) {
  return std::make_tuple(of.step, of.obstacle, of.body_shape, of.element);
}

// The search for the nearest pair along one trajectory. Pairs are proposed with a lower bound on
// what Distance says of them, in any order; those that may be the nearest are kept and measured as
// late as possible, when most of them have been ruled out.
// Level says how a pair is measured (DistanceLevel, SeparationLevel):
//   Found             describes a measured pair; a default-constructed one means none, with
//   `obstacle` -1 and the distance infinity
//   slack_m()         bounds how far a measured distance can be from the one that bounds are of,
//   where one of them is positive
//   DistanceOf(found) the measured distance, m; 0 or less: the pair collides. Ties go to the least
//   step, obstacle and body shape.
//   Measure(call, trajectory, pair)
//   Collision(call, trajectory, pair)  the same of a pair that collides for certain
template <typename Level>
class NearestSearch {
 public:
  using Found = typename Level::Found;

  // Only distances of at most limit_m (>= 0, infinity is legal) count.
  NearestSearch(const BatchCall& call, int trajectory, double limit_m, const Level& level)
      : call_(&call),
        trajectory_(trajectory),
        level_(level),
        limit_m_(LimitOf(limit_m + level_.slack_m())),
        best_m_(limit_m),
        pair_count_(0) {}

  // m. A pair with a larger lower bound is not the nearest; at most kMaxLimit_m.
  float limit_m() const { return limit_m_; }

  // Distance says at most upper_m of some pair. The sum may be rounded down by half an ulp: who
  // uses limit_m() has more room than that (WidenCircles, BoundOf).
  void LowerLimit(float upper_m) { limit_m_ = std::min(limit_m_, upper_m + 2.0f * level_.slack_m()); }

  // True if a pair collides: later steps cannot change the answer.
  bool has_collided() const { return best_.obstacle >= 0 && best_m_ <= 0.0; }

  // A pair that collides for certain.
  void AddCollision(const ProposedPair& pair) { Offer(level_.Collision(*call_, trajectory_, pair)); }

  // A pair that may collide is measured at once: a collision ends the search.
  void AddPair(const ProposedPair& pair) {
    if (pair.lower_m <= level_.slack_m()) {
      Measure(pair);
      return;
    }
    if (pair_count_ == kMaxPairs) MeasurePairs();
    if (pair.lower_m > limit_m_) return;
    pairs_[pair_count_++] = pair;
    // A map is seldom in the cache.
    const ObstacleLayer& layer = call_->layers[pair.layer()];
    if (layer.tree != nullptr) hwy::Prefetch(&layer.BatchAt(pair.step).shape(pair.slot));
  }

  const Level& level() const { return level_; }

  // The nearest of the pairs that were added; of equal ones the first by step, obstacle, body
  // shape.
  Found End() {
    MeasurePairs();
    return best_;
  }

 private:
  // Enough for what a search keeps, and as many as 64 searches have room for on the stack; more are
  // measured early.
  static constexpr int kMaxPairs = 21;

  void Offer(const Found& found) {
    const double distance_m = Level::DistanceOf(found);
    if (distance_m > best_m_) return;
    if (distance_m == best_m_ && best_.obstacle >= 0 && PlaceOf(best_) < PlaceOf(found)) return;
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

// take(i, found, level) for each trajectory; walk(call, trajectories, searches) proposes their
// pairs.
template <typename Level, typename Walk, typename Take>
void ForEachNearest(const BatchCall& call, absl::Span<const double> limit_m, const Level& level, const Walk& walk,
                    const Take& take) {
  // Made for each group, since many calls have one trajectory.
  union Room {
    Room() {}
    NearestSearch<Level> searches[kTrajectoriesTogether];
  } room;
  static_assert(std::is_trivially_destructible_v<NearestSearch<Level>>);
  NearestSearch<Level>* const searches = room.searches;
  ForEachGroup(call, [&](absl::Span<const int> group, int) {
    for (size_t i = 0; i < group.size(); ++i) {
      const double limit = limit_m.empty() ? std::numeric_limits<double>::infinity() : limit_m[group[i]];
      new (&searches[i]) NearestSearch<Level>(call, group[i], limit, level);
    }
    walk(call, group, searches);
    for (size_t i = 0; i < group.size(); ++i) {
      const auto found = searches[i].End();
      take(group[i], found, searches[i].level());
    }
  });
}

// measure(PosedPair) of the shapes of a pair at its step; returns what it returns.
template <typename Measure>
auto MeasurePosed(const BatchCall& call, int trajectory, const ProposedPair& pair, const Measure& measure) {
  const ObstacleLayer& layer = call.layers[pair.layer()];
  const PolygonBatch& batch = layer.BatchAt(pair.step);
  const ConvexPolygon& body_shape = call.body[pair.body_shape()];
  const Pose2& world_from_body = call.PoseAt(trajectory, pair.step);
  if (layer.cells != nullptr) {
    const ConvexPolygon element = layer.cells->ShapeOf(pair.slot);
    return measure(PosedPair{batch, body_shape, element, RelativePose(world_from_body, layer.cells->world_from_cells)});
  }
  return measure(PosedPair{batch, body_shape, batch.shape(pair.slot),
                           RelativePose(world_from_body, batch.world_from_shape(pair.slot))});
}

// A result that names the pair.
template <typename Answer>
Nearest<Answer> NearestOf(const BatchCall& call, const ProposedPair& pair, const Answer& answer) {
  const ObstacleLayer& layer = call.layers[pair.layer()];
  return {answer, pair.step, layer.ObstacleAt(pair.slot), pair.body_shape(), layer.ElementAt(pair.slot)};
}

// The levels of NearestSearch: by what a pair is measured.

// Measures pairs by Distance.
struct DistanceLevel {
  using Found = Nearest<double>;

  static constexpr float slack_m() { return 0.0f; }

  static double DistanceOf(const Nearest<double>& found) { return found.distance_m; }

  static Nearest<double> Measure(const BatchCall& call, int trajectory, const ProposedPair& pair) {
    return NearestOf(call, pair, MeasurePosed(call, trajectory, pair, [](const PosedPair& of) {
                       return AskDistance(of.batch, of.body_shape, of.obstacle, of.body_from_obstacle);
                     }));
  }

  static Nearest<double> Collision(const BatchCall& call, int, const ProposedPair& pair) {
    return NearestOf(call, pair, 0.0);
  }
};

// Measures pairs by the signed distance of ComputeSeparation. Every pair that collides at the first
// such step is measured, once, and so is every pair that is as near as the nearest.
struct SeparationLevel {
  using Found = Nearest<Separation>;

  static constexpr float slack_m() { return static_cast<float>(kDistanceAgreement_m); }
  static_assert(kDistanceAgreement_m >= 2.0 * kDistanceRelativeError * 0x1p31);

  static double DistanceOf(const Nearest<Separation>& found) { return found.separation.signed_distance_m; }

  Nearest<Separation> Measure(const BatchCall& call, int trajectory, const ProposedPair& pair) const {
    Nearest<Separation> found = NearestOf(call, pair, Separation());
    MeasurePosed(call, trajectory, pair, [&](const PosedPair& of) { meter->Measure(trajectory, of, &found); });
    return found;
  }

  Nearest<Separation> Collision(const BatchCall& call, int trajectory, const ProposedPair& pair) const {
    return Measure(call, trajectory, pair);
  }

  SeparationMeter* meter = nullptr;
};

}  // namespace collision2d::internal
