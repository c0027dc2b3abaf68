#pragma once

#include <vector>

#include "absl/types/span.h"
#include "collision2d/geometry/box_overlaps.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/path_time/path_time_graph.h"

// The connected components of parts of regions.
namespace collision2d::planner {

// Keeps its memory.
class ConnectedParts {
 public:
  // Sorts parts whose outer polygons touch each other, directly or by way of others, into groups by
  // least time, and each group by least time. Returns where the groups end.
  // O(n log n + k) for k pairs of parts whose boxes overlap.
  absl::Span<const int> Sort(absl::Span<const StationTime> vertices, absl::Span<RegionPart> parts);

 private:
  int RootOf(int k);

  std::vector<RegionPart> by_time_;
  std::vector<int> component_;  // Of parts by time: a part of the same component that is not later.
  std::vector<Aabb2> boxes_;
  collision2d::internal::BoxOverlaps overlaps_;
  std::vector<int> order_;
  std::vector<int> ends_;
};

}  // namespace collision2d::planner
