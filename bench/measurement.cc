#include "bench/measurement.h"

#include <cstdlib>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"

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

Measurement FromCsvLine(absl::string_view line, PairClass pair_class, Layout layout) {
  const std::vector<std::string> fields = absl::StrSplit(line, ',');
  Measurement measurement;
  measurement.layout = layout;
  measurement.pair_class = pair_class;
  int level = 0;
  double cold_ns = 0.0;
  const bool is_read = fields.size() == 11 && absl::SimpleAtoi(fields[0], &level) &&
                       absl::SimpleAtoi(fields[2], &measurement.vertices) &&
                       absl::SimpleAtod(fields[4], &measurement.timing.median_ns) &&
                       absl::SimpleAtod(fields[5], &measurement.timing.min_ns) &&
                       absl::SimpleAtod(fields[6], &measurement.timing.max_ns) &&
                       absl::SimpleAtoi(fields[7], &measurement.wrong) &&
                       (fields[8].empty() || absl::SimpleAtod(fields[8], &measurement.max_relative_error)) &&
                       (fields[9].empty() || absl::SimpleAtod(fields[9], &cold_ns));
  if (!is_read) std::abort();
  measurement.level = static_cast<Level>(level);
  measurement.algorithm = fields[3];
  if (!fields[9].empty()) measurement.cold_ns = cold_ns;
  return measurement;
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
