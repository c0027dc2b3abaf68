#pragma once

#include <optional>

#include "absl/types/span.h"
#include "collision2d/v1/verdict.pb.h"
#include "planner_adapter/checking/trajectory_checker.h"
#include "planner_adapter/scene/scene.h"

// Converts verdicts and their metrics to messages.

namespace collision2d::planner {

// Returns the index of the free candidate with the lowest cost; ties go to the first one. Recorded
// ones count only if there are no others. Returns nullopt if none is free.
std::optional<int> BestFreeCandidate(absl::Span<const Candidate> candidates, absl::Span<const Verdict> verdicts);

// Returns the verdicts of one planning cycle, with counts and the best candidate. The caller sets
// the fields `run`, `cycle` and `notes`. REQUIRES: candidates and verdicts have one size and belong
// to `scene`.
v1::SceneVerdicts VerdictsToProto(const Scene& scene, absl::Span<const Candidate> candidates,
                                  absl::Span<const Verdict> verdicts);

// Sets the profile of a verdict.
void SetProfile(absl::Span<const ProfilePoint> profile, v1::Verdict* verdict);

}  // namespace collision2d::planner
