// Safety margins of a scene: what a check with a grown body makes of its verdicts.
#pragma once

#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "planner_adapter/checking/check_instants.h"
#include "planner_adapter/checking/checked_scene.h"
#include "planner_adapter/checking/verdict.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

// Sets the checks that the margins of a scene need besides its own: for each margin that some
// obstacle has, the body grown by it among the obstacles that have it, without a road; and the body
// grown by the road's margin on the road, without obstacles. None for margins of 0. They refer to
// the parts of `checked`, which they share. Errors: as GrowBody.
absl::Status AddMarginScenes(CheckedScene* checked);

// Excludes the instants after the first one that is not before the verdict's first collision.
void EndAtCollision(const Verdict& verdict, const Instants& instants, CandidateInstants* covered);

// Sets what a verdict of the scene itself says of its margins: what collides is within any margin,
// and what leaves the road is within the road's.
void BeginMargins(const Margins& margins, Verdict* verdict);

// Updates it by the verdict of one of these checks on the same candidate.
void AddMargin(const Verdict& grown, Verdict* verdict);

}  // namespace collision2d::planner
