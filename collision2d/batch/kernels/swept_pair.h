#pragma once

#include <cstdint>

#include "collision2d/batch/kernels/batch_call.h"
#include "collision2d/batch/obstacles.h"
#include "collision2d/batch/pair_query_hook.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/results.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/motion/motion.h"

// The pair queries of calls about motion, for obstacle `slot` of a layer's batches of an interval.
namespace collision2d::internal {

bool AreEqual(const ConvexPolygon& a, const ConvexPolygon& b);

// Returns true if the shapes of an obstacle are equal, or both null.
inline bool IsSameShape(const ConvexPolygon* a, const ConvexPolygon* b) {
  return a == b || (a != nullptr && b != nullptr && AreEqual(*a, *b));
}

// The lanes of block b, as bits, whose obstacles are not the same in both batches.
uint32_t ChangedLanes(const PolygonBatch& at_start, const PolygonBatch& at_end, int b);

// A circle that holds an obstacle throughout an interval, relative to the middle of the origins of
// both batches' shadows.
struct SweptCircle {
  float x;
  float y;
  float radius_m;
};

// REQUIRES: the obstacle is present in one of the batches.
SweptCircle SweptCircleOf(const PolygonBatch& at_start, const PolygonBatch& at_end, int k);

// A body shape on an interval of a trajectory, and an obstacle of the interval's batches. If the
// obstacle has two shapes, both count, and both move from its pose at the start to that at the end.
// An obstacle that is absent at one end stands still.
struct SweptPair {
  int trajectory;
  int interval;
  const ObstacleLayer& layer;
  int slot;
  int body_shape;
};

// As IsMotionFree.
bool IsFree(const BatchCall& call, const SweptPair& pair);

// Adds what TimeOfImpact says of a pair to what is known of the interval's pairs.
// REQUIRES: `first` is of the same interval, or no contact.
void AddImpact(const BatchCall& call, const SweptPair& pair, SweptHit* first);

// visit(answer) for each shape of the obstacle in the interval: what `query` says, or the batch's
// PairQueryHook, if it has one.
template <typename Query, typename HookQuery, typename Options, typename Visit>
void ForEachShape(const BatchCall& call, const SweptPair& pair, Query query, HookQuery hook_query,
                  const Options& options, const Visit& visit) {
  const int s = pair.interval;
  if (pair.layer.cells != nullptr) {
    const ConvexPolygon element = pair.layer.cells->ShapeOf(pair.slot);
    const Pose2& at = pair.layer.cells->world_from_cells;
    const double from_s = call.sweep->step_times_s[s];
    const double to_s = call.sweep->step_times_s[s + 1];
    const Motion body =
        Motion::LegalBetween(call.PoseAt(pair.trajectory, s), call.PoseAt(pair.trajectory, s + 1), from_s, to_s);
    visit(
        query(call.body[pair.body_shape], body, element, Motion::LegalBetween(at, at, from_s, to_s), options).value());
    return;
  }
  const PolygonBatch& start = pair.layer.BatchAt(s);
  const PolygonBatch& end = pair.layer.BatchAtEnd(s);
  const ConvexPolygon* const at_start = start.shapes()[pair.slot];
  const ConvexPolygon* const at_end = end.shapes()[pair.slot];
  const Pose2& from = (at_start != nullptr ? start : end).world_from_shape(pair.slot);
  const Pose2& to = (at_end != nullptr ? end : start).world_from_shape(pair.slot);
  const Pose2& body_from = call.PoseAt(pair.trajectory, s);
  const Pose2& body_to = call.PoseAt(pair.trajectory, s + 1);
  const double start_s = call.sweep->step_times_s[s];
  const double end_s = call.sweep->step_times_s[s + 1];
  const ConvexPolygon& body_shape = call.body[pair.body_shape];
  // The second one only if it is another one.
  const ConvexPolygon* const shapes[] = {at_start, IsSameShape(at_start, at_end) ? nullptr : at_end};
  for (const ConvexPolygon* const shape : shapes) {
    if (shape == nullptr) continue;
    if (PairQueryHook* const hook = start.pair_query_hook(); hook != nullptr) {
      visit((hook->*hook_query)(body_shape, {body_from, body_to}, *shape, {from, to}, start_s, end_s, options).value());
    } else {
      visit(query(body_shape, Motion::LegalBetween(body_from, body_to, start_s, end_s), *shape,
                  Motion::LegalBetween(from, to, start_s, end_s), options)
                .value());
    }
  }
}

}  // namespace collision2d::internal
