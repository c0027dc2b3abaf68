#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "collision2d/v1/scene.pb.h"
#include "collision2d/v1/verdict.pb.h"
#include "planner_adapter/importers/commonroad.h"
#include "planner_adapter/replay/replay_scene.h"

// Whether a plan of CommonRoad is valid: by its verdict, and as CommonRoad's drivability checker
// defines it.

namespace collision2d::planner {

// Completes verdict->plan_validity of the candidate of an imported scene with a plan. The answers
// at whole steps are those of a second check: of instants alone, with the lanelets that are not for
// vehicles as road too; the goal is reached if any state of the plan, with its stated speed, is in
// it. Errors: as SceneFromProto and ReplayCycles.
absl::Status CompletePlanValidity(v1::Scene scene, const ImportedPlan& plan, const ReplayOptions& options,
                                  v1::Verdict* verdict);

// Returns what the terminal shows of a plan: a line with both answers, and one for each reason.
std::vector<std::string> PlanLines(const v1::PlanValidity& validity);

}  // namespace collision2d::planner
