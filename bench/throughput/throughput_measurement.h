#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace collision2d::bench {

// One line of the CSV: one method's answer to one case.
struct ThroughputMeasurement {
  double ns_per_pair() const { return cycle_ns / static_cast<double>(pairs); }

  std::string case_name;
  std::string method;
  bool is_subject = false;  // The batch; otherwise what it is measured against.
  int64_t pairs = 0;        // All of the scene, looked at or not.
  double cycle_ns = 0.0;    // Median over rounds; with posing.
  int64_t wrong = 0;
  // What the method keeps of the obstacles beside the scene; nothing if that is not known.
  std::optional<double> bytes_per_shape;
};

using ThroughputMeasurements = std::vector<ThroughputMeasurement>;

// The columns of the CSV.
inline constexpr char kThroughputCsvHeader[] = "case,method,pairs,ns_per_pair,cycles_per_second,wrong";

// Without a line feed.
std::string CsvLine(const ThroughputMeasurement& measurement);

}  // namespace collision2d::bench
