#ifndef COLLISION2D_PLANNER_ADAPTER_SAMPLING_FRENET_SAMPLER_H_
#define COLLISION2D_PLANNER_ADAPTER_SAMPLING_FRENET_SAMPLER_H_

#include <vector>

#include "absl/status/statusor.h"
#include "planner_adapter/sampling/frenet_sampler_options.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

// A Frenet lattice sampler: candidate motions of the ego vehicle along a reference path, in a few
// milliseconds.
//
// The frame. The reference path is smoothed (see ReferencePath), and a motion is described relative
// to it: its progress along the path, s(t), and its lateral offset, d. The ego state gives the
// start of both: its position (projected onto the path), its heading relative to the path, its
// speed and its acceleration. Its curvature is unknown and assumed to equal that of the path at
// that instant.
//
// The lattice. Every combination of
//   a horizon T,
//   a longitudinal goal: an end speed, reached without acceleration by a quartic s(t) whose end
//   position is free, or a
//     stop distance, reached at rest by a quintic s(t),
//   a lateral offset, reached by a quintic d, parallel to the path at the end
// is one candidate. Of all motions between the same ends these have the least squared jerk. The
// order is that of the lists, offsets varying fastest, then goals (end speeds before stop
// distances), then horizons. A candidate's id is "sampled/<k>", k being its number in the full
// lattice, whatever else is rejected. There is no randomness.
//
// By time or by arc length. At speed, d is a quintic in time: sideways motion takes T whatever the
// distance. A slow vehicle cannot move like that: at a standstill the heading would be that of d' /
// s' = 0 / 0. If a candidate is ever slower than low_speed_mps, its d is therefore a quintic in arc
// length, over the distance that it drives, but at least min_lateral_length_m. If it drives less,
// it ends before it reaches its lateral offset; in particular, a standing vehicle whose goal is to
// stop does not move.
//
// Poses. Every time_step_s from the ego state's time on, and one exactly at the horizon. The first
// is the ego state's. Yaw is computed from the derivatives of the path and of d, not from
// differences of positions.
//
// Limits. A candidate that exceeds a kinematic limit at any checked instant (every pose, and at
// least every kMaxLimitCheckStep_s) is rejected, and counted under the limit that it exceeds first.
// If the ego state itself exceeds a limit (by braking harder than max_deceleration, say), no
// candidate remains, and the counts show why. Speed, acceleration and curvature are those of the
// reference point, assumed to be the rear axle, along its own motion, not along the path.
//
// Cost. See FrenetCostWeights: jerk, missing duration, end offset and deviation from the desired
// speed.
//
// Sharp corners of a reference path become bends that may be tighter than the vehicle can turn;
// candidates through them are rejected by curvature. Beyond both ends the path is extended
// straight.
//
// Source: Werling, Ziegler, Kammel and Thrun 2010, "Optimal trajectory generation for dynamic
// street scenarios in a Frenet frame".
// Departures: the low-speed mode is chosen per candidate by its slowest speed; its lateral move has
// a minimum length; goals are end states only (no following, merging); a longer candidate costs
// less, not more, since it is checked for collisions further ahead.

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
// short or turns back on itself, a value of the scene or of the options that is out of range
// (InvalidArgument). Each message names the field and the value. It is not an error if no candidate
// is within the limits.
absl::StatusOr<SampledCandidates> SampleFrenetLattice(const Scene& scene, const FrenetSamplerOptions& options = {});

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_SAMPLING_FRENET_SAMPLER_H_
