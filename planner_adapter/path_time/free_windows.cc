#include "planner_adapter/path_time/free_windows.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_format.h"
#include "planner_adapter/path_time/profile_pieces.h"

namespace collision2d::planner {
namespace {

absl::Status CheckPlace(const char* name, double value, ClosedInterval legal, double allowance,
                        double time_uncertainty_s) {
  if (!(time_uncertainty_s >= 0.0 && std::isfinite(time_uncertainty_s))) {
    return absl::InvalidArgumentError(
        absl::StrFormat("time_uncertainty_s: %g is negative or not finite", time_uncertainty_s));
  }
  if (value >= legal.min - allowance && value <= legal.max + allowance) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrFormat("%s: %.17g is not within [%.17g, %.17g]", name, value, legal.min, legal.max));
}

// Replaces `intervals` by what they leave of `all`.
void Complement(ClosedInterval all, std::vector<ClosedInterval>* intervals) {
  std::sort(intervals->begin(), intervals->end(),
            [](const ClosedInterval& a, const ClosedInterval& b) { return a.min < b.min; });
  double free_from = all.min;
  bool is_free = true;  // Just after free_from.
  size_t count = 0;
  for (const ClosedInterval occupied : *intervals) {
    if (occupied.min > free_from && free_from < all.max) {
      // No more intervals are written than were read.
      (*intervals)[count++] = {free_from, std::min(occupied.min, all.max)};
    }
    free_from = std::max(free_from, occupied.max);
    is_free = free_from < all.max;
  }
  intervals->resize(count);
  if (is_free) intervals->push_back({free_from, all.max});
}

}  // namespace

absl::Status FreeTimes(const OccupiedRegions& regions, double station_m, double time_uncertainty_s,
                       std::vector<ClosedInterval>* free_s) {
  free_s->clear();
  const absl::Status status =
      CheckPlace("station_m", station_m, regions.stations_m(), kProfileAllowance_m, time_uncertainty_s);
  if (!status.ok()) return status;
  const ClosedInterval at = internal::Widened({station_m, station_m}, kProfileAllowance_m);
  for (const OccupiedRegion& region : regions.regions()) {
    if (!internal::Overlap(internal::StationsOf(region.outer_box), at)) continue;
    for (const RegionPart& part : regions.parts(region)) {
      if (!internal::Overlap(internal::StationsOf(part.outer_box), at)) continue;
      const ClosedInterval occupied = internal::TimesWithin(at, regions.outer(part));
      if (internal::IsEmpty(occupied)) continue;
      free_s->push_back(internal::Widened(occupied, time_uncertainty_s + kProfileAllowance_s));
    }
  }
  Complement(regions.times_s(), free_s);
  return status;
}

absl::Status FreeStations(const OccupiedRegions& regions, double time_s, double time_uncertainty_s,
                          std::vector<ClosedInterval>* free_m) {
  free_m->clear();
  const absl::Status status = CheckPlace("time_s", time_s, regions.times_s(), kProfileAllowance_s, time_uncertainty_s);
  if (!status.ok()) return status;
  const ClosedInterval at = internal::Widened({time_s, time_s}, time_uncertainty_s + kProfileAllowance_s);
  for (const OccupiedRegion& region : regions.regions()) {
    if (!internal::Overlap(internal::TimesOf(region.outer_box), at)) continue;
    for (const RegionPart& part : regions.parts(region)) {
      if (!internal::Overlap(internal::TimesOf(part.outer_box), at)) continue;
      const ClosedInterval occupied = internal::StationsWithin(at, regions.outer(part));
      if (!internal::IsEmpty(occupied)) free_m->push_back(internal::Widened(occupied, kProfileAllowance_m));
    }
  }
  Complement(regions.stations_m(), free_m);
  return status;
}

}  // namespace collision2d::planner
