#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench/cliffs/families.h"

namespace collision2d::bench {

// One line of the CSV: one level on the pairs of one family and number of vertices.
struct CliffMeasurement {
  std::string family;
  int vertices = 0;
  int level = 0;
  // The mean and the greatest time of a single query, each timed kRepetitions times, of which the
  // best counts.
  double ns_mean = 0.0;
  double ns_max = 0.0;
  // QueryContext::Counters::exact_path_entries, summed over the queries.
  int64_t entries_exact = 0;
  // Queries whose answer is not right, or whose walk or GJK loop reached its bound.
  int64_t wrong = 0;
  // Queries that were measured, and those that were asked for; time may run out before all of them
  // are measured.
  int queries = 0;
  int planned = 0;
};

// How often each query is timed.
inline constexpr int kRepetitions = 3;

// With up to this many vertices, the first kFullyCheckedPairs pairs are also checked for everything
// that the queries' headers promise.
inline constexpr int kMostFullyCheckedVertices = 24;
inline constexpr int kFullyCheckedPairs = 25;

// Makes the family's pairs of that many vertices one after the other; times Levels 1 to 3 of each,
// and checks the answers. Stops after the first pair that ends later than max_seconds after the
// beginning. Returns a measurement for each level.
// REQUIRES: the family has pairs of that many vertices; pair_count > 0.
std::vector<CliffMeasurement> MeasureCliff(const CliffFamily& family, int vertices, int pair_count, double max_seconds,
                                           uint64_t seed);

}  // namespace collision2d::bench
