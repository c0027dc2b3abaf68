#include "planner_adapter/importers/vehicle_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace collision2d::planner {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

constexpr double kStep_s = 0.1;

// Drives the kinematic single track of type 2 by Euler's method in tiny steps: another integration
// than the one that is tested.
std::vector<PlanState> DriveByEuler(double steering_rate, double acceleration, PlanState state, int steps) {
  const VehicleType& type = kVehicleTypes[1];
  std::vector<PlanState> states = {state};
  Vec2 rear = state.position - type.to_rear_axle_m * Vec2{std::cos(state.yaw_rad), std::sin(state.yaw_rad)};
  constexpr int kPieces = 20000;
  const double dt = kStep_s / kPieces;
  for (int k = 1; k <= steps; ++k) {
    for (int i = 0; i < kPieces; ++i) {
      rear = rear + dt * state.speed_mps * Vec2{std::cos(state.yaw_rad), std::sin(state.yaw_rad)};
      state.yaw_rad += dt * state.speed_mps * std::tan(state.steering_rad) / type.wheelbase_m();
      state.speed_mps += dt * acceleration;
      state.steering_rad += dt * steering_rate;
    }
    state.step = k;
    state.position = rear + type.to_rear_axle_m * Vec2{std::cos(state.yaw_rad), std::sin(state.yaw_rad)};
    states.push_back(state);
  }
  return states;
}

Feasibility JudgeTrack(const std::vector<PlanState>& states) {
  return JudgeFeasibility(VehicleModel::kKinematicSingleTrack, kVehicleTypes[1], states, kStep_s);
}

PlanState Start(double speed_mps, double steering_rad) {
  PlanState state;
  state.position = {1e3, -2e3};
  state.yaw_rad = 3.0;  // It turns past pi.
  state.speed_mps = speed_mps;
  state.steering_rad = steering_rad;
  return state;
}

TEST(VehicleModelTest, WhatItDrivesIsFeasible) {
  const struct {
    double steering_rate, acceleration, speed, steering;
  } drives[] = {{0.0, 0.0, 0.0, 0.0},
                {0.0, 0.0, 20.0, 0.0},
                {0.3, 2.0, 5.0, -0.3},
                {-0.39, -5.0, 10.0, 0.2},
                {0.2, -3.0, -2.0, 0.4}};
  for (const auto& drive : drives) {
    const Feasibility result =
        JudgeTrack(DriveByEuler(drive.steering_rate, drive.acceleration, Start(drive.speed, drive.steering), 5));
    EXPECT_TRUE(result.is_feasible) << result.reason;
    EXPECT_TRUE(result.is_feasible_by_position);
    EXPECT_THAT(result.reason, IsEmpty());
  }
}

TEST(VehicleModelTest, ALaterPositionThatIsElsewhereIsNot) {
  for (const Vec2 moved : {Vec2{0.021, 0.0}, Vec2{0.0, -0.021}}) {
    std::vector<PlanState> states = DriveByEuler(0.1, 1.0, Start(8.0, 0.1), 4);
    for (PlanState& state : states) {
      if (state.step >= 3) state.position = state.position + moved;
    }
    const Feasibility result = JudgeTrack(states);
    EXPECT_FALSE(result.is_feasible);
    EXPECT_THAT(result.reason, HasSubstr("At step 2 the next position and orientation are ("));
  }
  std::vector<PlanState> states = DriveByEuler(0.1, 1.0, Start(8.0, 0.1), 4);
  states[3].yaw_rad += 0.04;
  EXPECT_FALSE(JudgeTrack(states).is_feasible);
}

TEST(VehicleModelTest, SpeedsThatThePositionsContradictPassByPositionAlone) {
  // It stands still by its speeds, and creeps by its positions.
  std::vector<PlanState> states;
  for (int k = 0; k < 5; ++k) {
    states.push_back(Start(0.0, 0.0));
    states.back().step = k;
    states.back().position.x += 0.03 * k;
  }
  states[1].position.y = states[0].position.y;
  const Feasibility result = JudgeTrack(states);
  EXPECT_FALSE(result.is_feasible);
  EXPECT_TRUE(result.is_feasible_by_position);
}

// One step of the model by the midpoint rule, to (x, y, yaw) of the rear axle relative to it.
std::array<double, 3> Step(double yaw, double speed, double steering, double rate, double acceleration) {
  constexpr int kPieces = 20;
  const double dt = kStep_s / kPieces;
  double x = 0.0, y = 0.0;
  for (int i = 0; i < kPieces; ++i) {
    const double t = (i + 0.5) * dt;
    const double v = speed + acceleration * t;
    const double turn = dt * v * std::tan(steering + rate * t) / kVehicleTypes[1].wheelbase_m();
    x += dt * v * std::cos(yaw + 0.5 * turn);
    y += dt * v * std::sin(yaw + 0.5 * turn);
    yaw += turn;
  }
  return {x, y, yaw};
}

TEST(VehicleModelTest, ByPositionTheBestInputsOfAGridDecide) {
  std::mt19937_64 random(8);
  const auto uniform = [&](double low, double high) { return std::uniform_real_distribution<>(low, high)(random); };
  int feasible = 0;
  int clear = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const double yaw = uniform(-3, 3), speed = uniform(0, 15);
    const double steering = uniform(-0.3, 0.3) * std::min(1.0, 5.0 / std::max(speed, 1.0));
    std::array<double, 3> wanted = Step(yaw, speed, steering, uniform(-0.5, 0.5), uniform(-10, 10));
    for (double& number : wanted) number += uniform(-0.05, 0.05);
    double least = 1e9;
    double total = 0.0;  // The acceleration along and across of the best inputs.
    std::array<double, 3> best{};
    for (double rate = -0.4; rate <= 0.4001; rate += 0.04) {
      for (double acceleration = -11.5; acceleration <= 11.5001; acceleration += 0.25) {
        std::array<double, 3> apart = Step(yaw, speed, steering, rate, acceleration);
        for (int i = 0; i < 3; ++i) apart[i] -= wanted[i];
        const double sum = apart[0] * apart[0] + apart[1] * apart[1] + apart[2] * apart[2];
        if (sum >= least) continue;
        least = sum;
        best = apart;
        total = std::hypot(acceleration, speed * speed * std::tan(steering) / kVehicleTypes[1].wheelbase_m());
      }
    }
    const double worst = std::max({std::abs(best[0]), std::abs(best[1]), std::abs(best[2]) / 1.5});
    if (std::abs(worst - 0.02) < 0.003 || std::abs(total - 11.5) < 0.5) continue;
    const bool is_feasible = worst < 0.02 && total < 11.5;
    PlanState from = Start(speed, steering), to = from;
    const double to_rear = kVehicleTypes[1].to_rear_axle_m;
    from.yaw_rad = yaw;
    to.step = 1;
    to.yaw_rad = wanted[2];
    to.position = from.position + Vec2{wanted[0], wanted[1]} +
                  to_rear * (Vec2{std::cos(wanted[2]), std::sin(wanted[2])} - Vec2{std::cos(yaw), std::sin(yaw)});
    // The speeds and angles of the next state do not matter.
    to.speed_mps = speed + uniform(-0.5, 0.5);
    ++clear;
    feasible += is_feasible ? 1 : 0;
    EXPECT_EQ(JudgeTrack({from, to}).is_feasible_by_position, is_feasible) << trial << ": " << worst << ' ' << total;
  }
  EXPECT_GT(clear, 100);
  EXPECT_GT(feasible, 20);
  EXPECT_LT(feasible, clear - 5);
}

TEST(VehicleModelTest, NamesTheFirstLimit) {
  const struct {
    double steering_rate, acceleration, speed, steering;
    const char* reason;
  } drives[] = {
      {0.41, 0.0, 1.0, 0.0, "At step 0 the steering rate is 0.41, beyond 0.4 rad/s."},
      {0.0, -11.6, 5.0, 0.0, "At step 0 the acceleration is -11.6, beyond 11.5 m/s^2."},
      {0.0, 5.0, 20.0, 0.0, "At step 0 the acceleration is 5, beyond 4.20843 m/s^2 of the engine."},
      {0.0, 0.0, 20.0, 0.1, "beyond the friction of 11.5 m/s^2"},
      {0.0, 0.0, 51.0, 0.0, "At step 0 the speed is 51, beyond 50.8 m/s."},
      {0.0, 0.0, -14.0, 0.0, "At step 0 the speed is -14 m/s, below -13.6 m/s."},
      {0.0, 0.0, 0.0, 1.1, "At step 0 the steering angle is 1.1, beyond 1.066 rad."},
  };
  for (const auto& drive : drives) {
    const Feasibility result =
        JudgeTrack(DriveByEuler(drive.steering_rate, drive.acceleration, Start(drive.speed, drive.steering), 2));
    EXPECT_FALSE(result.is_feasible);
    EXPECT_THAT(result.reason, HasSubstr(drive.reason));
  }
}

// Positions and velocities of a point mass with constant acceleration.
std::vector<PlanState> Throw(Vec2 velocity, Vec2 acceleration) {
  std::vector<PlanState> states;
  for (int k = 0; k < 4; ++k) {
    const double t = k * kStep_s;
    PlanState state;
    state.step = k;
    state.position = t * velocity + 0.5 * t * t * acceleration;
    state.velocity_mps = velocity + t * acceleration;
    state.speed_mps = std::hypot(state.velocity_mps.x, state.velocity_mps.y);
    states.push_back(state);
  }
  return states;
}

Feasibility JudgeMass(const std::vector<PlanState>& states) {
  return JudgeFeasibility(VehicleModel::kPointMass, kVehicleTypes[0], states, kStep_s);
}

TEST(VehicleModelTest, ThePointMassHasItsAccelerationAlongBothAxes) {
  EXPECT_TRUE(JudgeMass(Throw({3.0, -1.0}, {-8.0, 8.0})).is_feasible);
  const Feasibility friction = JudgeMass(Throw({3.0, -1.0}, {-9.0, 9.0}));
  EXPECT_FALSE(friction.is_feasible);
  EXPECT_FALSE(friction.is_feasible_by_position);
  EXPECT_THAT(friction.reason, HasSubstr("the acceleration along and across is 12.7279"));
  EXPECT_THAT(JudgeMass(Throw({3.0, -1.0}, {0.0, 12.0})).reason, HasSubstr("the acceleration along y is 12"));

  std::vector<PlanState> states = Throw({3.0, -1.0}, {1.0, 1.0});
  states[2].position.x += 0.019;
  EXPECT_TRUE(JudgeMass(states).is_feasible);
  states[2].position.x += 0.002;
  EXPECT_FALSE(JudgeMass(states).is_feasible);
}

TEST(VehicleModelTest, FewStatesAndHugeNumbersHaveAnAnswer) {
  EXPECT_TRUE(JudgeTrack({}).is_feasible);
  EXPECT_TRUE(JudgeTrack({Start(1.0, 0.0)}).is_feasible);
  EXPECT_FALSE(JudgeTrack({Start(1e4, 0.0)}).is_feasible);
  std::vector<PlanState> states = {Start(1e4, 1e6), Start(-1e4, M_PI_2)};
  states[1].step = 1;
  states[1].position = {-1e8, 1e8};
  EXPECT_FALSE(JudgeTrack(states).is_feasible_by_position);
  EXPECT_FALSE(
      JudgeFeasibility(VehicleModel::kKinematicSingleTrack, kVehicleTypes[3], states, 3600.0).is_feasible_by_position);
}

}  // namespace
}  // namespace collision2d::planner
