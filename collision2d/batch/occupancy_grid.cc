#include "collision2d/batch/occupancy_grid.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_format.h"
#include "collision2d/batch/calls/arguments.h"
#include "collision2d/geometry/tolerances.h"

namespace collision2d {
namespace {

// Cells. Larger than the radius of a car's discs with cells of 0.1 m, and of a robot's with 0.05 m.
constexpr int kReach = 15;

// Both ends of the window along an axis must be within kMaxCoordinate_m.
absl::Status CheckEnds(const char* name, int64_t first, int count, double cell_size_m) {
  const double begin_m = static_cast<double>(first) * cell_size_m;
  const double end_m = (static_cast<double>(first) + count) * cell_size_m;
  if (std::abs(begin_m) <= kMaxCoordinate_m && std::abs(end_m) <= kMaxCoordinate_m) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrFormat("%s: the window is from %g m to %g m, beyond the limit of %g m",
                                                    name, begin_m, end_m, kMaxCoordinate_m));
}

}  // namespace

absl::StatusOr<OccupancyGrid> OccupancyGrid::Create(int width, int height, double cell_size_m,
                                                    const Pose2& world_from_grid, OccupiedValues occupied) {
  if (width < 1) return absl::InvalidArgumentError(absl::StrFormat("width: %d is not positive", width));
  if (height < 1) return absl::InvalidArgumentError(absl::StrFormat("height: %d is not positive", height));
  if (internal::CellIndex::TilesOf(width, height, kReach) > internal::CellIndex::kMaxTiles) {
    return absl::InvalidArgumentError(absl::StrFormat("%d x %d cells are beyond the limit of %.0f tiles of 64 x 64",
                                                      width, height, internal::CellIndex::kMaxTiles));
  }
  if (!(cell_size_m >= kMinCellSize_m && cell_size_m <= kMaxCoordinate_m)) {
    return absl::InvalidArgumentError(
        absl::StrFormat("cell_size_m: %g m is not within [%g, %g]", cell_size_m, kMinCellSize_m, kMaxCoordinate_m));
  }
  if (occupied.first > occupied.last) {
    return absl::InvalidArgumentError(
        absl::StrFormat("occupied: first, %d, is more than last, %d", occupied.first, occupied.last));
  }
  absl::Status status = CheckEnds("width", 0, width, cell_size_m);
  if (status.ok()) status = CheckEnds("height", 0, height, cell_size_m);
  if (status.ok()) status = internal::CheckPoses("world_from_grid", {&world_from_grid, 1});
  if (!status.ok()) return status;
  OccupancyGrid grid;
  grid.cells_ = std::make_unique<internal::CellObstacles>();
  grid.cells_->index = internal::CellIndex(width, height, kReach);
  grid.cells_->world_from_cells = world_from_grid;
  grid.cells_->cell_size_m = cell_size_m;
  grid.occupied_ = occupied;
  return grid;
}

size_t OccupancyGrid::memory_bytes() const {
  return sizeof(*this) + (cells_ == nullptr ? 0 : cells_->index.memory_bytes());
}

absl::Status OccupancyGrid::Update(const GridWindow& part, const GridValues& values) {
  if (part.row < 0 || part.column < 0 || part.rows < 0 || part.columns < 0 || part.rows > height() - part.row ||
      part.columns > width() - part.column) {
    return absl::InvalidArgumentError(
        absl::StrFormat("part: %d rows from %d and %d columns from %d are not within %d x %d cells", part.rows,
                        part.row, part.columns, part.column, height(), width()));
  }
  if (part.rows == 0 || part.columns == 0) return absl::OkStatus();
  if (values.data == nullptr) return absl::InvalidArgumentError("values.data: null");
  internal::CellIndex& index = cells_->index;
  for (int r = 0; r < part.rows; ++r) {
    const uint8_t* const row = values.data + r * values.row_stride;
    for (int c = 0; c < part.columns; c += 64) {
      const int count = std::min(64, part.columns - c);
      const uint8_t* bytes = row + c * values.column_stride;
      uint8_t packed[64];
      if (values.column_stride != 1) {
        for (int k = 0; k < count; ++k) packed[k] = bytes[k * values.column_stride];
        bytes = packed;
      }
      index.SetBits(part.row + r, part.column + c, count,
                    internal::PackRange(bytes, count, occupied_.first, occupied_.last));
    }
  }
  index.Refresh(part.row, part.column, part.rows, part.columns);
  return absl::OkStatus();
}

absl::Status OccupancyGrid::MoveWindow(int64_t rows, int64_t columns) {
  if (cells_ == nullptr) return absl::OkStatus();
  // Sums of these do not overflow.
  constexpr int64_t kMaxStep = int64_t{1} << 60;
  if (rows < -kMaxStep || rows > kMaxStep || columns < -kMaxStep || columns > kMaxStep) {
    return absl::InvalidArgumentError(absl::StrFormat("%d rows, %d columns: beyond 2^60", rows, columns));
  }
  absl::Status status = CheckEnds("columns", first_column() + columns, width(), cell_size_m());
  if (status.ok()) status = CheckEnds("rows", first_row() + rows, height(), cell_size_m());
  if (!status.ok()) return status;
  cells_->index.Move(rows, columns);
  cells_->first_row += rows;
  cells_->first_column += columns;
  return absl::OkStatus();
}

}  // namespace collision2d
