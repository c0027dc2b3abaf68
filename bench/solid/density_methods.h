#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "bench/solid/density_scenes.h"
#include "collision2d/query/query_context.h"

namespace collision2d::bench {

// One way to decide whether the pairs of a scene collide.
struct DensityMethod {
  std::string name;
  // Writes 1 or 0 for pairs begin, ..., end - 1.
  std::function<void(int begin, int end, uint8_t* collides)> run;
  // Runs them with counters on: support_calls counts plane tests.
  std::function<void(int begin, int end, QueryContext::Counters* counters)> count;
};

// The methods that suit the scene: "DSS", "GJK" (the loop of the library's Level 1, without its
// filters), "Hybrid", "Collides" (its Level 1 as it is), and of "Generic" and "SAT" those there
// are. They refer to `pairs`, which must outlive them.
std::vector<DensityMethod> MakeDensityMethods(const DensityScene& scene, double spread,
                                              const std::vector<DensityPair>& pairs);

// "GJK as published": Signed Volumes in PlainGjk3Collides without error bounds, at most 20
// iterations, after which it reports a collision. limit_hits counts these failures.
DensityMethod MakePlainGjkMethod(const DensityScene& scene, const std::vector<DensityPair>& pairs);

}  // namespace collision2d::bench
