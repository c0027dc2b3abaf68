#pragma once

#include <vector>

#include "absl/status/statusor.h"
#include "planner_adapter/sampling/frenet_sampler_options.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

// A Frenet lattice sampler: candidate motions of the ego vehicle along a reference path, in a few
// milliseconds. Every combination of a horizon, a longitudinal goal (an end speed or a stop
// distance) and a lateral offset is one candidate; those that exceed a kinematic limit are rejected
// and counted. Frame, lattice, low speeds, limits, corners and departures from the source are in
// docs/sampling.md.
// Source: Werling, Ziegler, Kammel and Thrun 2010, "Optimal trajectory generation for dynamic
// street scenarios in a Frenet frame".

// The result of sampling.
struct SampledCandidates {
  std::vector<Trajectory> candidates;  // Within all limits, in the order of the lattice.
  int lattice_size = 0;                // candidates.size() + rejections.total().
  KinematicRejections rejections;
};

// Returns the candidates for `scene`, in its local frame. Obstacles and the drivable area are
// ignored.
// Errors: ego_state not set, its heading 90 degrees or more from the path's, or further than
// max_ego_offset_m from it (FailedPrecondition); a negative ego speed, a reference path that is too
// short or turns back on itself, a value of the scene or of the options that is out of range, an
// ego vehicle of several parts (InvalidArgument). Each message names the field and the value. It is
// not an error if no candidate is within the limits.
absl::StatusOr<SampledCandidates> SampleFrenetLattice(const Scene& scene, const FrenetSamplerOptions& options = {});

}  // namespace collision2d::planner
