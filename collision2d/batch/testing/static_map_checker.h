#pragma once

#include <cstdint>
#include <vector>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"

namespace collision2d {

// A map and a body at some poses. An empty world_from_shape means the identity.
struct MapScene {
  std::vector<ConvexPolygon> shapes;
  std::vector<Pose2> world_from_shape;
  std::vector<ConvexPolygon> body;
  std::vector<Pose2> world_from_body;
};

// What was seen, for a test to judge whether its scenes are worth anything.
struct MapSceneCounts {
  int64_t poses = 0;
  int64_t poses_with_hit = 0;
};

// Holds every call of StaticMap, on every instruction set of this machine, against the pair queries
// of all pairs, to the last bit.
// Distances are asked for without limits, with limits that are the distance itself and the next
// number below it, and with random ones.
void ExpectAnswersOfPairQueries(const MapScene& scene, MapSceneCounts* counts);

}  // namespace collision2d
