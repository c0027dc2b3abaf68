#ifndef COLLISION2D_PLANNER_ADAPTER_ROAD_SHAPES_MET_H_
#define COLLISION2D_PLANNER_ADAPTER_ROAD_SHAPES_MET_H_

#include <vector>

#include "collision2d/batch/static_map.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"

namespace collision2d::planner {

// The indices of all map shapes that a shape at a pose collides with, ascending; none for a pose that StaticMap::AllHits refuses.
std::vector<int> ShapesMet(const StaticMap& map, const ConvexPolygon& shape, const Pose2& world_from_shape = {});

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_ROAD_SHAPES_MET_H_
