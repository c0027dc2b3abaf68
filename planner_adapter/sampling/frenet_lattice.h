#ifndef COLLISION2D_PLANNER_ADAPTER_SAMPLING_FRENET_LATTICE_H_
#define COLLISION2D_PLANNER_ADAPTER_SAMPLING_FRENET_LATTICE_H_

#include <vector>

#include "absl/status/statusor.h"
#include "planner_adapter/sampling/frenet_sampler_options.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

// s. The smallest legal time step and horizon.
inline constexpr double kMinSamplingTime_s = 1e-3;

// s. The kinematic limits are checked at least this often, even if the poses of a candidate are further apart.
inline constexpr double kMaxLimitCheckStep_s = 0.1;

// An instant of a candidate.
struct LatticeTime {
  double time_s = 0.0;   // Since the beginning of the cycle.
  bool has_pose = true;  // False: only the limits are checked.
};

// What is sampled: every combination of a horizon, a longitudinal goal (an end speed or a stop distance) and a lateral
// offset. Units as in FrenetSamplerOptions.
struct FrenetLattice {
  std::vector<double> lateral_offsets_m;
  std::vector<double> end_speeds_mps;
  std::vector<double> stop_distances_m;
  std::vector<double> horizons_s;
  double time_step_s = 0.0;

  int num_candidates() const {
    return static_cast<int>(horizons_s.size() * (end_speeds_mps.size() + stop_distances_m.size()) *
                            lateral_offsets_m.size());
  }
};

// Returns the lattice that the sampling request of `scene` specifies; `options` supply what the
// request does not.
// Errors (InvalidArgument, naming the field of the scene or of the options and the value): a number
// that is not finite or out of its range; a list of the options that is empty (stop distances may
// be); a lattice of more than kMaxCandidates, or with more instants, of the sampler or of the
// scene's time steps, than kMaxCandidateInstants (scene_limits.h).
absl::StatusOr<FrenetLattice> MakeFrenetLattice(const Scene& scene, const FrenetSamplerOptions& options);

// Returns the instants of a candidate with this horizon: a pose every time_step_s and one at the horizon, so that the
// last step may be shorter; between them as many additional instants as kMaxLimitCheckStep_s requires.
// REQUIRES: both at least kMinSamplingTime_s.
std::vector<LatticeTime> LatticeTimes(double horizon_s, double time_step_s);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_SAMPLING_FRENET_LATTICE_H_
