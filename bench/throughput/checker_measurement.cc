#include "bench/throughput/checker_measurement.h"

#include <map>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "bench/markdown_table.h"

namespace collision2d::bench {
namespace {

// ms on one core, at most. Nothing is expected of the other cases.
const std::map<std::string, double>& ExpectedTimes() {
  static const auto* const times = new std::map<std::string, double>{{"traffic_20x12_road", 1.0},
                                                                     {"traffic_50x100", 4.0},
                                                                     {"map_1e5", 10.0},
                                                                     {"create_map_1e5", 100.0},
                                                                     {"replay", 8.0}};
  return *times;
}

}  // namespace

std::string CsvLine(const CheckerMeasurement& measurement) {
  return absl::StrFormat("%s,%d,%d,%d,%.6g,%d,%d", measurement.case_name, measurement.candidates, measurement.instants,
                         measurement.obstacles, measurement.ms_median, measurement.allocations, measurement.wrong);
}

std::string FormatCheckerTable(absl::Span<const CheckerMeasurement> measurements) {
  std::vector<std::vector<std::string>> rows;
  for (const CheckerMeasurement& measurement : measurements) {
    const auto expected = ExpectedTimes().find(measurement.case_name);
    const bool has_time = expected != ExpectedTimes().end();
    const bool is_met = (!has_time || measurement.ms_median <= expected->second) && measurement.wrong == 0;
    rows.push_back({measurement.case_name, absl::StrCat(measurement.candidates), absl::StrCat(measurement.instants),
                    absl::StrCat(measurement.obstacles), absl::StrFormat("%.4g", measurement.ms_median),
                    absl::StrCat(measurement.allocations), absl::StrCat(measurement.wrong),
                    has_time ? absl::StrFormat("<= %g", expected->second) : "-", is_met ? "yes" : "NO"});
  }
  return MarkdownTable(
      {"case", "candidates", "instants", "obstacles", "ms", "allocations", "wrong", "expected ms", "met"}, rows);
}

}  // namespace collision2d::bench
