// The classes OccupancyGrid and PointSet.

#include <cstring>
#include <limits>

#include "python/src/module.h"
#include "python/src/question.h"

namespace collision2d::python {
namespace {

// An array argument that is read where it is, whatever its strides.
// Errors: as ReadableArray; ValueError for an axis that is longer than an int counts.
py::array StridedArray(py::handle argument, const char* name, absl::Span<const py::dtype> dtypes,
                       absl::Span<const Shape> expected) {
  bool is_rounded = false;
  py::array array = internal::ReadableArray(argument, name, dtypes, internal::Layout::kAny, expected, &is_rounded);
  if (std::max(array.shape(0), array.shape(1)) <= std::numeric_limits<int>::max()) return array;
  ThrowValueError(absl::StrCat(name, ": its shape is ", ShapeText(ShapeOf(array)), "; 2^31 - 1 is the limit"));
}

// The argument values: rows of cells.
struct CellsArgument {
  explicit CellsArgument(py::handle argument)
      : array(StridedArray(argument, "values", {DtypeOf<uint8_t>(), DtypeOf<int8_t>(), DtypeOf<bool>()},
                           {Shape{kAny, kAny}})) {}

  int rows() const { return static_cast<int>(array.shape(0)); }
  int columns() const { return static_cast<int>(array.shape(1)); }
  GridValues values() const { return {static_cast<const uint8_t*>(array.data()), array.strides(0), array.strides(1)}; }

  py::array array;
};

// The first and the last value that is occupied, of int8 or uint8, as bytes; None is the default.
OccupiedValues OccupiedArgument(py::handle argument) {
  if (argument.is_none()) return {};
  const InputArray<int> ends(argument, "occupied", Shape{2});
  for (const int value : ends.values()) {
    if (value < -128 || value > 255) ThrowValueError(absl::StrCat("occupied: ", value, " is not within [-128, 255]"));
  }
  const OccupiedValues occupied = {static_cast<uint8_t>(ends.values()[0]), static_cast<uint8_t>(ends.values()[1])};
  // Pickling needs a value for free cells.
  if (occupied.first == 0 && occupied.last == 255) ThrowValueError("occupied: 0 to 255 are all values");
  return occupied;
}

std::unique_ptr<Grid> MakeGrid(py::handle values, double cell_size_m, py::handle world_from_grid, py::handle occupied,
                               int64_t first_row, int64_t first_column) {
  const CellsArgument cells(values);
  if (cells.array.size() == 0) {
    ThrowValueError(absl::StrCat("values: its shape is ", ShapeText(ShapeOf(cells.array)), ": no cells"));
  }
  const Pose2 pose = PoseArgument(world_from_grid, "world_from_grid");
  auto made = std::make_unique<Grid>();
  made->occupied = OccupiedArgument(occupied);
  made->grid = ValueOrThrow(OccupancyGrid::Create(cells.columns(), cells.rows(), cell_size_m, pose, made->occupied));
  const absl::Status moved = made->grid.MoveWindow(first_row, first_column);
  if (!moved.ok()) ThrowValueError(absl::StrCat("first_row, first_column: ", moved.message()));
  ThrowIfError(WithoutGil([&] { return made->grid.Update(cells.values()); }));
  return made;
}

void UpdateGrid(Grid& self, py::handle values, int row, int column) {
  const CellsArgument cells(values);
  self.RequireUnread("update");
  const absl::Status status = self.grid.Update({row, column, cells.rows(), cells.columns()}, cells.values());
  // The message calls the argument "part".
  if (!status.ok()) ThrowValueError(absl::StrCat("values", status.message().substr(std::strlen("part"))));
}

void MoveGrid(Grid& self, int64_t rows, int64_t columns) {
  self.RequireUnread("move_window");
  ThrowIfError(self.grid.MoveWindow(rows, columns));
}

// A new array (height, width), with one of two elements for each cell.
template <typename T>
py::array CellsOf(const OccupancyGrid& grid, T occupied, T free) {
  OutputArray<T> cells(py::none(), {grid.height(), grid.width()}, {});
  const absl::Span<T> values = cells.values();
  const auto width = static_cast<size_t>(grid.width());
  for (size_t k = 0; k < values.size(); ++k) {
    values[k] = grid.is_occupied(static_cast<int>(k / width), static_cast<int>(k % width)) ? occupied : free;
  }
  return cells.TakeArray();
}

py::tuple Reduced(const Grid& self) {
  const auto [first, last] = self.occupied;
  const auto free = static_cast<uint8_t>(first > 0 ? 0 : last + 1);
  return MadeBy(
      "OccupancyGrid", py::make_tuple(CellsOf(self.grid, first, free), self.grid.cell_size_m()),
      py::dict(py::arg("world_from_grid") = TupleOf(CellsIn(self.grid)->world_from_cells),
               py::arg("occupied") = py::make_tuple(first, last), py::arg("first_row") = self.grid.first_row(),
               py::arg("first_column") = self.grid.first_column()));
}

// Replaces the points by rows x, y or x, y, z.
template <typename T>
absl::Status UpdateFrom(const py::array& rows, const Pose2& world_from_points, PointSet* set) {
  const auto* const data = static_cast<const char*>(rows.data());
  const py::ssize_t row = rows.strides(0);
  const py::ssize_t column = rows.strides(1);
  const bool has_heights = rows.shape(1) == 3;
  const auto at = [=](size_t i) {
    const char* const bytes = data + static_cast<py::ssize_t>(i) * row;
    T numbers[3] = {};
    for (int axis = 0; axis < (has_heights ? 3 : 2); ++axis) {
      std::memcpy(&numbers[axis], bytes + axis * column, sizeof(T));  // Not always aligned.
    }
    return PointSet::Point{numbers[0], numbers[1], numbers[2]};
  };
  return set->UpdateFrom(static_cast<size_t>(rows.shape(0)), at, world_from_points);
}

void UpdatePoints(Points& self, py::handle argument, py::handle world_from_points) {
  const bool has_band = std::isfinite(self.options.min_z_m) || std::isfinite(self.options.max_z_m);
  const Shape shapes[] = {{kAny, 3}, {kAny, 2}};
  const py::array rows = StridedArray(argument, "points", {DtypeOf<double>(), DtypeOf<float>()},
                                      absl::MakeConstSpan(shapes, has_band ? 1 : 2));
  const Pose2 pose = PoseArgument(world_from_points, "world_from_points");
  self.RequireUnread("update");
  const bool is_float = rows.itemsize() == sizeof(float);
  ThrowIfError(is_float ? UpdateFrom<float>(rows, pose, &self.set) : UpdateFrom<double>(rows, pose, &self.set));
}

std::unique_ptr<Points> MakePoints(py::handle points, py::handle world_from_points, double radius_m, py::handle min_z_m,
                                   py::handle max_z_m, int min_count, double cell_size_m) {
  auto made = std::make_unique<Points>();
  PointSetOptions& options = made->options;
  options.radius_m = radius_m;
  options.min_count = min_count;
  options.cell_size_m = cell_size_m;
  if (!min_z_m.is_none()) options.min_z_m = NumberArgument(min_z_m, "min_z_m");
  if (!max_z_m.is_none()) options.max_z_m = NumberArgument(max_z_m, "max_z_m");
  made->set = ValueOrThrow(PointSet::Create(options));
  UpdatePoints(*made, points, world_from_points);
  return made;
}

py::tuple Reduced(const Points& self) {
  const auto* const cells = CellsIn(self.set);
  const collision2d::internal::CellObstacles none;
  const auto& kept = cells == nullptr ? none : *cells;
  const PointSetOptions& options = self.options;
  return CallPython(
      "_records", "reduced_points", RowsOf(kept.points), ArrayOf<int>(kept.index_of_point), self.set.invalid_count(),
      py::dict(py::arg("world_from_points") = TupleOf(kept.world_from_cells), py::arg("radius_m") = options.radius_m,
               py::arg("min_z_m") = options.min_z_m, py::arg("max_z_m") = options.max_z_m,
               py::arg("min_count") = options.min_count, py::arg("cell_size_m") = options.cell_size_m));
}

}  // namespace

void DefineCells(py::module_& module) {
  Class<Grid>(module, "OccupancyGrid")
      .Init(&MakeGrid)
      .Method("update", &UpdateGrid)
      .Method("move_window", &MoveGrid)
      .Property("shape", [](const Grid& self) { return py::make_tuple(self.grid.height(), self.grid.width()); })
      .Property("cells", [](const Grid& self) { return CellsOf(self.grid, true, false); })
      .Property("cell_size_m", [](const Grid& self) { return self.grid.cell_size_m(); })
      .Property("first_row", [](const Grid& self) { return self.grid.first_row(); })
      .Property("first_column", [](const Grid& self) { return self.grid.first_column(); })
      .Property("memory_bytes", [](const Grid& self) { return self.grid.memory_bytes(); })
      .Method("__repr__",
              [](const Grid& self) {
                return absl::StrFormat("<OccupancyGrid: %d x %d cells of %.9g m>", self.grid.height(),
                                       self.grid.width(), self.grid.cell_size_m());
              })
      .Method("__reduce__", [](const Grid& self) { return Reduced(self); });

  Class<Points>(module, "PointSet")
      .Init(&MakePoints)
      .Method("update", &UpdatePoints)
      .Property("invalid_count", [](const Points& self) { return self.set.invalid_count(); })
      .Method("__len__", [](const Points& self) { return self.set.size(); })
      .Method("__repr__", [](const Points& self) { return absl::StrCat("<PointSet: ", self.set.size(), " points>"); })
      .Method("__reduce__", [](const Points& self) { return Reduced(self); });
}

}  // namespace collision2d::python
