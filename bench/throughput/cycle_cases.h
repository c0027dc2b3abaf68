#pragma once

#include <vector>

#include "bench/throughput/checker_cases.h"

namespace collision2d::bench {

// A verdict beside the calls of the batch that it contains, on the same poses:
//   kernel_SCENE, kernel_motion_SCENE  FirstHit, at instants or in motion, and MinimumSeparation
//   us101_20x12, us101_20x12_motion    Check without the road; of traffic_50x100 these are above
//   us101_20x12_motion_road            and with it
//   us101_20x12_motion_metrics         all metrics but the post-encroachment time, without the road
//   SCENE_motion_two_threads           wall times of two threads
//   create_us101_20x12                 Create with the road
//   create_us101_20x12_shared          and with road and static obstacles given
//
// SCENE is us101_20x12, that of CheckerRun::scene, or traffic_50x100.
std::vector<CheckerCase> CycleCases();

}  // namespace collision2d::bench
