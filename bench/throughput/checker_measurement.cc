#include "bench/throughput/checker_measurement.h"

#include <map>
#include <optional>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "bench/markdown_table.h"

namespace collision2d::bench {
namespace {

// ms on one core, at most. Nothing is expected of the other cases.
const std::map<std::string, double>& ExpectedTimes() {
  static const auto* const times = new std::map<std::string, double>{{"traffic_20x12_road", 1.5},
                                                                     {"traffic_50x100", 4.0},
                                                                     {"map_1e5", 10.0},
                                                                     {"create_map_1e5", 100.0},
                                                                     {"replay", 8.0}};
  return *times;
}

// ms, at most: what is expected of the case; with motion, three times the measured time of instants
// alone, and of metrics, six times that of first hits.
std::optional<double> ExpectedTime(const CheckerMeasurement& measurement,
                                   absl::Span<const CheckerMeasurement> measurements) {
  absl::string_view name = measurement.case_name;
  if (name == "metrics_50x100") {
    for (const CheckerMeasurement& first_hit : measurements) {
      if (first_hit.case_name == "first_hit_50x100") return 6.0 * first_hit.ms_median;
    }
  }
  if (absl::ConsumeSuffix(&name, "_motion")) {
    for (const CheckerMeasurement& instants : measurements) {
      if (instants.case_name == name) return 3.0 * instants.ms_median;
    }
  }
  const auto expected = ExpectedTimes().find(measurement.case_name);
  if (expected == ExpectedTimes().end()) return std::nullopt;
  return expected->second;
}

}  // namespace

std::string CsvLine(const CheckerMeasurement& measurement) {
  return absl::StrFormat("%s,%d,%d,%d,%.6g,%d,%d", measurement.case_name, measurement.candidates, measurement.instants,
                         measurement.obstacles, measurement.ms_median, measurement.allocations, measurement.wrong);
}

std::string FormatCheckerTable(absl::Span<const CheckerMeasurement> measurements) {
  std::vector<std::vector<std::string>> rows;
  for (const CheckerMeasurement& measurement : measurements) {
    const std::optional<double> expected_ms = ExpectedTime(measurement, measurements);
    const bool is_met = measurement.ms_median <= expected_ms.value_or(measurement.ms_median) && measurement.wrong == 0;
    rows.push_back({measurement.case_name, absl::StrCat(measurement.candidates), absl::StrCat(measurement.instants),
                    absl::StrCat(measurement.obstacles), absl::StrFormat("%.4g", measurement.ms_median),
                    absl::StrCat(measurement.allocations), absl::StrCat(measurement.wrong),
                    expected_ms.has_value() ? absl::StrFormat("<= %.4g", *expected_ms) : "-", is_met ? "yes" : "NO"});
  }
  return MarkdownTable(
      {"case", "candidates", "instants", "obstacles", "ms", "allocations", "wrong", "expected ms", "met"}, rows);
}

}  // namespace collision2d::bench
