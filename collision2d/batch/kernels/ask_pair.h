#pragma once

#include "absl/base/optimization.h"
#include "collision2d/batch/pair_query_hook.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/results.h"
#include "collision2d/code_generation.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/distance.h"
#include "collision2d/query/separation.h"
#include "collision2d/query/separation_result.h"

// The pair queries of batch calls, for a pair that the filters leave undecided: those of the same
// names, unless the batch has a PairQueryHook, which then answers. swept_pair.h has those of
// motions.
namespace collision2d::internal {

inline COLLISION2D_HOT_INLINE bool AskCollides(const PolygonBatch& batch, const ConvexPolygon& a,
                                               const ConvexPolygon& b, const Pose2& a_from_b) {
  PairQueryHook* const hook = batch.pair_query_hook();
  return ABSL_PREDICT_TRUE(hook == nullptr) ? Collides(a, b, a_from_b) : hook->Collides(a, b, a_from_b);
}

inline COLLISION2D_HOT_INLINE double AskDistance(const PolygonBatch& batch, const ConvexPolygon& a,
                                                 const ConvexPolygon& b, const Pose2& a_from_b) {
  PairQueryHook* const hook = batch.pair_query_hook();
  return ABSL_PREDICT_TRUE(hook == nullptr) ? Distance(a, b, a_from_b) : hook->Distance(a, b, a_from_b);
}

inline COLLISION2D_HOT_INLINE bool AskDistanceWithin(const PolygonBatch& batch, const ConvexPolygon& a,
                                                     const ConvexPolygon& b, const Pose2& a_from_b, double limit_m) {
  PairQueryHook* const hook = batch.pair_query_hook();
  return ABSL_PREDICT_TRUE(hook == nullptr) ? DistanceWithin(a, b, a_from_b, limit_m)
                                            : hook->DistanceWithin(a, b, a_from_b, limit_m);
}

inline COLLISION2D_HOT_INLINE Separation AskSeparation(const PolygonBatch& batch, const ConvexPolygon& a,
                                                       const ConvexPolygon& b, const Pose2& a_from_b) {
  PairQueryHook* const hook = batch.pair_query_hook();
  return ABSL_PREDICT_TRUE(hook == nullptr) ? ComputeSeparation(a, b, a_from_b)
                                            : hook->ComputeSeparation(a, b, a_from_b);
}

// A body shape and an obstacle of a batch, in the frame of the body.
struct PosedPair {
  const PolygonBatch& batch;
  const ConvexPolygon& body_shape;
  const ConvexPolygon& obstacle;
  Pose2 body_from_obstacle;
};

// How a search for the least separation measures its pairs, and who receives what it finds.
class SeparationMeter {
 public:
  // Sets found->separation; the other fields say which pair it is.
  virtual void Measure(int trajectory, const PosedPair& pair, Nearest<Separation>* found) = 0;
  // Receives the nearest of the pairs within the trajectory's limit, if there is one.
  virtual void Take(int trajectory, const Nearest<Separation>& nearest) = 0;

 protected:
  ~SeparationMeter() = default;
};

}  // namespace collision2d::internal
