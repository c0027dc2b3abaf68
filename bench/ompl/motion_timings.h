#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench/ompl/planning_space.h"
#include "bench/ompl/wall_map.h"

namespace collision2d::bench {

// One validator on the motions of one space.
struct MotionTiming {
  std::string space;
  std::string validation;
  int motions = 0;
  double us_mean = 0.0;
  int valid = 0;
  // Said to be valid, but in contact with a wall at a sample (dense_samples.h).
  int missed = 0;
  // Said to be invalid, but in contact at no sample.
  int refused = 0;
};

// Each validator's checkMotion on the same motions, in turns, for about min_time_s. They begin at a
// valid state, and end anywhere up to 20 m away.
std::vector<MotionTiming> TimeMotions(SpaceKind kind, const std::vector<Wall>& walls, int motions, double min_time_s,
                                      uint64_t seed);

}  // namespace collision2d::bench
