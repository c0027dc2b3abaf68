#include "bench/motion/motion_measurement.h"

#include "absl/strings/str_format.h"

namespace collision2d::bench {

std::string CsvLine(const MotionMeasurement& measurement) {
  return absl::StrFormat("%s,%s,%d,%.6g,%.6g,%.6g,%d,%d,%d", measurement.case_name, measurement.method,
                         measurement.pairs, measurement.ns_mean, measurement.ns_p999, measurement.steps_mean,
                         measurement.missed, measurement.false_hits, measurement.undecided);
}

}  // namespace collision2d::bench
