#include "planner_adapter/checking/drivable_area.h"

#include <algorithm>
#include <array>

#include "collision2d/geometry/vec2.h"

namespace collision2d::planner {
namespace {

// Directions in which a rounded corner is probed.
constexpr double kDiagonal = 0.70710678118654752;
constexpr std::array<Vec2, 8> kProbes = {
    Vec2{1.0, 0.0}, {kDiagonal, kDiagonal},   {0.0, 1.0},  {-kDiagonal, kDiagonal},
    {-1.0, 0.0},    {-kDiagonal, -kDiagonal}, {0.0, -1.0}, {kDiagonal, -kDiagonal}};

std::vector<BodyPoint> CornersOf(absl::Span<const ConvexPolygon> body) {
  std::vector<BodyPoint> corners;
  for (const ConvexPolygon& shape : body) {
    for (const Vec2 vertex : shape.vertices()) {
      if (shape.radius_m() == 0.0) {
        corners.push_back({vertex, {}});
        continue;
      }
      for (const Vec2 probe : kProbes) corners.push_back({vertex, shape.radius_m() * probe});
    }
  }
  return corners;
}

}  // namespace

DrivableArea::DrivableArea(absl::Span<const ConvexPolygon> cells, double tolerance_m,
                           absl::Span<const ConvexPolygon> body)
    : cells_(cells, tolerance_m), corners_(CornersOf(body)) {}

void DrivableArea::FirstOutside(const Trajectories& trajectories, absl::Span<int> first_step) const {
  if (cells_.empty()) {
    std::fill(first_step.begin(), first_step.end(), -1);
  } else {
    cells_.FirstUncovered(corners_, trajectories, first_step);
  }
}

}  // namespace collision2d::planner
