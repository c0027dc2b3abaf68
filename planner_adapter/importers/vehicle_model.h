#pragma once

#include <string>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/geometry/vec2.h"

// The vehicles of CommonRoad, and whether one of them can drive a plan: the inputs of its model are
// computed from consecutive states in closed form.

namespace collision2d::planner {

// The parameters of a vehicle type.
struct VehicleType {
  double length_m;
  double width_m;
  // m from the centre of gravity, which is the centre of the rectangle, to the axles.
  double to_front_axle_m;
  double to_rear_axle_m;
  double max_steering_rad;
  double max_steering_rate_radps;
  double min_speed_mps;
  double max_speed_mps;
  double switching_speed_mps;  // Above it, engine power limits the acceleration: a_max v_switch / v.
  double max_acceleration_mps2;

  double wheelbase_m() const { return to_front_axle_m + to_rear_axle_m; }
};

// The types 1 to 4: Ford Escort, BMW 320i, VW Vanagon, and a truck without its trailer.
inline constexpr VehicleType kVehicleTypes[] = {
    {4.298, 1.674, 0.88392, 1.50876, 0.910, 0.4, -13.9, 45.8, 4.755, 11.5},
    {4.508, 1.610, 1.1561957064, 1.4227170936, 1.066, 0.4, -13.6, 50.8, 7.319, 11.5},
    {4.569, 1.844, 1.1507916024, 1.3211363976, 1.023, 0.4, -11.2, 41.7, 7.824, 11.5},
    {5.100, 2.550, 1.8, 1.8, 0.55, 0.7103, -2.78, 22.22, 7.824, 11.5},
};

// Point mass, kinematic single track, and those whose inputs are not computed: single track,
// multi-body, kinematic single track with a trailer.
enum class VehicleModel { kPointMass, kKinematicSingleTrack, kSingleTrack, kMultiBody, kTrailer };

// A state of a plan at a whole time step.
struct PlanState {
  int step = 0;
  Vec2 position;  // Of the rectangle's centre; m, scene frame.
  double yaw_rad = 0.0;
  double speed_mps = 0.0;     // Along the heading; of a point mass the norm of its velocity.
  double steering_rad = 0.0;  // Of the kinematic single track.
  Vec2 velocity_mps;          // Of the point mass.
};

// The largest deviations from the state that the inputs lead to, in m (of a point mass in m/s too)
// and in rad, that CommonRoad's drivability checker accepts, in x and y each.
inline constexpr double kMaxDeviation_m = 0.02;
inline constexpr double kMaxDeviation_rad = 0.03;
// States and inputs beyond a limit by less than this (in their units) are within it: plans are
// written with a few digits.
inline constexpr double kLimitTolerance = 1e-3;

struct Feasibility {
  // The inputs that the states demand are within the type's limits, and lead from each state to the
  // next one.
  bool is_feasible = true;
  // Some inputs within the limits lead closely enough to the next position and orientation (point
  // mass: position and velocity), as the drivability checker asks.
  bool is_feasible_by_position = true;
  // What is the first to prevent is_feasible, with its time step and values; empty if nothing.
  std::string reason;
};

// Returns whether a vehicle can drive through the states of a point mass or of the kinematic single
// track. Inputs are constant from one state to the next; the steering rate and the acceleration
// (the acceleration along x and y) follow from the steering angles and speeds (velocities), and the
// position and orientation that they lead to must be the next ones. Limits are also those of
// states, of engine power, and the friction circle. One state is feasible if it is within limits.
// By position: the inputs within their limits whose squared deviations have the least sum.
// REQUIRES: finite states at consecutive steps, time_step_s > 0. O(states).
Feasibility JudgeFeasibility(VehicleModel model, const VehicleType& type, absl::Span<const PlanState> states,
                             double time_step_s);

}  // namespace collision2d::planner
