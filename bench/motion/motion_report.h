#pragma once

#include <string>

#include "bench/motion/motion_measurement.h"

namespace collision2d::bench {

// A table of each case, in Markdown.
std::string FormatMotionReport(const MotionMeasurements& measurements);

}  // namespace collision2d::bench
