#ifndef COLLISION2D_PLANNER_ADAPTER_PATH_TIME_BRAKING_H_
#define COLLISION2D_PLANNER_ADAPTER_PATH_TIME_BRAKING_H_

#include "absl/status/statusor.h"
#include "planner_adapter/path_time/speed_profile.h"

// How hard the ego vehicle must brake or accelerate to stay behind an obstacle or to pass in front
// of it: docs/path_time.md.
namespace collision2d::planner {

// What is needed at least lies between these. With the sufficient value the profile is proven to
// keep its place and the gap; with less than the necessary one (LastStopStation: later) it is
// proven not to.
struct Requirement {
  double necessary = 0.0;
  double sufficient = 0.0;
  int region = -1;  // The one that demands the sufficient value; -1: none demands anything.
};

// This holds for all of the functions below. The ego vehicle keeps its speed for delay_s, then its
// acceleration, and stands from when its speed is zero: AcceleratedProfile. It stays behind a
// region if its station plus gap_m never exceeds the region's stations at the same time, from the
// state's time on, and passes in front if its station minus gap_m is never less than them. One
// region, or all; staying behind all excepts those that are entirely behind the state's station
// when they begin, or at the state's time. Margin for rounding: 1e-6 m. O(parts), no allocation.
// Errors, by name: as CheckState and CheckRegion; a delay or a gap that is negative or not finite.

// m/s^2, not negative. Returns the least constant deceleration that stays behind; infinite if the
// ego vehicle is already too far, or will be after the delay.
absl::StatusOr<Requirement> LeastDeceleration(const OccupiedRegions& regions, const StationState& state, double delay_s,
                                              double gap_m, int region = kAllRegions);

// m/s^2, not negative. Returns the least constant acceleration that passes in front. Beyond the end
// of the path the vehicle is supposed to go on. Infinite if it is too late.
absl::StatusOr<Requirement> LeastAcceleration(const OccupiedRegions& regions, const StationState& state, double delay_s,
                                              double gap_m, int region = kAllRegions);

// m. Returns the last station at which the ego vehicle, which keeps its speed up to there, can still
// decide to brake: delay_s later it begins with this deceleration, which must be positive, and
// stays behind. Less than the state's station: it is too late. Infinite: it need not brake.
absl::StatusOr<Requirement> LastStopStation(const OccupiedRegions& regions, const StationState& state, double delay_s,
                                            double gap_m, double deceleration_mps2, int region = kAllRegions);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_PATH_TIME_BRAKING_H_
