// The obstacles of a query: at each step of a body's trajectories, or between the steps.

#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/batch/index/cell_obstacles.h"
#include "collision2d/batch/index/packed_tree.h"
#include "collision2d/batch/occupancy_grid.h"
#include "collision2d/batch/point_set.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/static_map.h"

namespace collision2d::internal {

// One layer of obstacles, as queries read them: a batch at each step, or a static map, which is one
// batch that is visited at every step, with a tree over its blocks. The shapes of a map are stored
// in the order of the tree; results name them by their position among the caller's shapes.
struct ObstacleLayer {
  absl::Span<const PolygonBatch> batches;  // One for each step (or interval, at its start), or one for all.
  absl::Span<const PolygonBatch> at_end;   // As batches, of the same sizes; for calls about motion.
  bool is_same_at_all_steps = false;
  const PackedTree* tree = nullptr;      // Not null: a tree over the blocks of the one batch.
  const int* index_of_slot = nullptr;    // Not null: the caller's index of each shape of a static map.
  int first_obstacle = 0;                // The caller's index of the first of them.
  const CellObstacles* cells = nullptr;  // Not null: elements of one obstacle instead of the batches, which are empty.

  const PolygonBatch& BatchAt(int step) const { return batches[is_same_at_all_steps ? 0 : static_cast<size_t>(step)]; }
  const PolygonBatch& BatchAtEnd(int interval) const {
    return at_end[is_same_at_all_steps ? 0 : static_cast<size_t>(interval)];
  }

  // Whether shape k of a batch is bit k of a mask.
  bool is_in_mask_order() const { return index_of_slot == nullptr && first_obstacle == 0; }

  // Returns the caller's index of shape `slot` of a batch.
  int ObstacleAt(int slot) const {
    if (cells != nullptr) return first_obstacle;
    return first_obstacle + (index_of_slot == nullptr ? slot : index_of_slot[slot]);
  }

  // Returns the caller's index of the element in `slot`; -1 if shapes have none.
  int64_t ElementAt(int slot) const { return cells == nullptr ? -1 : cells->ElementOf(slot); }
};

}  // namespace collision2d::internal

namespace collision2d {

class MovingObstacles;

// The obstacles at instants: a cheap view of batches and maps, its layers, created in the call.
// What it points at must outlive it; temporaries do not compile.
//   FirstHit(body, poses, batch, ...)                   the same batch at every pose and step
//   FirstHit(body, poses, map, ...)                     the same map
//   FirstHit(body, trajectories, per_step, ...)         one batch for each step
//   FirstHit(body, trajectories, {per_step, map}, ...)  both together; also {batch, map}
//   FirstHit(body, poses, grid, ...)                    an OccupancyGrid or a PointSet
//   Obstacles all = per_step; all.Add(batch).Add(map);  up to kMaxLayers of any kind
// Batches of different steps may differ in their shapes and in how many they have.
// Numbering: index begin_of(l) + k is shape k of layer l: of the map, or of the step's batch. A
// layer of batches has as many indices as its largest batch has shapes. A grid or a point set is
// one obstacle; results name the cell or the point by its `element`.
class Obstacles {
 public:
  static constexpr int kMaxLayers = 8;

  // No obstacles.
  Obstacles() = default;

  // NOLINTBEGIN(google-explicit-constructor)
  Obstacles(const PolygonBatch& batch) { Add(batch); }
  Obstacles(const StaticMap& map) { Add(map); }
  Obstacles(const OccupancyGrid& grid) { Add(grid); }
  Obstacles(const PointSet& points) { Add(points); }
  Obstacles(absl::Span<const PolygonBatch> per_step) { Add(per_step); }
  Obstacles(const std::vector<PolygonBatch>& per_step) { Add(per_step); }
  Obstacles(const PolygonBatch& batch, const StaticMap& map) : Obstacles(batch) { Add(map); }
  Obstacles(absl::Span<const PolygonBatch> per_step, const StaticMap& map) : Obstacles(per_step) { Add(map); }
  // NOLINTEND(google-explicit-constructor)

  // Temporaries: the view would outlive them.
  Obstacles(const PolygonBatch&&) = delete;
  Obstacles(const StaticMap&&) = delete;
  Obstacles(const OccupancyGrid&&) = delete;
  Obstacles(const PointSet&&) = delete;
  Obstacles(const std::vector<PolygonBatch>&&) = delete;
  Obstacles(const PolygonBatch&&, const StaticMap&) = delete;
  Obstacles(const PolygonBatch&, const StaticMap&&) = delete;
  Obstacles(const std::vector<PolygonBatch>&&, const StaticMap&) = delete;
  Obstacles(absl::Span<const PolygonBatch>, const StaticMap&&) = delete;

  // Moving obstacles have no pose at an instant: call the overload with step times.
  template <typename Moving, typename = std::enable_if_t<std::is_same_v<Moving, MovingObstacles>>>
  Obstacles(const Moving&) = delete;

  // Adds a layer, whose indices follow those before.
  Obstacles& Add(const PolygonBatch& batch) { return AddBatches({&batch, 1}, true); }
  Obstacles& Add(absl::Span<const PolygonBatch> per_step) { return AddBatches(per_step, false); }
  Obstacles& Add(const std::vector<PolygonBatch>& per_step) { return Add(absl::MakeConstSpan(per_step)); }
  Obstacles& Add(const StaticMap& map);
  Obstacles& Add(const OccupancyGrid& grid) { return AddCells(grid.cells_.get(), grid.no_shapes_); }
  Obstacles& Add(const PointSet& points) { return AddCells(points.cells_.get(), points.no_shapes_); }
  Obstacles& Add(const PolygonBatch&&) = delete;
  Obstacles& Add(const std::vector<PolygonBatch>&&) = delete;
  Obstacles& Add(const StaticMap&&) = delete;
  Obstacles& Add(const OccupancyGrid&&) = delete;
  Obstacles& Add(const PointSet&&) = delete;

  // Returns the number of indices. At a step whose batch is smaller than the largest, some indices
  // have no shape.
  int64_t size() const { return size_; }
  int layer_count() const { return layer_count_; }
  // Returns the first index of a layer.
  int begin_of(int layer) const { return layers_[layer].first_obstacle; }
  // Returns the layer of an index in [0, size()). O(layers).
  int layer_of(int obstacle) const;

  // Returns the number of 64-bit words of one pose's row in a mask (CollisionMask, WithinMask).
  size_t mask_words() const { return (static_cast<size_t>(size()) + 63) / 64; }

  // What queries read.
  absl::Span<const internal::ObstacleLayer> layers() const {
    return absl::MakeConstSpan(layers_, static_cast<size_t>(layer_count_));
  }

 private:
  friend class MovingObstacles;

  Obstacles& AddBatches(absl::Span<const PolygonBatch> per_step, bool is_same_at_all_steps);
  // A layer of one index, if there are cells, otherwise of one without shapes.
  Obstacles& AddCells(const internal::CellObstacles* cells, const PolygonBatch& no_shapes);
  // Returns a layer of `size` indices.
  internal::ObstacleLayer& AddLayer(int size);

  // The last one is of a layer too many, which calls refuse.
  internal::ObstacleLayer layers_[kMaxLayers + 1];
  int layer_count_ = 0;
  int64_t size_ = 0;
};

// The obstacles during the intervals between steps, for queries about motion: a view like
// Obstacles. Interval s is from step s to step s + 1. Obstacle k moves as by Motion::Between from
// its pose in at_start[s] to its pose in at_end[s]; both batches have the same size.
// - If its shapes at both ends differ, both count throughout the interval.
// - If it is absent at one end, it stands still at the other one's pose throughout the interval.
// So a motion that is free is free at its steps. To leave an obstacle out of an interval, make it
// absent at both ends. Intervals may differ in their obstacles.
//
//   {at_start, at_end}, {at_start, at_end, map}  one batch for each interval at both ends
//   per_step, {per_step, map}                    one batch for each step, all of the same size
//   batch, map, {batch, map}                     obstacles that do not move
class MovingObstacles {
 public:
  // No obstacles.
  MovingObstacles() = default;

  MovingObstacles(absl::Span<const PolygonBatch> at_start, absl::Span<const PolygonBatch> at_end) {
    Add(at_start, at_end);
  }
  MovingObstacles(absl::Span<const PolygonBatch> at_start, absl::Span<const PolygonBatch> at_end, const StaticMap& map)
      : MovingObstacles(at_start, at_end) {
    Add(map);
  }

  // From anything that converts to Obstacles.
  template <typename... Parts,
            typename = std::enable_if_t<sizeof...(Parts) != 0 && std::is_constructible_v<Obstacles, Parts&&...>>>
  MovingObstacles(Parts&&... parts)  // NOLINT(google-explicit-constructor)
      : obstacles_(std::forward<Parts>(parts)...) {
    SetEnds(0);
  }

  // Temporaries: the view would outlive them.
  MovingObstacles(const std::vector<PolygonBatch>&&, absl::Span<const PolygonBatch>) = delete;
  MovingObstacles(absl::Span<const PolygonBatch>, const std::vector<PolygonBatch>&&) = delete;
  MovingObstacles(absl::Span<const PolygonBatch>, absl::Span<const PolygonBatch>, const StaticMap&&) = delete;

  // Adds a layer: batches at both ends of each interval, or anything that Obstacles::Add takes.
  MovingObstacles& Add(absl::Span<const PolygonBatch> at_start, absl::Span<const PolygonBatch> at_end);
  MovingObstacles& Add(const std::vector<PolygonBatch>&&, absl::Span<const PolygonBatch>) = delete;
  MovingObstacles& Add(absl::Span<const PolygonBatch>, const std::vector<PolygonBatch>&&) = delete;
  template <typename Layer>
  auto Add(Layer&& layer) -> decltype(std::declval<Obstacles&>().Add(std::forward<Layer>(layer)), *this) {
    obstacles_.Add(std::forward<Layer>(layer));
    SetEnds(obstacles_.layer_count() - 1);
    return *this;
  }

  // The numbering is that of Obstacles.
  int64_t size() const { return obstacles_.size(); }
  int layer_count() const { return obstacles_.layer_count(); }
  int begin_of(int layer) const { return obstacles_.begin_of(layer); }
  int layer_of(int obstacle) const { return obstacles_.layer_of(obstacle); }

  // What queries read.
  absl::Span<const internal::ObstacleLayer> layers() const { return obstacles_.layers(); }

 private:
  // Batches at consecutive steps are the ends of an interval, for the layers from this one on.
  void SetEnds(int first_layer);

  Obstacles obstacles_;  // Those at the start of each interval, and where they are at its end.
};

}  // namespace collision2d
