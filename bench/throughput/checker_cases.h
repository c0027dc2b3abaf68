#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "bench/throughput/checker_measurement.h"
#include "collision2d/planner.h"

namespace collision2d::bench {

struct CheckerRun {
  double scale = 1.0;  // Share of each case's candidates and walls, and of the replayed candidates that are verified.
  double min_time_s = 0.5;  // That each case is timed for.
  uint64_t seed = 0;
  std::string scenes;  // The file or folder that is replayed.
  std::string scene;   // The file of the scene of us101_20x12; empty: one is generated.
};

// A line of the table: full verdicts of one scene's candidates (first collision, clearance with
// witness points, drivable area), on one thread.
struct CheckerCase {
  std::string name;
  std::function<CheckerMeasurement(const CheckerRun& run)> measure;
};

planner::TrajectoryChecker CheckerOf(const planner::Scene& scene, const planner::CheckerOptions& options);

// A measurement with the sizes of a scene; instants: those of its longest candidate.
CheckerMeasurement SizesOf(const std::string& name, const planner::Scene& scene);

// Verdicts of the scene's candidates, some of which are put to the plain checker.
CheckerMeasurement MeasureCheck(const std::string& name, const planner::CheckerOptions& options,
                                const planner::Scene& scene, const CheckerRun& run);

// All cases, in the order of the report:
//   traffic_20x12_road, traffic_50x100  1000 candidates x that many instants x moving cars, the
//   former on a drivable area
//   map_1e5                             1000 candidates x 50 instants among 10^5 walls
//   kerbs_1e4, raised_1e4               200 candidates x 50 instants among 10^4 static obstacles
//   with heights and a barrier that moves: kerbs
//                                       that are passed over, and walls beside a road at 30 m
//   replay                              a scene of `scenes`, on average: ReplayScene, which samples
//   the candidates too; those with
//                                       polytopes are timed, but not put to the plain checker
//   NAME_motion                         the same with the motion between instants; without it,
//   those above check instants only
//   create_map_1e5                      TrajectoryChecker::Create of the scene of map_1e5
//   scene_of_message_50x100, scene_of_arrays_50x100  the scene of traffic_50x100, parsed and
//   converted from a message, and made of arrays
//   those of CycleCases (cycle_cases.h)
//   first_hit_50x100, metrics_50x100    the candidates and cars of traffic_50x100: FirstCollision
//   of the batch, and all metrics of complete verdicts
//   metrics_50x100_without_encroachment  the same without the post-encroachment time
std::vector<CheckerCase> AllCheckerCases();

}  // namespace collision2d::bench
