#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "collision2d/v1/verdict.pb.h"
#include "planner_adapter/checking/verdict.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

// One planning cycle: the candidates and their verdicts.
struct ReplayedCycle {
  std::vector<Candidate> candidates;  // Local frame of the scene; the verdicts are in this order.
  v1::SceneVerdicts verdicts;         // Witness points are in the scene frame.
  // The profile of each candidate if the replay computes them; otherwise empty.
  std::vector<std::vector<ProfilePoint>> profiles;
  // Which kinematic limits the rest of the lattice exceeds, one for each, with how many candidates
  // do: "lateral acceleration above 4 m/s^2: 32".
  std::vector<std::string> beyond_limits;
  // What exceeds them, until it does; the limit is an index into beyond_limits. Empty unless
  // FrenetSamplerOptions::keep_rejected.
  struct Rejected {
    int limit = 0;
    std::vector<TimedPose> poses;
  };
  std::vector<Rejected> rejected;
};

// A scene after replay.
struct ReplayedScene {
  std::string file;  // The path as the user gave it.
  Scene scene;
  std::vector<ReplayedCycle> cycles;  // At least one; several in closed loop.
  std::vector<TimedPose> driven;      // In closed loop the driven motion, scene frame; otherwise empty.
  double elapsed_s = 0.0;             // Wall-clock time spent in checking.
};

// What is written of scenes while they are replayed: for each scene Begin, Cycle for each planning
// cycle, and End, also if a call before it has failed. The scene lives until End. `driven`: as
// ReplayedScene.driven.
class ReplaySink {
 public:
  virtual ~ReplaySink() = default;
  virtual absl::Status Begin(const Scene& scene, absl::string_view file, absl::string_view input_digest) = 0;
  virtual absl::Status Cycle(const ReplayedCycle& cycle) = 0;
  virtual absl::Status End(absl::Span<const TimedPose> driven) = 0;
};

}  // namespace collision2d::planner
