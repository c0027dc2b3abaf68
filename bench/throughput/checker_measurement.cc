#include "bench/throughput/checker_measurement.h"

#include <time.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "bench/markdown_table.h"
#include "bench/median.h"
#include "collision2d/testing/allocation_count.h"

namespace collision2d::bench {
namespace {

// ms on one core, at most. Nothing is expected of the other cases.
const std::map<std::string, double>& ExpectedTimes() {
  static const auto* const times = new std::map<std::string, double>{
      {"traffic_20x12_road", 1.5},        {"map_1e5", 10.0}, {"create_map_1e5", 100.0}, {"create_us101_20x12", 1.5},
      {"create_us101_20x12_shared", 0.1}, {"replay", 8.0}};
  return *times;
}

// How many times its kernel a case may take, and the kernel.
struct InKernels {
  double most;
  std::string kernel;
};

std::optional<InKernels> ExpectedKernels(absl::string_view name) {
  for (const absl::string_view scene : {"us101_20x12", "traffic_50x100"}) {
    if (!absl::ConsumePrefix(&name, scene)) continue;
    if (name.empty()) return InKernels{1.3, absl::StrCat("kernel_", scene)};
    const std::string in_motion = absl::StrCat("kernel_motion_", scene);
    if (name == "_motion") return InKernels{1.3, in_motion};
    if (name == "_motion_road") return InKernels{2.3, in_motion};
    if (name == "_motion_metrics") return InKernels{6.3, in_motion};
  }
  return std::nullopt;
}

// ms, at most: what is expected of the case; with motion, three times the measured time of instants
// alone, and of metrics, six times that of first hits.
std::optional<double> ExpectedTime(const CheckerMeasurement& measurement,
                                   absl::Span<const CheckerMeasurement> measurements) {
  absl::string_view name = measurement.case_name;
  if (measurement.expected_ms.has_value()) return measurement.expected_ms;
  if (const std::optional<InKernels> expected = ExpectedKernels(name); expected.has_value()) {
    for (const CheckerMeasurement& each : measurements) {
      if (each.case_name == expected->kernel) return expected->most * each.ms_median;
    }
  }
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
    const std::optional<double> expected_ms = ExpectedTime(measurement, measurements);
    const bool is_met = measurement.ms_median <= expected_ms.value_or(measurement.ms_median) && measurement.wrong == 0;
    rows.push_back({measurement.case_name, absl::StrCat(measurement.candidates), absl::StrCat(measurement.instants),
                    absl::StrCat(measurement.obstacles), absl::StrFormat("%.4g", measurement.ms_median),
                    absl::StrFormat("%.4g", measurement.ms_p999), absl::StrFormat("%.4g", measurement.ms_first),
                    absl::StrCat(measurement.allocations), absl::StrCat(measurement.wrong),
                    expected_ms.has_value() ? absl::StrFormat("<= %.4g", *expected_ms) : "-", is_met ? "yes" : "NO"});
  }
  return MarkdownTable({"case", "candidates", "instants", "obstacles", "ms", "p99.9", "first", "allocations", "wrong",
                        "expected ms", "met"},
                       rows);
}

}  // namespace collision2d::bench
