#include "planner_adapter/replay/time_step_check.h"

#include <algorithm>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

absl::Status CheckTimeStep(absl::string_view field, double step_s, double longest_s, bool has_candidates,
                           std::vector<std::string>& notes) {
  if (step_s < kShortTimeStep_s) {
    notes.push_back(absl::StrFormat("%s: %g s is implausibly short", field, step_s));
  }
  if (step_s <= kLongTimeStep_s) return absl::OkStatus();
  if (has_candidates && step_s > longest_s + kSameInstant_s) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s: %g s is longer than every candidate, of at most %g s; are these milliseconds?", field, step_s, longest_s));
  }
  notes.push_back(absl::StrFormat("%s: %g s is implausibly long", field, step_s));
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::vector<std::string>> CheckTimeSteps(const Scene& scene, absl::Span<const Trajectory> candidates) {
  double longest_s = 0.0;
  for (const Trajectory& candidate : candidates) {
    longest_s = std::max(longest_s, candidate.poses.back().time_s - candidate.poses.front().time_s);
  }
  std::vector<std::string> notes;
  absl::Status status = CheckTimeStep("time_step_s", scene.time_step_s, longest_s, !candidates.empty(), notes);
  if (scene.candidates.empty() && scene.sampling_request.time_step_s.has_value()) {
    status.Update(CheckTimeStep("sampling_request.time_step_s", *scene.sampling_request.time_step_s, longest_s,
                                !candidates.empty(), notes));
  }
  if (!status.ok()) return status;
  return notes;
}

}  // namespace collision2d::planner
