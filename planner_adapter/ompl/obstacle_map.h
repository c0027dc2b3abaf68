#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "collision2d/batch/static_map.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"

namespace collision2d::planner {

// Shapes that do not move, and the index over them; it owns both. Immutable: any number of
// checkers, on any number of threads, may share one.
class ObstacleMap {
 public:
  // Creates a map of shapes in the world frame, or in their own frames together with
  // world_from_shape. Errors and cost: as StaticMap::Create.
  static absl::StatusOr<std::shared_ptr<const ObstacleMap>> Create(std::vector<ConvexPolygon> shapes,
                                                                   std::vector<Pose2> world_from_shape = {});

  const StaticMap& index() const { return index_; }
  int size() const { return index_.size(); }
  // REQUIRES: 0 <= k < size().
  const ConvexPolygon& shape(int k) const { return shapes_[static_cast<size_t>(k)]; }
  Pose2 world_from_shape(int k) const {
    return world_from_shape_.empty() ? Pose2() : world_from_shape_[static_cast<size_t>(k)];
  }

 private:
  ObstacleMap(std::vector<ConvexPolygon> shapes, std::vector<Pose2> world_from_shape)
      : shapes_(std::move(shapes)), world_from_shape_(std::move(world_from_shape)) {}

  const std::vector<ConvexPolygon> shapes_;
  const std::vector<Pose2> world_from_shape_;  // Empty: all of them identical to the world frame.
  StaticMap index_;                            // Points into shapes_.
};

inline absl::StatusOr<std::shared_ptr<const ObstacleMap>> ObstacleMap::Create(std::vector<ConvexPolygon> shapes,
                                                                              std::vector<Pose2> world_from_shape) {
  std::shared_ptr<ObstacleMap> map(new ObstacleMap(std::move(shapes), std::move(world_from_shape)));
  absl::StatusOr<StaticMap> index = map->world_from_shape_.empty()
                                        ? StaticMap::Create(map->shapes_)
                                        : StaticMap::Create(map->shapes_, map->world_from_shape_);
  if (!index.ok()) return index.status();
  map->index_ = *std::move(index);
  return map;
}

}  // namespace collision2d::planner
