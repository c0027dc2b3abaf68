#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "absl/strings/str_format.h"
#include "planner_adapter/sampling/frenet_sampler.h"

namespace collision2d::planner {
namespace {

absl::Status CheckPositive(const char* field, double value) {
  if (std::isfinite(value) && value > 0.0) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrFormat("limits.%s: %.17g is not positive and finite", field, value));
}

// Uniform in (-1, 1). Not std::uniform_real_distribution: its values differ between standard
// libraries.
double SignedUnit(std::mt19937_64& random) { return (static_cast<double>(random() >> 11) + 0.5) * 0x1p-52 - 1.0; }

// Returns the distance of a value to the nearest other one of the list, given in order; 0 for a
// list of one value.
double Spacing(const std::vector<double>& sorted, double value) {
  if (sorted.size() < 2) return 0.0;
  const auto at = std::lower_bound(sorted.begin(), sorted.end(), value);
  const double below = at == sorted.begin() ? std::numeric_limits<double>::infinity() : value - *(at - 1);
  const double above = at + 1 == sorted.end() ? std::numeric_limits<double>::infinity() : *(at + 1) - value;
  return std::min(below, above);
}

// `keep_sign`: no value moves by more than half of itself.
std::vector<double> Jittered(const std::vector<double>& values, bool keep_sign, std::mt19937_64& random) {
  // The sampler names what is not finite.
  if (!std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); })) return values;
  std::vector<double> sorted = values;
  std::sort(sorted.begin(), sorted.end());
  std::vector<double> jittered;
  jittered.reserve(values.size());
  for (const double value : values) {
    const double spacing = Spacing(sorted, value);
    const double reach = keep_sign ? std::min(spacing, std::abs(value)) : spacing;
    jittered.push_back(value + 0.5 * reach * SignedUnit(random));
  }
  return jittered;
}

std::vector<double> EndSpeeds(const Scene& scene, const FrenetSamplerOptions& options) {
  const double reference_mps = std::max(scene.desired_speed_mps, options.min_reference_speed_mps);
  std::vector<double> speeds_mps;
  for (const double factor : options.end_speed_factors) speeds_mps.push_back(factor * reference_mps);
  return speeds_mps;
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

SamplingRequest JitteredRequest(const Scene& scene, const FrenetSamplerOptions& options, std::mt19937_64& random) {
  const auto or_default = [](const std::vector<double>& asked, const std::vector<double>& otherwise) {
    return asked.empty() ? otherwise : asked;
  };
  SamplingRequest request = scene.sampling_request;
  request.lateral_offsets_m =
      Jittered(or_default(request.lateral_offsets_m, options.lateral_offsets_m), /*keep_sign=*/false, random);
  request.end_speeds_mps =
      Jittered(or_default(request.end_speeds_mps, EndSpeeds(scene, options)), /*keep_sign=*/true, random);
  request.horizons_s = Jittered(or_default(request.horizons_s, options.horizons_s), /*keep_sign=*/true, random);
  request.stop_distances_m =
      Jittered(or_default(request.stop_distances_m, options.stop_distances_m), /*keep_sign=*/true, random);
  return request;
}

}  // namespace collision2d::planner
