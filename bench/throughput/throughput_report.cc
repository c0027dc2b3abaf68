#include "bench/throughput/throughput_report.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "bench/markdown_table.h"

namespace collision2d::bench {
namespace {

std::string FormatCase(const Case& of, const ThroughputMeasurements& measurements) {
  std::optional<double> reference_ns;
  for (const ThroughputMeasurement& measurement : measurements) {
    if (measurement.case_name != of.name || measurement.is_subject) continue;
    reference_ns = std::min(reference_ns.value_or(measurement.cycle_ns), measurement.cycle_ns);
  }
  std::vector<std::vector<std::string>> rows;
  for (const ThroughputMeasurement& measurement : measurements) {
    if (measurement.case_name != of.name) continue;
    const std::optional<double>& bytes = measurement.bytes_per_shape;
    rows.push_back({measurement.method, absl::StrFormat("%.4g", measurement.ns_per_pair()),
                    absl::StrFormat("%.4g", 1e-6 * measurement.cycle_ns),
                    absl::StrFormat("%.4g", 1e9 / measurement.cycle_ns),
                    reference_ns.has_value() ? absl::StrFormat("%.2f", *reference_ns / measurement.cycle_ns) : "-",
                    absl::StrCat(measurement.wrong), bytes.has_value() ? absl::StrFormat("%.1f", *bytes) : "-"});
  }
  if (rows.empty()) return "";
  return absl::StrCat(
      "### ", of.name, ": ", of.title, "\n\n",
      MarkdownTable(
          {"method", "ns/pair", "ms/cycle", "cycles/s", "speed-up over best reference", "wrong", "bytes/shape"}, rows),
      "\n");
}

}  // namespace

std::string FormatThroughputTables(absl::Span<const Case> cases, const ThroughputMeasurements& measurements) {
  std::string text;
  for (const Case& each : cases) absl::StrAppend(&text, FormatCase(each, measurements));
  return text;
}

}  // namespace collision2d::bench
