#include "planner_adapter/sampling/frenet_frame.h"

#include <cmath>
#include <limits>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

// Derivatives by the path's arc length of the position r(s) + d(s) n(s), in the axes (tangent, left normal) of the
// foot. With k the path's curvature and q = 1 - k d the scale, r' = t, t' = k n and n' = -k t give
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

}  // namespace

// By the chain rule, velocity = first * s' and acceleration vector = second * s'^2 + first * s''. The speed is the
// length of the velocity, the acceleration along the heading its component in the direction of `first`.
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
  // The angle between heading and path, atan(d' / q), is constant: d'' q = d' q' with q' = -(k' d + k d').
  state.d_curvature_per_m = -state.d_slope * (foot.curvature_rate_per_m2 * state.d_m + k * state.d_slope) / q;
  // The relations of ToCartesian, solved for the motion along the path.
  const auto [first, second] = DerivativesByArcLength(foot, state.d_m, state.d_slope, state.d_curvature_per_m);
  const double rate = std::sqrt(NormSquared(first));
  state.speed_mps = ego.speed_mps / rate;
  state.acceleration_mps2 =
      (ego.acceleration_mps2 - state.speed_mps * state.speed_mps * Dot(first, second) / rate) / rate;
  return state;
}

}  // namespace collision2d::planner
