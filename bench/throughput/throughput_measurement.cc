#include "bench/throughput/throughput_measurement.h"

#include "absl/strings/str_format.h"

namespace collision2d::bench {

std::string CsvLine(const ThroughputMeasurement& measurement) {
  return absl::StrFormat("%s,%s,%d,%.6g,%.6g,%d", measurement.case_name, measurement.method, measurement.pairs,
                         measurement.ns_per_pair(), 1e9 / measurement.cycle_ns, measurement.wrong);
}

}  // namespace collision2d::bench
