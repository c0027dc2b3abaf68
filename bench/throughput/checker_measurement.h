#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/types/span.h"

namespace collision2d::bench {

// One line of the CSV: one case of the trajectory checker.
struct CheckerMeasurement {
  std::string case_name;
  int64_t candidates = 0;
  int64_t instants = 0;
  int64_t obstacles = 0;
  double ms_median = 0.0;
  double ms_p999 = 0.0;     // What at most one call in a thousand takes longer than.
  double ms_first = 0.0;    // The first call.
  int64_t allocations = 0;  // Of one call.
  int64_t wrong = 0;        // Candidates whose verdict is not that of the plain checker, of a sample.
};

// The columns of the CSV.
inline constexpr char kCheckerCsvHeader[] =
    "case,candidates,instants,obstacles,ms_median,ms_p999,ms_first,allocations,wrong";

// Sets ms_median and ms_p999.
void SetTimes(std::vector<double> calls_ms, CheckerMeasurement* measurement);

// Sets times and allocations: those of `work` in the processor time of this thread, to which other
// programs and threads add nothing, and what it allocates after a first call.
void Measure(const std::function<void()>& work, double min_time_s, CheckerMeasurement* measurement);

// Without a line feed.
std::string CsvLine(const CheckerMeasurement& measurement);

// A Markdown table of all measurements.
std::string FormatCheckerTable(absl::Span<const CheckerMeasurement> measurements);

}  // namespace collision2d::bench
