#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bench/peers/planner_scene.h"
#include "bench/peers/scene_peer.h"

namespace collision2d::bench {

// An instruction set that Highway can dispatch to.
struct IsaTarget {
  std::string name;  // "avx512", "avx2", "sse4", "ssse3", "emu128", ...: Highway's in lower case, but for AVX-512.
  int64_t bit = 0;   // HWY_AVX2, ...
};

// Those that this CPU has and the library is compiled for, the best first.
std::vector<IsaTarget> SupportedIsaTargets();

enum class ThreadCount { kOne, kTwo };

// Whether the body is that of the scene or is grown by the scene's margin in each call.
enum class Growth { kNone, kInCalls };

// "batch TARGET", "batch TARGET 2 threads", "batch TARGET grown": a PolygonBatch for each step,
// whose poses each cycle sets again, and the calls of collision2d/batch for the question; with two
// threads a ParallelFor divides both. Of a static map StaticMap::AnyHit.
std::unique_ptr<ScenePeer> MakeBatchPeer(const IsaTarget& target, ThreadCount thread_count,
                                         Growth growth = Growth::kNone);

// "scalar": collision2d's pair queries, Collides and Distance, on every pair with its RelativePose.
// No reject before.
std::unique_ptr<ScenePeer> MakeScalarPeer();

// What the batch must answer to the last bit: the pair queries' answers. On a static map, pairs
// that are far apart along x are left out.
Answers RightAnswers(const PlannerScene& scene, Question question);

// "scalar": TimeOfImpact on every pair in every interval, for kFirstContact.
std::unique_ptr<ScenePeer> MakeSweptScalarPeer();

}  // namespace collision2d::bench
