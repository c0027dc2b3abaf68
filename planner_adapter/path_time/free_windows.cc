#include "planner_adapter/path_time/free_windows.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "absl/strings/str_format.h"
#include "planner_adapter/path_time/profile_pieces.h"

namespace collision2d::planner {
namespace {

// Replaces `intervals` by what they leave of `all`.
void Complement(Interval all, std::vector<Interval>* intervals) {
  std::sort(intervals->begin(), intervals->end(), [](const Interval& a, const Interval& b) { return a.min < b.min; });
  double occupied_until = -std::numeric_limits<double>::infinity();
  size_t count = 0;
  // No more intervals are written than were read.
  for (const Interval occupied : *intervals) {
    const Interval free = {std::max(occupied_until, all.min), std::min(occupied.min, all.max)};
    if (occupied.min > occupied_until && free.min < free.max) (*intervals)[count++] = free;
    occupied_until = std::max(occupied_until, occupied.max);
  }
  intervals->resize(count);
  if (occupied_until < all.max) intervals->push_back({std::max(occupied_until, all.min), all.max});
}

// kTimes: the free times of a station; else the free stations of a time.
template <bool kTimes>
absl::Status FindFree(const PathTimeGraph& graph, double at, double time_uncertainty_s, std::vector<Interval>* free) {
  free->clear();
  if (!(time_uncertainty_s >= 0.0 && std::isfinite(time_uncertainty_s))) {
    return absl::InvalidArgumentError(
        absl::StrFormat("time_uncertainty_s: %g is negative or not finite", time_uncertainty_s));
  }
  const Interval legal = kTimes ? internal::StationsOf(graph) : internal::TimesOf(graph);
  const Interval all = kTimes ? internal::TimesOf(graph) : internal::StationsOf(graph);
  constexpr double kAllowance = std::max(kProfileAllowance_m, kProfileAllowance_s);
  if (!internal::Contains(internal::Widened(legal, kAllowance), at)) {
    return absl::InvalidArgumentError(absl::StrFormat("%s: %.17g is not within [%.17g, %.17g]",
                                                      kTimes ? "station_m" : "time_s", at, legal.min, legal.max));
  }
  const Interval strip = internal::Widened({at, at}, kAllowance + (kTimes ? 0.0 : time_uncertainty_s));
  const auto is_near = [&strip](const PathTimeBox& box) {
    return internal::Overlap(strip, kTimes ? internal::StationsOf(box) : internal::TimesOf(box));
  };
  for (const OccupiedRegion& region : graph.regions()) {
    if (!is_near(region.outer_box)) continue;
    for (const RegionPart& part : graph.parts(region)) {
      if (!is_near(part.outer_box)) continue;
      const auto polygon = graph.outer(part);
      const Interval occupied =
          kTimes ? internal::TimesWithin(strip, polygon) : internal::StationsWithin(strip, polygon);
      if (internal::IsEmpty(occupied)) continue;
      free->push_back(internal::Widened(occupied, kAllowance + (kTimes ? time_uncertainty_s : 0.0)));
    }
  }
  Complement(all, free);
  return absl::OkStatus();
}

}  // namespace

absl::Status FreeTimes(const PathTimeGraph& graph, double station_m, double time_uncertainty_s,
                       std::vector<Interval>* free_s) {
  return FindFree<true>(graph, station_m, time_uncertainty_s, free_s);
}

absl::Status FreeStations(const PathTimeGraph& graph, double time_s, double time_uncertainty_s,
                          std::vector<Interval>* free_m) {
  return FindFree<false>(graph, time_s, time_uncertainty_s, free_m);
}

}  // namespace collision2d::planner
