#include "planner_adapter/sampling/kinematic_limits.h"

#include <cmath>
#include <numeric>

#include "absl/strings/str_format.h"

namespace collision2d::planner {
namespace {

absl::Status CheckPositive(const char* field, double value) {
  if (std::isfinite(value) && value > 0.0) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrFormat("limits.%s: %.17g is not positive and finite", field, value));
}

}  // namespace

const char* KinematicLimitName(KinematicLimit limit) {
  switch (limit) {
    case KinematicLimit::kReverse:
      return "reverse";
    case KinematicLimit::kSpeed:
      return "speed";
    case KinematicLimit::kAcceleration:
      return "acceleration";
    case KinematicLimit::kDeceleration:
      return "deceleration";
    case KinematicLimit::kCurvature:
      return "curvature";
    case KinematicLimit::kLateralAcceleration:
      return "lateral acceleration";
  }
  return "unknown";
}

int64_t KinematicRejections::total() const { return std::accumulate(counts_.begin(), counts_.end(), int64_t{0}); }

absl::Status ValidateKinematicLimits(const KinematicLimits& limits) {
  const struct {
    const char* field;
    double value;
  } fields[] = {{"max_speed_mps", limits.max_speed_mps},
                {"max_acceleration_mps2", limits.max_acceleration_mps2},
                {"max_deceleration_mps2", limits.max_deceleration_mps2},
                {"max_lateral_acceleration_mps2", limits.max_lateral_acceleration_mps2},
                {"max_steering_angle_rad", limits.max_steering_angle_rad}};
  for (const auto& [field, value] : fields) {
    if (absl::Status status = CheckPositive(field, value); !status.ok()) return status;
  }
  if (limits.max_steering_angle_rad >= M_PI / 2.0) {
    return absl::InvalidArgumentError(
        absl::StrFormat("limits.max_steering_angle_rad: %.17g is not below pi/2", limits.max_steering_angle_rad));
  }
  return absl::OkStatus();
}

double MaxCurvature(const KinematicLimits& limits, double wheelbase_m) {
  return std::tan(limits.max_steering_angle_rad) / wheelbase_m;
}

std::optional<KinematicLimit> FirstExceeded(const KinematicLimits& limits, double max_curvature_per_m,
                                            const MotionState& state) {
  // Each written so that NaN does not pass.
  if (!(state.speed_mps >= -kStandstillSpeed_mps)) return KinematicLimit::kReverse;
  if (!(state.speed_mps <= limits.max_speed_mps)) return KinematicLimit::kSpeed;
  if (!(state.acceleration_mps2 <= limits.max_acceleration_mps2)) return KinematicLimit::kAcceleration;
  if (!(state.acceleration_mps2 >= -limits.max_deceleration_mps2)) return KinematicLimit::kDeceleration;
  const double curvature = std::abs(state.curvature_per_m);
  if (!(curvature <= max_curvature_per_m)) return KinematicLimit::kCurvature;
  if (!(state.speed_mps * state.speed_mps * curvature <= limits.max_lateral_acceleration_mps2)) {
    return KinematicLimit::kLateralAcceleration;
  }
  return std::nullopt;
}

}  // namespace collision2d::planner
