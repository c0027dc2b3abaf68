// The checks that go along with that of a vehicle, at the same poses and for contacts alone: of the
// vehicle grown by safety margins, and among obstacles that are held where they are not predicted;
// and what their verdicts add to those on the vehicle.
#pragma once

#include "absl/status/status.h"
#include "planner_adapter/checking/check_instants.h"
#include "planner_adapter/checking/checked_scene.h"
#include "planner_adapter/checking/verdict.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {

// Adds the companions that a scene needs. They refer to the parts of `checked`, which they share:
// - for each margin that some obstacle has, the body grown by it among the obstacles that have it,
//   without a road; the margin that all have comes first,
// - the body grown by the road's margin on the road, without obstacles,
// - last, if some obstacle is not predicted at some time, which is set too, the vehicle among what
//   is held then.
// None is made for margins of 0. Errors: as GrowBody.
absl::Status AddCompanions(CheckedScene* checked);

// Sets what a verdict of the scene itself says of its margins: what collides is within any margin,
// and what leaves the road is within the road's.
void BeginMargins(const Margins& margins, Verdict* verdict);

// Updates it by the verdict of a companion with a margin on the same candidate.
void AddMargin(const Verdict& grown, Verdict* verdict);

// Adds to the verdict on a candidate of these instants, which is complete but for metrics: the
// earliest time at which some obstacle is not predicted, and, if it is free but `held`, its verdict
// among the held obstacles, has a contact, the reservation; or makes that the first collision, with
// CheckerOptions::unpredicted_collides. `start_s` is the time at which the cycle begins.
void AddUnpredicted(const CheckedScene& checked, const Instants& instants, const CandidateInstants& covered,
                    double start_s, const Verdict& held, Verdict* verdict);

}  // namespace collision2d::planner
