#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace collision2d::bench {

// One method on the pairs of one case.
struct MotionMeasurement {
  std::string case_name;
  std::string method;
  int64_t pairs = 0;
  double ns_mean = 0.0;
  // A single query is not slower in 99.9 % of the pairs, each timed kMotionRepetitions times, of
  // which the best counts.
  double ns_p999 = 0.0;
  double steps_mean = 0.0;
  int64_t missed = 0;      // kFree, and proven to be in contact.
  int64_t false_hits = 0;  // kCollides, and proven to be free.
  int64_t undecided = 0;

  // Not in the CSV.
  int64_t contacts = 0;  // Pairs that are proven to be in contact at some instant.
  int64_t unproven = 0;  // Pairs of which neither is proven.
  int64_t undecided_apart =
      0;  // Undecided pairs that are proven to stay more than ImpactOptions::contact_tolerance_m apart.
  int64_t steps_max = 0;
  double bracket_max_s = 0.0;
  double deepest_missed_m = 0.0;  // By ComputeSeparation, at the deepest of 4001 instants of all missed pairs.
};

using MotionMeasurements = std::vector<MotionMeasurement>;

inline constexpr int kMotionRepetitions = 5;

// The columns of the CSV.
inline constexpr char kMotionCsvHeader[] = "case,method,pairs,ns_mean,ns_p999,steps_mean,missed,false_hits,undecided";

// Without a line feed.
std::string CsvLine(const MotionMeasurement& measurement);

}  // namespace collision2d::bench
