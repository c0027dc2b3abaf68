#include "planner_adapter/checking/check_instants.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {

namespace {

// The number of the multiple of step_s at or before a time.
double StepAt(double time_s, double start_s, double step_s) {
  return std::floor((time_s - start_s + kSameInstant_s) / step_s);
}

bool IsOnGrid(double time_s, double start_s, double step_s) {
  const double nearest_s = start_s + std::round((time_s - start_s) / step_s) * step_s;
  return std::abs(time_s - nearest_s) <= kSameInstant_s;
}

}  // namespace

absl::StatusOr<std::vector<Instant>> CheckInstants(absl::Span<const Trajectory> candidates, double start_s,
                                                   double step_s, int max_instants) {
  if (candidates.empty()) return std::vector<Instant>();
  double first_s = std::numeric_limits<double>::infinity();
  double last_s = -std::numeric_limits<double>::infinity();
  std::vector<double> ends_s;
  for (const Trajectory& candidate : candidates) {
    const double from_s = candidate.poses.front().time_s;
    const double to_s = candidate.poses.back().time_s;
    if (from_s < start_s - kSameInstant_s) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "candidate %s: begins at %.17g s, before the planning cycle at %.17g s", candidate.id, from_s, start_s));
    }
    for (const double end_s : {from_s, to_s}) {
      if (!IsOnGrid(end_s, start_s, step_s)) ends_s.push_back(end_s);
    }
    first_s = std::min(first_s, from_s);
    last_s = std::max(last_s, to_s);
  }

  const double first_step = std::ceil((first_s - start_s - kSameInstant_s) / step_s);
  const double last_step = StepAt(last_s, start_s, step_s);
  // Written so that NaN does not pass.
  if (!(last_step - first_step < max_instants && last_step < std::numeric_limits<int>::max())) {
    return absl::InvalidArgumentError(
        absl::StrFormat("time_step_s: %g s over the candidates' span from %g s to %g s makes more than %d instants",
                        step_s, first_s, last_s, max_instants));
  }
  std::vector<Instant> instants;
  for (double step = first_step; step <= last_step; ++step) {
    instants.push_back({start_s + step * step_s, static_cast<int>(step), true});
  }
  std::sort(ends_s.begin(), ends_s.end());
  ends_s.erase(std::unique(ends_s.begin(), ends_s.end()), ends_s.end());
  for (const double end_s : ends_s) {
    instants.push_back({end_s, static_cast<int>(StepAt(end_s, start_s, step_s)), false});
  }
  std::sort(instants.begin(), instants.end(), [](const Instant& a, const Instant& b) { return a.time_s < b.time_s; });
  return instants;
}

bool IsCheckedAt(const Trajectory& candidate, const Instant& instant) {
  const double first_s = candidate.poses.front().time_s;
  const double last_s = candidate.poses.back().time_s;
  if (!instant.on_grid) return instant.time_s == first_s || instant.time_s == last_s;
  return first_s - kSameInstant_s <= instant.time_s && instant.time_s <= last_s + kSameInstant_s;
}

}  // namespace collision2d::planner
