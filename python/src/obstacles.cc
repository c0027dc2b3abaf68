#include "python/src/obstacles.h"

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

// The poses of the shapes at one of the steps; `poses` has those of each shape together.
std::vector<Pose2> AtStep(absl::Span<const Pose2> poses, size_t step, size_t steps) {
  std::vector<Pose2> at_step;
  for (size_t i = step; i < poses.size(); i += steps) at_step.push_back(poses[i]);
  return at_step;
}

// Rows x, y, cos, sin.
py::array RowsOf(absl::Span<const Pose2> poses, Shape shape) {
  return ArrayOf<double>({reinterpret_cast<const double*>(poses.data()), 4 * poses.size()}, std::move(shape));
}

template <typename T>
std::unique_ptr<T> Make(Shapes shapes, absl::Span<const Pose2> poses, size_t steps) {
  // The index counts the poses of all steps.
  ThrowIfError(collision2d::internal::CheckPoses("world_from_shape", poses));
  auto made = std::unique_ptr<T>(new T{{std::move(shapes), {}}});
  for (size_t step = 0; step < steps; ++step) {
    made->steps.push_back(ValueOrThrow(PolygonBatch::Create(made->shapes.span(), AtStep(poses, step, steps))));
  }
  return made;
}

// The argument `shapes` for the poses on the first axis of `world_from_shape`, which may have an
// axis of steps after it; one shape stands for all of them.
struct PosedShapes {
  PosedShapes(py::handle shapes_argument, py::handle world_from_shape, bool has_steps)
      : shapes(ShapesArgument(shapes_argument, "shapes").ToShapes()) {
    const bool is_one = py::isinstance<ConvexPolygon>(shapes_argument);
    Shape leading = {is_one ? kAny : CountOf(shapes)};
    if (has_steps) leading.push_back(kAny);
    poses.emplace(world_from_shape, "world_from_shape", leading);
    if (is_one) shapes = Shapes(std::vector<ConvexPolygon>(poses->extent(0), shapes.span().front()));
  }

  Shapes shapes;
  std::optional<PosesArgument> poses;
};

std::unique_ptr<Batch> MakeBatch(py::handle shapes_argument, py::handle world_from_shape) {
  if (world_from_shape.is_none()) {
    const Shapes shapes = ShapesArgument(shapes_argument, "shapes").ToShapes();
    return Make<Batch>(shapes, std::vector<Pose2>(shapes.size()), 1);
  }
  const PosedShapes posed(shapes_argument, world_from_shape, false);
  return Make<Batch>(posed.shapes, posed.poses->poses(), 1);
}

std::unique_ptr<MovingBatches> MakeMoving(py::handle shapes_argument, py::handle world_from_shape) {
  const PosedShapes posed(shapes_argument, world_from_shape, true);
  return Make<MovingBatches>(posed.shapes, posed.poses->poses(), posed.poses->extent(1));
}

void SetPoses(Batches& self, const PosesArgument& poses) {
  if (self.readers > 0) throw std::runtime_error("set_poses: another thread is reading the obstacles");
  ThrowIfError(collision2d::internal::CheckPoses("world_from_shape", poses.poses()));
  for (size_t step = 0; step < self.steps.size(); ++step) {
    ThrowIfError(self.steps[step].SetPoses(AtStep(poses.poses(), step, self.steps.size())));
  }
}

void SetBatchPoses(Batch& self, py::handle world_from_shape) {
  SetPoses(self, PosesArgument(world_from_shape, "world_from_shape", {CountOf(self.shapes)}));
}

void SetMovingPoses(MovingBatches& self, py::handle world_from_shape) {
  const auto steps = static_cast<py::ssize_t>(self.steps.size());
  SetPoses(self, PosesArgument(world_from_shape, "world_from_shape", {CountOf(self.shapes), steps}));
}

std::unique_ptr<Map> MakeMap(py::handle shapes_argument, py::handle world_from_shape) {
  std::optional<PosedShapes> posed;
  if (!world_from_shape.is_none()) posed.emplace(shapes_argument, world_from_shape, false);
  Shapes shapes = posed.has_value() ? posed->shapes : ShapesArgument(shapes_argument, "shapes").ToShapes();
  absl::StatusOr<StaticMap> map;
  {
    const py::gil_scoped_release no_gil;
    map =
        posed.has_value() ? StaticMap::Create(shapes.span(), posed->poses->poses()) : StaticMap::Create(shapes.span());
  }
  py::object poses = py::none();
  if (posed.has_value()) poses = RowsOf(posed->poses->poses(), {CountOf(shapes), 4});
  return std::unique_ptr<Map>(new Map{std::move(shapes), ValueOrThrow(std::move(map)), std::move(poses)});
}

// What makes batches again.
py::tuple Reduced(const char* name, const Batches& batches, Shape shape) {
  std::vector<Pose2> poses;
  for (int k = 0; k < static_cast<int>(batches.shapes.size()); ++k) {
    for (const PolygonBatch& step : batches.steps) poses.push_back(step.world_from_shape(k));
  }
  return MadeBy(name, py::make_tuple(batches.shapes, RowsOf(poses, std::move(shape))));
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
      .Property("shapes", [](const Batch& batch) { return batch.shapes; })
      .Method("__len__", [](const Batch& batch) { return batch.shapes.size(); })
      .Method("__repr__",
              [](const Batch& batch) { return absl::StrCat("<PolygonBatch: ", batch.shapes.size(), " shapes>"); })
      .Method("__reduce__", [](const Batch& batch) {
        return Reduced("PolygonBatch", batch, {CountOf(batch.shapes), 4});
      });

  Class<MovingBatches>(module, "MovingObstacles")
      .Init(&MakeMoving)
      .Method("set_poses", &SetMovingPoses)
      .Property("shapes", [](const MovingBatches& moving) { return moving.shapes; })
      .Property("steps", [](const MovingBatches& moving) { return moving.steps.size(); })
      .Method("__repr__",
              [](const MovingBatches& moving) {
                return absl::StrCat("<MovingObstacles: ", moving.shapes.size(), " shapes at ", moving.steps.size(),
                                    " steps>");
              })
      .Method("__reduce__", [](const MovingBatches& moving) {
        const auto steps = static_cast<py::ssize_t>(moving.steps.size());
        return Reduced("MovingObstacles", moving, {CountOf(moving.shapes), steps, 4});
      });

  Class<Map>(module, "StaticMap")
      .Init(&MakeMap)
      .Property("shapes", [](const Map& map) { return map.shapes; })
      .Property("memory_bytes",
                [](const Map& map) {
                  const size_t poses = map.poses.is_none() ? 0 : map.shapes.size() * sizeof(Pose2);
                  return map.map.memory_bytes() + poses;
                })
      .Method("__len__", [](const Map& map) { return map.shapes.size(); })
      .Method("__repr__", [](const Map& map) { return absl::StrCat("<StaticMap: ", map.shapes.size(), " shapes>"); })
      .Method("__reduce__", [](const Map& map) { return MadeBy("StaticMap", py::make_tuple(map.shapes, map.poses)); });
}

}  // namespace collision2d::python
