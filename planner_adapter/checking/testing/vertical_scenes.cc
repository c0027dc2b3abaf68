#include "planner_adapter/checking/testing/vertical_scenes.h"

namespace collision2d::planner {

ConvexPolygon Box(double length_m, double width_m, Vec2 center) {
  return ConvexPolygon::Rectangle(length_m, width_m, center).value();
}

Scene SceneWithVehicle(double time_step_s) {
  Scene scene;
  scene.time_step_s = time_step_s;
  scene.ego.shapes = {Box(4.0, 2.0)};
  scene.ego.ground_clearance_m = 0.25;
  scene.ego.height_m = 2.0;
  scene.ego_state = EgoState();
  return scene;
}

void AddStatic(const std::string& id, const ConvexPolygon& shape, std::optional<HeightSpan> height, Scene* scene) {
  scene->static_obstacles.push_back({id, "", {shape}, height});
}

}  // namespace collision2d::planner
