// A path-time graph as planners make it: at sampled stations and times.
#pragma once

#include <vector>

#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "planner_adapter/path_time/ego_path.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::bench {

// As Apollo's STBoundaryMapper: for every time step the least and the greatest sampled station at
// which the vehicle's box overlaps an obstacle's.
class SampledMapper {
 public:
  static constexpr double kStationStep_m = 0.5;
  static constexpr double kTimeStep_s = 0.1;

  // If `is_enlarged`, the vehicle's box is longer by half a step of the stations at either end, and
  // an obstacle's by the way that it drives in half a step of time.
  // REQUIRES: one shape of each body; predictions with poses at the same multiples of kTimeStep_s.
  SampledMapper(const planner::Scene& scene, const planner::EgoPath& path, bool is_enlarged);

  // Maps the scene; what it has mapped before is gone.
  void Map();

  // Whether a profile, linear between these times, is at an occupied station at a time step.
  bool Hits(absl::Span<const double> times_s, absl::Span<const double> stations_m) const;

 private:
  struct Stretch {
    double from_m;
    double to_m;
  };

  const planner::Scene& scene_;
  std::vector<double> stations_m_;
  std::vector<Pose2> local_from_ego_;  // At stations_m_.
  ConvexPolygon ego_;
  std::vector<ConvexPolygon> obstacles_;
  std::vector<std::vector<Stretch>> occupied_;  // By time step.
};

}  // namespace collision2d::bench
