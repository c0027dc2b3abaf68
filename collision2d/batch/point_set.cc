#include "collision2d/batch/point_set.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_format.h"
#include "collision2d/batch/calls/arguments.h"
#include "collision2d/geometry/tolerances.h"

namespace collision2d {
namespace {

using internal::CellIndex;
using internal::CellObstacles;

// Cells: the radius of a car's discs in squares of the default size, twice.
constexpr int kReach = 8;

// A few points may have as many tiles of squares as this.
constexpr double kMinTiles = 16.0;

absl::Status CheckWithin(const char* name, double value, double least) {
  if (value >= least && value <= kMaxCoordinate_m) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrFormat("%s: %g m is not within [%g, %g]", name, value, least, kMaxCoordinate_m));
}

absl::Status CheckPoints(absl::Span<const Vec2> points, absl::Span<const int> index) {
  for (size_t k = 0; k < points.size(); ++k) {
    if (std::max(std::abs(points[k].x), std::abs(points[k].y)) <= kMaxCoordinate_m) continue;
    return absl::InvalidArgumentError(absl::StrFormat("points[%d]: (%.17g, %.17g) m is beyond the limit of %g m",
                                                      index[k], points[k].x, points[k].y, kMaxCoordinate_m));
  }
  return absl::OkStatus();
}

// Lays squares over the points.
void MakeSquares(absl::Span<const Vec2> points, double cell_size_m, CellObstacles* cells) {
  Aabb2 box;
  for (const Vec2 point : points) box.Extend(point);
  // 64 squares for each point.
  const double limit = std::min(std::max(kMinTiles, static_cast<double>(points.size()) / 64.0), CellIndex::kMaxTiles);
  double per_cell = 1.0 / cell_size_m;
  const auto count = [&](double from, double to) {
    return std::floor(to * per_cell) - std::floor(from * per_cell) + 1.0;
  };
  const auto tiles = [&] {
    return CellIndex::TilesOf(count(box.min.x, box.max.x), count(box.min.y, box.max.y), kReach);
  };
  while (tiles() > limit) per_cell *= 0.5;
  cells->cell_size_m = 1.0 / per_cell;
  cells->first_column = static_cast<int64_t>(std::floor(box.min.x * per_cell));
  cells->first_row = static_cast<int64_t>(std::floor(box.min.y * per_cell));
  cells->index =
      CellIndex(static_cast<int>(count(box.min.x, box.max.x)), static_cast<int>(count(box.min.y, box.max.y)), kReach);
}

// Sorts the points by their squares, by counting.
void SortPoints(absl::Span<const Vec2> points, absl::Span<const int> index, CellObstacles* cells) {
  const int width = cells->index.width();
  std::vector<int>& begin = cells->begin_of_cell;
  begin.assign(static_cast<size_t>(width) * cells->index.height() + 1, 0);
  std::vector<int> cell_of_point;
  cell_of_point.reserve(points.size());
  const double per_cell = 1.0 / cells->cell_size_m;
  const Vec2 first = {static_cast<double>(cells->first_column), static_cast<double>(cells->first_row)};
  for (const Vec2 point : points) {
    // What rounding takes beyond the first or the last square belongs to it.
    const int column = std::clamp(static_cast<int>(point.x * per_cell - first.x), 0, width - 1);
    const int row = std::clamp(static_cast<int>(point.y * per_cell - first.y), 0, cells->index.height() - 1);
    cell_of_point.push_back(row * width + column);
    if (begin[cell_of_point.back()]++ == 0) cells->index.SetBits(row, column, 1, 1);
  }
  // Each begin is its cell's end first, and goes down as points are placed, the last first.
  for (size_t k = 1; k < begin.size(); ++k) begin[k] += begin[k - 1];
  cells->points.resize(points.size());
  cells->index_of_point.resize(points.size());
  for (size_t k = points.size(); k-- > 0;) {
    const int slot = --begin[cell_of_point[k]];
    cells->points[slot] = points[k];
    cells->index_of_point[slot] = index[k];
  }
}

}  // namespace

absl::StatusOr<PointSet> PointSet::Create(const PointSetOptions& options) {
  absl::Status status = CheckWithin("radius_m", options.radius_m, 0.0);
  if (status.ok()) status = CheckWithin("cell_size_m", options.cell_size_m, kMinCellSize_m);
  if (!status.ok()) return status;
  if (options.min_count < 1) {
    return absl::InvalidArgumentError(absl::StrFormat("min_count: %d is below 1", options.min_count));
  }
  if (!(options.min_z_m <= options.max_z_m)) {
    return absl::InvalidArgumentError(
        absl::StrFormat("min_z_m: %g m is not at most max_z_m, %g m", options.min_z_m, options.max_z_m));
  }
  PointSet set;
  set.options_ = options;
  return set;
}

absl::Status PointSet::Build(size_t count, const Pose2& world_from_points) {
  absl::Status status = internal::CheckCount("points", count);
  if (status.ok()) status = internal::CheckPoses("world_from_points", {&world_from_points, 1});
  if (status.ok()) status = CheckPoints(kept_, kept_index_);
  if (!status.ok()) return status;
  if (kept_.empty()) {
    cells_.reset();
    return absl::OkStatus();
  }
  if (cells_ == nullptr) cells_ = std::make_unique<CellObstacles>();
  cells_->has_points = true;
  cells_->world_from_cells = world_from_points;
  cells_->radius_m = options_.radius_m;
  cells_->min_count = options_.min_count;
  MakeSquares(kept_, options_.cell_size_m, cells_.get());
  SortPoints(kept_, kept_index_, cells_.get());
  return absl::OkStatus();
}

}  // namespace collision2d
