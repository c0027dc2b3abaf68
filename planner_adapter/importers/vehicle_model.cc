#include "planner_adapter/importers/vehicle_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"

namespace collision2d::planner {
namespace {

// The inputs of a step.
struct Inputs {
  double steering_rate_radps = 0.0;
  double acceleration_mps2 = 0.0;
};

// Where a step leads.
struct Place {
  Vec2 position;
  double yaw_rad = 0.0;
};

Place RearAxleOf(const VehicleType& type, const PlanState& state) {
  const Vec2 heading = {std::cos(state.yaw_rad), std::sin(state.yaw_rad)};
  return {state.position - type.to_rear_axle_m * heading, state.yaw_rad};
}

// Integrates the kinematic single track from its rear axle: Runge and Kutta's fourth order, whose
// error for steps of 20 ms is far below the tolerances.
Place Drive(const VehicleType& type, const PlanState& from, const Inputs& inputs, double duration_s) {
  const int pieces = static_cast<int>(std::clamp(std::ceil(duration_s / 0.02), 4.0, 1000.0));
  const double piece_s = duration_s / pieces;
  Place place = RearAxleOf(type, from);
  const auto rate = [&](double time_s, double yaw_rad) {
    const double speed = from.speed_mps + inputs.acceleration_mps2 * time_s;
    const double steering = from.steering_rad + inputs.steering_rate_radps * time_s;
    return Place{{speed * std::cos(yaw_rad), speed * std::sin(yaw_rad)},
                 speed * std::tan(steering) / type.wheelbase_m()};
  };
  for (int i = 0; i < pieces; ++i) {
    const double begin_s = i * piece_s;
    const Place a = rate(begin_s, place.yaw_rad);
    const Place b = rate(begin_s + 0.5 * piece_s, place.yaw_rad + 0.5 * piece_s * a.yaw_rad);
    const Place c = rate(begin_s + 0.5 * piece_s, place.yaw_rad + 0.5 * piece_s * b.yaw_rad);
    const Place d = rate(begin_s + piece_s, place.yaw_rad + piece_s * c.yaw_rad);
    place.position = place.position + piece_s / 6.0 * (a.position + 2.0 * b.position + 2.0 * c.position + d.position);
    place.yaw_rad += piece_s / 6.0 * (a.yaw_rad + 2.0 * b.yaw_rad + 2.0 * c.yaw_rad + d.yaw_rad);
  }
  return place;
}

double Turn(double from_rad, double to_rad) { return std::remainder(to_rad - from_rad, 2.0 * M_PI); }

bool IsNear(const Place& place, const Place& wanted) {
  const Vec2 apart = wanted.position - place.position;
  return std::abs(apart.x) < kMaxDeviation_m && std::abs(apart.y) < kMaxDeviation_m &&
         std::abs(Turn(place.yaw_rad, wanted.yaw_rad)) < kMaxDeviation_rad;
}

// Judges one plan, step by step.
class Judge {
 public:
  Judge(const VehicleType& type, double time_step_s) : type_(type), time_step_s_(time_step_s) {}

  void JudgeSingleTrack(const PlanState& from, const PlanState& to) {
    const Inputs demanded = {(to.steering_rad - from.steering_rad) / time_step_s_,
                             (to.speed_mps - from.speed_mps) / time_step_s_};
    step_ = from.step;
    Limit("the steering rate", demanded.steering_rate_radps, type_.max_steering_rate_radps, "rad/s");
    Limit("the acceleration", demanded.acceleration_mps2, type_.max_acceleration_mps2, "m/s^2");
    if (demanded.acceleration_mps2 > 0.0 && from.speed_mps > type_.switching_speed_mps) {
      Limit("the acceleration", demanded.acceleration_mps2,
            type_.max_acceleration_mps2 * type_.switching_speed_mps / from.speed_mps, "m/s^2 of the engine");
    }
    const double lateral_mps2 = from.speed_mps * from.speed_mps * std::tan(from.steering_rad) / type_.wheelbase_m();
    LimitFriction(demanded.acceleration_mps2, lateral_mps2);
    const Place wanted = RearAxleOf(type_, to);
    const Place reached = Drive(type_, from, demanded, time_step_s_);
    if (!IsNear(reached, wanted)) {
      const Vec2 apart = wanted.position - reached.position;
      Refuse(absl::StrFormat(
          "the next position and orientation are (%.3f, %.3f) m and %.4f rad from where the inputs lead", apart.x,
          apart.y, Turn(reached.yaw_rad, wanted.yaw_rad)));
    }
    if (result_.is_feasible) return;  // Then the best inputs lead there too.
    const Inputs best = BestInputs(from, wanted, demanded);
    const bool leads_there = IsWithinFriction(best.acceleration_mps2, lateral_mps2) &&
                             IsNear(Drive(type_, from, best, time_step_s_), wanted);
    if (!leads_there) result_.is_feasible_by_position = false;
  }

  void JudgePointMass(const PlanState& from, const PlanState& to) {
    const double dt = time_step_s_;
    const Vec2 demanded = (1.0 / dt) * (to.velocity_mps - from.velocity_mps);
    step_ = from.step;
    Limit("the acceleration along x", demanded.x, type_.max_acceleration_mps2, "m/s^2");
    Limit("the acceleration along y", demanded.y, type_.max_acceleration_mps2, "m/s^2");
    LimitFriction(demanded.x, demanded.y);
    const Vec2 apart = to.position - from.position - dt * from.velocity_mps;
    const Vec2 missed = apart - 0.5 * dt * dt * demanded;
    if (!(std::abs(missed.x) < kMaxDeviation_m && std::abs(missed.y) < kMaxDeviation_m)) {
      Refuse(absl::StrFormat("the next position is (%.3f, %.3f) m from where the inputs lead", missed.x, missed.y));
    }
    // Along each axis the acceleration that fits position and velocity best, and whether they fit.
    const auto best = [&](double way, double change, double& acceleration) {
      const double by_way = 0.5 * dt * dt;
      const double limit = type_.max_acceleration_mps2;
      acceleration = std::clamp((by_way * way + dt * change) / (by_way * by_way + dt * dt), -limit, limit);
      return std::abs(way - by_way * acceleration) < kMaxDeviation_m &&
             std::abs(change - dt * acceleration) < kMaxDeviation_m;
    };
    Vec2 possible;
    const bool fits = best(apart.x, dt * demanded.x, possible.x) && best(apart.y, dt * demanded.y, possible.y);
    if (!fits || !IsWithinFriction(possible.x, possible.y)) result_.is_feasible_by_position = false;
  }

  void JudgeState(VehicleModel model, const PlanState& state) {
    step_ = state.step;
    if (model == VehicleModel::kKinematicSingleTrack) {
      Limit("the steering angle", state.steering_rad, type_.max_steering_rad, "rad");
      if (state.speed_mps < type_.min_speed_mps - kLimitTolerance) {
        Refuse(absl::StrFormat("the speed is %.6g m/s, below %.6g m/s", state.speed_mps, type_.min_speed_mps));
      }
    }
    if (state.speed_mps > 0.0) Limit("the speed", state.speed_mps, type_.max_speed_mps, "m/s");
  }

  Feasibility result() && { return std::move(result_); }

 private:
  // Returns the inputs within their limits that lead closest to a place: the least sum of the
  // squared deviations in m and rad, by the method of Gauss and Newton from `start` on.
  Inputs BestInputs(const PlanState& from, const Place& wanted, const Inputs& start) const {
    const double limits[] = {type_.max_steering_rate_radps, type_.max_acceleration_mps2};
    double inputs[] = {std::clamp(start.steering_rate_radps, -limits[0], limits[0]),
                       std::clamp(start.acceleration_mps2, -limits[1], limits[1])};
    const auto deviation = [&](double steering_rate, double acceleration) {
      const Place place = Drive(type_, from, {steering_rate, acceleration}, time_step_s_);
      return Place{place.position - wanted.position, Turn(wanted.yaw_rad, place.yaw_rad)};
    };
    const auto product = [](const Place& a, const Place& b) {
      return Dot(a.position, b.position) + a.yaw_rad * b.yaw_rad;
    };
    for (int iteration = 0; iteration < 3; ++iteration) {
      constexpr double kDifferences[] = {0.01, 0.1};
      const Place here = deviation(inputs[0], inputs[1]);
      const Place there[] = {deviation(inputs[0] + kDifferences[0], inputs[1]),
                             deviation(inputs[0], inputs[1] + kDifferences[1])};
      Place slope[2];
      for (int i = 0; i < 2; ++i) {
        slope[i] = {(1.0 / kDifferences[i]) * (there[i].position - here.position),
                    (there[i].yaw_rad - here.yaw_rad) / kDifferences[i]};
      }
      // The minimum in the box, one input at a time.
      double change[] = {0.0, 0.0};
      for (int i = 0; i < 40; ++i) {
        const int k = i % 2;
        const double wish = -product(slope[k], here) - product(slope[0], slope[1]) * change[1 - k];
        const double curvature = product(slope[k], slope[k]);
        if (curvature == 0.0) continue;
        change[k] = std::clamp(inputs[k] + wish / curvature, -limits[k], limits[k]) - inputs[k];
      }
      for (int k = 0; k < 2; ++k) inputs[k] += change[k];
    }
    return {inputs[0], inputs[1]};
  }

  void Refuse(const std::string& what) {
    result_.is_feasible = false;
    if (result_.reason.empty()) result_.reason = absl::StrFormat("At step %d %s.", step_, what);
  }

  void Limit(absl::string_view what, double value, double limit, absl::string_view unit) {
    if (std::abs(value) <= limit + kLimitTolerance) return;
    Refuse(absl::StrFormat("%s is %.6g, beyond %.6g %s", what, value, limit, unit));
  }

  bool IsWithinFriction(double along_mps2, double across_mps2) const {
    return std::hypot(along_mps2, across_mps2) <= type_.max_acceleration_mps2 + kLimitTolerance;
  }

  void LimitFriction(double along_mps2, double across_mps2) {
    if (IsWithinFriction(along_mps2, across_mps2)) return;
    Refuse(absl::StrFormat("the acceleration along and across is %.6g, beyond the friction of %.6g m/s^2",
                           std::hypot(along_mps2, across_mps2), type_.max_acceleration_mps2));
  }

  const VehicleType& type_;
  const double time_step_s_;
  int step_ = 0;
  Feasibility result_;
};

}  // namespace

Feasibility JudgeFeasibility(VehicleModel model, const VehicleType& type, absl::Span<const PlanState> states,
                             double time_step_s) {
  Judge judge(type, time_step_s);
  for (size_t i = 0; i < states.size(); ++i) {
    judge.JudgeState(model, states[i]);
    if (i + 1 == states.size()) break;
    if (model == VehicleModel::kPointMass) {
      judge.JudgePointMass(states[i], states[i + 1]);
    } else {
      judge.JudgeSingleTrack(states[i], states[i + 1]);
    }
  }
  return std::move(judge).result();
}

}  // namespace collision2d::planner
