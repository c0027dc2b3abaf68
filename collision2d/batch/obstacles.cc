#include "collision2d/batch/obstacles.h"

#include <algorithm>

namespace collision2d {

void Obstacles::AddBatches(absl::Span<const PolygonBatch> per_step, bool is_same_at_all_steps) {
  internal::ObstacleLayer& layer = layers_[layer_count_++];
  layer.batches = per_step;
  layer.is_same_at_all_steps = is_same_at_all_steps;
  for (const PolygonBatch& batch : per_step) map_begin_ = std::max(map_begin_, batch.size());
}

void Obstacles::AddMap(const StaticMap& map) {
  internal::ObstacleLayer& layer = layers_[layer_count_++];
  layer.batches = absl::MakeConstSpan(&map.batch_, 1);
  layer.at_end = layer.batches;
  layer.is_same_at_all_steps = true;
  layer.tree = &map.tree_;
  layer.index_of_slot = map.index_of_slot_.data();
  layer.first_obstacle = map_begin_;
  map_size_ = map.size();
}

MovingObstacles::MovingObstacles(absl::Span<const PolygonBatch> at_start, absl::Span<const PolygonBatch> at_end)
    : obstacles_(at_start) {
  obstacles_.layers_[0].at_end = at_end;
}

void MovingObstacles::SetEnds() {
  for (size_t l = 0; l < obstacles_.layer_count_; ++l) {
    internal::ObstacleLayer& layer = obstacles_.layers_[l];
    layer.at_end = layer.batches;
    if (layer.is_same_at_all_steps || layer.batches.empty()) continue;
    layer.batches.remove_suffix(1);
    layer.at_end.remove_prefix(1);
  }
}

}  // namespace collision2d
