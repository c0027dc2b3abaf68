#include "collision2d/batch/kernels/cell_scan.h"

#include "collision2d/query/collides.h"

namespace collision2d::internal {
namespace {

// A pose of the body in the frame of the window, in cells; the translation's whole part is apart.
struct PoseInCells {
  Pose2 pose;
  double base_x;
  double base_y;
};

PoseInCells InCells(const CellObstacles& cells, const Pose2& pose) {
  PoseInCells q;
  q.pose = RelativePose(cells.world_from_cells, pose);
  const Vec2 at = {q.pose.translation.x / cells.cell_size_m - static_cast<double>(cells.first_column),
                   q.pose.translation.y / cells.cell_size_m - static_cast<double>(cells.first_row)};
  q.base_x = std::floor(at.x);
  q.base_y = std::floor(at.y);
  q.pose.translation = {at.x - q.base_x, at.y - q.base_y};
  return q;
}

CellOutline StartOutline(const CellShape& shape, const PoseInCells& at, Vec2 axis) {
  CellOutline outline;
  outline.base_row = static_cast<int64_t>(at.base_y);
  outline.base_column = static_cast<int64_t>(at.base_x);
  outline.side_count = shape.side_count;
  const Pose2 turned({}, UnitRotation(axis.x, axis.y));
  for (int i = 0; i < shape.side_count; ++i) outline.normals[i] = turned.Rotate(shape.normals[i]);
  return outline;
}

double GapOfPoint(const CellOutline& outline, Vec2 p) {
  double gap = std::max(std::max(outline.box.min.x - p.x, p.x - outline.box.max.x),
                        std::max(outline.box.min.y - p.y, p.y - outline.box.max.y));
  for (int i = 0; i < outline.side_count; ++i) gap = std::max(gap, Dot(outline.normals[i], p) - outline.supports[i]);
  return gap;
}

}  // namespace

CellOutline OutlineAt(const CellObstacles& cells, const CellShape& shape, const Pose2& pose) {
  const PoseInCells at = InCells(cells, pose);
  CellOutline outline = StartOutline(shape, at, {at.pose.cos, at.pose.sin});
  const double per_cell = 1.0 / cells.cell_size_m;
  for (int i = 0; i < shape.side_count; ++i) {
    outline.supports[i] = per_cell * shape.supports[i] + Dot(outline.normals[i], at.pose.translation);
  }
  for (const Vec2 vertex : shape.polygon->vertices()) outline.box.Extend(at.pose * (per_cell * vertex));
  outline.reach = 2.0 + per_cell * shape.reach_m;
  return outline;
}

CellOutline OutlineBetween(const CellObstacles& cells, const CellShape& shape, const Pose2& pose,
                           const Pose2& pose_at_end) {
  const PoseInCells start = InCells(cells, pose);
  PoseInCells end = InCells(cells, pose_at_end);
  end.pose.translation = end.pose.translation + Vec2{end.base_x - start.base_x, end.base_y - start.base_y};
  const Vec2 sum = {start.pose.cos + end.pose.cos, start.pose.sin + end.pose.sin};
  // Any heading will do; the middle one is the tightest.
  const bool turns_half = NormSquared(sum) < 0.01;
  CellOutline outline = StartOutline(shape, start, turns_half ? Vec2{start.pose.cos, start.pose.sin} : Normalized(sum));
  const double per_cell = 1.0 / cells.cell_size_m;
  const double sag =
      per_cell * shape.reach_m * SagFactor(NormSquared({end.pose.cos - start.pose.cos, end.pose.sin - start.pose.sin}));
  std::fill_n(outline.supports, shape.side_count, -std::numeric_limits<double>::infinity());
  for (const Vec2 vertex : shape.polygon->vertices()) {
    for (const Pose2& at : {start.pose, end.pose}) {
      const Vec2 p = at * (per_cell * vertex);
      outline.box.Extend(p);
      for (int i = 0; i < shape.side_count; ++i) {
        outline.supports[i] = std::max(outline.supports[i], Dot(outline.normals[i], p));
      }
    }
  }
  for (int i = 0; i < shape.side_count; ++i) outline.supports[i] += sag;
  outline.box = outline.box.Inflated(sag);
  outline.reach = 2.0 + per_cell * shape.reach_m + Norm(end.pose.translation);
  return outline;
}

double GapOf(const CellObstacles& cells, const CellOutline& outline, int slot) {
  if (cells.has_points) {
    const double per_cell = 1.0 / cells.cell_size_m;
    const Vec2 at = per_cell * cells.points[slot];
    return GapOfPoint(outline, {at.x - static_cast<double>(cells.first_column + outline.base_column),
                                at.y - static_cast<double>(cells.first_row + outline.base_row)});
  }
  const int row = slot / cells.index.width();
  const Vec2 center = {static_cast<double>(slot - row * cells.index.width() - outline.base_column) + 0.5,
                       static_cast<double>(row - outline.base_row) + 0.5};
  double gap = std::max(std::abs(center.x - 0.5 * (outline.box.min.x + outline.box.max.x)) -
                            0.5 * (outline.box.max.x - outline.box.min.x),
                        std::abs(center.y - 0.5 * (outline.box.min.y + outline.box.max.y)) -
                            0.5 * (outline.box.max.y - outline.box.min.y)) -
               0.5;
  for (int i = 0; i < outline.side_count; ++i) {
    gap = std::max(gap, Dot(outline.normals[i], center) - 0.5 * Norm1(outline.normals[i]) - outline.supports[i]);
  }
  return gap;
}

RowLines LinesOf(const CellOutline& outline, double growth) {
  // Steeper sides limit a row by the box alone.
  constexpr double kLeastSlope = 0x1p-10;
  // Of the magnitudes that are added: roundings to single precision.
  constexpr double kRounding = 0x1p-21;
  RowLines lines;
  const double room = growth + kGapRoom * (1.0 + outline.reach + growth);
  lines.min_x = static_cast<float>(outline.box.min.x - room);
  lines.max_x = static_cast<float>(outline.box.max.x + room);
  for (int i = 0; i < outline.side_count; ++i) {
    const Vec2 normal = outline.normals[i];
    if (std::abs(normal.x) < kLeastSlope * std::abs(normal.y)) continue;
    // n.x x + n.y y <= support, at the end of the row that reaches farthest.
    const double slope = -normal.y / normal.x;
    const double at = (outline.supports[i] + growth) / normal.x;
    const double best = normal.x > 0.0 ? std::max(slope, 0.0) : std::min(slope, 0.0);
    const double error =
        kRounding * (std::abs(at) + (std::abs(slope) + 1.0) * (outline.reach + growth + kRowsTogether + 1.0));
    if (normal.x > 0.0) {
      lines.high_at[lines.high_count] = static_cast<float>(at + best + error);
      lines.high_slope[lines.high_count++] = static_cast<float>(slope);
    } else {
      lines.low_at[lines.low_count] = static_cast<float>(at + best - error);
      lines.low_slope[lines.low_count++] = static_cast<float>(slope);
    }
  }
  return lines;
}

bool CollidesWithCells(const CellObstacles& cells, const CellShape& shape, const Pose2& pose, int* slot) {
  const CellOutline outline = OutlineAt(cells, shape, pose);
  const double error = cells.FrameError(shape.reach_m);
  const double radii = (shape.polygon->radius_m() + cells.radius_m) / cells.cell_size_m;
  const Pose2 body_from_cells = RelativePose(pose, cells.world_from_cells);
  int hits = 0;
  int lowest = -1;
  VisitElements(cells, outline, radii + error, [&](int at, double gap) {
    if ((gap < -error && shape.sides_are_core) || Collides(*shape.polygon, cells.ShapeOf(at), body_from_cells)) {
      ++hits;
      if (lowest < 0 || cells.ElementOf(at) < cells.ElementOf(lowest)) lowest = at;
    }
    // Points are in the order of their cells, not of their indices.
    return hits < cells.min_count || (slot != nullptr && cells.has_points);
  });
  if (slot != nullptr) *slot = lowest;
  return hits >= cells.min_count;
}

double BoundNearest(const CellObstacles& cells, const CellShape& shape, const CellOutline& outline, const Pose2& pose) {
  const Vec2 center = RelativePose(cells.world_from_cells, pose) * shape.polygon->center();
  const double x = std::abs(center.x / cells.cell_size_m - static_cast<double>(cells.first_column));
  const double y = std::abs(center.y / cells.cell_size_m - static_cast<double>(cells.first_row));
  const double everywhere = x + y + outline.reach + cells.index.width() + cells.index.height();
  double nearest = std::numeric_limits<double>::infinity();
  for (double growth = 2.0 * cells.index.reach();; growth *= 4.0) {
    VisitElements(cells, outline, growth, [&](int slot, double) {
      const ConvexPolygon element = cells.ShapeOf(slot);
      const double square = NormSquared(element.center() - center);
      nearest = std::min(nearest, (1.0 + 1e-9) * std::sqrt(square) / cells.cell_size_m + 1e-9);
      return true;
    });
    if (nearest < std::numeric_limits<double>::infinity() || growth > everywhere) return nearest;
  }
}

}  // namespace collision2d::internal
