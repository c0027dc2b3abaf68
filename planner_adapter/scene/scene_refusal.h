#ifndef COLLISION2D_PLANNER_ADAPTER_SCENE_SCENE_REFUSAL_H_
#define COLLISION2D_PLANNER_ADAPTER_SCENE_SCENE_REFUSAL_H_

#include <functional>
#include <string>
#include <vector>

#include "proto/scene.pb.h"

namespace collision2d::planner {

// For the tests of what SceneFromProto refuses, and in which words.

// Damage to the valid scene, and the whole message that it must give.
struct Refusal {
  std::function<void(proto::Scene&)> damage;
  std::string message;
};

// Expects that the valid scene converts, and that each damage alone gives its message.
void ExpectRefusals(const std::vector<Refusal>& refusals);

// Shapes of the valid scene: of static_obstacles[0], of moving_obstacles[0], and of predictions[1].occupancies[0].
proto::Polygon& Wall(proto::Scene& scene);
proto::Rectangle& Car(proto::Scene& scene);
proto::Disc& Crowd(proto::Scene& scene);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_SCENE_SCENE_REFUSAL_H_
