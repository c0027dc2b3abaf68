#pragma once

#include <memory>

#include "absl/types/span.h"
#include "bench/throughput/cases.h"
#include "bench/throughput/method.h"
#include "bench/throughput/planner_scene.h"
#include "bench/throughput/throughput_measurement.h"

namespace collision2d::bench {

// Asks the case's question of every method that handles it: counts the wrong answers, then times
// all methods in turns (TimeInterleaved), each for min_time_s. After the first free trajectory, a
// subject is also timed with the full check: kFirstHit of all trajectories, as "NAME full check";
// beside the first contact between steps with kFirstHit, as "NAME at steps".
ThroughputMeasurements MeasureCase(const Case& asked, const PlannerScene& scene,
                                   absl::Span<const std::unique_ptr<Method>> methods, double min_time_s);

}  // namespace collision2d::bench
