// What free verdicts rest on where predictions do not say where an obstacle is.
#pragma once

#include "planner_adapter/checking/check_instants.h"
#include "planner_adapter/checking/checked_scene.h"
#include "planner_adapter/checking/verdict.h"

namespace collision2d::planner {

// Sets the times at which some obstacle is not predicted and, if there are any, the check of the
// vehicle among the obstacles that are held then.
void AddUnpredictedScene(CheckedScene* checked);

// Sets Verdict::unpredicted_from_s, and restricts *covered, the instants of the candidate, to those
// at and around the times at which some obstacle is not predicted: to none for a candidate that is
// not free, or if there are no such times.
void BeginUnpredicted(const CheckedScene& checked, const Instants& instants, CandidateInstants* covered,
                      Verdict* verdict);

// Adds the reservation for the contact among the held obstacles, if `held`, the verdict of their
// check, has one; or makes it the first collision, with CheckerOptions::unpredicted_collides.
// `start_s` is the time at which the cycle begins.
void AddReservation(const CheckedScene& checked, double start_s, const Verdict& held, Verdict* verdict);

}  // namespace collision2d::planner
