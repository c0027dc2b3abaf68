#pragma once

#include <vector>

#include "collision2d/planner.h"
#include "collision2d/testing/moving_pairs.h"
#include "collision2d/testing/random.h"

namespace collision2d::bench {

// `count` pairs of a candidate of the scene and a predicted obstacle, during an interval of step_s:
// drawn at random from all intervals in which they come near each other. Candidates are sampled
// with a pose every step_s (from lattices moved at random, if one lattice is not enough),
// predictions interpolated at the same times. Heights do not count. Ends the program with a message
// if the scene cannot be sampled, or no candidate comes near an obstacle.
// REQUIRES: count > 0, step_s > 0.
std::vector<MovingPair> RecordedPairs(const planner::Scene& scene, double step_s, int count, Random* random);

}  // namespace collision2d::bench
