#include "examples/park_with_ipopt/parking_nlp.h"

#include <algorithm>
#include <cstddef>

#include "collision2d/collision2d.h"

namespace parking {
namespace {

using collision2d::ComputeSeparation;
using collision2d::ComputeSeparationGradient;
using collision2d::ConvexPolygon;
using collision2d::MovingShape;
using collision2d::SeparationGradient;

// Ipopt's "no bound".
constexpr double kUnbounded = 1e19;

// The cost per second.
constexpr double kSpeedWeight = 0.1;
constexpr double kSteeringWeight = 0.1;
constexpr double kAccelerationWeight = 1.0;
constexpr double kSteeringRateWeight = 1.0;

// How far the last state may be from the goal's.
constexpr CarState kGoalTolerance = {0.3, 0.05, 0.02, 0.0, kMaxSteering_rad};

// Constraints of each interval: the pose, and the rates of speed and steering.
constexpr int kRowsOfInterval = 5;

// The field of state k in the optimizer's vector.
int Column(int k, StateField field) { return k * kStateFields + field; }

CarState StateAt(const double* x, int k) {
  const double* state = x + k * kStateFields;
  return {state[kX], state[kY], state[kYaw], state[kSpeed], state[kSteering]};
}

void WriteState(const CarState& state, double* x) {
  x[kX] = state.x_m;
  x[kY] = state.y_m;
  x[kYaw] = state.yaw_rad;
  x[kSpeed] = state.speed_mps;
  x[kSteering] = state.steering_rad;
}

struct JacobianEntry {
  int row;
  int column;
  double value;
};

// Interval k, between the states k and k + 1: the trapezoidal rule for the pose, and the
// differences of speed and steering.
void WriteIntervalRows(const double* x, int k, double* g) {
  const CarState from = StateAt(x, k);
  const CarState to = StateAt(x, k + 1);
  const PoseRate rate_from(from);
  const PoseRate rate_to(to);
  constexpr double half_s = kInterval_s / 2;
  g[kX] = to.x_m - from.x_m - half_s * (rate_from.x + rate_to.x);
  g[kY] = to.y_m - from.y_m - half_s * (rate_from.y + rate_to.y);
  g[kYaw] = to.yaw_rad - from.yaw_rad - half_s * (rate_from.yaw + rate_to.yaw);
  g[kSpeed] = to.speed_mps - from.speed_mps;
  g[kSteering] = to.steering_rad - from.steering_rad;
}

// The derivatives of these rows by one of the interval's two states; sign is -1 for the first one,
// 1 for the second one.
void AppendIntervalEntries(const double* x, int row, int state, double sign, std::vector<JacobianEntry>* entries) {
  const PoseRate rate(StateAt(x, state));
  constexpr double half_s = kInterval_s / 2;
  for (const StateField field : {kX, kY, kYaw, kSpeed, kSteering}) {
    entries->push_back({row + field, Column(state, field), sign});
  }
  entries->push_back({row + kX, Column(state, kYaw), -half_s * rate.x_by_yaw()});
  entries->push_back({row + kX, Column(state, kSpeed), -half_s * rate.x_by_speed});
  entries->push_back({row + kY, Column(state, kYaw), -half_s * rate.y_by_yaw()});
  entries->push_back({row + kY, Column(state, kSpeed), -half_s * rate.y_by_speed});
  entries->push_back({row + kYaw, Column(state, kSpeed), -half_s * rate.yaw_by_speed});
  entries->push_back({row + kYaw, Column(state, kSteering), -half_s * rate.yaw_by_steering});
}

// The derivatives of the clearance rows of one state, one row for each obstacle.
void AppendClearanceEntries(const ParkingScene& scene, const double* x, int row, int state,
                            std::vector<JacobianEntry>* entries) {
  const collision2d::Pose2 world_from_car = StateAt(x, state).world_from_car();
  for (const ConvexPolygon& obstacle : scene.obstacles) {
    // The obstacle is in the world frame: so are the derivatives, by the pose of the car.
    const SeparationGradient gradient = ComputeSeparationGradient(obstacle, scene.car, world_from_car, MovingShape::kB);
    entries->push_back({row, Column(state, kX), gradient.translation.x});
    entries->push_back({row, Column(state, kY), gradient.translation.y});
    entries->push_back({row, Column(state, kYaw), gradient.yaw_m_per_rad});
    ++row;
  }
}

// Every entry that may differ from zero, always in the same order.
std::vector<JacobianEntry> Jacobian(const ParkingScene& scene, const double* x) {
  std::vector<JacobianEntry> entries;
  int row = 0;
  for (int k = 0; k < kIntervals; ++k) {
    AppendIntervalEntries(x, row, k, -1.0, &entries);
    AppendIntervalEntries(x, row, k + 1, 1.0, &entries);
    row += kRowsOfInterval;
  }
  for (int k = 1; k <= kIntervals; ++k) {
    AppendClearanceEntries(scene, x, row, k, &entries);
    row += static_cast<int>(scene.obstacles.size());
  }
  return entries;
}

std::vector<double> ToVector(const std::vector<CarState>& states) {
  std::vector<double> x(states.size() * kStateFields);
  for (size_t k = 0; k < states.size(); ++k) WriteState(states[k], &x[k * kStateFields]);
  return x;
}

}  // namespace

bool ParkingNlp::get_nlp_info(Ipopt::Index& n, Ipopt::Index& m, Ipopt::Index& nnz_jac_g, Ipopt::Index& nnz_h_lag,
                              IndexStyleEnum& index_style) {
  n = (kIntervals + 1) * kStateFields;
  m = kIntervals * (kRowsOfInterval + static_cast<int>(scene_.obstacles.size()));
  nnz_jac_g = static_cast<int>(Jacobian(scene_, ToVector(guess_).data()).size());
  nnz_h_lag = 0;  // Approximated by Ipopt.
  index_style = C_STYLE;
  return true;
}

bool ParkingNlp::get_bounds_info(Ipopt::Index n, double* x_l, double* x_u, Ipopt::Index m, double* g_l, double* g_u) {
  const CarState most = {kUnbounded, kUnbounded, kUnbounded, kMaxSpeed_mps, kMaxSteering_rad};
  for (int k = 0; k <= kIntervals; ++k) {
    WriteState(most, x_u + Column(k, kX));
  }
  std::transform(x_u, x_u + n, x_l, [](double bound) { return -bound; });
  // The start is given, the goal within its tolerance.
  WriteState(guess_.front(), x_l);
  WriteState(guess_.front(), x_u);
  double goal[kStateFields], tolerance[kStateFields];
  WriteState(scene_.goal, goal);
  WriteState(kGoalTolerance, tolerance);
  for (int field = 0; field < kStateFields; ++field) {
    x_l[n - kStateFields + field] = goal[field] - tolerance[field];
    x_u[n - kStateFields + field] = goal[field] + tolerance[field];
  }

  const CarState most_change = {0.0, 0.0, 0.0, kMaxAcceleration_mps2 * kInterval_s,
                                kMaxSteeringRate_radps * kInterval_s};
  for (int k = 0; k < kIntervals; ++k) {
    WriteState(most_change, g_u + k * kRowsOfInterval);
  }
  const int clearances = kIntervals * kRowsOfInterval;
  std::transform(g_u, g_u + clearances, g_l, [](double bound) { return -bound; });
  std::fill(g_l + clearances, g_l + m, margin_m_);
  std::fill(g_u + clearances, g_u + m, kUnbounded);
  return true;
}

bool ParkingNlp::get_starting_point(Ipopt::Index n, bool init_x, double* x, bool init_z, double* z_l, double* z_u,
                                    Ipopt::Index m, bool init_lambda, double* lambda) {
  const std::vector<double> guess = ToVector(guess_);
  std::copy(guess.begin(), guess.end(), x);
  return init_x && !init_z && !init_lambda;
}

bool ParkingNlp::eval_f(Ipopt::Index n, const double* x, bool new_x, double& value) {
  value = 0.0;
  for (int k = 0; k < kIntervals; ++k) {
    const CarState from = StateAt(x, k);
    const CarState to = StateAt(x, k + 1);
    const double acceleration_mps2 = (to.speed_mps - from.speed_mps) / kInterval_s;
    const double steering_rate_radps = (to.steering_rad - from.steering_rad) / kInterval_s;
    value += kInterval_s *
             (kSpeedWeight * from.speed_mps * from.speed_mps + kSteeringWeight * from.steering_rad * from.steering_rad +
              kAccelerationWeight * acceleration_mps2 * acceleration_mps2 +
              kSteeringRateWeight * steering_rate_radps * steering_rate_radps);
  }
  return true;
}

bool ParkingNlp::eval_grad_f(Ipopt::Index n, const double* x, bool new_x, double* gradient) {
  std::fill(gradient, gradient + n, 0.0);
  for (int k = 0; k < kIntervals; ++k) {
    const CarState from = StateAt(x, k);
    const CarState to = StateAt(x, k + 1);
    const double by_acceleration = 2.0 * kAccelerationWeight * (to.speed_mps - from.speed_mps) / kInterval_s;
    const double by_steering_rate = 2.0 * kSteeringRateWeight * (to.steering_rad - from.steering_rad) / kInterval_s;
    gradient[Column(k, kSpeed)] += 2.0 * kInterval_s * kSpeedWeight * from.speed_mps - by_acceleration;
    gradient[Column(k + 1, kSpeed)] += by_acceleration;
    gradient[Column(k, kSteering)] += 2.0 * kInterval_s * kSteeringWeight * from.steering_rad - by_steering_rate;
    gradient[Column(k + 1, kSteering)] += by_steering_rate;
  }
  return true;
}

bool ParkingNlp::eval_g(Ipopt::Index n, const double* x, bool new_x, Ipopt::Index m, double* g) {
  for (int k = 0; k < kIntervals; ++k, g += kRowsOfInterval) WriteIntervalRows(x, k, g);
  for (int k = 1; k <= kIntervals; ++k) {
    const collision2d::Pose2 world_from_car = StateAt(x, k).world_from_car();
    for (const ConvexPolygon& obstacle : scene_.obstacles) {
      *g++ = ComputeSeparation(obstacle, scene_.car, world_from_car).signed_distance_m;
    }
  }
  return true;
}

bool ParkingNlp::eval_jac_g(Ipopt::Index n, const double* x, bool new_x, Ipopt::Index m, Ipopt::Index nele_jac,
                            Ipopt::Index* rows, Ipopt::Index* columns, double* values) {
  // Ipopt first asks for the structure, without values and without a point: it is the same
  // everywhere.
  const std::vector<JacobianEntry> entries = Jacobian(scene_, values == nullptr ? ToVector(guess_).data() : x);
  for (size_t i = 0; i < entries.size(); ++i) {
    if (values == nullptr) {
      rows[i] = entries[i].row;
      columns[i] = entries[i].column;
    } else {
      values[i] = entries[i].value;
    }
  }
  return true;
}

void ParkingNlp::finalize_solution(Ipopt::SolverReturn status, Ipopt::Index n, const double* x, const double* z_l,
                                   const double* z_u, Ipopt::Index m, const double* g, const double* lambda,
                                   double value, const Ipopt::IpoptData* data,
                                   Ipopt::IpoptCalculatedQuantities* quantities) {
  for (int k = 0; k <= kIntervals; ++k) motion_.push_back(StateAt(x, k));
}

}  // namespace parking
