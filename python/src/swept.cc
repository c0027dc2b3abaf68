#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "collision2d/batch/swept_trajectories.h"
#include "python/src/arrays.h"
#include "python/src/errors.h"
#include "python/src/module.h"
#include "python/src/obstacles.h"
#include "python/src/shapes.h"
#include "python/src/trajectories_argument.h"

namespace collision2d::python {
namespace {

namespace py = pybind11;
using Body = absl::Span<const ConvexPolygon>;

// About how long a pair of an interval takes, and an interval on a map, ns.
constexpr double kPair_ns = 5.0;
constexpr double kMapInterval_ns = 5000.0;

// What every call is given: obstacles that move, or a map.
struct CallArguments {
  CallArguments(py::handle body_argument, py::handle world_from_body, py::handle step_times_s, py::handle obstacles,
                py::handle lengths)
      : body(body_argument, "body"), trajectories(world_from_body, lengths), times(step_times_s, trajectories.steps()) {
    if (py::isinstance<Map>(obstacles)) {
      map = &py::cast<const Map&>(obstacles).map;
      return;
    }
    if (!py::isinstance<MovingBatches>(obstacles)) {
      ThrowTypeError("obstacles: MovingObstacles or a StaticMap are needed");
    }
    auto& batches = py::cast<MovingBatches&>(obstacles);
    reading.emplace(&batches.readers);
    moving = IntervalsOf(batches.steps);
  }

  double item_ns() const {
    const double obstacles = moving.at_start.empty() ? 0.0 : moving.at_start.front().size();
    return 1.0 + trajectories.steps() * (map != nullptr ? kMapInterval_ns : 5.0 + kPair_ns * obstacles);
  }

  ShapesArgument body;
  TrajectoriesArgument trajectories;
  StepTimesArgument times;
  const StaticMap* map = nullptr;
  collision2d::MovingObstacles moving;
  std::optional<Reading> reading;

 private:
  collision2d::MovingObstacles IntervalsOf(absl::Span<const PolygonBatch> steps) const {
    if (steps.size() != static_cast<size_t>(trajectories.steps())) {
      ThrowValueError(
          absl::StrCat("obstacles: they have ", steps.size(), " steps; the trajectories have ", trajectories.steps()));
    }
    if (steps.empty()) return {};
    return {steps.first(steps.size() - 1), steps.subspan(1)};
  }
};

py::object FirstContacts(py::handle body, py::handle world_from_body, py::handle step_times_s, py::handle obstacles,
                         py::handle lengths, double time_tolerance_s, double epsilon_m, py::handle out, int threads,
                         bool progress) {
  const CallArguments arguments(body, world_from_body, step_times_s, obstacles, lengths);
  const ImpactOptions impact{time_tolerance_s, epsilon_m};
  return ForEachTrajectory<SweptHit>(
      "first_swept_collision", arguments.trajectories, arguments.item_ns(), out, {threads, progress},
      [&, shapes = arguments.body.span(), times = arguments.times.times()](const Trajectories& some, size_t,
                                                                           absl::Span<SweptHit> first) {
        return arguments.map != nullptr ? arguments.map->FirstSweptCollision(shapes, some, times, impact, first)
                                        : FirstSweptCollision(shapes, some, times, arguments.moving, impact, first);
      });
}

py::object AnyContacts(py::handle body, py::handle world_from_body, py::handle step_times_s, py::handle obstacles,
                       py::handle lengths, double time_tolerance_s, double epsilon_m, py::handle out, int threads,
                       bool progress) {
  const CallArguments arguments(body, world_from_body, step_times_s, obstacles, lengths);
  const ImpactOptions impact{time_tolerance_s, epsilon_m};
  return ForEachTrajectory<uint8_t, bool>(
      "any_swept_collision", arguments.trajectories, arguments.item_ns(), out, {threads, progress},
      [&, shapes = arguments.body.span(), times = arguments.times.times()](const Trajectories& some, size_t,
                                                                           absl::Span<uint8_t> any) {
        return arguments.map != nullptr ? arguments.map->AnySweptCollision(shapes, some, times, impact, any)
                                        : AnySweptCollision(shapes, some, times, arguments.moving, impact, any);
      });
}

py::object SweptClearances(py::handle body, py::handle world_from_body, py::handle step_times_s, py::handle obstacles,
                           py::handle lengths, double tolerance_m, py::handle out, int threads, bool progress) {
  const CallArguments arguments(body, world_from_body, step_times_s, obstacles, lengths);
  return ForEachTrajectory<SweptNearest>(
      "minimum_swept_clearance", arguments.trajectories, 10.0 * arguments.item_ns(), out, {threads, progress},
      [&, shapes = arguments.body.span(), times = arguments.times.times()](const Trajectories& some, size_t,
                                                                           absl::Span<SweptNearest> clearance) {
        return arguments.map != nullptr
                   ? arguments.map->MinimumSweptClearance(shapes, some, times, tolerance_m, clearance)
                   : MinimumSweptClearance(shapes, some, times, arguments.moving, tolerance_m, clearance);
      });
}

py::object FirstSweptFreeOf(py::handle body, py::handle world_from_body, py::handle step_times_s, py::handle obstacles,
                            py::handle order, py::handle lengths, double time_tolerance_s, double epsilon_m) {
  const CallArguments arguments(body, world_from_body, step_times_s, obstacles, lengths);
  if (arguments.map != nullptr) ThrowTypeError("obstacles: first_swept_free needs MovingObstacles, not a StaticMap");
  const ImpactOptions impact{time_tolerance_s, epsilon_m};
  return FindFirstFree<SweptHit>(
      arguments.trajectories, order,
      [&, shapes = arguments.body.span()](const Trajectories& trajectories, absl::Span<const int> some,
                                          int* free_position, absl::Span<SweptHit> first) {
        return FirstSweptFree(shapes, trajectories, arguments.times.times(), arguments.moving, impact, some,
                              free_position, first);
      });
}

// The arguments around those of one call.
template <typename Function, typename... Extra>
void Define(py::module_& module, const char* name, Function function, const char* doc, const Extra&... extra) {
  module.def(name, function, py::arg("body"), py::arg("world_from_body"), py::arg("step_times_s"), py::arg("obstacles"),
             py::kw_only(), py::arg("lengths") = py::none(), extra..., py::arg("out") = py::none(),
             py::arg("threads") = 1, py::arg("progress") = false, doc);
}

}  // namespace

void DefineSwept(py::module_& module) {
  const py::arg_v time_tolerance = py::arg("time_tolerance_s") = ImpactOptions().time_tolerance_s;
  const py::arg_v epsilon = py::arg("epsilon_m") = ImpactOptions().epsilon_m;
  Define(
      module, "first_swept_collision", &FirstContacts,
      R"(first_swept_collision(body, world_from_body, step_times_s, obstacles, *, lengths=None, time_tolerance_s=1e-06, epsilon_m=1e-06, out=None, threads=1, progress=False)
--

The first contact of each trajectory at any real instant from its first step to its last.

Between steps the body and the obstacles move straight and at constant speed, and turn at a constant rate the shorter way.

Args:
    step_times_s: the time of each step, float64 (S,), s, increasing.
    obstacles: MovingObstacles of S steps, or a StaticMap.
    time_tolerance_s: how far apart free_until_s and contact_by_s may be, s.
    epsilon_m: only bodies that come this close to contact may be undecided, m.
    Otherwise as for first_collision.

Returns:
    (T,) of SWEPT_HIT_DTYPE: interval, obstacle, body_shape (-1: none), free_until_s, contact_by_s (infinity: none),
    is_undecided, reached_cap. Freedom before free_until_s is proven.)",
      time_tolerance, epsilon);
  Define(
      module, "any_swept_collision", &AnyContacts,
      R"(any_swept_collision(body, world_from_body, step_times_s, obstacles, *, lengths=None, time_tolerance_s=1e-06, epsilon_m=1e-06, out=None, threads=1, progress=False)
--

Whether each trajectory has a contact, or cannot be proven free, at any real instant. Arguments as for
first_swept_collision.

Returns:
    bool (T,).)",
      time_tolerance, epsilon);
  Define(
      module, "minimum_swept_clearance", &SweptClearances,
      R"(minimum_swept_clearance(body, world_from_body, step_times_s, obstacles, *, lengths=None, tolerance_m=0.0001, out=None, threads=1, progress=False)
--

The least distance of each trajectory over all real instants: within [lower_m, upper_m], tolerance_m (m) wide.

Arguments as for first_swept_collision.

Returns:
    (T,) of SWEPT_NEAREST_DTYPE: lower_m, upper_m (infinity: no pair), time_s, interval, obstacle, body_shape,
    reached_cap (then they may be farther apart than the tolerance).)",
      py::arg("tolerance_m") = 1e-4);
  module.def(
      "first_swept_free", &FirstSweptFreeOf, py::arg("body"), py::arg("world_from_body"), py::arg("step_times_s"),
      py::arg("obstacles"), py::arg("order"), py::kw_only(), py::arg("lengths") = py::none(), time_tolerance, epsilon,
      R"(first_swept_free(body, world_from_body, step_times_s, obstacles, order, *, lengths=None, time_tolerance_s=1e-06, epsilon_m=1e-06)
--

The first trajectory in an order that is proven free. Stops there.

Args:
    order: indices of trajectories, the cheapest first, int32 (M,).
    Otherwise as for first_swept_collision; MovingObstacles only.

Returns:
    (position, first): the position in order, None if none is free; and the first contacts of those before it, in order,
    of SWEPT_HIT_DTYPE.)");
}

}  // namespace collision2d::python
