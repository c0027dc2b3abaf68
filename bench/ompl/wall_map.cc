#include "bench/ompl/wall_map.h"

#include "collision2d/testing/random.h"

namespace collision2d::bench {

std::vector<Wall> RandomWalls(int count, uint64_t seed) {
  Random random(seed);
  std::vector<Wall> walls;
  for (int k = 0; k < count; ++k) {
    const double x = random.Uniform(-kMapHalf_m, kMapHalf_m);
    const double y = random.Uniform(-kMapHalf_m, kMapHalf_m);
    const Pose2 world_from_wall = Pose2::FromYaw({x, y}, random.Angle());
    walls.push_back({world_from_wall, random.Uniform(10.0, 40.0)});
  }
  return walls;
}

std::vector<ConvexPolygon> ShapesOf(const std::vector<Wall>& walls) {
  std::vector<ConvexPolygon> shapes;
  for (const Wall& wall : walls) {
    shapes.push_back(*ConvexPolygon::Rectangle(wall.length_m, kWallThickness_m)->Posed(wall.world_from_wall));
  }
  return shapes;
}

ConvexPolygon Car() { return *ConvexPolygon::Rectangle(kCarLength_m, kCarWidth_m, {kAxleToCenter_m, 0.0}); }

}  // namespace collision2d::bench
