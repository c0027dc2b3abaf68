// A Frenet lattice sampler: candidate motions of the ego vehicle along a reference path, in a few
// milliseconds. Every combination of a horizon, a longitudinal goal (an end speed or a stop
// distance) and a lateral offset is one candidate; those that exceed a kinematic limit are rejected
// and counted. Frame, lattice, low speeds, limits, corners and departures from the source are in
// docs/sampling.md.
// Source: Werling, Ziegler, Kammel and Thrun 2010, "Optimal trajectory generation for dynamic
// street scenarios in a Frenet frame".
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "planner_adapter/scene/scene.h"

// Samples candidates of a lattice along a reference path. The options are the kinematic limits of a
// vehicle, the lattice and the costs of its candidates; JitteredRequest displaces the lattice at
// random.

namespace collision2d::planner {

// The limits of a vehicle's motion, physical or chosen by the planner; a motion may reach each
// limit but not exceed it. The defaults are those of a passenger car on a dry road.
struct KinematicLimits {
  double max_speed_mps = 50.0;
  double max_acceleration_mps2 = 4.0;          // Along the heading, gaining speed.
  double max_deceleration_mps2 = 8.0;          // Along the heading, losing speed; given as a positive number.
  double max_lateral_acceleration_mps2 = 4.0;  // Speed squared times curvature.
  double max_steering_angle_rad = 0.6;         // Steering angle of the front wheels; in (0, pi/2).
};

// m/s. A slower backward speed is rounding, not driving in reverse: it moves a vehicle by less than
// 10 um in 10 s.
inline constexpr double kStandstillSpeed_mps = 1e-6;

// Why a motion is rejected.
enum class KinematicLimit {
  kReverse,              // It drives backward.
  kSpeed,                // max_speed_mps.
  kAcceleration,         // max_acceleration_mps2.
  kDeceleration,         // max_deceleration_mps2.
  kCurvature,            // max_steering_angle_rad, as a curvature.
  kLateralAcceleration,  // max_lateral_acceleration_mps2.
};
inline constexpr int kNumKinematicLimits = 6;

// Returns the limit in words: "reverse", "speed", ...
const char* KinematicLimitName(KinematicLimit limit);

// Counts the rejected motions by limit.
class KinematicRejections {
 public:
  void Add(KinematicLimit limit) { ++counts_[static_cast<size_t>(limit)]; }
  int64_t count(KinematicLimit limit) const { return counts_[static_cast<size_t>(limit)]; }
  int64_t total() const;

 private:
  std::array<int64_t, kNumKinematicLimits> counts_ = {};
};

// The motion of a vehicle's reference point (rear axle) at one instant.
struct MotionState {
  double speed_mps = 0.0;          // Negative: backward.
  double acceleration_mps2 = 0.0;  // Along the heading.
  double curvature_per_m = 0.0;    // Curvature of the driven path, positive to the left.
};

// Error (InvalidArgument, naming the field): a limit that is not positive and finite, or a steering
// angle of pi/2 or more.
absl::Status ValidateKinematicLimits(const KinematicLimits& limits);

// Returns the largest curvature in 1/m that a vehicle with this wheelbase can drive:
// tan(max_steering_angle) / wheelbase (kinematic bicycle model, reference point on the rear axle).
// REQUIRES: valid limits, wheelbase_m > 0.
double MaxCurvature(const KinematicLimits& limits, double wheelbase_m);

// Returns the first limit, in the order of the enumeration, that `state` exceeds; nullopt if it
// exceeds none. NaN counts as exceeding a limit.
// REQUIRES: max_curvature_per_m = MaxCurvature(limits, wheelbase).
std::optional<KinematicLimit> FirstExceeded(const KinematicLimits& limits, double max_curvature_per_m,
                                            const MotionState& state);

// Weights of the cost of a candidate, each >= 0. The cost is the sum of
//   lateral_jerk      * integral of (third time derivative of d)^2 dt                s^5/m^2
//   longitudinal_jerk * integral of (third time derivative of s)^2 dt                s^5/m^2
//   missing_duration  * (longest horizon of the lattice - duration)                  1/s
//   lateral_offset    * (lateral offset at the end)^2                                1/m^2
//   speed_deviation   * (speed along the path at the end - desired speed)^2          s^2/m^2
// where the last column is the weight's unit.
struct FrenetCostWeights {
  double lateral_jerk = 0.1;
  double longitudinal_jerk = 0.1;
  double missing_duration = 1.0;
  double lateral_offset = 1.0;
  double speed_deviation = 1.0;
};

// The options of SampleFrenetLattice. A list in Scene::sampling_request that is not empty replaces
// the one here.
struct FrenetSamplerOptions {
  // m, lateral offsets at the end of a candidate, positive to the left: about one lane to each
  // side.
  std::vector<double> lateral_offsets_m = {-3.5, -2.8, -2.1, -1.4, -0.7, 0.0, 0.7, 1.4, 2.1, 2.8, 3.5};

  // End speeds along the path, as multiples of the larger of Scene::desired_speed_mps and
  // min_reference_speed_mps; >= 0.
  std::vector<double> end_speed_factors = {0.0, 0.25, 0.5, 0.75, 0.9, 1.0, 1.1, 1.2, 1.3};
  double min_reference_speed_mps = 5.0;  // > 0. Gives a lattice to a vehicle without a desired speed too.

  // m along the path from the ego vehicle, > 0: distances at which a candidate comes to rest at its
  // end. In addition to the end speeds.
  std::vector<double> stop_distances_m;

  // s, durations of the candidates; at least 1 ms.
  std::vector<double> horizons_s = {2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0};

  // m/s, > 0. A candidate's lateral position is a polynomial of time, or of arc length if its speed
  // along the path ever falls below this: a vehicle at rest cannot move sideways.
  double low_speed_mps = 2.0;

  // m, > 0. The shortest distance over which such a candidate plans a lateral move: with the
  // default limits and a wheelbase of 2.7 m, 3.5 m to the side can just be driven. A candidate
  // shorter than that ends before it reaches its lateral offset.
  double min_lateral_length_m = 10.0;

  // m, > 0. It is an error if the ego vehicle is further from the reference path (extended beyond
  // its ends).
  double max_ego_offset_m = 20.0;

  // m: bends shorter than about this are smoothed out of the reference path.
  double path_smoothing_length_m = 2.0;

  KinematicLimits limits;
  FrenetCostWeights weights;

  // Also returns SampledCandidates::rejected.
  bool keep_rejected = false;
};

// Returns the sampling request of `scene`, completed by the lattice of `options`, with every
// lateral offset, end speed, horizon and stop distance moved at random by up to half its distance
// to the nearest other value of its list (a list of one value is unchanged). Successive seeds thus
// explore between the points of the lattice while its order and extent are preserved. Speeds stay
// >= 0 and horizons and stop distances positive, since a value moves towards zero by less than half
// of itself. The same state of `random` gives the same request on every machine.
SamplingRequest JitteredRequest(const Scene& scene, const FrenetSamplerOptions& options, std::mt19937_64& random);

// A motion of the lattice that exceeds a limit.
struct RejectedMotion {
  KinematicLimit limit;
  std::vector<TimedPose> poses;  // Until it exceeds the limit; none if the first one does.
};

// The result of sampling.
struct SampledCandidates {
  std::vector<Candidate> candidates;  // Within all limits, in the order of the lattice.
  int lattice_size = 0;               // candidates.size() + rejections.total().
  KinematicRejections rejections;
  std::vector<RejectedMotion> rejected;  // Empty unless FrenetSamplerOptions::keep_rejected.
};

// Returns the candidates for `scene`, in the frame of its data. Obstacles and the drivable area are
// ignored.
// Errors: ego_state not set, its heading 90 degrees or more from the path's, or further than
// max_ego_offset_m from it (FailedPrecondition); a negative ego speed, a reference path that is too
// short or turns back on itself, a value of the scene or of the options that is out of range, an
// ego vehicle of several parts (InvalidArgument). Each message names the field and the value. It is
// not an error if no candidate is within the limits.
absl::StatusOr<SampledCandidates> SampleFrenetLattice(const Scene& scene, const FrenetSamplerOptions& options = {});

}  // namespace collision2d::planner
