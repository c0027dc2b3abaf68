#pragma once

#include <functional>
#include <string>
#include <vector>

#include "collision2d/v1/scene.pb.h"

namespace collision2d::planner {

// Helpers for tests of what SceneFromProto refuses and of its error messages.

// One change that makes the valid scene invalid, and the complete error message that it must cause.
struct Refusal {
  std::function<void(v1::Scene&)> damage;
  std::string message;
};

// A scene that has a field of every kind.
v1::Scene ValidScene();

// Expects that the valid scene converts, and that each change alone causes its message.
void ExpectRefusals(const std::vector<Refusal>& refusals);

// Shapes of the valid scene: of static_obstacles[0], of moving_obstacles[0], and of
// predictions[1].occupancies[0].
v1::Polygon& Wall(v1::Scene& scene);
v1::Rectangle& Car(v1::Scene& scene);
v1::Disc& Crowd(v1::Scene& scene);

}  // namespace collision2d::planner
