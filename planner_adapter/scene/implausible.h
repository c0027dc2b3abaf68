// What is implausible about a scene that is valid.
#pragma once

#include <string>
#include <vector>

#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

// Sentences of one kind that ImplausibleNotes writes; the last one counts those that it leaves out.
inline constexpr int kNotesOfOneKind = 3;

// Returns a sentence for each thing about the scene that is legal but looks like a mistake in
// units, frames, heights or clocks. It names the obstacle or candidate and the number that is odd;
// docs/mapping.md lists all kinds with their thresholds. A verdict never depends on it. MakeScene
// appends the result to Scene::notes; call it again after changing a scene. O(size of the scene);
// an obstacle at odd heights is compared with the whole way of the candidates.
std::vector<std::string> ImplausibleNotes(const Scene& scene);

}  // namespace collision2d::planner
