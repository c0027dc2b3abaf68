#pragma once

#include "absl/status/statusor.h"
#include "planner_adapter/path_time/speed_profile.h"

// How hard the ego vehicle must brake to stay behind an obstacle that crosses its path, or
// accelerate to pass in front: docs/path_time.md.
namespace collision2d::planner {

// What the ego vehicle does from a state on: it keeps its speed for a delay, then has a constant
// acceleration, and remains at rest once its speed is zero (AcceleratedProfile).
struct Reaction {
  StationState state;
  double delay_s = 0.0;
  double gap_m = 0.0;  // The distance to keep between the ego vehicle and the region, along the path.
};

// The side of a region on which the ego vehicle passes.
// - kBehind: from the state's time on, its station plus the gap never exceeds a station that the
//   region occupies at the same time.
// - kInFront: its station minus the gap is never less than such a station. The vehicle may drive on
//   beyond the end of the path.
enum class Side { kBehind, kInFront };

// Bounds of the least value that is needed. With the sufficient value the vehicle is proven to keep
// its side. With less than the necessary value (LastStopStation: with a later station) it is proven
// to lose it.
struct Requirement {
  double necessary = 0.0;
  double sufficient = 0.0;
  int region = -1;  // The index of the region that determines the sufficient value; -1: no region does.
};

// Both functions consider one region of the graph, or all (null). With kBehind and all regions, a
// region is ignored if it is entirely behind the state's station when it begins, or at the state's
// time if it began earlier. The two values differ by what the bounds of the region leave undecided,
// and by a margin of 1e-6 m for rounding. O(parts), no allocation.
// Errors, by name: a state that is not on the graph or reverses; a number that is negative or not
// finite.

// m/s^2, not negative. Returns the least constant acceleration to pass in front, or deceleration to
// stay behind. Infinite if it is too late for either.
absl::StatusOr<Requirement> MinimumAcceleration(const PathTimeGraph& graph, const Reaction& reaction, Side side,
                                                const OccupiedRegion* region = nullptr);

// m. Returns the last station at which the ego vehicle can still decide to brake and stay behind.
// It keeps its speed up to that station and for the delay, then brakes by deceleration_mps2 > 0. A
// station before the state's means that it is too late; infinity, that it need not brake.
absl::StatusOr<Requirement> LastStopStation(const PathTimeGraph& graph, const Reaction& reaction,
                                            double deceleration_mps2, const OccupiedRegion* region = nullptr);

}  // namespace collision2d::planner
