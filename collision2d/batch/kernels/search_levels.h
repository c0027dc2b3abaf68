#ifndef COLLISION2D_BATCH_KERNELS_SEARCH_LEVELS_H_
#define COLLISION2D_BATCH_KERNELS_SEARCH_LEVELS_H_

#include <algorithm>
#include <limits>
#include <tuple>

#include "absl/types/span.h"
#include "collision2d/batch/hit.h"
#include "collision2d/batch/kernels/batch_call.h"
#include "collision2d/batch/kernels/nearest_search.h"
#include "collision2d/batch/kernels/open_pair.h"
#include "collision2d/batch/kernels/shadow_numbers.h"
#include "collision2d/batch/kernels/swept_pair.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/step_gradient.h"
#include "collision2d/batch/step_separation.h"
#include "collision2d/batch/swept_hit.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/query/distance.h"
#include "collision2d/query/separation.h"
#include "collision2d/query/separation_gradient.h"

// The levels of NearestSearch: by what a pair is measured.
namespace collision2d::internal {

// Measures pairs by Distance.
struct DistanceLevel {
  using Found = StepNearest;

  static constexpr float slack_m() { return 0.0f; }

  static double DistanceOf(const StepNearest& found) { return found.distance_m; }
  static auto PlaceOf(const StepNearest& of) { return std::make_tuple(of.step, of.obstacle, of.body_shape); }

  static StepNearest Measure(const BatchCall& call, int trajectory, const ProposedPair& pair) {
    const PolygonBatch& batch = call.BatchAt(pair.step);
    const Pose2 body_from_obstacle =
        RelativePose(call.PoseAt(trajectory, pair.step), batch.world_from_shape(pair.slot));
    return {
        COLLISION2D_ASK_PAIR(batch, Distance, call.body[pair.body_shape], batch.shape(pair.slot), body_from_obstacle),
        pair.step, call.ObstacleAt(pair.slot), pair.body_shape};
  }

  static StepNearest Collision(const BatchCall& call, int, const ProposedPair& pair) {
    return {0.0, pair.step, call.ObstacleAt(pair.slot), pair.body_shape};
  }
};

// Measures pairs by the signed distance of ComputeSeparation. Every pair that collides at the first such step is measured, once, and so is
// every pair that is as near as the nearest.
struct SeparationLevel {
  using Found = StepSeparation;

  static constexpr float slack_m() { return static_cast<float>(kDistanceAgreement_m); }
  static_assert(kDistanceAgreement_m >= 2.0 * kDistanceRelativeError * 0x1p31);

  static double DistanceOf(const StepSeparation& found) { return found.separation.signed_distance_m; }
  static auto PlaceOf(const StepSeparation& of) { return std::make_tuple(of.step, of.obstacle, of.body_shape); }

  StepSeparation Measure(const BatchCall& call, int trajectory, const ProposedPair& pair) const {
    const PolygonBatch& batch = call.BatchAt(pair.step);
    const Pose2 body_from_obstacle =
        RelativePose(call.PoseAt(trajectory, pair.step), batch.world_from_shape(pair.slot));
    const ConvexPolygon& body_shape = call.body[pair.body_shape];
    StepSeparation found = {{}, pair.step, call.ObstacleAt(pair.slot), pair.body_shape};
    if (gradients.empty()) {
      found.separation =
          COLLISION2D_ASK_PAIR(batch, ComputeSeparation, body_shape, batch.shape(pair.slot), body_from_obstacle);
    } else {
      const SeparationGradient gradient = COLLISION2D_ASK_PAIR(
          batch, ComputeSeparationGradient, body_shape, batch.shape(pair.slot), body_from_obstacle, MovingShape::kA);
      found.separation = gradient.separation;
      TakeLesser({InWorld(gradient, call.PoseAt(trajectory, pair.step)), found.step, found.obstacle, found.body_shape},
                 &gradients[trajectory]);
    }
    if (contacts != nullptr && DistanceOf(found) <= 0.0 && *contacts) (*contacts)(trajectory, found);
    return found;
  }

  StepSeparation Collision(const BatchCall& call, int trajectory, const ProposedPair& pair) const {
    return Measure(call, trajectory, pair);
  }

  // Null: not wanted.
  const ContactSink* contacts = nullptr;
  // For each trajectory the gradient of the pairs that were measured; empty: not wanted.
  absl::Span<StepSeparationGradient> gradients = {};
};

// Measures pairs by MinimumDistanceOverMotion. All pairs that may be nearer than the nearest one's upper_m, by the tolerance more, are measured: so lower_m is the
// same for every order of pairs.
struct SweptLevel {
  using Found = SweptNearest;

  explicit SweptLevel(double tolerance = 0.0) : tolerance_m(tolerance) {}

  float slack_m() const { return LimitOf(tolerance_m); }

  static double DistanceOf(const SweptNearest& found) { return found.upper_m; }
  static auto PlaceOf(const SweptNearest& of) { return std::make_tuple(of.interval, of.obstacle, of.body_shape); }

  SweptNearest Measure(const BatchCall& call, int trajectory, const ProposedPair& pair) {
    const SweptNearest found = MeasureLeast(call, {trajectory, pair.step, pair.slot, pair.body_shape}, tolerance_m);
    // What a search that reached its cap proves may be less than the bound that proposed the pair,
    // by which other orders of pairs leave it out.
    const double least_m = found.reached_cap ? std::max<double>(found.lower_m, pair.lower_m) : found.lower_m;
    if (least_m < lower_m) {
      lower_m = least_m;
      reached_cap = found.reached_cap;
    }
    return found;
  }

  SweptNearest Collision(const BatchCall& call, int trajectory, const ProposedPair& pair) {
    return Measure(call, trajectory, pair);
  }

  double tolerance_m;
  double lower_m = std::numeric_limits<double>::infinity();  // The least of all pairs that were measured.
  bool reached_cap = false;                                  // Of the pair that has it.
};

}  // namespace collision2d::internal

#endif  // COLLISION2D_BATCH_KERNELS_SEARCH_LEVELS_H_
