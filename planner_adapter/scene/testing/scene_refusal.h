#ifndef COLLISION2D_PLANNER_ADAPTER_SCENE_TESTING_SCENE_REFUSAL_H_
#define COLLISION2D_PLANNER_ADAPTER_SCENE_TESTING_SCENE_REFUSAL_H_

#include <functional>
#include <string>
#include <vector>

#include "proto/scene.pb.h"

namespace collision2d::planner {

// Helpers for tests of what SceneFromProto refuses and of its error messages.

// One change that makes the valid scene invalid, and the complete error message that it must cause.
struct Refusal {
  std::function<void(proto::Scene&)> damage;
  std::string message;
};

// Expects that the valid scene converts, and that each change alone causes its message.
void ExpectRefusals(const std::vector<Refusal>& refusals);

// Shapes of the valid scene: of static_obstacles[0], of moving_obstacles[0], and of
// predictions[1].occupancies[0].
proto::Polygon& Wall(proto::Scene& scene);
proto::Rectangle& Car(proto::Scene& scene);
proto::Disc& Crowd(proto::Scene& scene);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_SCENE_TESTING_SCENE_REFUSAL_H_
