#pragma once

#include <limits>

#include "absl/status/statusor.h"
#include "planner_adapter/path_time/speed_profile.h"

// Who passes first where the ego vehicle and an obstacle cross, and how hard it must brake to stay
// behind or accelerate to pass in front: docs/path_time.md.
namespace collision2d::planner {

// The signed time between the ego vehicle's being at a station and the obstacle's being there.
// Positive: the ego vehicle is first; 0: both at once; infinite: it is at no station of the region.
struct EncroachmentGap {
  double gap_s = std::numeric_limits<double>::infinity();
  double station_m = 0.0;
  double ego_time_s = 0.0;
};

// Brackets: the true instant is between both numbers. The conflict is all stations that the region
// occupies at any time; the obstacle's entry and exit are the first and last time of the region.
struct Encroachment {
  // Infinite if the ego vehicle does not enter, or does not leave until the profile's end.
  Interval ego_entry_s;
  Interval ego_exit_s;
  Interval obstacle_entry_s;
  Interval obstacle_exit_s;
  // The post-encroachment time: the gap of least magnitude, over all instants of the profile. The
  // magnitude is at least that of outer_gap and at most that of inner_gap.
  EncroachmentGap outer_gap;
  EncroachmentGap inner_gap;
};

// Returns the times at which a profile and a region of the graph pass the stations that they share.
// What the region leaves open is in the brackets; rounding is below 1e-6 s. Errors: as
// CheckIsLegal.
// O(pieces * parts) at most, no allocation.
absl::StatusOr<Encroachment> ComputeEncroachment(const PathTimeGraph& graph, const SpeedProfile& profile,
                                                 const OccupiedRegion& region);

// From a state on the ego vehicle keeps its speed for a delay, then its acceleration, and stands
// from when its speed is zero: AcceleratedProfile.
struct Reaction {
  StationState state;
  double delay_s = 0.0;
  double gap_m = 0.0;  // What is to remain between the ego vehicle and the region, along the path.
};

// kBehind: at no time from the state's on is its station, plus the gap, greater than a station that
// the region occupies then. kInFront: at no time is its station, minus the gap, less than one;
// beyond the path's end it drives on.
enum class Side { kBehind, kInFront };

// The least that is needed is between both: with the sufficient value the vehicle is proven to
// keep its side, with less than the necessary one (LastStopStation: later) it is proven not to.
struct Requirement {
  double necessary = 0.0;
  double sufficient = 0.0;
  int region = -1;  // The index of the one that demands the sufficient value; -1: none demands anything.
};

// For both functions: one region of the graph, or all (null). kBehind ignores those of all that are
// entirely behind the state's station when they begin, or at the state's time. Beyond what a region
// leaves open, both values differ by a margin of 1e-6 m for the rounding. O(parts), no allocation.
// Errors, by name: a state that is not on the graph or reverses; a number that is negative or not
// finite.

// m/s^2, not negative. Returns the least constant acceleration to pass in front, or deceleration to
// stay behind. Infinite if it is too late for either.
absl::StatusOr<Requirement> MinimumAcceleration(const PathTimeGraph& graph, const Reaction& reaction, Side side,
                                                const OccupiedRegion* region = nullptr);

// m. Returns the last station at which the ego vehicle, which keeps its speed up to there, can
// still decide to brake: after the delay it does so by deceleration_mps2 > 0, and stays behind.
// Less than the state's station: it is too late. Infinite: it need not brake.
absl::StatusOr<Requirement> LastStopStation(const PathTimeGraph& graph, const Reaction& reaction,
                                            double deceleration_mps2, const OccupiedRegion* region = nullptr);

}  // namespace collision2d::planner
