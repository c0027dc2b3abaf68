#include "bench/throughput/checker_measurement.h"

#include <time.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "bench/markdown_table.h"
#include "bench/median.h"
#include "collision2d/testing/allocation_count.h"

namespace collision2d::bench {
void SetTimes(std::vector<double> calls_ms, CheckerMeasurement* measurement) {
  measurement->ms_median = Median(calls_ms);
  const auto rank = static_cast<std::ptrdiff_t>(std::ceil(0.999 * static_cast<double>(calls_ms.size()))) - 1;
  std::nth_element(calls_ms.begin(), calls_ms.begin() + rank, calls_ms.end());
  measurement->ms_p999 = calls_ms[static_cast<size_t>(rank)];
}

void Measure(const std::function<void()>& work, double min_time_s, CheckerMeasurement* measurement) {
  const auto now_s = [] {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
  };
  const double start_s = now_s();
  work();
  measurement->ms_first = 1e3 * (now_s() - start_s);
  const int64_t before = AllocationCount();
  work();
  measurement->allocations = AllocationCount() - before;
  std::vector<double> calls_ms;
  const double begin_s = now_s();
  double last_s = begin_s;
  do {
    work();
    const double end_s = now_s();
    calls_ms.push_back(1e3 * (end_s - last_s));
    last_s = end_s;
  } while (last_s - begin_s < min_time_s);
  SetTimes(std::move(calls_ms), measurement);
}

std::string CsvLine(const CheckerMeasurement& measurement) {
  return absl::StrFormat("%s,%d,%d,%d,%.6g,%.6g,%.6g,%d,%d", measurement.case_name, measurement.candidates,
                         measurement.instants, measurement.obstacles, measurement.ms_median, measurement.ms_p999,
                         measurement.ms_first, measurement.allocations, measurement.wrong);
}

std::string FormatCheckerTable(absl::Span<const CheckerMeasurement> measurements) {
  std::vector<std::vector<std::string>> rows;
  for (const CheckerMeasurement& measurement : measurements) {
    rows.push_back({measurement.case_name, absl::StrCat(measurement.candidates), absl::StrCat(measurement.instants),
                    absl::StrCat(measurement.obstacles), absl::StrFormat("%.4g", measurement.ms_median),
                    absl::StrFormat("%.4g", measurement.ms_p999), absl::StrFormat("%.4g", measurement.ms_first),
                    absl::StrCat(measurement.allocations), absl::StrCat(measurement.wrong)});
  }
  return MarkdownTable({"case", "candidates", "instants", "obstacles", "ms", "p99.9", "first", "allocations", "wrong"},
                       rows);
}

}  // namespace collision2d::bench
