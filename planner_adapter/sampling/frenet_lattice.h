#pragma once

#include <array>
#include <vector>

#include "absl/status/statusor.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/sampling/frenet_sampler.h"
#include "planner_adapter/sampling/reference_path.h"
#include "planner_adapter/scene/scene.h"

// The parts of a Frenet sampler: polynomials between boundary states, motions relative to a
// reference path, and the lattice of end states.

namespace collision2d::planner {

// A value with its first and second derivative: the conditions on a polynomial at one end.
struct BoundaryState {
  double value = 0.0;
  double first = 0.0;
  double second = 0.0;
};

// A polynomial of degree at most five in x, stored by its coefficients: sum of c[k] x^k.
class Polynomial {
 public:
  constexpr Polynomial() = default;
  constexpr explicit Polynomial(const std::array<double, 6>& coefficients) : c_(coefficients) {}

  constexpr double Value(double x) const {
    return c_[0] + x * (c_[1] + x * (c_[2] + x * (c_[3] + x * (c_[4] + x * c_[5]))));
  }
  constexpr double First(double x) const {
    return c_[1] + x * (2.0 * c_[2] + x * (3.0 * c_[3] + x * (4.0 * c_[4] + x * 5.0 * c_[5])));
  }
  constexpr double Second(double x) const {
    return 2.0 * c_[2] + x * (6.0 * c_[3] + x * (12.0 * c_[4] + x * 20.0 * c_[5]));
  }
  constexpr double Third(double x) const { return 6.0 * c_[3] + x * (24.0 * c_[4] + x * 60.0 * c_[5]); }

 private:
  std::array<double, 6> c_ = {};
};

// Returns the quintic that is in state `start` at x = 0 and in state `end` at x = length: of all
// functions that satisfy these conditions, the one with the smallest integral of the squared third
// derivative.
// REQUIRES: length > 0; everything finite.
// Error: rounding only; the conditions at x = 0 are met exactly.
// No allocation.
// Source: Takahashi et al. 1989; Werling et al. 2010, section IV.
Polynomial QuinticBetween(const BoundaryState& start, const BoundaryState& end, double length);

// Returns the quartic that is in state `start` at x = 0 and has the given derivatives at x =
// length, where its value is free: again the function with the smallest integral of the squared
// third derivative.
// REQUIRES: as QuinticBetween.
// Source: Werling et al. 2010, section V (velocity keeping).
Polynomial QuarticToDerivatives(const BoundaryState& start, double end_first, double end_second, double length);

// The scale of a Frenet frame, 1 - curvature * d, is the length driven at lateral offset d per
// length of the path. It is zero at the centre of curvature, where s is undefined. An initial state
// with a scale below this is refused.
inline constexpr double kMinInitialFrenetScale = 0.1;

// A motion relative to a reference path at one instant: progress along the path by time, lateral
// offset by arc length. (Offsets by arc length, not by time, so that a standing vehicle has a
// heading and a curvature too.)
struct FrenetState {
  double s_m = 0.0;
  double speed_mps = 0.0;          // ds/dt.
  double acceleration_mps2 = 0.0;  // d^2s/dt^2.
  double d_m = 0.0;                // Positive: left of the path.
  double d_slope = 0.0;            // dd/ds.
  double d_curvature_per_m = 0.0;  // d^2d/ds^2.
};

// The same motion in the frame of the path's points.
struct CartesianState {
  Vec2 position;
  Vec2 direction;  // Direction of the heading; not a unit vector; zero only if the motion is impossible.
  MotionState motion;
};

// Returns the Cartesian form of `state`, whose point on the path is `foot`. If the scale is not
// positive (at or beyond the centre of curvature, which no vehicle can follow), the curvature is
// infinite.
// REQUIRES: foot = path.At(state.s_m).
// No allocation.
// Source: the relations of Werling et al. 2010, appendix I, derived afresh in the implementation.
CartesianState ToCartesian(const PathPoint& foot, const FrenetState& state);

// Returns the ego vehicle's motion relative to the path. EgoState does not contain a curvature; it
// is assumed to equal that of the path, so that the heading relative to the path does not change at
// this instant.
// Errors (FailedPrecondition, naming ego_state): a heading 90 degrees or more from the path's; a
// scale below kMinInitialFrenetScale. (InvalidArgument): a negative speed.
// REQUIRES: finite numbers.
absl::StatusOr<FrenetState> ToFrenet(const ReferencePath& path, const EgoState& ego);

// s. The smallest legal time step and horizon.
inline constexpr double kMinSamplingTime_s = 1e-3;

// s. The kinematic limits are checked at least this often, even if the poses of a candidate are
// further apart.
inline constexpr double kMaxLimitCheckStep_s = 0.1;

// An instant of a candidate.
struct LatticeTime {
  double time_s = 0.0;   // Since the beginning of the cycle.
  bool has_pose = true;  // False: only the limits are checked.
};

// What is sampled: every combination of a horizon, a longitudinal goal (an end speed or a stop
// distance) and a lateral offset. Units as in FrenetSamplerOptions.
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

// Returns the instants of a candidate with this horizon: a pose every time_step_s and one at the
// horizon, so that the last step may be shorter; between them as many additional instants as
// kMaxLimitCheckStep_s requires.
// REQUIRES: both at least kMinSamplingTime_s.
std::vector<LatticeTime> LatticeTimes(double horizon_s, double time_step_s);

}  // namespace collision2d::planner
