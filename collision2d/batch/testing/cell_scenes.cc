#include "collision2d/batch/testing/cell_scenes.h"

#include <cmath>
#include <cstddef>

#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/polygon_generators.h"

namespace collision2d {
namespace {

constexpr double kPi = 3.141592653589793;

Pose2 RandomGridPose(Random* random) {
  const double yaw = random->Index(3) == 0 ? 0.0 : random->Index(2) == 0 ? random->Angle() : 0.5 * kPi;
  const double reach_m = random->Index(3) == 0 ? 3e6 : 10.0;
  const double x = random->Index(3) == 0 ? 0.0 : random->Uniform(-reach_m, reach_m);
  return Pose2::FromYaw({x, random->Uniform(-reach_m, reach_m)}, yaw);
}

Vec2 VertexOrMiddle(const ConvexPolygon& shape, Random* random) {
  const int k = random->Index(shape.size());
  const Vec2 vertex = shape.ring()[k];
  return random->Chance(0.5) ? vertex : 0.5 * (vertex + shape.ring()[k + 1]);
}

}  // namespace

CellScene RandomCellScene(int max_size, double density, Random* random) {
  CellScene scene;
  scene.width = random->Integer(1, max_size);
  scene.height = random->Integer(1, max_size);
  constexpr double kSizes[] = {0.05, 0.1, 0.25, 1.0, 0.3};
  scene.cell_size_m = kSizes[random->Index(5)];
  scene.world_from_grid = RandomGridPose(random);
  scene.values.resize(static_cast<size_t>(scene.width) * static_cast<size_t>(scene.height));
  for (uint8_t& value : scene.values) value = random->Chance(density) ? 1 : 0;
  scene.grid = OccupancyGrid::Create(scene.width, scene.height, scene.cell_size_m, scene.world_from_grid).value();
  if (!scene.grid.Update({scene.values.data(), scene.width}).ok()) return {};
  for (size_t k = 0; k < scene.values.size(); ++k) {
    if (scene.values[k] == 0) continue;
    const int column = static_cast<int>(k) % scene.width;
    const int row = static_cast<int>(k) / scene.width;
    const double size_m = scene.cell_size_m;
    const Vec2 corners[] = {{column * size_m, row * size_m},
                            {(column + 1) * size_m, row * size_m},
                            {(column + 1) * size_m, (row + 1) * size_m},
                            {column * size_m, (row + 1) * size_m}};
    scene.squares.push_back(ConvexPolygon::Create(corners).value());
    scene.element_of_square.push_back(static_cast<int64_t>(k));
  }
  const std::vector<Pose2> poses(scene.squares.size(), scene.world_from_grid);
  scene.map = StaticMap::Create(scene.squares, poses).value();
  return scene;
}

ConvexPolygon RandomCellBody(const CellScene& scene, Random* random) {
  const double size_m = scene.cell_size_m;
  switch (random->Index(6)) {
    case 0:
      return ConvexPolygon::Rectangle(random->LogUniform(0.1, 60.0) * size_m, random->LogUniform(0.1, 20.0) * size_m,
                                      {size_m, 0.0})
          .value();
    case 1:
      return ConvexPolygon::Rectangle(8.0 * size_m, 3.0 * size_m).value();
    case 2:
      return ConvexPolygon::Create({{-0.5 * size_m, 0.1 * size_m}, {7.0 * size_m, size_m}}).value();
    case 3:
      return ConvexPolygon::Create({{0.25 * size_m, 0.0}}).value();
    case 4:
      return RegularPolygon(random->Integer(3, 40), random->LogUniform(0.5, 20.0) * size_m);
    default: {
      std::vector<Vec2> points;
      for (int i = 0; i < random->Integer(3, 8); ++i) {
        const double x = random->Uniform(-6.0, 12.0) * size_m;
        points.push_back({x, random->Uniform(-4.0, 4.0) * size_m});
      }
      return ConvexPolygon::Hull(points).value();
    }
  }
}

Pose2 RandomCellPose(const CellScene& scene, const ConvexPolygon& body, Random* random) {
  const double yaw = random->Chance(0.5) ? random->Angle() : 0.25 * kPi * random->Index(8);
  const double size_m = scene.cell_size_m;
  const double margin = 4.0;
  if (scene.squares.empty() || random->Chance(0.5)) {
    const double x = random->Uniform(-margin, scene.width + margin) * size_m;
    return scene.world_from_grid * Pose2::FromYaw({x, random->Uniform(-margin, scene.height + margin) * size_m}, yaw);
  }
  const ConvexPolygon& square = scene.squares[random->Index(static_cast<int>(scene.squares.size()))];
  const Vec2 target = scene.world_from_grid * VertexOrMiddle(square, random);
  Pose2 pose = scene.world_from_grid * Pose2::FromYaw({}, yaw);
  pose.translation = target - pose.Rotate(VertexOrMiddle(body, random));
  for (int i = random->Index(4); i > 0; --i) {
    double& coordinate = random->Chance(0.5) ? pose.translation.x : pose.translation.y;
    coordinate = std::nextafter(coordinate, random->Sign() * 1e9);
  }
  return pose;
}

}  // namespace collision2d
