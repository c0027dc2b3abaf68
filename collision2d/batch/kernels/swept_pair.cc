#include "collision2d/batch/kernels/swept_pair.h"

#include <algorithm>
#include <tuple>

#include "collision2d/batch/kernels/batch_call.h"
#include "collision2d/batch/pair_asker.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/results.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/motion/impact_result.h"
#include "collision2d/motion/minimum_distance.h"
#include "collision2d/motion/motion.h"
#include "collision2d/motion/time_of_impact.h"

namespace collision2d::internal {
namespace {

struct Motions {
  Motion body;
  Motion obstacle;
};

Motions MotionsOf(const BatchCall& call, const SweptPair& pair) {
  const int s = pair.interval;
  const double start_s = call.sweep->step_times_s[s];
  const double end_s = call.sweep->step_times_s[s + 1];
  return {Motion::LegalBetween(call.PoseAt(pair.trajectory, s), call.PoseAt(pair.trajectory, s + 1), start_s, end_s),
          Motion::LegalBetween(pair.layer.BatchAt(s).world_from_shape(pair.slot),
                               pair.layer.BatchAtEnd(s).world_from_shape(pair.slot), start_s, end_s)};
}

// Puts a pair and its motion to `query` of the batch's PairAsker. REQUIRES: there is one.
template <typename Query, typename... Options>
auto AskMotion(Query query, const BatchCall& call, const SweptPair& pair, const Options&... options) {
  const int s = pair.interval;
  const PolygonBatch& batch = pair.layer.BatchAt(s);
  return (batch.pair_asker()->*query)(
             call.body[pair.body_shape], {call.PoseAt(pair.trajectory, s), call.PoseAt(pair.trajectory, s + 1)},
             batch.shape(pair.slot),
             {batch.world_from_shape(pair.slot), pair.layer.BatchAtEnd(s).world_from_shape(pair.slot)},
             call.sweep->step_times_s[s], call.sweep->step_times_s[s + 1], options...)
      .value();
}

ImpactResult ImpactOf(const BatchCall& call, const SweptPair& pair) {
  const PolygonBatch& batch = pair.layer.BatchAt(pair.interval);
  if (batch.pair_asker() != nullptr) return AskMotion(&PairAsker::TimeOfImpact, call, pair, call.sweep->options);
  const Motions motions = MotionsOf(call, pair);
  return TimeOfImpact(call.body[pair.body_shape], motions.body, batch.shape(pair.slot), motions.obstacle,
                      call.sweep->options)
      .value();
}

MotionDistance LeastOf(const BatchCall& call, const SweptPair& pair, double tolerance_m) {
  const PolygonBatch& batch = pair.layer.BatchAt(pair.interval);
  if (batch.pair_asker() != nullptr) return AskMotion(&PairAsker::MinimumDistanceOverMotion, call, pair, tolerance_m);
  const Motions motions = MotionsOf(call, pair);
  return MinimumDistanceOverMotion(call.body[pair.body_shape], motions.body, batch.shape(pair.slot), motions.obstacle,
                                   tolerance_m)
      .value();
}

}  // namespace

bool IsFree(const BatchCall& call, const SweptPair& pair) {
  if (pair.layer.BatchAt(pair.interval).pair_asker() != nullptr) {
    return AskMotion(&PairAsker::FreeMotion, call, pair, call.sweep->options);
  }
  const Motions motions = MotionsOf(call, pair);
  return FreeMotion(call.body[pair.body_shape], motions.body, pair.layer.BatchAt(pair.interval).shape(pair.slot),
                    motions.obstacle, call.sweep->options)
      .value();
}

void AddImpact(const BatchCall& call, const SweptPair& pair, SweptHit* first) {
  const ImpactResult impact = ImpactOf(call, pair);
  if (impact.verdict == MotionVerdict::kFree) return;
  const double free_until_s = std::min(first->free_until_s, impact.free_until_s);
  const SweptHit hit = {pair.interval,       pair.layer.ObstacleAt(pair.slot),
                        pair.body_shape,     impact.free_until_s,
                        impact.contact_by_s, impact.verdict == MotionVerdict::kUndecided,
                        impact.reached_cap};
  const auto place = [](const SweptHit& of) { return std::make_tuple(of.contact_by_s, of.obstacle, of.body_shape); };
  if (first->step < 0 || place(hit) < place(*first)) *first = hit;
  first->free_until_s = free_until_s;
}

SweptNearest MeasureLeast(const BatchCall& call, const SweptPair& pair, double tolerance_m) {
  const MotionDistance least = LeastOf(call, pair, tolerance_m);
  return {least.lower_m,   least.upper_m,    least.time_s, pair.interval, pair.layer.ObstacleAt(pair.slot),
          pair.body_shape, least.reached_cap};
}

}  // namespace collision2d::internal
