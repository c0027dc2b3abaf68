#include "planner/parked_cars.h"

#include <string>

#include "collision2d/v1/scene.pb.h"
#include "collision2d/v1/trajectory.pb.h"

namespace consumer {
namespace {

void AddCar(double x, double y, const std::string& id, collision2d::v1::Scene* scene) {
  collision2d::v1::StaticObstacle& car = *scene->add_static_obstacles();
  car.set_id(id);
  collision2d::v1::Rectangle& outline = *car.add_shapes()->mutable_rectangle();
  outline.set_length_m(4.5);
  outline.set_width_m(1.8);
  outline.mutable_center()->set_x(x);
  outline.mutable_center()->set_y(y);
}

// Straight ahead at 10 m/s, at a lateral offset.
void AddCandidate(double y, const std::string& id, collision2d::v1::Scene* scene) {
  collision2d::v1::Candidate& candidate = *scene->add_candidates();
  candidate.set_id(id);
  candidate.set_cost(y);
  for (const double time_s : {0.0, 4.0}) {
    collision2d::v1::TimedPose& pose = *candidate.add_poses();
    pose.set_time_s(time_s);
    pose.set_x(10.0 * time_s);
    pose.set_y(y);
  }
}

}  // namespace

collision2d::v1::Scene ParkedCars() {
  collision2d::v1::Scene scene;
  scene.set_id("parked cars");
  scene.set_time_step_s(0.1);
  collision2d::v1::Rectangle& ego = *scene.mutable_ego()->add_shapes()->mutable_rectangle();
  ego.set_length_m(4.5);
  ego.set_width_m(1.8);
  ego.mutable_center()->set_x(1.4);
  AddCar(20.0, -1.75, "parked", &scene);
  AddCandidate(-1.0, "too close", &scene);
  AddCandidate(0.5, "close", &scene);
  AddCandidate(1.5, "far", &scene);
  return scene;
}

}  // namespace consumer
