#pragma once

#include <string>

#include "bench/motion/motion_measurement.h"

namespace collision2d::bench {

// What is expected of collision2d beside what was measured, and a table of each case: all in
// Markdown.
std::string FormatMotionReport(const MotionMeasurements& measurements);

}  // namespace collision2d::bench
