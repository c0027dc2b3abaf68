#pragma once

#include <memory>
#include <vector>

#include "absl/types/span.h"
#include "bench/motion/motion_cases.h"
#include "bench/motion/motion_measurement.h"
#include "bench/motion/motion_method.h"

namespace collision2d::bench {

struct MotionRun {
  int pairs = 0;
  double min_time_s = 0.0;  // That each method is timed for in each case.
  uint64_t seed = 0;
};

// Times all methods on the pairs of one case, in turns, and holds their answers against the truth
// (truth.h).
MotionMeasurements MeasureMotion(const MotionCase& of, const MotionRun& run,
                                 absl::Span<const std::unique_ptr<MotionMethod>> methods);

}  // namespace collision2d::bench
