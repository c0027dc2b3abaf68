#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "collision2d/collision2d.h"
#include "planner_adapter/road/road_outline.h"

namespace collision2d::bench {

// A car at many poses on a winding road with two edges.
struct RoadCase {
  std::string name;
  std::vector<planner::OutlinePiece> pieces;
  ConvexPolygon car;
  std::vector<Pose2> world_from_car;
};

// A road of that many pieces of some 2 m and 8 m width; the car is offset from its middle by up to
// offset_m, and turned by up to 0.2 rad.
RoadCase MakeRoadCase(const std::string& name, int pieces, int poses, double offset_m, uint64_t seed);

}  // namespace collision2d::bench
