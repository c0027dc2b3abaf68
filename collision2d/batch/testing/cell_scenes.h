#pragma once

#include <cstdint>
#include <vector>

#include "collision2d/batch/occupancy_grid.h"
#include "collision2d/batch/static_map.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/testing/random.h"

namespace collision2d {

// A grid and its occupied cells as polygons, by another way.
struct CellScene {
  int width = 0;
  int height = 0;
  double cell_size_m = 0.0;
  Pose2 world_from_grid;
  std::vector<uint8_t> values;  // [row][column], 1: occupied.
  OccupancyGrid grid;
  std::vector<ConvexPolygon> squares;  // Of occupied cells, in the grid's frame, ascending.
  std::vector<int64_t> element_of_square;
  StaticMap map;  // Of the squares.
};

// Up to `max_size` cells a side, of which `density` are occupied. Some grids are turned, some are
// far from the origin.
CellScene RandomCellScene(int max_size, double density, Random* random);

// A body of one shape of any kind, some cells large, without a radius.
ConvexPolygon RandomCellBody(const CellScene& scene, Random* random);

// A pose about the grid. Every second one is near to touching a cell: a vertex or the middle of an
// edge of the body is on a corner or an edge of a cell, to the bit or some ulps away.
Pose2 RandomCellPose(const CellScene& scene, const ConvexPolygon& body, Random* random);

}  // namespace collision2d
