#include "python/src/obstacles.h"

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "python/src/arrays.h"
#include "python/src/errors.h"
#include "python/src/module.h"
#include "python/src/poses.h"

namespace collision2d::python {
namespace {

namespace py = pybind11;

void RequireNoReaders(const Readers& readers) {
  if (readers.any()) throw std::runtime_error("repose: another thread is reading the obstacles");
}

py::ssize_t CountOf(const Shapes& shapes) { return static_cast<py::ssize_t>(shapes.size()); }

std::unique_ptr<Batch> MakeBatch(py::handle shapes_argument, py::handle world_from_shape) {
  Shapes shapes = ShapesArgument(shapes_argument, "shapes").ToShapes();
  std::vector<Pose2> poses(shapes.size());
  if (!world_from_shape.is_none()) {
    const PosesArgument argument(world_from_shape, "world_from_shape", {CountOf(shapes)});
    poses.assign(argument.poses().begin(), argument.poses().end());
  }
  PolygonBatch batch = ValueOrThrow(PolygonBatch::Create(shapes.span(), poses));
  return std::unique_ptr<Batch>(new Batch{std::move(shapes), std::move(batch), {}});
}

void ReposeBatch(Batch& self, py::handle world_from_shape) {
  const PosesArgument poses(world_from_shape, "world_from_shape", {CountOf(self.shapes)});
  RequireNoReaders(self.readers);
  ThrowIfError(self.batch.Repose(poses.poses()));
}

absl::Span<const Pose2> StepOf(absl::Span<const Pose2> poses, size_t step, size_t shapes) {
  return poses.subspan(step * shapes, shapes);
}

std::unique_ptr<MovingBatches> MakeMoving(py::handle shapes_argument, py::handle world_from_shape) {
  Shapes shapes = ShapesArgument(shapes_argument, "shapes").ToShapes();
  const PosesArgument poses(world_from_shape, "world_from_shape", {kAny, CountOf(shapes)});
  ThrowIfError(CheckPoses("world_from_shape", poses.poses()));
  std::vector<PolygonBatch> steps;
  for (size_t step = 0; step < poses.extent(0); ++step) {
    steps.push_back(ValueOrThrow(PolygonBatch::Create(shapes.span(), StepOf(poses.poses(), step, shapes.size()))));
  }
  return std::unique_ptr<MovingBatches>(new MovingBatches{std::move(shapes), std::move(steps), {}});
}

void ReposeMoving(MovingBatches& self, py::handle world_from_shape) {
  const auto steps = static_cast<py::ssize_t>(self.steps.size());
  const PosesArgument poses(world_from_shape, "world_from_shape", {steps, CountOf(self.shapes)});
  RequireNoReaders(self.readers);
  ThrowIfError(CheckPoses("world_from_shape", poses.poses()));
  for (size_t step = 0; step < self.steps.size(); ++step) {
    ThrowIfError(self.steps[step].Repose(StepOf(poses.poses(), step, self.shapes.size())));
  }
}

std::unique_ptr<Map> MakeMap(py::handle shapes_argument, py::handle world_from_shape) {
  Shapes shapes = ShapesArgument(shapes_argument, "shapes").ToShapes();
  absl::StatusOr<StaticMap> map;
  if (world_from_shape.is_none()) {
    const py::gil_scoped_release no_gil;
    map = StaticMap::Create(shapes.span());
  } else {
    const PosesArgument argument(world_from_shape, "world_from_shape", {CountOf(shapes)});
    const absl::Span<const Pose2> poses = argument.poses();
    const py::gil_scoped_release no_gil;
    map = StaticMap::Create(shapes.span(), poses);
  }
  return std::unique_ptr<Map>(new Map{std::move(shapes), ValueOrThrow(std::move(map))});
}

// What makes a batch again.
py::tuple Reduced(const py::object& self) {
  const auto& batch = py::cast<const Batch&>(self);
  std::vector<Pose2> poses;
  for (int k = 0; k < batch.batch.size(); ++k) poses.push_back(batch.batch.world_from_shape(k));
  const absl::Span<const double> numbers(reinterpret_cast<const double*>(poses.data()), 4 * poses.size());
  return py::make_tuple(py::type::of(self),
                        py::make_tuple(batch.shapes, ArrayOf<double>(numbers, {CountOf(batch.shapes), 4})));
}

}  // namespace

void DefineObstacles(py::module_& module) {
  py::class_<Batch>(module, "PolygonBatch", py::is_final(),
                    R"(Obstacles at one instant: shapes, each at a pose. Any number of threads may read it.

Args of the constructor:
    shapes: Shapes, a ConvexPolygon, or a list of ConvexPolygons.
    world_from_shape: a pose for each shape, float64 (K, 3): x, y, yaw, or (K, 4): x, y, cos, sin; m, rad. Copied. None:
        all are the identity.)")
      .def(py::init(&MakeBatch), py::arg("shapes"), py::arg("world_from_shape") = py::none(),
           R"(__init__(self, shapes, world_from_shape=None)
--

Raises:
    TypeError, ValueError: names the argument and the index.)")
      .def("repose", &ReposeBatch, py::arg("world_from_shape"), R"(repose(self, world_from_shape)
--

Moves every shape to a new pose: float64 (K, 3) or (K, 4).

Raises:
    RuntimeError: a call in another thread is reading the batch.)")
      .def_property_readonly(
          "shapes", [](const Batch& batch) { return batch.shapes; }, "Shapes, in their own frames.")
      .def("__len__", [](const Batch& batch) { return batch.shapes.size(); })
      .def("__repr__",
           [](const Batch& batch) { return absl::StrCat("<PolygonBatch: ", batch.shapes.size(), " shapes>"); })
      .def("__reduce__", &Reduced);

  py::class_<MovingBatches>(module, "MovingObstacles", py::is_final(), R"(The same obstacles at each of some steps.

Args of the constructor:
    shapes: Shapes, a ConvexPolygon, or a list of ConvexPolygons.
    world_from_shape: the pose of each shape at each step, float64 (S, K, 3): x, y, yaw, or (S, K, 4): x, y, cos, sin; m,
        rad. Copied.)")
      .def(py::init(&MakeMoving), py::arg("shapes"), py::arg("world_from_shape"),
           R"(__init__(self, shapes, world_from_shape)
--

Raises:
    TypeError, ValueError: names the argument and the index, which counts the poses of all steps.)")
      .def("repose", &ReposeMoving, py::arg("world_from_shape"), R"(repose(self, world_from_shape)
--

Moves the shapes to new poses: float64 (S, K, 3) or (S, K, 4).

Raises:
    RuntimeError: a call in another thread is reading the obstacles.)")
      .def_property_readonly(
          "shapes", [](const MovingBatches& moving) { return moving.shapes; }, "Shapes, in their own frames.")
      .def_property_readonly(
          "steps", [](const MovingBatches& moving) { return moving.steps.size(); }, "The number of steps.")
      .def("__repr__", [](const MovingBatches& moving) {
        return absl::StrCat("<MovingObstacles: ", moving.shapes.size(), " shapes at ", moving.steps.size(), " steps>");
      });

  py::class_<Map>(module, "StaticMap", py::is_final(),
                  R"(Shapes that do not move, 10^3 to 10^6 of them, found by a tree.

Args of the constructor:
    shapes: Shapes, a ConvexPolygon, or a list of ConvexPolygons.
    world_from_shape: a pose for each shape, float64 (K, 3) or (K, 4), copied; None: shapes are in the world's frame.)")
      .def(py::init(&MakeMap), py::arg("shapes"), py::arg("world_from_shape") = py::none(),
           R"(__init__(self, shapes, world_from_shape=None)
--

Raises:
    TypeError, ValueError: names the argument and the index.)")
      .def_property_readonly(
          "shapes", [](const Map& map) { return map.shapes; }, "Shapes.")
      .def_property_readonly(
          "memory_bytes", [](const Map& map) { return map.map.memory_bytes(); },
          "What the map holds besides its shapes, bytes.")
      .def("__len__", [](const Map& map) { return map.shapes.size(); })
      .def("__repr__", [](const Map& map) { return absl::StrCat("<StaticMap: ", map.shapes.size(), " shapes>"); });
}

}  // namespace collision2d::python
