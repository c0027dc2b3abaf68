#pragma once

#include <optional>
#include <string>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/scene/scene.h"

// Scenes of tests in which heights decide.
namespace collision2d::planner {

ConvexPolygon Box(double length_m, double width_m, Vec2 center = {});

// A vehicle of 4 m x 2 m about its reference point, from 0.25 m to 2 m above the road, and nothing
// else.
Scene SceneWithVehicle(double time_step_s);

void AddStatic(const std::string& id, const ConvexPolygon& shape, std::optional<HeightSpan> height, Scene* scene);

}  // namespace collision2d::planner
