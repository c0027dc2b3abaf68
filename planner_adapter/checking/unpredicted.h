// What free verdicts rest on where predictions do not say where an obstacle is.
#pragma once

#include "planner_adapter/checking/check_instants.h"
#include "planner_adapter/checking/checked_scene.h"
#include "planner_adapter/checking/verdict.h"

namespace collision2d::planner {

// Sets the times at which some obstacle is not predicted and, if there are any, the check of the
// vehicle among the obstacles that are held then.
void AddUnpredictedScene(CheckedScene* checked);

// Adds to the verdict on a candidate of these instants, which is complete but for metrics: the
// earliest time at which some obstacle is not predicted, and, if it is free but `held`, its verdict
// among the held obstacles, has a contact, the reservation; or makes that the first collision, with
// CheckerOptions::unpredicted_collides. `start_s` is the time at which the cycle begins.
void AddUnpredicted(const CheckedScene& checked, const Instants& instants, const CandidateInstants& covered,
                    double start_s, const Verdict& held, Verdict* verdict);

}  // namespace collision2d::planner
