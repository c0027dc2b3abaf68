// The path-time graph that the page draws: of one candidate of a planning cycle.
#pragma once

#include "absl/status/status.h"
#include "planner_adapter/path_time/path_time_graph.h"
#include "planner_adapter/replay/replayed_scene.h"
#include "planner_adapter/replay_page/replay_page.pb.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

// Sets page->path_time for the chosen candidate, or the cheapest one if none is chosen, with
// options.beyond and options.min_probability; from its first time until 5 s after its last one.
// Sets nothing if there is no candidate or no profile, or if the ego vehicle has parts with poses
// of their own.
// Errors: those of EgoPath::OfTrajectory and PathTimeGraph::Create.
absl::Status AddPathTime(const Scene& scene, const ReplayedCycle& cycle, PathTimeOptions options,
                         replay::ReplayPageCycle* page);

}  // namespace collision2d::planner
