#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collision2d/v1/scene.pb.h"
#include "replay/importers/import_counts.h"
#include "replay/importers/xml_reader.h"

// Obstacles of CommonRoad, and the timelines of their occupancies.

namespace collision2d::planner {

// The shapes that may be occupied at every time step from first_step to last_step, both included.
struct SteppedOccupancy {
  int64_t first_step = 0;
  int64_t last_step = 0;
  std::vector<v1::Shape> shapes;  // Scene frame.
};

// The largest total number of shapes in one obstacle's occupancies.
inline constexpr int64_t kMaxOccupancyShapes = 100000;

struct OccupancyTimeline {
  std::vector<v1::TimedOccupancy> occupancies;
  int64_t gaps = 0;  // Ranges of steps without occupancy between two occupancies.
};

// Converts the occupancies to instants from which on they hold, at strictly increasing times. At
// each instant the result is the union of all occupancies of that step, so that if one ends at step
// 5 and another begins there, both are occupied at 5. In a gap the previous occupancy is held. The
// first and the last instant are the first and the last step covered.
// REQUIRES: not empty; first_step strictly increasing; first_step <= last_step; time_step_s > 0.
// Error (InvalidArgument): overlapping intervals that need more than kMaxOccupancyShapes.
// O(n log n + result).
absl::StatusOr<OccupancyTimeline> MakeOccupancyTimeline(const std::vector<SteppedOccupancy>& stepped,
                                                        double time_step_s);

// Adds the obstacles of a CommonRoad document to `scene`, in the document's order: `obstacle` with
// its role (2018b), `staticObstacle`, `dynamicObstacle`, `environmentObstacle` (its shape is in the
// scene frame) and `phantomObstacle` (2020a). Step k is at k * time_step_s. Trajectories become
// predictions with poses, or with occupancies if a state is uncertain; docs/importers.md has the
// cases.
// Errors (InvalidArgument, with the element's path and the value): malformed content; a missing or
// unknown role; a missing element; an id that two obstacles share; times that do not increase; what
// MakeOccupancyTimeline refuses.
absl::Status ImportObstacles(XmlElement root, double time_step_s, ImportCounts& counts, v1::Scene& scene);

}  // namespace collision2d::planner
