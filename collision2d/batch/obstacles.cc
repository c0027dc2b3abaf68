#include "collision2d/batch/obstacles.h"

#include <algorithm>
#include <limits>

namespace collision2d {

internal::ObstacleLayer& Obstacles::AddLayer(int size) {
  const int index = std::min(layer_count_, kMaxLayers);
  layer_count_ = index + 1;
  internal::ObstacleLayer& layer = layers_[index];
  // Calls refuse more indices than an int has.
  layer.first_obstacle = static_cast<int>(std::min<int64_t>(size_, std::numeric_limits<int>::max()));
  size_ += size;
  return layer;
}

Obstacles& Obstacles::AddBatches(absl::Span<const PolygonBatch> per_step, bool is_same_at_all_steps) {
  int size = 0;
  for (const PolygonBatch& batch : per_step) size = std::max(size, batch.size());
  internal::ObstacleLayer& layer = AddLayer(size);
  layer.batches = per_step;
  layer.is_same_at_all_steps = is_same_at_all_steps;
  return *this;
}

Obstacles& Obstacles::Add(const StaticMap& map) {
  internal::ObstacleLayer& layer = AddLayer(map.size());
  layer.batches = absl::MakeConstSpan(&map.batch_, 1);
  layer.at_end = layer.batches;
  layer.is_same_at_all_steps = true;
  layer.tree = &map.tree_;
  layer.index_of_slot = map.index_of_slot_.data();
  return *this;
}

Obstacles& Obstacles::AddCells(const internal::CellObstacles* cells, const PolygonBatch& no_shapes) {
  internal::ObstacleLayer& layer = AddLayer(1);
  layer.batches = absl::MakeConstSpan(&no_shapes, 1);
  layer.at_end = layer.batches;
  layer.is_same_at_all_steps = true;
  layer.cells = cells;
  return *this;
}

int Obstacles::layer_of(int obstacle) const {
  int layer = layer_count() - 1;
  while (layer > 0 && begin_of(layer) > obstacle) --layer;
  return layer;
}

MovingObstacles& MovingObstacles::Add(absl::Span<const PolygonBatch> at_start, absl::Span<const PolygonBatch> at_end) {
  obstacles_.Add(at_start);
  obstacles_.layers_[obstacles_.layer_count_ - 1].at_end = at_end;
  return *this;
}

void MovingObstacles::SetEnds(int first_layer) {
  for (int l = first_layer; l < obstacles_.layer_count_; ++l) {
    internal::ObstacleLayer& layer = obstacles_.layers_[l];
    layer.at_end = layer.batches;
    if (layer.is_same_at_all_steps || layer.batches.empty()) continue;
    layer.batches.remove_suffix(1);
    layer.at_end.remove_prefix(1);
  }
}

}  // namespace collision2d
