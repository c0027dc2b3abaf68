#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/motion/impact_result.h"
#include "planner_adapter/path_time/speed_profile.h"

// Whether speed profiles are free of the occupied regions of their path, and what is free at a
// station or at a time: docs/path_time.md.
namespace collision2d::planner {

// When a profile first meets an occupied region. All instants are those of the profile.
struct SpeedProfileCheck {
  // kFree and kCollides are proven; kUndecided: it meets an outer bound and no inner one.
  MotionVerdict verdict = MotionVerdict::kUndecided;  // Until a check has answered.
  // s. Proven free up to, but not including, this one. kFree: the end.
  double free_until_s = 0.0;
  // s. kCollides: an instant of contact, to the rounding of the clock; kUndecided: the last instant
  // that is not proven free; kFree: infinity.
  double contact_by_s = std::numeric_limits<double>::infinity();
  // m. kFree: where it ends; kCollides: at contact_by_s; kUndecided: at free_until_s.
  double station_m = 0.0;
  // Index of the region that it meets; ties go to the lowest index. -1: free.
  int region = -1;
};

// Returns the first contact of a profile with a region of the graph, or with any (null). Errors: as
// CheckIsLegal. Touching is a contact. The whole profile is decided, not samples of it; the result
// is kUndecided only within the allowances and the rounding. O(pieces * regions + parts near the
// profile), no allocation. For many linear profiles at the same times SpeedProfileIndex is faster.
absl::StatusOr<SpeedProfileCheck> CheckSpeedProfile(const PathTimeGraph& graph, const SpeedProfile& profile,
                                                    const OccupiedRegion* region = nullptr);

// The same for a motion with a constant acceleration (0: constant speed) from a state on. It
// remains at rest once its speed is zero, and ends with the path or with the graph's times. The
// time to collision is between free_until_s and contact_by_s, minus the state's time. Errors: also
// a speed that is negative or a number that is not finite, by name.
absl::StatusOr<SpeedProfileCheck> ComputeTimeToCollision(const PathTimeGraph& graph, const StationState& state,
                                                         double acceleration_mps2,
                                                         const OccupiedRegion* region = nullptr);

// Checks many profiles that are linear between the same times. Thread-compatible.
class SpeedProfileIndex {
 public:
  // Refers to the graph, which must stay as it is, until the next call. Times are the graph's and
  // increase, at least two; the error names the index. O(parts * times that they last), allocates
  // only to grow.
  absl::Status Assign(const PathTimeGraph& graph, absl::Span<const double> times_s);
  absl::Status Assign(PathTimeGraph&& graph, absl::Span<const double> times_s) = delete;  // It would end first.

  // Answers as CheckSpeedProfile for each profile: a row of stations_m, with the stations at the
  // times.
  // Errors: sizes that do not fit; a station that is not on the path, by its profile and time. No
  // allocation. O(profiles * times + parts near the profiles).
  absl::Status Check(absl::Span<const double> stations_m, absl::Span<SpeedProfileCheck> checks) const;

 private:
  // A part in a cell: in a column of stations and a row of time, from one of the times to the next.
  struct Entry {
    int next;          // The next entry of the cell; -1: the last.
    int first_column;  // Of those of the part in the row.
    int part;
    int region;
  };
  static constexpr int kColumns = 128;

  int ColumnAt(double station_m) const;

  const PathTimeGraph* graph_ = nullptr;
  std::vector<double> times_s_;
  double columns_per_m_ = 0.0;
  std::vector<Entry> entries_;
  // By row, then column: the first entry of the cell, -1: none; the first column from the cell's on
  // that has any.
  std::vector<int> first_entries_;
  std::vector<uint8_t> next_occupied_;
};

// Replaces `free_s` by the maximal intervals of time, among those of the graph, in which a station
// is proven free (safe intervals); sorted. Their interiors are free; ends may touch a region. The
// ego vehicle may arrive up to time_uncertainty_s earlier or later than planned: regions are
// extended by that much at both ends.
// Errors: a station that is not on the path; an uncertainty that is negative or not finite.
// O(regions + parts at the station), allocates only to grow.
absl::Status FreeTimes(const PathTimeGraph& graph, double station_m, double time_uncertainty_s,
                       std::vector<Interval>* free_s);

// The same for the stations of the path that are free at a time, and within the uncertainty of it.
absl::Status FreeStations(const PathTimeGraph& graph, double time_s, double time_uncertainty_s,
                          std::vector<Interval>* free_m);

}  // namespace collision2d::planner
