#ifndef COLLISION2D_PLANNER_ADAPTER_SAMPLING_KINEMATIC_LIMITS_H_
#define COLLISION2D_PLANNER_ADAPTER_SAMPLING_KINEMATIC_LIMITS_H_

#include <array>
#include <cstdint>
#include <optional>

#include "absl/status/status.h"

namespace collision2d::planner {

// The limits of a vehicle's motion, physical or chosen by the planner; a motion may reach each limit but not exceed it.
// The defaults are those of a passenger car on a dry road.
struct KinematicLimits {
  double max_speed_mps = 50.0;
  double max_acceleration_mps2 = 4.0;          // Along the heading, gaining speed.
  double max_deceleration_mps2 = 8.0;          // Along the heading, losing speed; given as a positive number.
  double max_lateral_acceleration_mps2 = 4.0;  // Speed squared times curvature.
  double max_steering_angle_rad = 0.6;         // Steering angle of the front wheels; in (0, pi/2).
};

// m/s. A slower backward speed is rounding, not driving in reverse: it moves a vehicle by less than 10 um in 10 s.
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
  void Add(KinematicLimit limit) { ++counts_[static_cast<int>(limit)]; }
  int64_t count(KinematicLimit limit) const { return counts_[static_cast<int>(limit)]; }
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

// Error (InvalidArgument, naming the field): a limit that is not positive and finite, or a steering angle of pi/2 or
// more.
absl::Status ValidateKinematicLimits(const KinematicLimits& limits);

// Returns the largest curvature in 1/m that a vehicle with this wheelbase can drive: tan(max_steering_angle) /
// wheelbase (kinematic bicycle model, reference point on the rear axle).
// REQUIRES: valid limits, wheelbase_m > 0.
double MaxCurvature(const KinematicLimits& limits, double wheelbase_m);

// Returns the first limit, in the order of the enumeration, that `state` exceeds; none if it keeps them all. NaN counts
// as exceeding a limit.
// REQUIRES: max_curvature_per_m = MaxCurvature(limits, wheelbase).
std::optional<KinematicLimit> FirstExceeded(const KinematicLimits& limits, double max_curvature_per_m,
                                            const MotionState& state);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_SAMPLING_KINEMATIC_LIMITS_H_
