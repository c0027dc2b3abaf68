#ifndef COLLISION2D_PLANNER_ADAPTER_REPLAY_REPLAY_SCENE_H_
#define COLLISION2D_PLANNER_ADAPTER_REPLAY_REPLAY_SCENE_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "planner_adapter/checking/trajectory_checker.h"
#include "planner_adapter/replay/replayed_scene.h"
#include "planner_adapter/sampling/frenet_sampler_options.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

struct ReplayOptions {
  CheckerOptions checker;
  FrenetSamplerOptions sampler;
  // The sampled lattice is moved at random, from `seed`; see JitteredRequest.
  bool jitter = false;
  uint64_t seed = 1;
  // Closed loop: drive the best free candidate for replan_interval_s, plan again, until the recording ends.
  bool closed_loop = false;
  double replan_interval_s = 0.5;  // > 0.
  int threads = 1;                 // >= 1; verdicts do not depend on it.
};

// Errors: an option that is out of range, named with its value.
absl::Status ValidateReplayOptions(const ReplayOptions& options);

// Replays one scene: samples candidates if it has none, checks them, and in closed loop drives on.
// Closed loop ends at the last time of any prediction (without one: at the longest candidate's), and before it if no
// candidate is free or the candidates are given rather than sampled; a note of the last cycle says why.
// A scene without ego state and candidates has one cycle without candidates and a note.
// Errors: as ValidateReplayOptions, SampleFrenetLattice, TrajectoryChecker::Create and Check.
// REQUIRES: `scene` is valid (SceneFromProto). `file` and the run metadata are left to the caller.
absl::StatusOr<ReplayedScene> ReplayScene(Scene scene, const ReplayOptions& options);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_REPLAY_REPLAY_SCENE_H_
