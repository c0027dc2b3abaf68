// The classes PolygonBatch, MovingObstacles and StaticMap.

#include "collision2d/batch/calls/arguments.h"
#include "python/src/module.h"
#include "python/src/question.h"

namespace collision2d::python {
namespace {

py::ssize_t CountOf(const Shapes& shapes) { return static_cast<py::ssize_t>(shapes.size()); }

// Of the elements of each shape at all steps, one shape after the other, those at one step.
template <typename T>
std::vector<T> AtStep(absl::Span<const T> elements, size_t step, size_t steps) {
  std::vector<T> at_step;
  for (size_t i = step; i < elements.size(); i += steps) at_step.push_back(elements[i]);
  return at_step;
}

// The axes of an array of shapes and perhaps, after them, steps.
size_t StepsOf(const Shape& axes) { return axes.size() == 1 ? 1 : static_cast<size_t>(axes[1]); }

// Rows x, y, cos, sin.
py::array RowsAt(absl::Span<const Pose2> poses, Shape axes) {
  axes.push_back(4);
  return ArrayOf<double>({reinterpret_cast<const double*>(poses.data()), 4 * poses.size()}, std::move(axes));
}

// The obstacles at all steps, one obstacle after the other; null: absent.
using Pointers = std::vector<const ConvexPolygon*>;

// Throws unless the poses that are read are legal. The index counts those of all steps.
void CheckPoses(absl::Span<const Pose2> poses, const Pointers& shapes) {
  ThrowIfError(collision2d::internal::CheckPoses("world_from_shape", poses, shapes));
}

// `shapes`: those of all steps, or of each. `present` has the shape of `axes`; None: all are.
template <typename T>
std::unique_ptr<T> Make(std::vector<Shapes> shapes, absl::Span<const Pose2> poses, const Shape& axes,
                        py::handle present) {
  std::optional<InputArray<bool>> mask;
  if (!present.is_none()) mask.emplace(present, "present", axes);
  const size_t steps = StepsOf(axes);
  Pointers pointers;
  for (size_t i = 0; i < poses.size(); ++i) {
    const bool is_present = !mask.has_value() || mask->values()[i];
    pointers.push_back(is_present ? &shapes[shapes.size() == 1 ? 0 : i % steps].span()[i / steps] : nullptr);
  }
  CheckPoses(poses, pointers);
  auto made = std::make_unique<T>();
  made->shapes = std::move(shapes);
  for (size_t step = 0; step < steps; ++step) {
    made->steps.push_back(ValueOrThrow(
        PolygonBatch::Create(AtStep(absl::MakeConstSpan(pointers), step, steps), AtStep(poses, step, steps))));
  }
  return made;
}

// The argument `shapes` for the poses on the first axis of `world_from_shape`, which may have an
// axis of steps after it; one shape stands for all of them.
struct PosedShapes {
  PosedShapes(py::handle shapes_argument, py::handle world_from_shape, bool has_steps, bool may_be_unset)
      : shapes(ShapesArgument(shapes_argument, "shapes").ToShapes()) {
    const bool is_one = py::isinstance<ConvexPolygon>(shapes_argument);
    Shape leading = {is_one ? kAny : CountOf(shapes)};
    if (has_steps) leading.push_back(kAny);
    poses.emplace(world_from_shape, "world_from_shape", leading, may_be_unset);
    if (is_one) shapes = Shapes(std::vector<ConvexPolygon>(poses->extent(0), shapes.span().front()));
    axes = {CountOf(shapes)};
    if (has_steps) axes.push_back(static_cast<py::ssize_t>(poses->extent(1)));
  }

  Shapes shapes;
  std::optional<PosesArgument> poses;
  Shape axes;
};

std::unique_ptr<Batch> MakeBatch(py::handle shapes_argument, py::handle world_from_shape, py::handle present) {
  if (world_from_shape.is_none()) {
    const Shapes shapes = ShapesArgument(shapes_argument, "shapes").ToShapes();
    return Make<Batch>({shapes}, std::vector<Pose2>(shapes.size()), {CountOf(shapes)}, present);
  }
  const PosedShapes posed(shapes_argument, world_from_shape, false, !present.is_none());
  return Make<Batch>({posed.shapes}, posed.poses->poses(), posed.axes, present);
}

// A list of lists of shapes has those of each step.
bool HasShapesOfSteps(py::handle argument) {
  if (!PyList_Check(argument.ptr()) && !PyTuple_Check(argument.ptr())) return false;
  const py::sequence items = py::reinterpret_borrow<py::sequence>(argument);
  return !items.empty() && !py::isinstance<ConvexPolygon>(items[0]);
}

std::unique_ptr<MovingBatches> MakeMoving(py::handle shapes_argument, py::handle world_from_shape, py::handle present) {
  if (!HasShapesOfSteps(shapes_argument)) {
    const PosedShapes posed(shapes_argument, world_from_shape, true, !present.is_none());
    return Make<MovingBatches>({posed.shapes}, posed.poses->poses(), posed.axes, present);
  }
  std::vector<Shapes> shapes;
  for (const py::handle of_step : shapes_argument) {
    const std::string name = absl::StrCat("shapes[", shapes.size(), "]");
    shapes.push_back(ShapesArgument(of_step, name.c_str()).ToShapes());
    if (CountOf(shapes.back()) == CountOf(shapes[0])) continue;
    ThrowValueError(absl::StrCat(name, ": ", shapes.back().size(), " shapes, but shapes[0] has ", shapes[0].size()));
  }
  const Shape axes = {CountOf(shapes[0]), static_cast<py::ssize_t>(shapes.size())};
  const PosesArgument poses(world_from_shape, "world_from_shape", axes, !present.is_none());
  return Make<MovingBatches>(std::move(shapes), poses.poses(), axes, present);
}

// The axes of what a batch has for each shape, or moving obstacles for each shape at each step.
Shape AxesOf(const Batch& self) { return {CountOf(self.shapes[0])}; }
Shape AxesOf(const MovingBatches& self) {
  return {CountOf(self.shapes[0]), static_cast<py::ssize_t>(self.steps.size())};
}

template <typename T>
void SetPoses(T& self, py::handle world_from_shape) {
  Pointers pointers;
  for (int k = 0; k < self.steps[0].size(); ++k) {
    for (const PolygonBatch& batch : self.steps) pointers.push_back(batch.shapes()[k]);
  }
  const bool has_absent = std::find(pointers.begin(), pointers.end(), nullptr) != pointers.end();
  const PosesArgument poses(world_from_shape, "world_from_shape", AxesOf(self), has_absent);
  CheckPoses(poses.poses(), pointers);
  self.RequireUnread("set_poses");
  for (size_t step = 0; step < self.steps.size(); ++step) {
    ThrowIfError(self.steps[step].SetPoses(AtStep(poses.poses(), step, self.steps.size())));
  }
}

template <typename T>
py::array PresentOf(const T& self) {
  std::vector<uint8_t> present;
  for (int k = 0; k < self.steps[0].size(); ++k) {
    for (const PolygonBatch& batch : self.steps) present.push_back(static_cast<uint8_t>(batch.is_present(k)));
  }
  return ArrayOf<bool>(absl::MakeConstSpan(reinterpret_cast<const bool*>(present.data()), present.size()),
                       AxesOf(self));
}

py::object ShapesOf(const MovingBatches& self) {
  if (self.shapes.size() == 1) return py::cast(self.shapes[0]);
  py::list list;
  for (const Shapes& of_step : self.shapes) list.append(of_step);
  return list;
}

std::unique_ptr<Map> MakeMap(py::handle shapes_argument, py::handle world_from_shape) {
  std::optional<PosedShapes> posed;
  if (!world_from_shape.is_none()) posed.emplace(shapes_argument, world_from_shape, false, false);
  Shapes shapes = posed.has_value() ? posed->shapes : ShapesArgument(shapes_argument, "shapes").ToShapes();
  StaticMap map = ValueOrThrow(WithoutGil([&] {
    return posed.has_value() ? StaticMap::Create(shapes.span(), posed->poses->poses())
                             : StaticMap::Create(shapes.span());
  }));
  py::object poses = posed.has_value() ? py::object(RowsOf(posed->poses->poses())) : py::none();
  return std::unique_ptr<Map>(new Map{std::move(shapes), std::move(map), std::move(poses)});
}

py::object ShapesOf(const Batch& batch) { return py::cast(batch.shapes[0]); }

// What makes batches again.
template <typename T>
py::tuple Reduced(const char* name, const T& self) {
  std::vector<Pose2> poses;
  for (int k = 0; k < self.steps[0].size(); ++k) {
    for (const PolygonBatch& batch : self.steps) poses.push_back(batch.world_from_shape(k));
  }
  return MadeBy(name, py::make_tuple(ShapesOf(self), RowsAt(poses, AxesOf(self))),
                py::dict(py::arg("present") = PresentOf(self)));
}

// Null if it is of another class.
template <typename T>
T* As(py::handle object) {
  return py::isinstance<T>(object) ? &py::cast<T&>(object) : nullptr;
}

}  // namespace

ObstaclesArgument::ObstaclesArgument(py::handle argument) {
  const bool is_tuple = PyTuple_Check(argument.ptr());
  if (!is_tuple) Add(argument, "obstacles");
  // The items, not what an iterator of a derived class makes, which nothing would keep alive.
  for (py::ssize_t i = 0; is_tuple && i < PyTuple_GET_SIZE(argument.ptr()); ++i) {
    Add(PyTuple_GET_ITEM(argument.ptr(), i), absl::StrCat("obstacles[", i, "]"));
  }
  for (Changeable* const layer : read_) ++layer->readers;
}

void ObstaclesArgument::Add(py::handle layer, const std::string& place) {
  if (auto* const batch = As<Batch>(layer)) {
    obstacles_.Add(batch->steps.front());
    read_.push_back(batch);
  } else if (auto* const moving = As<MovingBatches>(layer)) {
    obstacles_.Add(moving->steps);
    steps_.push_back(moving->steps.size());
    read_.push_back(moving);
  } else if (const auto* const map = As<Map>(layer)) {
    obstacles_.Add(map->map);
  } else if (auto* const grid = As<Grid>(layer)) {
    obstacles_.Add(grid->grid);
    read_.push_back(grid);
  } else if (auto* const points = As<Points>(layer)) {
    obstacles_.Add(points->set);
    read_.push_back(points);
  } else {
    ThrowTypeError(absl::StrCat(place,
                                ": a PolygonBatch, MovingObstacles, a StaticMap, an OccupancyGrid, a PointSet, or a "
                                "flat tuple of them is needed, not ",
                                TypeName(layer)));
  }
}

void ObstaclesArgument::RequireSteps(int steps) const {
  for (const size_t of_layer : steps_) {
    if (of_layer == static_cast<size_t>(steps)) continue;
    ThrowValueError(absl::StrCat("obstacles: they have ", of_layer, " steps; the trajectories have ", steps));
  }
}

void DefineObstacles(py::module_& module) {
  Class<Batch>(module, "PolygonBatch")
      .Init(&MakeBatch)
      .Method("set_poses", &SetPoses<Batch>)
      .Property("shapes", [](const Batch& batch) { return ShapesOf(batch); })
      .Property("present", &PresentOf<Batch>)
      .Method("__len__", [](const Batch& batch) { return batch.shapes[0].size(); })
      .Method("__repr__",
              [](const Batch& batch) { return absl::StrCat("<PolygonBatch: ", batch.shapes[0].size(), " shapes>"); })
      .Method("__reduce__", [](const Batch& batch) { return Reduced("PolygonBatch", batch); });

  Class<MovingBatches>(module, "MovingObstacles")
      .Init(&MakeMoving)
      .Method("set_poses", &SetPoses<MovingBatches>)
      .Property("shapes", [](const MovingBatches& moving) { return ShapesOf(moving); })
      .Property("present", &PresentOf<MovingBatches>)
      .Property("steps", [](const MovingBatches& moving) { return moving.steps.size(); })
      .Method("__repr__",
              [](const MovingBatches& moving) {
                return absl::StrCat("<MovingObstacles: ", moving.shapes[0].size(), " shapes at ", moving.steps.size(),
                                    " steps>");
              })
      .Method("__reduce__", [](const MovingBatches& moving) { return Reduced("MovingObstacles", moving); });

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
