#pragma once

#include <functional>
#include <vector>

#include "collision2d/motion/testing/spec_pair.h"
#include "collision2d/testing/random.h"

namespace collision2d {

// A kind of pairs, of traffic (moving_pairs.h) or of traps (trap_pairs.h).
struct MotionFamily {
  const char* name;
  std::function<SpecPair(Random* random)> generate;
  bool is_traffic;
  bool is_graze;  // As in TrapFamily.
};

// All families. With equal numbers of each, 30 to 70 % of the pairs collide.
std::vector<MotionFamily> MotionFamilies();

}  // namespace collision2d
