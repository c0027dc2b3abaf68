// Traffic beside and across a path, and speed profiles along it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "planner_adapter/path_time/ego_path.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::bench {

inline constexpr double kHorizon_s = 8.0;
inline constexpr double kTimeStep_s = 0.1;
inline constexpr double kPathLength_m = 120.0;

struct CrossingTraffic {
  planner::Scene scene;
  planner::EgoPath path;  // Poses 1 m apart.
};

// `obstacles` cars with a prediction each, at instants a time step apart, of which `crossing` cross
// a bending path once and take their stretch of it for about 2 s each; the others drive along it
// and are never within 10 m. REQUIRES: 0 <= crossing <= obstacles.
CrossingTraffic MakeCrossingTraffic(int obstacles, int crossing, uint64_t seed);

// Profiles that are linear between the same times.
struct LinearProfiles {
  std::vector<double> times_s;
  std::vector<double> stations_m;  // A row of as many for each profile.

  size_t count() const { return stations_m.size() / times_s.size(); }
  absl::Span<const double> row(size_t profile) const {
    return absl::MakeConstSpan(stations_m).subspan(profile * times_s.size(), times_s.size());
  }
};

// Profiles of `pieces` pieces of equal duration, from the beginning of the path on.
LinearProfiles MakeProfiles(int count, int pieces, uint64_t seed);

}  // namespace collision2d::bench
