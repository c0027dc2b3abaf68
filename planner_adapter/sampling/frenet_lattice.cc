#include "planner_adapter/sampling/frenet_lattice.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "absl/base/macros.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/types/span.h"
#include "planner_adapter/scene/scene_limits.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {

// With u = x / length the end conditions are equations in c[3], c[4], c[5] with small integer
// coefficients, whose solution is written out; the powers of `length` are restored at the end.
// `value`, `first` and `second` are the differences at u = 1 between the end conditions and the
// quadratic through `start`.
Polynomial QuinticBetween(const BoundaryState& start, const BoundaryState& end, double length) {
  ABSL_ASSERT(length > 0.0);
  const double value = end.value - (start.value + length * (start.first + 0.5 * length * start.second));
  const double first = (end.first - (start.first + length * start.second)) * length;
  const double second = (end.second - start.second) * length * length;
  const double length3 = length * length * length;
  return Polynomial({start.value, start.first, 0.5 * start.second,
                     (10.0 * value - 4.0 * first + 0.5 * second) / length3,
                     (-15.0 * value + 7.0 * first - second) / (length3 * length),
                     (6.0 * value - 3.0 * first + 0.5 * second) / (length3 * length * length)});
}

Polynomial QuarticToDerivatives(const BoundaryState& start, double end_first, double end_second, double length) {
  ABSL_ASSERT(length > 0.0);
  const double first = (end_first - (start.first + length * start.second)) * length;
  const double second = (end_second - start.second) * length * length;
  const double length3 = length * length * length;
  return Polynomial({start.value, start.first, 0.5 * start.second, (first - second / 3.0) / length3,
                     (-0.5 * first + 0.25 * second) / (length3 * length), 0.0});
}

namespace {

// Derivatives by the path's arc length of the position r(s) + d(s) n(s), in the axes (tangent, left
// normal) of the foot. With k the path's curvature and q = 1 - k d the scale, r' = t, t' = k n and
// n' = -k t give
//   first  = (q, d')
//   second = (-(k' d + 2 k d'), k q + d'').
struct Derivatives {
  Vec2 first;
  Vec2 second;
};

Derivatives DerivativesByArcLength(const PathPoint& foot, double d, double slope, double d_curvature) {
  const double k = foot.curvature_per_m;
  const double q = 1.0 - k * d;
  return {{q, slope}, {-(foot.curvature_rate_per_m2 * d + 2.0 * k * slope), k * q + d_curvature}};
}

enum class Range { kAny, kNotNegative, kPositive, kTime };

absl::Status CheckNumber(const std::string& field, double value, Range range) {
  if (!std::isfinite(value)) {
    return absl::InvalidArgumentError(absl::StrFormat("%s: %g is not finite", field, value));
  }
  if (range == Range::kNotNegative && value < 0.0) {
    return absl::InvalidArgumentError(absl::StrFormat("%s: %.17g is negative", field, value));
  }
  if (range == Range::kPositive && value <= 0.0) {
    return absl::InvalidArgumentError(absl::StrFormat("%s: %.17g is not positive", field, value));
  }
  if (range == Range::kTime && value < kMinSamplingTime_s) {
    return absl::InvalidArgumentError(absl::StrFormat("%s: %.17g s is below %g s", field, value, kMinSamplingTime_s));
  }
  return absl::OkStatus();
}

absl::Status CheckList(const char* field, absl::Span<const double> values, Range range) {
  for (int i = 0; i < static_cast<int>(values.size()); ++i) {
    if (absl::Status status = CheckNumber(absl::StrCat(field, "[", i, "]"), values[i], range); !status.ok()) {
      return status;
    }
  }
  return absl::OkStatus();
}

absl::Status CheckOptions(const FrenetSamplerOptions& options) {
  const struct {
    const char* field;
    absl::Span<const double> values;
    Range range;
    bool may_be_empty;
  } lists[] = {{"options.lateral_offsets_m", options.lateral_offsets_m, Range::kAny, false},
               {"options.end_speed_factors", options.end_speed_factors, Range::kNotNegative, false},
               {"options.stop_distances_m", options.stop_distances_m, Range::kPositive, true},
               {"options.horizons_s", options.horizons_s, Range::kTime, false}};
  for (const auto& list : lists) {
    if (list.values.empty() && !list.may_be_empty) {
      return absl::InvalidArgumentError(absl::StrCat(list.field, ": empty"));
    }
    if (absl::Status status = CheckList(list.field, list.values, list.range); !status.ok()) return status;
  }
  const struct {
    const char* field;
    double value;
    Range range;
  } numbers[] = {
      {"options.min_reference_speed_mps", options.min_reference_speed_mps, Range::kPositive},
      {"options.low_speed_mps", options.low_speed_mps, Range::kPositive},
      {"options.min_lateral_length_m", options.min_lateral_length_m, Range::kPositive},
      {"options.max_ego_offset_m", options.max_ego_offset_m, Range::kPositive},
      {"options.weights.lateral_jerk", options.weights.lateral_jerk, Range::kNotNegative},
      {"options.weights.longitudinal_jerk", options.weights.longitudinal_jerk, Range::kNotNegative},
      {"options.weights.missing_duration", options.weights.missing_duration, Range::kNotNegative},
      {"options.weights.lateral_offset", options.weights.lateral_offset, Range::kNotNegative},
      {"options.weights.speed_deviation", options.weights.speed_deviation, Range::kNotNegative},
  };
  for (const auto& number : numbers) {
    if (absl::Status status = CheckNumber(number.field, number.value, number.range); !status.ok()) return status;
  }
  if (absl::Status status = ValidateKinematicLimits(options.limits); !status.ok()) {
    return absl::InvalidArgumentError(absl::StrCat("options.", status.message()));
  }
  return absl::OkStatus();
}

absl::Status CheckScene(const Scene& scene) {
  const SamplingRequest& request = scene.sampling_request;
  const struct {
    const char* field;
    absl::Span<const double> values;
    Range range;
  } lists[] = {{"sampling_request.lateral_offsets_m", request.lateral_offsets_m, Range::kAny},
               {"sampling_request.end_speeds_mps", request.end_speeds_mps, Range::kNotNegative},
               {"sampling_request.stop_distances_m", request.stop_distances_m, Range::kPositive},
               {"sampling_request.horizons_s", request.horizons_s, Range::kTime}};
  for (const auto& list : lists) {
    if (absl::Status status = CheckList(list.field, list.values, list.range); !status.ok()) return status;
  }
  if (request.time_step_s.has_value()) {
    if (absl::Status status = CheckNumber("sampling_request.time_step_s", *request.time_step_s, Range::kTime);
        !status.ok()) {
      return status;
    }
  } else if (absl::Status status = CheckNumber("time_step_s", scene.time_step_s, Range::kTime); !status.ok()) {
    return status;
  }
  if (absl::Status status = CheckNumber("time_step_s", scene.time_step_s, Range::kPositive); !status.ok()) {
    return status;
  }
  return CheckNumber("desired_speed_mps", scene.desired_speed_mps, Range::kNotNegative);
}

// Returns the number of steps with poses of a candidate; a last step that would be no longer than
// one instant is merged.
double NumSteps(double horizon_s, double time_step_s) {
  return std::max(1.0, std::ceil((horizon_s - kSameInstant_s) / time_step_s));
}

double NumChecksPerStep(double time_step_s) {
  return std::max(1.0, std::ceil((time_step_s - kSameInstant_s) / kMaxLimitCheckStep_s));
}

// `horizons` names the field that the horizons are from; the scene is checked every check_step_s.
absl::Status CheckSize(const FrenetLattice& lattice, double check_step_s, const char* horizons) {
  double instants = 0.0;
  for (double horizon : lattice.horizons_s) {
    const double time_step = std::min(horizon, lattice.time_step_s);
    const double sampled = NumSteps(horizon, time_step) * NumChecksPerStep(time_step) + 1.0;
    instants += std::max(sampled, std::floor(horizon / check_step_s) + 2.0);
  }
  const double goals = static_cast<double>(lattice.end_speeds_mps.size() + lattice.stop_distances_m.size());
  const double per_horizon = goals * static_cast<double>(lattice.lateral_offsets_m.size());
  const double candidates = per_horizon * static_cast<double>(lattice.horizons_s.size());
  instants *= per_horizon;
  // Written so that NaN does not pass.
  const bool is_few = candidates <= kMaxCandidates;
  if (is_few && instants <= kMaxCandidateInstants) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrFormat(
      "%s: %d horizons with %d lateral offsets, and %g end speeds and stop distances, at time steps of %.17g s make %g "
      "%s; at most %d are accepted",
      horizons, lattice.horizons_s.size(), lattice.lateral_offsets_m.size(), goals,
      std::min(lattice.time_step_s, check_step_s), is_few ? instants : candidates, is_few ? "instants" : "candidates",
      is_few ? kMaxCandidateInstants : kMaxCandidates));
}

}  // namespace

// By the chain rule, velocity = first * s' and acceleration vector = second * s'^2 + first * s''.
// The speed is the length of the velocity, the acceleration along the heading its component in the
// direction of `first`.
CartesianState ToCartesian(const PathPoint& foot, const FrenetState& state) {
  const auto [first, second] = DerivativesByArcLength(foot, state.d_m, state.d_slope, state.d_curvature_per_m);
  const Vec2 normal = PerpendicularLeft(foot.tangent);
  const double rate = std::sqrt(NormSquared(first));
  CartesianState result;
  result.position = foot.position + state.d_m * normal;
  result.direction = first.x * foot.tangent + first.y * normal;
  result.motion.speed_mps = state.speed_mps * rate;
  result.motion.acceleration_mps2 =
      state.acceleration_mps2 * rate + state.speed_mps * state.speed_mps * Dot(first, second) / rate;
  result.motion.curvature_per_m =
      first.x > 0.0 ? Cross(first, second) / (rate * rate * rate) : std::numeric_limits<double>::infinity();
  return result;
}

absl::StatusOr<FrenetState> ToFrenet(const ReferencePath& path, const EgoState& ego) {
  if (ego.speed_mps < 0.0) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "ego_state.speed_mps: %.17g is negative; candidates are sampled for forward driving only", ego.speed_mps));
  }
  const PathCoordinates coordinates = path.Project(ego.pose.position);
  const PathPoint foot = path.At(coordinates.s_m);
  const double heading_error = NormalizeAngle(ego.pose.yaw_rad - std::atan2(foot.tangent.y, foot.tangent.x));
  if (std::abs(heading_error) >= M_PI / 2.0) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "ego_state.yaw_rad: %.17g differs from the reference path's heading by %.1f degrees; it must be below 90",
        ego.pose.yaw_rad, std::abs(heading_error) * 180.0 / M_PI));
  }
  const double k = foot.curvature_per_m;
  const double q = 1.0 - k * coordinates.d_m;
  if (!(q >= kMinInitialFrenetScale)) {
    return absl::FailedPreconditionError(
        absl::StrFormat("ego_state: %.17g m beside the reference path, too near its centre of curvature, %.17g m away",
                        coordinates.d_m, 1.0 / k));
  }
  FrenetState state;
  state.s_m = coordinates.s_m;
  state.d_m = coordinates.d_m;
  state.d_slope = q * std::tan(heading_error);
  // The angle between heading and path, atan(d' / q), is constant: d'' q = d' q' with q' = -(k' d +
  // k d').
  state.d_curvature_per_m = -state.d_slope * (foot.curvature_rate_per_m2 * state.d_m + k * state.d_slope) / q;
  // The relations of ToCartesian, solved for the motion along the path.
  const auto [first, second] = DerivativesByArcLength(foot, state.d_m, state.d_slope, state.d_curvature_per_m);
  const double rate = std::sqrt(NormSquared(first));
  state.speed_mps = ego.speed_mps / rate;
  state.acceleration_mps2 =
      (ego.acceleration_mps2 - state.speed_mps * state.speed_mps * Dot(first, second) / rate) / rate;
  return state;
}

absl::StatusOr<FrenetLattice> MakeFrenetLattice(const Scene& scene, const FrenetSamplerOptions& options) {
  if (absl::Status status = CheckOptions(options); !status.ok()) return status;
  if (absl::Status status = CheckScene(scene); !status.ok()) return status;
  const SamplingRequest& request = scene.sampling_request;
  FrenetLattice lattice;
  lattice.lateral_offsets_m = request.lateral_offsets_m.empty() ? options.lateral_offsets_m : request.lateral_offsets_m;
  lattice.stop_distances_m = request.stop_distances_m.empty() ? options.stop_distances_m : request.stop_distances_m;
  lattice.horizons_s = request.horizons_s.empty() ? options.horizons_s : request.horizons_s;
  lattice.end_speeds_mps = request.end_speeds_mps;
  if (lattice.end_speeds_mps.empty()) {
    const double reference_speed = std::max(scene.desired_speed_mps, options.min_reference_speed_mps);
    for (double factor : options.end_speed_factors) lattice.end_speeds_mps.push_back(factor * reference_speed);
  }
  lattice.time_step_s = request.time_step_s.value_or(scene.time_step_s);
  const char* horizons = request.horizons_s.empty() ? "options.horizons_s" : "sampling_request.horizons_s";
  if (absl::Status status = CheckSize(lattice, scene.time_step_s, horizons); !status.ok()) return status;
  return lattice;
}

std::vector<LatticeTime> LatticeTimes(double horizon_s, double time_step_s) {
  const int steps = static_cast<int>(NumSteps(horizon_s, time_step_s));
  std::vector<LatticeTime> times;
  for (int k = 0; k < steps; ++k) {
    const double begin = k * time_step_s;
    const double size = (k + 1 < steps ? (k + 1) * time_step_s : horizon_s) - begin;
    const int checks = static_cast<int>(NumChecksPerStep(size));
    for (int i = 0; i < checks; ++i) times.push_back({begin + size * i / checks, i == 0});
  }
  times.push_back({horizon_s, true});
  return times;
}

}  // namespace collision2d::planner
