#ifndef COLLISION2D_PLANNER_ADAPTER_CHECKING_OBSTACLE_BATCH_H_
#define COLLISION2D_PLANNER_ADAPTER_CHECKING_OBSTACLE_BATCH_H_

#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "planner_adapter/scene/obstacle_snapshot.h"

namespace collision2d::planner {

// Makes batches of placed shapes.
class BatchMaker {
 public:
  // Fills `batch` with `placed`, in the same order.
  // REQUIRES: a shape stays unchanged at its address until the next call with that batch and other
  // shapes; placed.size() is below 2^31. Errors: a pose that PolygonBatch refuses, named by its
  // index; the batch is then unchanged.
  // If the batch already has these shapes, only updates their poses (`SetPoses`), without
  // allocation; otherwise makes a new one (`PolygonBatch::Create`).
  absl::Status Place(absl::Span<const PlacedShape> placed, PolygonBatch* batch);

 private:
  // The parts of a batch, members so that their memory is reused.
  std::vector<const ConvexPolygon*> shapes_;
  std::vector<Pose2> local_from_shape_;
};

// The placed shapes of one instant after another, as a PolygonBatch.
class ObstacleBatch {
 public:
  // Fills batch(), as BatchMaker::Place.
  absl::Status Place(absl::Span<const PlacedShape> placed) { return maker_.Place(placed, &batch_); }

  const PolygonBatch& batch() const { return batch_; }

 private:
  PolygonBatch batch_;
  BatchMaker maker_;
};

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_CHECKING_OBSTACLE_BATCH_H_
