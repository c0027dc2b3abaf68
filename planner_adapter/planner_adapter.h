#pragma once

// What collision2d/planner.h, the header that users include, forwards to: scenes, the checker and
// the sampler. Path-time graphs, placed obstacles and the importers are included by themselves.

#include "planner_adapter/checking/trajectory_checker.h"  // IWYU pragma: export
#include "planner_adapter/checking/verdict_to_proto.h"    // IWYU pragma: export
#include "planner_adapter/sampling/frenet_sampler.h"      // IWYU pragma: export
#include "planner_adapter/scene/implausible.h"            // IWYU pragma: export
#include "planner_adapter/scene/make_scene.h"             // IWYU pragma: export
#include "planner_adapter/scene/scene.h"                  // IWYU pragma: export
#include "planner_adapter/scene/scene_from_proto.h"       // IWYU pragma: export
#include "planner_adapter/scene/scene_to_proto.h"         // IWYU pragma: export
