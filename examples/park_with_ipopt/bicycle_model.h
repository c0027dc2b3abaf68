#pragma once

#include <cmath>

#include "collision2d/collision2d.h"

namespace parking {

inline constexpr double kWheelbase_m = 2.7;
inline constexpr double kMaxSteering_rad = 0.6;
inline constexpr double kMaxSpeed_mps = 1.0;
inline constexpr double kMaxAcceleration_mps2 = 1.5;
inline constexpr double kMaxSteeringRate_radps = 0.8;

// A motion is kIntervals + 1 states, one every kInterval_s.
inline constexpr int kIntervals = 80;
inline constexpr double kInterval_s = 0.25;

// A kinematic bicycle: the pose of the rear axle's centre in the world, the speed (negative: in
// reverse) and the angle of the front wheels.
struct CarState {
  double x_m = 0.0;
  double y_m = 0.0;
  double yaw_rad = 0.0;
  double speed_mps = 0.0;
  double steering_rad = 0.0;

  collision2d::Pose2 world_from_car() const { return collision2d::Pose2::FromYaw({x_m, y_m}, yaw_rad); }
};

// The fields of a CarState in the order of the optimizer's vector.
enum StateField { kX, kY, kYaw, kSpeed, kSteering, kStateFields };

// The derivative of the pose by time, and its derivatives by those fields of the state that it
// depends on.
struct PoseRate {
  explicit PoseRate(const CarState& s)
      : x(s.speed_mps * std::cos(s.yaw_rad)),
        y(s.speed_mps * std::sin(s.yaw_rad)),
        yaw(s.speed_mps * std::tan(s.steering_rad) / kWheelbase_m),
        x_by_speed(std::cos(s.yaw_rad)),
        y_by_speed(std::sin(s.yaw_rad)),
        yaw_by_speed(std::tan(s.steering_rad) / kWheelbase_m),
        yaw_by_steering(s.speed_mps / (kWheelbase_m * std::cos(s.steering_rad) * std::cos(s.steering_rad))) {}

  double x, y, yaw;
  double x_by_yaw() const { return -y; }
  double y_by_yaw() const { return x; }
  double x_by_speed, y_by_speed, yaw_by_speed;
  double yaw_by_steering;
};

}  // namespace parking
