#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "collision2d/testing/moving_pairs.h"

namespace collision2d::bench {

// Pairs of one kind.
struct MotionCase {
  std::string name;
  std::function<std::vector<MovingPair>(int count, uint64_t seed)> generate;
};

// All cases, in the order of the report: the families of collision2d/testing/moving_pairs.h, and
// the candidates of a recorded scene between instants that are 0.1, 0.5 and 1 s apart
// (recorded_pairs.h). These are called us101_0.1 and so on if the scene is of CommonRoad's
// recording USA_US101, and scene_0.1 otherwise. Ends the program with a message if the scene cannot
// be read, or not be sampled.
std::vector<MotionCase> AllMotionCases(const std::string& scene_file);

}  // namespace collision2d::bench
