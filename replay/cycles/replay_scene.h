#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/batch/query_options.h"
#include "planner_adapter/checking/trajectory_checker.h"
#include "planner_adapter/sampling/frenet_sampler.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/timed_pose.h"
#include "replay/cycles/replayed_scene.h"

namespace collision2d::planner {

struct ReplayOptions {
  CheckerOptions checker;
  FrenetSamplerOptions sampler;
  // Moves the sampled lattice at random, with the seed `seed`; see JitteredRequest.
  bool jitter = false;
  uint64_t seed = 1;
  // Closed loop: drives the best free candidate for replan_interval_s, plans again, and so on to
  // the end of the recording.
  bool closed_loop = false;
  double replan_interval_s = 0.5;  // > 0.
  // Computes the profile of each candidate too; ReplayedScene::elapsed_s does not include it.
  bool profiles = false;
  bool profiles_in_verdicts = false;  // Sets Verdict.profile of the protos too; needs `profiles`.
  int threads = 1;                    // >= 1; verdicts do not depend on the number of threads.
  // s, >= 0: a scene that takes longer is aborted with DeadlineExceeded, as soon as the checks of
  // its candidates notice (TrajectoryChecker::Check); sampling is not interrupted. 0: no limit.
  double scene_time_limit_s = 0.0;
  // A cycle whose candidates have more instants is refused. About 500 bytes each with profiles and
  // the page: 1 GB.
  int64_t max_instants = 2'000'000;
};

// Returns an error that names an option that is out of range, and its value.
absl::Status ValidateReplayOptions(const ReplayOptions& options);

// Returns an executor that gives each of `threads` threads an equal share of a call, including the
// calling thread. If the system grants fewer threads, those do all the work.
// REQUIRES: threads >= 1.
ParallelFor InThreads(int threads);

// Returns the ego state at time_s on a trajectory. The pose is interpolated. A trajectory contains
// poses only, so speed and acceleration along the heading are computed from differences over the
// steps around that time, and their error is that of one time step.
// REQUIRES: at least two poses; time_s within the trajectory's times.
EgoState StateOnCandidate(const Candidate& trajectory, double time_s);

// s. Longer time steps are implausible.
inline constexpr double kLongTimeStep_s = 1.0;

// s. Shorter time steps are implausible.
inline constexpr double kShortTimeStep_s = 1e-3;

// Returns one sentence for each implausible time step of the scene: that of the check, and that of
// the sampling.
// Error (InvalidArgument): a time step exceeds kLongTimeStep_s and every candidate's duration, so
// it must be a mistake, such as milliseconds. Without candidates there is no error.
absl::StatusOr<std::vector<std::string>> CheckTimeSteps(const Scene& scene, absl::Span<const Candidate> candidates);

// The results of a replay apart from its cycles.
struct ReplayedDrive {
  std::vector<TimedPose> driven;  // In closed loop the driven motion, scene frame; otherwise empty.
  double elapsed_s = 0.0;         // Wall-clock time spent in checking.
};

// Receives the planning cycles of a scene in order. If it returns an error, the replay ends and
// returns it.
using CycleSink = std::function<absl::Status(ReplayedCycle)>;

// Replays one scene: samples candidates if it has none, checks them, computes their profiles if
// requested, and in closed loop drives on (docs/replay.md, "Cycles"). At least one cycle is passed
// to `take`; two are in memory at a time.
// Errors: as ValidateReplayOptions, SampleFrenetLattice, CheckTimeSteps, TrajectoryChecker::Create,
// Check and Profiles; DeadlineExceeded beyond the time limit, perhaps after some cycles; the error
// of `take`.
// REQUIRES: `scene` is valid (MakeScene). The caller fills in the run metadata.
absl::StatusOr<ReplayedDrive> ReplayCycles(const Scene& scene, const ReplayOptions& options, const CycleSink& take);

// Replays as above and returns all cycles at once. The caller fills in `file` too.
absl::StatusOr<ReplayedScene> ReplayScene(Scene scene, const ReplayOptions& options);

}  // namespace collision2d::planner
