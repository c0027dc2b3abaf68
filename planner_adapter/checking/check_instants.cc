#include "planner_adapter/checking/check_instants.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <tuple>

#include "absl/strings/str_format.h"
#include "planner_adapter/scene/scene_limits.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

// Which multiples belong to a time span is decided by these two comparisons everywhere, so that
// rounding cannot make two decisions about an end at the edge of the tolerance disagree.
bool IsBeforeSpan(double time_s, double first_s) { return time_s < first_s - kSameInstant_s; }
bool IsAfterSpan(double time_s, double last_s) { return time_s > last_s + kSameInstant_s; }

// The instants start_s + step * step_s.
struct Grid {
  double start_s;
  double step_s;

  double TimeOf(double step) const { return start_s + step * step_s; }

  // The first step that is not before a span from first_s. The quotient can be rounded across a
  // whole number.
  double FirstStep(double first_s) const {
    const double step = std::ceil((first_s - start_s - kSameInstant_s) / step_s);
    if (!IsBeforeSpan(TimeOf(step - 1.0), first_s)) return step - 1.0;
    return IsBeforeSpan(TimeOf(step), first_s) ? step + 1.0 : step;
  }

  // The last step that is not after a span to last_s.
  double LastStep(double last_s) const {
    const double step = std::floor((last_s - start_s + kSameInstant_s) / step_s);
    if (!IsAfterSpan(TimeOf(step + 1.0), last_s)) return step + 1.0;
    return IsAfterSpan(TimeOf(step), last_s) ? step - 1.0 : step;
  }

  // True if a step is the same instant as time_s.
  bool Has(double time_s) const {
    const double nearest_s = TimeOf(std::round((time_s - start_s) / step_s));
    return !IsBeforeSpan(nearest_s, time_s) && !IsAfterSpan(nearest_s, time_s);
  }
};

absl::Status CheckEnds(const Candidate& candidate, double start_s) {
  const double first_s = candidate.poses.front().time_s;
  const double last_s = candidate.poses.back().time_s;
  if (!std::isfinite(first_s) || !std::isfinite(last_s) || first_s > last_s) {
    return absl::InvalidArgumentError(
        absl::StrFormat("candidate %s: poses: times from %.17g s to %.17g s are not finite and increasing",
                        candidate.id, first_s, last_s));
  }
  if (IsBeforeSpan(first_s, start_s)) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "candidate %s: begins at %.17g s, before the planning cycle at %.17g s", candidate.id, first_s, start_s));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckInstants(absl::Span<const Candidate> candidates, double start_s, double step_s, int max_instants,
                           Instants* instants) {
  instants->grid.clear();
  instants->ends.clear();
  if (candidates.empty()) return absl::OkStatus();
  const Grid grid{start_s, step_s};
  double first_s = std::numeric_limits<double>::infinity();
  double last_s = -std::numeric_limits<double>::infinity();
  for (const Candidate& candidate : candidates) {
    if (const absl::Status status = CheckEnds(candidate, start_s); !status.ok()) return status;
    for (const double end_s : {candidate.poses.front().time_s, candidate.poses.back().time_s}) {
      if (!grid.Has(end_s)) instants->ends.push_back({end_s, static_cast<int>(grid.LastStep(end_s))});
    }
    first_s = std::min(first_s, candidate.poses.front().time_s);
    last_s = std::max(last_s, candidate.poses.back().time_s);
  }

  const double first_step = grid.FirstStep(first_s);
  const double last_step = grid.LastStep(last_s);
  // Written so that NaN does not pass.
  if (!(last_step - first_step < max_instants && last_step < std::numeric_limits<int>::max())) {
    return absl::InvalidArgumentError(
        absl::StrFormat("time_step_s: %g s over the candidates' span from %g s to %g s makes more than %d instants",
                        step_s, first_s, last_s, max_instants));
  }
  double covered = 0.0;
  for (const Candidate& candidate : candidates) {
    covered += grid.LastStep(candidate.poses.back().time_s) - grid.FirstStep(candidate.poses.front().time_s) + 1.0;
  }
  if (!(covered <= kMaxCandidateInstants)) {
    return absl::InvalidArgumentError(
        absl::StrFormat("time_step_s: %g s makes %.0f instants of %d candidates; at most %d are accepted", step_s,
                        covered, candidates.size(), kMaxCandidateInstants));
  }
  for (double step = first_step; step <= last_step; ++step) {
    instants->grid.push_back({grid.TimeOf(step), static_cast<int>(step)});
  }
  std::vector<Instant>& ends = instants->ends;
  std::sort(ends.begin(), ends.end(), [](const Instant& a, const Instant& b) { return a.time_s < b.time_s; });
  const auto is_same = [](const Instant& a, const Instant& b) { return a.time_s == b.time_s; };
  ends.erase(std::unique(ends.begin(), ends.end(), is_same), ends.end());
  return absl::OkStatus();
}

CandidateInstants InstantsOf(const Candidate& candidate, const Instants& instants) {
  const double first_s = candidate.poses.front().time_s;
  const double last_s = candidate.poses.back().time_s;
  const auto end_at = [&](double time_s) {
    const auto end = std::lower_bound(instants.ends.begin(), instants.ends.end(), time_s,
                                      [](const Instant& instant, double time) { return instant.time_s < time; });
    const bool is_end = end != instants.ends.end() && end->time_s == time_s;
    return is_end ? static_cast<int>(end - instants.ends.begin()) : -1;
  };
  const auto begin = std::partition_point(instants.grid.begin(), instants.grid.end(), [=](const Instant& instant) {
    return IsBeforeSpan(instant.time_s, first_s);
  });
  const auto end = std::partition_point(begin, instants.grid.end(),
                                        [=](const Instant& instant) { return !IsAfterSpan(instant.time_s, last_s); });
  return {end_at(first_s), static_cast<int>(begin - instants.grid.begin()),
          static_cast<int>(end - instants.grid.begin()), first_s == last_s ? -1 : end_at(last_s)};
}

void InstantWindows::Assign(const Instants& instants, absl::Span<const CandidateInstants> covered, int steps_together) {
  members_.clear();
  for (size_t i = 0; i < covered.size(); ++i) {
    const CandidateInstants& of = covered[i];
    const int candidate = static_cast<int>(i);
    if (of.first_end >= 0) members_.push_back({0, of.first_end, {candidate, 0, 1}});
    for (int begin = of.grid_begin; begin < of.grid_end;) {
      const int first = begin - begin % steps_together;
      const int end = std::min(first + steps_together, of.grid_end);
      members_.push_back({1, first, {candidate, begin - first, end - begin}});
      begin = end;
    }
    if (of.last_end >= 0) members_.push_back({2, of.last_end, {candidate, 0, 1}});
  }
  const auto window_of = [](const Member& member) { return std::tie(member.phase, member.first); };
  const auto precedes = [](const Member& a, const Member& b) {
    return std::tie(a.phase, a.first, a.row.candidate) < std::tie(b.phase, b.first, b.row.candidate);
  };
  // Mostly they are in order.
  if (!std::is_sorted(members_.begin(), members_.end(), precedes)) {
    std::sort(members_.begin(), members_.end(), precedes);
  }
  rows_.clear();
  for (const Member& member : members_) rows_.push_back(member.row);
  windows_.clear();
  size_t begin = 0;
  for (size_t k = 0; k < members_.size(); ++k) {
    if (k + 1 < members_.size() && window_of(members_[k]) == window_of(members_[k + 1])) continue;
    const bool is_of_grid = members_[k].phase == 1;
    const absl::Span<const Instant> all = is_of_grid ? instants.grid : instants.ends;
    windows_.push_back(
        {all.subspan(static_cast<size_t>(members_[k].first), static_cast<size_t>(is_of_grid ? steps_together : 1)),
         absl::MakeConstSpan(rows_).subspan(begin, k + 1 - begin)});
    begin = k + 1;
  }
}

std::vector<double> TimesOf(const Candidate& candidate, const Instants& instants) {
  const CandidateInstants of = InstantsOf(candidate, instants);
  std::vector<double> times_s;
  if (of.first_end >= 0) times_s.push_back(instants.ends[of.first_end].time_s);
  for (int k = of.grid_begin; k < of.grid_end; ++k) times_s.push_back(instants.grid[k].time_s);
  if (of.last_end >= 0) times_s.push_back(instants.ends[of.last_end].time_s);
  return times_s;
}

}  // namespace collision2d::planner
