#include "planner_adapter/checking/drivable_area.h"

#include <array>

#include "absl/status/statusor.h"
#include "collision2d/query/distance.h"

namespace collision2d::planner {
namespace {

// Directions in which a rounded corner is probed.
constexpr double kDiagonal = 0.70710678118654752;
constexpr std::array<Vec2, 8> kProbes = {
    Vec2{1.0, 0.0}, {kDiagonal, kDiagonal},   {0.0, 1.0},  {-kDiagonal, kDiagonal},
    {-1.0, 0.0},    {-kDiagonal, -kDiagonal}, {0.0, -1.0}, {kDiagonal, -kDiagonal}};

}  // namespace

DrivableArea::DrivableArea(absl::Span<const ConvexPolygon> cells, double tolerance_m)
    : cells_(cells), tolerance_m_(tolerance_m) {
  bounds_.reserve(cells.size());
  for (const ConvexPolygon& cell : cells) bounds_.push_back(cell.Bounds().Inflated(tolerance_m));
}

bool DrivableArea::Contains(absl::Span<const ConvexPolygon> body, const Pose2& local_from_body, int* hint) const {
  if (cells_.empty()) return true;
  for (const ConvexPolygon& shape : body) {
    for (const Vec2 vertex : shape.vertices()) {
      const Vec2 corner = local_from_body * vertex;
      if (shape.radius_m() == 0.0) {
        if (!ContainsPoint(corner, hint)) return false;
        continue;
      }
      for (const Vec2 probe : kProbes) {
        if (!ContainsPoint(corner + shape.radius_m() * probe, hint)) return false;
      }
    }
  }
  return true;
}

bool DrivableArea::ContainsPoint(Vec2 point, int* hint) const {
  const absl::StatusOr<ConvexPolygon> shape = ConvexPolygon::Create({point});
  // A point that is not finite or out of range is not on the road.
  if (!shape.ok()) return false;
  const int cells = static_cast<int>(cells_.size());
  if (0 <= *hint && *hint < cells && CellContains(*hint, *shape)) return true;
  for (int cell = 0; cell < cells; ++cell) {
    if (cell != *hint && CellContains(cell, *shape)) {
      *hint = cell;
      return true;
    }
  }
  return false;
}

bool DrivableArea::CellContains(int cell, const ConvexPolygon& point) const {
  return bounds_[cell].Contains(point.vertices()[0]) && DistanceWithin(cells_[cell], point, tolerance_m_);
}

}  // namespace collision2d::planner
