#pragma once

#include <array>

#include "bench/cliffs/hard_pair.h"
#include "bench/cliffs/merged_cso_oracle.h"
#include "collision2d/collision2d.h"
#include "collision2d/testing/query_checker.h"

namespace collision2d::bench {

// What Levels 1 to 3 say about a pair.
struct Answers {
  bool collides = false;
  double distance_m = 0.0;
  Separation separation;
};

// Checks answers against exact integers. Keeps buffers: use one object for many pairs.
class AnswerChecker {
 public:
  // Whether the answer of each level is right: booleans, signs and status exactly; distance and
  // depth within the stated error, kDistanceRelativeError of the pair's size and of the coordinates
  // that posing rounds.
  std::array<bool, 3> AreRight(const HardPair& pair, const Answers& answers);

  // Runs the queries again and checks everything that their headers promise, also witness points
  // and the direction. O(n m log(n m)) exact operations: for few vertices.
  bool PromisesHold(const HardPair& pair);

 private:
  MergedCsoOracle oracle_;
  QueryChecker checker_;
};

}  // namespace collision2d::bench
