#pragma once

#include <string>

#include "collision2d/v1/scene.pb.h"
#include "collision2d/v1/trajectory.pb.h"

namespace collision2d::testdata {

// Parts that the test scenes are made of. Positions are in the scene frame; units: m, rad, s.

inline constexpr double kTimeStep_s = 0.1;
inline constexpr double kHorizon_s = 5.0;
inline constexpr double kLaneWidth_m = 3.5;
inline constexpr double kCarLength_m = 4.5;
inline constexpr double kCarWidth_m = 1.8;

// Four decimals: positions to a tenth of a millimetre, so that no two machines' sines make
// different files.
double Rounded(double value);

// A lane's centre line: an arc of constant curvature, straight for curvature 0.
struct Arc {
  double x_m = 0.0;
  double y_m = 0.0;
  double yaw_rad = 0.0;
  // 1/m; positive: to the left.
  double curvature = 0.0;

  struct Pose {
    double x_m;
    double y_m;
    double yaw_rad;
  };

  // Where one is after station_m along the arc, lateral_m to the left of it; rounded.
  Pose At(double station_m, double lateral_m = 0.0) const;
};

// Motion along an arc with constant acceleration, until standing.
struct Motion {
  double station_m = 0.0;
  double lateral_m = 0.0;
  double speed_mps = 0.0;
  double acceleration_mps2 = 0.0;
  // Added to the lateral offset per second.
  double drift_mps = 0.0;
  // Against the direction of the arc, as oncoming traffic.
  bool oncoming = false;

  double StationAt(double time_s) const;
};

// A scene with the ego car (reference point: rear axle) at the beginning of the arc, with this
// speed in m/s.
v1::Scene SceneWithCar(const std::string& id, const Arc& arc, double speed_mps);

// One more rectangle of the ego vehicle, its centre center_x_m in front of the reference point.
void AddEgoRectangle(double length_m, double width_m, double center_x_m, v1::Scene& scene);

// The arc as the reference path, and the road from right_m to left_m beside it (left positive) as
// the drivable area.
void AddRoad(const Arc& arc, double length_m, double right_m, double left_m, v1::Scene& scene);

// A moving obstacle with a rectangle around its reference point; its predictions are added by
// AddPrediction.
void AddMovingRectangle(const std::string& id, const std::string& type, double length_m, double width_m,
                        double height_m, v1::Scene& scene);

void AddPedestrian(const std::string& id, v1::Scene& scene);

// One more hypothesis of obstacle `id`: poses from the scene's ego time over the horizon, one every
// step_s.
v1::Prediction& AddPrediction(const std::string& id, const Arc& arc, const Motion& motion, double step_s,
                              v1::Scene& scene);

// A car and its only prediction.
void AddCar(const std::string& id, const Arc& arc, const Motion& motion, double step_s, v1::Scene& scene);

v1::StaticObstacle& AddStatic(const std::string& id, const std::string& type, v1::Scene& scene);

// A static obstacle that fills these heights.
v1::StaticObstacle& AddStaticAt(const std::string& id, const std::string& type, double z_min_m, double z_max_m,
                                v1::Scene& scene);

void AddRectangle(double length_m, double width_m, double x_m, double y_m, double yaw_rad,
                  v1::StaticObstacle& obstacle);

void AddVertex(double x_m, double y_m, v1::Polygon& polygon);
void AddVertex(double x_m, double y_m, double z_m, v1::Polytope& polytope);

// A candidate at constant speed from (x_m, y_m) in direction yaw_rad, one pose per time step over
// the horizon.
void AddStraightCandidate(const std::string& id, double x_m, double y_m, double yaw_rad, double speed_mps, double cost,
                          v1::Scene& scene);

}  // namespace collision2d::testdata
