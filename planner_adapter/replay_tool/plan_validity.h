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

// Sets *validity, of the verdict on the candidate of an imported scene with a plan. The answers
// at whole steps are those of a second check: of instants alone, with the lanelets that are not for
// vehicles as road too; the goal is reached if any state of the plan, with its stated speed, is in
// it. Errors: as SceneFromProto and ReplayCycles.
absl::Status CompletePlanValidity(v1::Scene scene, const ImportedPlan& plan, const ReplayOptions& options,
                                  const v1::Verdict& verdict, PlanValidity* validity);

// Returns what the notes of the verdict say of a plan: a line with both answers, and one for each
// reason.
std::vector<std::string> PlanLines(const PlanValidity& validity);

}  // namespace collision2d::planner
