#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench/ompl/planning_space.h"
#include "bench/ompl/wall_map.h"

namespace collision2d::bench {

// What became of the plans of one space by one validator.
struct PlanCounts {
  std::string space;
  std::string validation;
  int plans = 0;
  int solved = 0;
  int64_t motions = 0;  // In all paths.
  // Paths that are in contact with a wall at a sample (dense_samples.h).
  int refuted = 0;
  // Paths whose motions are all proven free by interval arithmetic (path_oracle.h).
  int proven = 0;
  double cpu_s = 0.0;  // Processor time of planning.
};

// Plans by RRT-Connect from one random state to another, the same for every validation; motions in
// the tree are at most 40 m long. The random numbers are those of the seed of OMPL's generator,
// which is set once in a program.
PlanCounts CountPlans(SpaceKind kind, Validation validation, const std::vector<Wall>& walls, int plans, uint64_t seed);

}  // namespace collision2d::bench
