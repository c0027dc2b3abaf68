#include "python/src/obstacles.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "collision2d/batch/calls/arguments.h"
#include "python/src/arrays.h"
#include "python/src/errors.h"
#include "python/src/module.h"
#include "python/src/poses.h"

namespace collision2d::python {
namespace {

namespace py = pybind11;

py::ssize_t CountOf(const Shapes& shapes) { return static_cast<py::ssize_t>(shapes.size()); }

// The obstacles of all steps, one step after the other; null: absent.
using Pointers = std::vector<const ConvexPolygon*>;

// Throws unless the poses that are read are legal. The index counts those of all steps.
void CheckPoses(absl::Span<const Pose2> poses, const Pointers& shapes) {
  ThrowIfError(collision2d::internal::CheckPoses("world_from_shape", poses, shapes));
}

// `axes`: (S, K), or (K,) for one step; `present` has this shape. None: all are.
template <typename T>
std::unique_ptr<T> Make(std::vector<Shapes> shapes, absl::Span<const Pose2> poses, const Shape& axes,
                        py::handle present) {
  std::optional<InputArray<bool>> mask;
  if (!present.is_none()) mask.emplace(present, "present", axes);
  const auto count = static_cast<size_t>(axes.back());
  Pointers pointers;
  for (size_t i = 0; i < poses.size(); ++i) {
    const bool is_present = !mask.has_value() || mask->values()[i];
    pointers.push_back(is_present ? &shapes[shapes.size() == 1 ? 0 : i / count].span()[i % count] : nullptr);
  }
  CheckPoses(poses, pointers);
  auto made = std::unique_ptr<T>(new T{{std::move(shapes), {}}});
  const size_t steps = axes.size() == 1 ? 1 : static_cast<size_t>(axes.front());
  for (size_t step = 0; step < steps; ++step) {
    made->steps.push_back(ValueOrThrow(PolygonBatch::Create(absl::MakeConstSpan(pointers).subspan(step * count, count),
                                                            poses.subspan(step * count, count))));
  }
  return made;
}

// The argument `shapes` for the poses on the last axis of `world_from_shape`; one shape stands for
// all of them.
struct PosedShapes {
  PosedShapes(py::handle shapes_argument, py::handle world_from_shape, Shape leading, bool may_be_unset)
      : shapes(ShapesArgument(shapes_argument, "shapes").ToShapes()) {
    const bool is_one = py::isinstance<ConvexPolygon>(shapes_argument);
    leading.push_back(is_one ? kAny : CountOf(shapes));
    poses.emplace(world_from_shape, "world_from_shape", leading, may_be_unset);
    if (!is_one) return;
    const size_t count = poses->extent(static_cast<int>(leading.size()) - 1);
    shapes = Shapes(std::vector<ConvexPolygon>(count, shapes.span().front()));
  }

  Shapes shapes;
  std::optional<PosesArgument> poses;
};

std::unique_ptr<Batch> MakeBatch(py::handle shapes_argument, py::handle world_from_shape, py::handle present) {
  if (world_from_shape.is_none()) {
    const Shapes shapes = ShapesArgument(shapes_argument, "shapes").ToShapes();
    return Make<Batch>({shapes}, std::vector<Pose2>(shapes.size()), {CountOf(shapes)}, present);
  }
  const PosedShapes posed(shapes_argument, world_from_shape, {}, !present.is_none());
  return Make<Batch>({posed.shapes}, posed.poses->poses(), {CountOf(posed.shapes)}, present);
}

// A list of lists of shapes has those of each step.
bool HasShapesOfSteps(py::handle argument) {
  if (!PyList_Check(argument.ptr()) && !PyTuple_Check(argument.ptr())) return false;
  const py::sequence items = py::reinterpret_borrow<py::sequence>(argument);
  return !items.empty() && !py::isinstance<ConvexPolygon>(items[0]);
}

std::unique_ptr<MovingBatches> MakeMoving(py::handle shapes_argument, py::handle world_from_shape, py::handle present) {
  if (!HasShapesOfSteps(shapes_argument)) {
    const PosedShapes posed(shapes_argument, world_from_shape, {kAny}, !present.is_none());
    const auto steps = static_cast<py::ssize_t>(posed.poses->extent(0));
    return Make<MovingBatches>({posed.shapes}, posed.poses->poses(), {steps, CountOf(posed.shapes)}, present);
  }
  std::vector<Shapes> shapes;
  for (const py::handle of_step : shapes_argument) {
    const std::string name = absl::StrCat("shapes[", shapes.size(), "]");
    shapes.push_back(ShapesArgument(of_step, name.c_str()).ToShapes());
    if (CountOf(shapes.back()) == CountOf(shapes[0])) continue;
    ThrowValueError(absl::StrCat(name, ": ", shapes.back().size(), " shapes, but shapes[0] has ", shapes[0].size()));
  }
  const Shape axes = {static_cast<py::ssize_t>(shapes.size()), CountOf(shapes[0])};
  const PosesArgument poses(world_from_shape, "world_from_shape", axes, !present.is_none());
  return Make<MovingBatches>(std::move(shapes), poses.poses(), axes, present);
}

bool HasAbsent(const Batches& self) {
  return std::any_of(self.steps.begin(), self.steps.end(), [](const PolygonBatch& batch) {
    const auto shapes = batch.shapes();
    return std::find(shapes.begin(), shapes.end(), nullptr) != shapes.end();
  });
}

void SetPoses(Batches& self, const PosesArgument& poses) {
  if (self.readers > 0) throw std::runtime_error("set_poses: another thread is reading the obstacles");
  Pointers pointers;
  for (const PolygonBatch& batch : self.steps) {
    pointers.insert(pointers.end(), batch.shapes().begin(), batch.shapes().end());
  }
  CheckPoses(poses.poses(), pointers);
  const size_t count = self.shapes[0].size();
  for (size_t step = 0; step < self.steps.size(); ++step) {
    ThrowIfError(self.steps[step].SetPoses(poses.poses().subspan(step * count, count)));
  }
}

void SetBatchPoses(Batch& self, py::handle world_from_shape) {
  SetPoses(self, PosesArgument(world_from_shape, "world_from_shape", Shape{CountOf(self.shapes[0])}, HasAbsent(self)));
}

void SetMovingPoses(MovingBatches& self, py::handle world_from_shape) {
  const auto steps = static_cast<py::ssize_t>(self.steps.size());
  SetPoses(self,
           PosesArgument(world_from_shape, "world_from_shape", Shape{steps, CountOf(self.shapes[0])}, HasAbsent(self)));
}

py::array PresentOf(const Batches& self, const Shape& axes) {
  std::vector<uint8_t> present;
  for (const PolygonBatch& batch : self.steps) {
    for (int k = 0; k < batch.size(); ++k) present.push_back(static_cast<uint8_t>(batch.is_present(k)));
  }
  return ArrayOf<bool>(absl::MakeConstSpan(reinterpret_cast<const bool*>(present.data()), present.size()), axes);
}

py::array PresentOfBatch(const Batch& self) { return PresentOf(self, {CountOf(self.shapes[0])}); }

py::array PresentOfMoving(const MovingBatches& self) {
  return PresentOf(self, {static_cast<py::ssize_t>(self.steps.size()), CountOf(self.shapes[0])});
}

py::object ShapesOfMoving(const MovingBatches& self) {
  if (self.shapes.size() == 1) return py::cast(self.shapes[0]);
  py::list list;
  for (const Shapes& of_step : self.shapes) list.append(of_step);
  return list;
}

std::unique_ptr<Map> MakeMap(py::handle shapes_argument, py::handle world_from_shape) {
  std::optional<PosedShapes> posed;
  if (!world_from_shape.is_none()) posed.emplace(shapes_argument, world_from_shape, Shape{}, false);
  Shapes shapes = posed.has_value() ? posed->shapes : ShapesArgument(shapes_argument, "shapes").ToShapes();
  absl::StatusOr<StaticMap> map;
  {
    const py::gil_scoped_release no_gil;
    map =
        posed.has_value() ? StaticMap::Create(shapes.span(), posed->poses->poses()) : StaticMap::Create(shapes.span());
  }
  return std::unique_ptr<Map>(new Map{std::move(shapes), ValueOrThrow(std::move(map))});
}

// What makes a batch again.
py::tuple Reduced(const py::object& self) {
  const auto& batch = py::cast<const Batch&>(self);
  std::vector<Pose2> poses;
  for (int k = 0; k < batch.steps[0].size(); ++k) poses.push_back(batch.steps[0].world_from_shape(k));
  const absl::Span<const double> numbers(reinterpret_cast<const double*>(poses.data()), 4 * poses.size());
  return py::make_tuple(
      py::type::of(self),
      py::make_tuple(batch.shapes[0], ArrayOf<double>(numbers, {CountOf(batch.shapes[0]), 4}), PresentOfBatch(batch)));
}

// Null if it is of another class.
template <typename T>
T* As(py::handle object) {
  return py::isinstance<T>(object) ? &py::cast<T&>(object) : nullptr;
}

}  // namespace

ObstaclesArgument::ObstaclesArgument(py::handle argument) {
  const bool is_pair = PyTuple_Check(argument.ptr()) && PyTuple_GET_SIZE(argument.ptr()) == 2;
  const py::handle batches = is_pair ? PyTuple_GET_ITEM(argument.ptr(), 0) : argument.ptr();
  Batch* const batch = As<Batch>(batches);
  MovingBatches* const moving = As<MovingBatches>(batches);
  const Map* const map = As<Map>(is_pair ? PyTuple_GET_ITEM(argument.ptr(), 1) : argument.ptr());
  const bool has_batches = batch != nullptr || moving != nullptr;
  if (is_pair ? map == nullptr || !has_batches : map == nullptr && !has_batches) {
    ThrowTypeError(
        absl::StrCat("obstacles: a PolygonBatch, MovingObstacles, a StaticMap, or a tuple of one of the "
                     "first two and a map is needed, not ",
                     TypeName(argument)));
  }
  const auto view = [map](const auto& part) { return map == nullptr ? Obstacles(part) : Obstacles(part, map->map); };
  if (batch != nullptr) {
    batches_ = batch;
    obstacles_ = view(batch->steps.front());
  } else if (moving != nullptr) {
    batches_ = moving;
    has_steps_ = true;
    obstacles_ = view(absl::MakeConstSpan(moving->steps));
  } else {
    obstacles_ = Obstacles(map->map);
  }
  if (batches_ != nullptr) ++batches_->readers;
}

void ObstaclesArgument::RequireSteps(int steps) const {
  if (!has_steps_ || batches_->steps.size() == static_cast<size_t>(steps)) return;
  ThrowValueError(
      absl::StrCat("obstacles: they have ", batches_->steps.size(), " steps; the trajectories have ", steps));
}

void DefineObstacles(py::module_& module) {
  Class<Batch>(module, "PolygonBatch")
      .Init(&MakeBatch)
      .Method("set_poses", &SetBatchPoses)
      .Property("shapes", [](const Batch& batch) { return batch.shapes[0]; })
      .Property("present", &PresentOfBatch)
      .Method("__len__", [](const Batch& batch) { return batch.shapes[0].size(); })
      .Method("__repr__",
              [](const Batch& batch) { return absl::StrCat("<PolygonBatch: ", batch.shapes[0].size(), " shapes>"); })
      .Method("__reduce__", &Reduced);

  Class<MovingBatches>(module, "MovingObstacles")
      .Init(&MakeMoving)
      .Method("set_poses", &SetMovingPoses)
      .Property("shapes", &ShapesOfMoving)
      .Property("present", &PresentOfMoving)
      .Property("steps", [](const MovingBatches& moving) { return moving.steps.size(); })
      .Method("__repr__", [](const MovingBatches& moving) {
        return absl::StrCat("<MovingObstacles: ", moving.shapes[0].size(), " shapes at ", moving.steps.size(),
                            " steps>");
      });

  Class<Map>(module, "StaticMap")
      .Init(&MakeMap)
      .Property("shapes", [](const Map& map) { return map.shapes; })
      .Property("memory_bytes", [](const Map& map) { return map.map.memory_bytes(); })
      .Method("__len__", [](const Map& map) { return map.shapes.size(); })
      .Method("__repr__", [](const Map& map) { return absl::StrCat("<StaticMap: ", map.shapes.size(), " shapes>"); });
}

}  // namespace collision2d::python
