#pragma once

#include <cstdint>

#include "absl/types/span.h"
#include "collision2d/planner.h"

namespace collision2d::bench {

// The number of candidates whose verdict differs from the plain checker's: another first collision,
// another smallest clearance (by more than 1e-9 m, the plain checker's accuracy), or another time
// at which it leaves the drivable area.
// Candidates that come within 1e-9 m of a contact count only by their clearance: there rounding
// decides for the plain checker. Looks at every n-th candidate, `sample` or a few more of them.
// REQUIRES: sizes are equal; sample >= 1; the scene has an ego state.
int64_t CountWrongVerdicts(const planner::Scene& scene, const planner::CheckerOptions& options,
                           absl::Span<const planner::Candidate> candidates, absl::Span<const planner::Verdict> verdicts,
                           int sample);

// The same for verdicts on the motion between instants: candidates that are free though the plain
// checker finds a contact deeper than 1e-9 m at one of ten times from each instant to the next, or
// finds another clearance at instants, or that collide though the obstacle is farther than 1e-6 m
// away at the contact, or 1e-3 m if it is conservative.
int64_t CountWrongMotionVerdicts(const planner::Scene& scene, const planner::CheckerOptions& options,
                                 absl::Span<const planner::Candidate> candidates,
                                 absl::Span<const planner::Verdict> verdicts, int sample);

}  // namespace collision2d::bench
