#pragma once

#include <vector>

#include "absl/status/status.h"
#include "planner_adapter/path_time/speed_profile.h"

// When a station of the path is free, and which stations are free at a time: docs/path_time.md.
namespace collision2d::planner {

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
