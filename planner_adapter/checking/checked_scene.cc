#include "planner_adapter/checking/checked_scene.h"

#include <algorithm>
#include <cstddef>

#include "planner_adapter/scene/timed_pose.h"
#include "planner_adapter/scene/timeline.h"

namespace collision2d::planner {
namespace {

void SortAndMerge(std::vector<double>* times_s) {
  std::sort(times_s->begin(), times_s->end());
  times_s->erase(std::unique(times_s->begin(), times_s->end()), times_s->end());
}

// The part of increasing times that is within (begin_s, end_s).
absl::Span<const double> Between(absl::Span<const double> times_s, double begin_s, double end_s) {
  const auto begin = std::upper_bound(times_s.begin(), times_s.end(), begin_s);
  const auto end = std::lower_bound(begin, times_s.end(), end_s);
  return times_s.subspan(static_cast<size_t>(begin - times_s.begin()), static_cast<size_t>(end - begin));
}

}  // namespace

ObstacleTimes::ObstacleTimes(const Scene& scene, const CheckerOptions& options) {
  ForEachTimeline(scene, options.beyond_prediction, options.min_probability,
                  [this](const Timeline& timeline, int, int) { timeline.AddTimes(&times_s_, &moments_s_); });
  SortAndMerge(&times_s_);
  SortAndMerge(&moments_s_);
}

void ObstacleTimes::Divide(absl::Span<const double> instants_s, absl::Span<const double> own_s,
                           std::vector<double>* times_s) const {
  times_s->clear();
  if (instants_s.empty()) return;
  const double begin_s = instants_s.front();
  const double end_s = instants_s.back();
  const absl::Span<const double> own = Between(own_s, begin_s, end_s);
  const absl::Span<const double> others = Between(times_s_, begin_s, end_s);
  const double* next_own = own.begin();
  const double* next_other = others.begin();
  for (const double instant_s : instants_s) {
    for (;;) {
      const bool is_own = next_own != own.end() && (next_other == others.end() || *next_own <= *next_other);
      if (!is_own && next_other == others.end()) break;
      const double*& next = is_own ? next_own : next_other;
      if (*next >= instant_s) break;
      const bool is_apart = *next - times_s->back() > kSameInstant_s && instant_s - *next > kSameInstant_s;
      if (is_apart) times_s->push_back(*next);
      ++next;
    }
    times_s->push_back(instant_s);
  }
  for (const double moment_s : Between(moments_s_, begin_s, end_s)) {
    const auto at = std::lower_bound(times_s->begin(), times_s->end(), moment_s - kSameInstant_s);
    const bool is_instant = std::binary_search(instants_s.begin(), instants_s.end(), *at);
    const double past_s = *at + 0.5 * kSameInstant_s;
    if (!is_instant && *(at + 1) != past_s) times_s->insert(at + 1, past_s);
  }
}

}  // namespace collision2d::planner
