#include "planner_adapter/path_time/connected_parts.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace collision2d::planner {
namespace {

using Polygon = absl::Span<const StationTime>;

Polygon OuterOf(Polygon vertices, const RegionPart& part) {
  return vertices.subspan(part.outer_begin, part.outer_end - part.outer_begin);
}

// Whether an edge of a polygon has all of the other one on its outer side.
bool IsBeyondEdge(Polygon polygon, Polygon other) {
  const StationTime* p = &polygon.back();
  for (const StationTime& q : polygon) {
    const Vec2 edge = {q.station_m - p->station_m, q.time_s - p->time_s};
    if (std::all_of(other.begin(), other.end(), [&](const StationTime& point) {
          return Cross(edge, {point.station_m - p->station_m, point.time_s - p->time_s}) < 0.0;
        })) {
      return true;
    }
    p = &q;
  }
  return false;
}

bool AreConnected(Polygon vertices, const RegionPart& a, const RegionPart& b) {
  return !IsBeyondEdge(OuterOf(vertices, a), OuterOf(vertices, b)) &&
         !IsBeyondEdge(OuterOf(vertices, b), OuterOf(vertices, a));
}

}  // namespace

int ConnectedParts::RootOf(int k) {
  while (component_[k] != k) k = component_[k] = component_[component_[k]];
  return k;
}

absl::Span<const int> ConnectedParts::Sort(absl::Span<const StationTime> vertices, absl::Span<RegionPart> parts) {
  const int count = static_cast<int>(parts.size());
  order_.resize(count);
  std::iota(order_.begin(), order_.end(), 0);
  std::sort(order_.begin(), order_.end(), [&](int a, int b) {
    const double of_a_s = parts[a].outer_box.min_time_s;
    const double of_b_s = parts[b].outer_box.min_time_s;
    return of_a_s < of_b_s || (of_a_s == of_b_s && a < b);
  });
  by_time_.clear();
  for (const int k : order_) by_time_.push_back(parts[k]);
  component_.resize(count);
  std::iota(component_.begin(), component_.end(), 0);
  boxes_.clear();
  for (const RegionPart& part : by_time_) {
    const PathTimeBox& box = part.outer_box;
    boxes_.push_back({{box.min_station_m, box.min_time_s}, {box.max_station_m, box.max_time_s}});
  }
  const auto connect = [this, vertices](int a, int b) {
    const int root_a = RootOf(a);
    const int root_b = RootOf(b);
    if (root_a == root_b || !AreConnected(vertices, by_time_[a], by_time_[b])) return;
    component_[std::max(root_a, root_b)] = std::min(root_a, root_b);
  };
  // By reference, which needs no memory.
  overlaps_.ForEach(boxes_, std::ref(connect));
  for (int k = 0; k < count; ++k) component_[k] = RootOf(k);
  std::iota(order_.begin(), order_.end(), 0);
  std::sort(order_.begin(), order_.end(),
            [this](int a, int b) { return std::make_pair(component_[a], a) < std::make_pair(component_[b], b); });
  ends_.clear();
  for (int k = 0; k < count; ++k) {
    parts[k] = by_time_[order_[k]];
    if (k + 1 == count || component_[order_[k]] != component_[order_[k + 1]]) ends_.push_back(k + 1);
  }
  return ends_;
}

}  // namespace collision2d::planner
