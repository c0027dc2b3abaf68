#include "planner_adapter/checking/obstacle_batch.h"

#include <cstddef>
#include <utility>

#include "absl/status/statusor.h"

namespace collision2d::planner {
namespace {

bool HasShapes(const PolygonBatch& batch, absl::Span<const PlacedShape> placed) {
  if (static_cast<size_t>(batch.size()) != placed.size()) return false;
  for (int k = 0; k < batch.size(); ++k) {
    if (&batch.shape(k) != placed[k].shape) return false;
  }
  return true;
}

}  // namespace

absl::Status BatchMaker::Place(absl::Span<const PlacedShape> placed, PolygonBatch* batch) {
  local_from_shape_.clear();
  for (const PlacedShape& shape : placed) local_from_shape_.push_back(shape.local_from_shape);
  if (HasShapes(*batch, placed)) return batch->SetPoses(local_from_shape_);
  shapes_.clear();
  for (const PlacedShape& shape : placed) shapes_.push_back(shape.shape);
  absl::StatusOr<PolygonBatch> made = PolygonBatch::Create(shapes_, local_from_shape_);
  if (!made.ok()) return made.status();
  *batch = *std::move(made);
  return absl::OkStatus();
}

}  // namespace collision2d::planner
