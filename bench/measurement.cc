#include "bench/measurement.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace collision2d::bench {

std::string CsvLine(const Measurement& measurement) {
  std::string line = absl::StrFormat("%d,%s,%d,%s,%.3f,%.3f,%.3f,%d,", static_cast<int>(measurement.level),
                                     Name(measurement.pair_class), measurement.vertices, measurement.algorithm,
                                     measurement.timing.median_ns, measurement.timing.min_ns, measurement.timing.max_ns,
                                     measurement.wrong);
  if (measurement.level != Level::kCollides) absl::StrAppendFormat(&line, "%.3g", measurement.max_relative_error);
  line += ',';
  if (measurement.cold_ns.has_value()) absl::StrAppendFormat(&line, "%.1f", *measurement.cold_ns);
  absl::StrAppend(&line, ",", Name(measurement.layout));
  return line;
}

std::vector<Measurement> OfLayout(const std::vector<Measurement>& measurements, Layout layout) {
  std::vector<Measurement> found;
  for (const Measurement& measurement : measurements) {
    if (measurement.layout == layout) found.push_back(measurement);
  }
  return found;
}

const Measurement* Find(const std::vector<Measurement>& measurements, Level level, PairClass pair_class, int vertices,
                        absl::string_view algorithm) {
  for (const Measurement& measurement : measurements) {
    if (measurement.level == level && measurement.pair_class == pair_class && measurement.vertices == vertices &&
        measurement.algorithm == algorithm) {
      return &measurement;
    }
  }
  return nullptr;
}

}  // namespace collision2d::bench
