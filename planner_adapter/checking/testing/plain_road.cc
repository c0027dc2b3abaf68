#include "planner_adapter/checking/testing/plain_road.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

namespace collision2d::planner {
namespace {

constexpr double kSame_m = 1e-9;

// A part of a side, from 0 to 1.
struct Part {
  double begin;
  double end;
};

// The part of a side that is in a cell. On the line of a side of the cell it is in the cell if that
// side is opposite, and of two equal ones if `is_earlier`.
Part PartIn(Vec2 from, Vec2 to, const ConvexPolygon& cell, bool is_earlier) {
  Part part = {0.0, 1.0};
  const absl::Span<const Vec2> ring = cell.vertices();
  for (size_t i = 0; i < ring.size(); ++i) {
    const Vec2 edge = ring[(i + 1) % ring.size()] - ring[i];
    const double length = std::sqrt(Dot(edge, edge));
    const double at_from = Cross(edge, from - ring[i]) / length;
    const double at_to = Cross(edge, to - ring[i]) / length;
    if (std::abs(at_from) <= kSame_m && std::abs(at_to) <= kSame_m) {
      if (Dot(edge, to - from) > 0.0 && !is_earlier) return {0.0, 0.0};
      continue;
    }
    if (at_from < 0.0 && at_to < 0.0) return {0.0, 0.0};
    if (at_from < 0.0) part.begin = std::max(part.begin, at_from / (at_from - at_to));
    if (at_to < 0.0) part.end = std::min(part.end, at_from / (at_from - at_to));
  }
  return part;
}

}  // namespace

PlainRoad::PlainRoad(absl::Span<const ConvexPolygon> cells) : cells_(cells) {
  for (size_t i = 0; i < cells.size(); ++i) {
    const absl::Span<const Vec2> ring = cells[i].vertices();
    for (size_t k = 0; ring.size() >= 3 && k < ring.size(); ++k) {
      const Vec2 from = ring[k];
      const Vec2 to = ring[(k + 1) % ring.size()];
      std::vector<std::pair<double, double>> covered;
      for (size_t j = 0; j < cells.size(); ++j) {
        if (j == i || cells[j].size() < 3) continue;
        const Part part = PartIn(from, to, cells[j], j < i);
        if (part.end > part.begin) covered.emplace_back(part.begin, part.end);
      }
      covered.emplace_back(1.0, 1.0);
      std::sort(covered.begin(), covered.end());
      double free_from = 0.0;
      for (const auto& [begin, end] : covered) {
        if ((begin - free_from) * std::hypot(to.x - from.x, to.y - from.y) > kSame_m) {
          boundary_.push_back({from + free_from * (to - from), from + begin * (to - from)});
        }
        free_from = std::max(free_from, end);
      }
    }
  }
}

double PlainRoad::DistanceOf(const PlainShape& shape) const {
  double least_m = std::numeric_limits<double>::infinity();
  for (const Side& side : boundary_) {
    least_m = std::min(least_m, PlainSignedDistance(shape, {{side.from, side.to}, 0.0}));
  }
  return least_m;
}

bool PlainRoad::Contains(const PlainShape& shape, double tolerance_m) const {
  if (cells_.empty()) return true;
  const auto crosses = [&](const Side& side) {
    return PlainSignedDistance(shape, {{side.from, side.to}, 0.0}) < -tolerance_m;
  };
  if (std::any_of(boundary_.begin(), boundary_.end(), crosses)) return false;
  const auto holds_corner = [&](const ConvexPolygon& cell) {
    const std::vector<Vec2> ring(cell.vertices().begin(), cell.vertices().end());
    return ring.size() >= 3 && PlainSignedDistance({ring, 0.0}, {{shape.corners[0]}, 0.0}) <= tolerance_m;
  };
  return std::any_of(cells_.begin(), cells_.end(), holds_corner);
}

bool PlainRoad::Contains(const std::vector<PlainShape>& body, double tolerance_m) const {
  return std::all_of(body.begin(), body.end(), [&](const PlainShape& shape) { return Contains(shape, tolerance_m); });
}

}  // namespace collision2d::planner
