#include "planner_adapter/scene/elements.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/strings/str_format.h"

namespace collision2d::planner {

absl::StatusOr<std::shared_ptr<const Elements>> Elements::FromGrid(const TimedPose& local_from_grid, int width,
                                                                   int height, double cell_size_m,
                                                                   absl::Span<const uint8_t> values,
                                                                   OccupiedValues occupied) {
  // Before memory is allocated for the cells.
  const int64_t cells = int64_t{width} * height;
  if (width > 0 && height > 0 && static_cast<uint64_t>(cells) != values.size()) {
    return absl::InvalidArgumentError(
        absl::StrFormat("values: %d; %d x %d cells are %d", values.size(), width, height, cells));
  }
  absl::StatusOr<OccupancyGrid> grid =
      OccupancyGrid::Create(width, height, cell_size_m, local_from_grid.ToPose2(), occupied);
  if (!grid.ok()) return grid.status();
  if (absl::Status status = grid->Update({values.data(), width}); !status.ok()) return status;
  std::shared_ptr<Elements> elements(new Elements());
  elements->local_from_elements_ = local_from_grid;
  elements->is_grid_ = true;
  elements->grid_ = *std::move(grid);
  elements->size_ = std::count_if(values.begin(), values.end(), [occupied](uint8_t value) {
    return value >= occupied.first && value <= occupied.last;
  });
  return elements;
}

absl::StatusOr<std::shared_ptr<const Elements>> Elements::FromPoints(const TimedPose& local_from_points,
                                                                     std::vector<PointSet::Point> points,
                                                                     const PointSetOptions& options) {
  if (options.min_count != 1) {
    return absl::InvalidArgumentError(
        absl::StrFormat("min_count: %d; motions and distances need 1", options.min_count));
  }
  absl::StatusOr<PointSet> set = PointSet::Create(options);
  if (!set.ok()) return set.status();
  const auto at = [&](size_t k) { return points[k]; };
  if (absl::Status status = set->UpdateFrom(points.size(), at, local_from_points.ToPose2()); !status.ok()) {
    return status;
  }
  if (set->invalid_count() > 0) {
    return absl::InvalidArgumentError(absl::StrFormat("points: %d are not finite", set->invalid_count()));
  }
  std::shared_ptr<Elements> elements(new Elements());
  elements->local_from_elements_ = local_from_points;
  elements->points_ = std::move(points);
  elements->options_ = options;
  elements->set_ = *std::move(set);
  elements->size_ = elements->set_.size();
  return elements;
}

int64_t Elements::index_end() const {
  return is_grid_ ? int64_t{grid_.width()} * grid_.height() : static_cast<int64_t>(points_.size());
}

bool Elements::Has(int64_t element) const {
  if (is_grid_) {
    return grid_.is_occupied(static_cast<int>(element / grid_.width()), static_cast<int>(element % grid_.width()));
  }
  const double z_m = points_[static_cast<size_t>(element)].z;
  return z_m >= options_.min_z_m && z_m <= options_.max_z_m;
}

ConvexPolygon Elements::ShapeOf(int64_t element) const {
  if (is_grid_) return CellsOf(element, element);
  const PointSet::Point& point = points_[static_cast<size_t>(element)];
  return ConvexPolygon::Disc(options_.radius_m, {point.x, point.y}).value();
}

ConvexPolygon Elements::CellsOf(int64_t first, int64_t last) const {
  const auto corner = [this](int64_t index) { return static_cast<double>(index) * grid_.cell_size_m(); };
  const int64_t row = first / grid_.width();
  const Vec2 low = {corner(first % grid_.width()), corner(row)};
  const Vec2 high = {corner(last % grid_.width() + 1), corner(row + 1)};
  const Vec2 corners[] = {low, {high.x, low.y}, high, {low.x, high.y}};
  return ConvexPolygon::Create(corners).value();
}

std::string Elements::NameOf(int64_t element) const {
  if (!is_grid_) return absl::StrFormat("point %d", element);
  return absl::StrFormat("cell in row %d, column %d", element / grid_.width(), element % grid_.width());
}

absl::Span<const ConvexPolygon> Elements::Shapes() const {
  std::call_once(shapes_are_made_, [this] {
    shapes_.reserve(static_cast<size_t>(size_));
    ForEach([this](int64_t element) { shapes_.push_back(ShapeOf(element)); });
  });
  return shapes_;
}

}  // namespace collision2d::planner
