#pragma once

#include <string>

#include "absl/types/span.h"
#include "bench/throughput/cases.h"
#include "bench/throughput/throughput_measurement.h"

namespace collision2d::bench {

// One table for each measured case, in Markdown: every method's time, its ratio to the fastest
// reference of the case, its wrong answers, and what it keeps in memory for each shape beside the
// scene.
std::string FormatThroughputTables(absl::Span<const Case> cases, const ThroughputMeasurements& measurements);

}  // namespace collision2d::bench
