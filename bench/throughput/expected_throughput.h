#pragma once

#include <string>

#include "bench/throughput/throughput_measurement.h"

namespace collision2d::bench {

// What is expected of the batch beside what was measured, as a Markdown table, with "met": yes or
// NO. "-" where the cases or methods were not measured.
std::string FormatExpectedThroughput(const ThroughputMeasurements& measurements);

}  // namespace collision2d::bench
