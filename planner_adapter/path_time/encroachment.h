#ifndef COLLISION2D_PLANNER_ADAPTER_PATH_TIME_ENCROACHMENT_H_
#define COLLISION2D_PLANNER_ADAPTER_PATH_TIME_ENCROACHMENT_H_

#include <limits>

#include "absl/status/statusor.h"
#include "planner_adapter/path_time/speed_profile.h"

// How long before or after an obstacle the ego vehicle passes: docs/path_time.md.
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
  ClosedInterval ego_entry_s;
  ClosedInterval ego_exit_s;
  ClosedInterval obstacle_entry_s;
  ClosedInterval obstacle_exit_s;
  // The post-encroachment time: the gap of least magnitude, over all instants of the profile. The
  // magnitude is at least that of outer_gap and at most that of inner_gap.
  EncroachmentGap outer_gap;
  EncroachmentGap inner_gap;
};

// Returns the times at which a profile and a region of the graph pass the stations that they share.
// What the region leaves open is in the brackets; rounding is below 1e-6 s. Errors: as CheckIsLegal.
// O(pieces * parts) at most, no allocation.
absl::StatusOr<Encroachment> ComputeEncroachment(const PathTimeGraph& graph, const SpeedProfile& profile,
                                                 const OccupiedRegion& region);

}  // namespace collision2d::planner

#endif  // COLLISION2D_PLANNER_ADAPTER_PATH_TIME_ENCROACHMENT_H_
