#include "testdata/scene_parts.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace collision2d::testdata {
namespace {

constexpr double kRearAxleToCenter_m = 1.35;
constexpr double kCarHeight_m = 1.5;

// m between the points of a reference path and between the cross-sections of a drivable area.
constexpr double kPathSpacing_m = 5.0;
constexpr double kAreaSpacing_m = 15.0;

void SetShape(double length_m, double width_m, double center_x_m, v1::Shape& shape) {
  shape.mutable_rectangle()->set_length_m(length_m);
  shape.mutable_rectangle()->set_width_m(width_m);
  if (center_x_m != 0.0) shape.mutable_rectangle()->mutable_center()->set_x(center_x_m);
}

void AddPose(double time_s, const Arc::Pose& pose, v1::TimedPose& out) {
  out.set_time_s(Rounded(time_s));
  out.set_x(pose.x_m);
  out.set_y(pose.y_m);
  out.set_yaw_rad(pose.yaw_rad);
}

}  // namespace

double Rounded(double value) { return std::round(value * 1e4) / 1e4; }

Arc::Pose Arc::At(double station_m, double lateral_m) const {
  const double turned = curvature * station_m;
  // The chord's length over the arc's is sin(h) / h, its direction half the turn.
  const double half = 0.5 * turned;
  const double chord = half == 0.0 ? station_m : station_m * std::sin(half) / half;
  const double yaw = yaw_rad + turned;
  return {Rounded(x_m + chord * std::cos(yaw_rad + half) - lateral_m * std::sin(yaw)),
          Rounded(y_m + chord * std::sin(yaw_rad + half) + lateral_m * std::cos(yaw)), Rounded(yaw)};
}

double Motion::StationAt(double time_s) const {
  const double moving_s = acceleration_mps2 < 0.0 ? std::min(time_s, speed_mps / -acceleration_mps2) : time_s;
  const double way_m = moving_s * (speed_mps + 0.5 * acceleration_mps2 * moving_s);
  return oncoming ? station_m - way_m : station_m + way_m;
}

v1::Scene SceneWithCar(const std::string& id, const Arc& arc, double speed_mps) {
  v1::Scene scene;
  scene.set_id(id);
  scene.set_time_step_s(kTimeStep_s);
  AddEgoRectangle(kCarLength_m, kCarWidth_m, kRearAxleToCenter_m, scene);
  scene.mutable_ego()->set_height_m(kCarHeight_m);
  scene.mutable_ego()->set_wheelbase_m(2.0 * kRearAxleToCenter_m);
  const Arc::Pose start = arc.At(0.0);
  v1::EgoState& state = *scene.mutable_ego_state();
  state.set_x(start.x_m);
  state.set_y(start.y_m);
  state.set_yaw_rad(start.yaw_rad);
  state.set_speed_mps(speed_mps);
  return scene;
}

void AddEgoRectangle(double length_m, double width_m, double center_x_m, v1::Scene& scene) {
  SetShape(length_m, width_m, center_x_m, *scene.mutable_ego()->add_shapes());
}

void AddRoad(const Arc& arc, double length_m, double right_m, double left_m, v1::Scene& scene) {
  // Begins behind the ego vehicle, whose rear must be on the road too.
  constexpr double kBehind_m = 10.0;
  for (double s = -kBehind_m; s <= length_m; s += kPathSpacing_m) {
    const Arc::Pose pose = arc.At(s);
    v1::Point& point = *scene.add_reference_path();
    point.set_x(pose.x_m);
    point.set_y(pose.y_m);
  }
  for (double s = -kBehind_m; s < length_m; s += kAreaSpacing_m) {
    v1::Polygon& area = *scene.add_drivable_area();
    for (const auto& [station, lateral] : {std::pair(s, right_m), std::pair(s + kAreaSpacing_m, right_m),
                                           std::pair(s + kAreaSpacing_m, left_m), std::pair(s, left_m)}) {
      const Arc::Pose corner = arc.At(station, lateral);
      AddVertex(corner.x_m, corner.y_m, area);
    }
  }
}

void AddMovingRectangle(const std::string& id, const std::string& type, double length_m, double width_m,
                        double height_m, v1::Scene& scene) {
  v1::MovingObstacle& obstacle = *scene.add_moving_obstacles();
  obstacle.set_id(id);
  obstacle.set_type(type);
  SetShape(length_m, width_m, 0.0, *obstacle.add_shapes());
  obstacle.mutable_height()->set_z_min_m(0.0);
  obstacle.mutable_height()->set_z_max_m(height_m);
}

void AddPedestrian(const std::string& id, v1::Scene& scene) {
  v1::MovingObstacle& pedestrian = *scene.add_moving_obstacles();
  pedestrian.set_id(id);
  pedestrian.set_type("pedestrian");
  pedestrian.add_shapes()->mutable_disc()->set_radius_m(0.35);
}

v1::Prediction& AddPrediction(const std::string& id, const Arc& arc, const Motion& motion, double step_s,
                              v1::Scene& scene) {
  v1::Prediction& prediction = *scene.add_predictions();
  prediction.set_obstacle_id(id);
  const double begin_s = scene.ego_state().time_s();
  const int steps = static_cast<int>(std::round(kHorizon_s / step_s));
  for (int i = 0; i <= steps; ++i) {
    const double time_s = i * step_s;
    Arc::Pose pose = arc.At(motion.StationAt(time_s), motion.lateral_m + motion.drift_mps * time_s);
    if (motion.oncoming) pose.yaw_rad = Rounded(pose.yaw_rad + M_PI);
    AddPose(begin_s + time_s, pose, *prediction.add_poses());
  }
  return prediction;
}

void AddCar(const std::string& id, const Arc& arc, const Motion& motion, double step_s, v1::Scene& scene) {
  AddMovingRectangle(id, "car", kCarLength_m, kCarWidth_m, kCarHeight_m, scene);
  AddPrediction(id, arc, motion, step_s, scene);
}

v1::StaticObstacle& AddStatic(const std::string& id, const std::string& type, v1::Scene& scene) {
  v1::StaticObstacle& obstacle = *scene.add_static_obstacles();
  obstacle.set_id(id);
  obstacle.set_type(type);
  return obstacle;
}

v1::StaticObstacle& AddStaticAt(const std::string& id, const std::string& type, double z_min_m, double z_max_m,
                                v1::Scene& scene) {
  v1::StaticObstacle& obstacle = AddStatic(id, type, scene);
  obstacle.mutable_height()->set_z_min_m(z_min_m);
  obstacle.mutable_height()->set_z_max_m(z_max_m);
  return obstacle;
}

void AddRectangle(double length_m, double width_m, double x_m, double y_m, double yaw_rad,
                  v1::StaticObstacle& obstacle) {
  v1::Rectangle& rectangle = *obstacle.add_shapes()->mutable_rectangle();
  rectangle.set_length_m(length_m);
  rectangle.set_width_m(width_m);
  rectangle.mutable_center()->set_x(x_m);
  rectangle.mutable_center()->set_y(y_m);
  rectangle.set_yaw_rad(Rounded(yaw_rad));
}

void AddVertex(double x_m, double y_m, v1::Polygon& polygon) {
  v1::Point& vertex = *polygon.add_vertices();
  vertex.set_x(x_m);
  vertex.set_y(y_m);
}

void AddVertex(double x_m, double y_m, double z_m, v1::Polytope& polytope) {
  v1::Point3& vertex = *polytope.add_vertices();
  vertex.set_x(x_m);
  vertex.set_y(y_m);
  vertex.set_z(z_m);
}

void AddStraightCandidate(const std::string& id, double x_m, double y_m, double yaw_rad, double speed_mps, double cost,
                          v1::Scene& scene) {
  v1::Candidate& candidate = *scene.add_candidates();
  candidate.set_id(id);
  candidate.set_cost(cost);
  const double begin_s = scene.ego_state().time_s();
  const int steps = static_cast<int>(std::round(kHorizon_s / kTimeStep_s));
  for (int i = 0; i <= steps; ++i) {
    const double way_m = i * kTimeStep_s * speed_mps;
    // Heading 0 leaves y as it is, to the last bit: the scenes with exact gaps need it.
    const double y = yaw_rad == 0.0 ? y_m : Rounded(y_m + way_m * std::sin(yaw_rad));
    AddPose(begin_s + i * kTimeStep_s, {Rounded(x_m + way_m * std::cos(yaw_rad)), y, yaw_rad}, *candidate.add_poses());
  }
}

}  // namespace collision2d::testdata
