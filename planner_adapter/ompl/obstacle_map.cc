#include "planner_adapter/ompl/obstacle_map.h"

#include <utility>

namespace collision2d::planner {

ObstacleMap::ObstacleMap(std::vector<ConvexPolygon> shapes, std::vector<Pose2> world_from_shape)
    : shapes_(std::move(shapes)), world_from_shape_(std::move(world_from_shape)) {}

absl::StatusOr<std::shared_ptr<const ObstacleMap>> ObstacleMap::Create(std::vector<ConvexPolygon> shapes,
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
