#include "collision2d/batch/trajectories.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "python/src/arrays.h"
#include "python/src/errors.h"
#include "python/src/module.h"
#include "python/src/obstacles.h"
#include "python/src/run_blocks.h"
#include "python/src/shapes.h"
#include "python/src/trajectories_argument.h"

namespace collision2d::python {
namespace {

namespace py = pybind11;
using Body = absl::Span<const ConvexPolygon>;
using Batches = absl::Span<const PolygonBatch>;

// About how long a pair of a step takes, ns.
constexpr double kPair_ns = 1.0;
constexpr double kMapPose_ns = 1000.0;

// What every call is given, and that the obstacles are being read.
struct CallArguments {
  CallArguments(py::handle body_argument, py::handle world_from_body, py::handle lengths, MovingBatches& obstacles)
      : body(body_argument, "body"),
        trajectories(world_from_body, lengths),
        per_step(obstacles.steps),
        reading(&obstacles.readers) {
    if (per_step.size() != static_cast<size_t>(trajectories.steps())) {
      ThrowValueError(absl::StrCat("obstacles: they have ", per_step.size(), " steps; the trajectories have ",
                                   trajectories.steps()));
    }
  }

  double item_ns() const {
    const double obstacles = per_step.empty() ? 0.0 : per_step.front().size();
    return 1.0 + trajectories.steps() * (5.0 + kPair_ns * obstacles);
  }

  ShapesArgument body;
  TrajectoriesArgument trajectories;
  Batches per_step;
  Reading reading;
};

py::object FirstCollisions(py::handle body, py::handle world_from_body, MovingBatches& obstacles, py::handle lengths,
                           py::handle out, int threads, bool progress) {
  const CallArguments arguments(body, world_from_body, lengths, obstacles);
  const Body shapes = arguments.body.span();
  return ForEachTrajectory<StepHit>("first_collision", arguments.trajectories, arguments.item_ns(), out,
                                    {threads, progress},
                                    [&](const Trajectories& some, size_t, absl::Span<StepHit> first) {
                                      return FirstCollision(shapes, some, arguments.per_step, first);
                                    });
}

py::object AnyCollisions(py::handle body, py::handle world_from_body, MovingBatches& obstacles, py::handle lengths,
                         py::handle out, int threads, bool progress) {
  const CallArguments arguments(body, world_from_body, lengths, obstacles);
  const Body shapes = arguments.body.span();
  return ForEachTrajectory<uint8_t, bool>("any_collision", arguments.trajectories, arguments.item_ns(), out,
                                          {threads, progress},
                                          [&](const Trajectories& some, size_t, absl::Span<uint8_t> any) {
                                            return AnyCollision(shapes, some, arguments.per_step, any);
                                          });
}

py::object MinimumClearances(py::handle body, py::handle world_from_body, MovingBatches& obstacles, py::handle lengths,
                             py::handle out, int threads, bool progress) {
  const CallArguments arguments(body, world_from_body, lengths, obstacles);
  const Body shapes = arguments.body.span();
  return ForEachTrajectory<StepNearest>("minimum_clearance", arguments.trajectories, arguments.item_ns(), out,
                                        {threads, progress},
                                        [&](const Trajectories& some, size_t, absl::Span<StepNearest> clearance) {
                                          return MinimumClearance(shapes, some, arguments.per_step, clearance);
                                        });
}

// `of_map` and `of_batches` are the library's calls for the two kinds of obstacles.
template <typename Result, typename OfMap, typename OfBatches>
py::object Least(const char* name, py::handle body, py::handle world_from_body, py::handle obstacles,
                 py::handle limit_m, py::handle lengths, py::handle out, const CallOptions& options,
                 const OfMap& of_map, const OfBatches& of_batches) {
  if (py::isinstance<Map>(obstacles)) {
    const StaticMap& map = py::cast<const Map&>(obstacles).map;
    const ShapesArgument shapes(body, "body");
    const TrajectoriesArgument trajectories(world_from_body, lengths);
    const LimitsArgument limits(limit_m, trajectories.size());
    return ForEachTrajectory<Result>(
        name, trajectories, 1.0 + kMapPose_ns * trajectories.steps(), out, options,
        [&, span = shapes.span()](const Trajectories& some, size_t first, absl::Span<Result> least) {
          return of_map(map, span, some, limits.Some(first, least.size()), least);
        });
  }
  if (!py::isinstance<MovingBatches>(obstacles)) {
    ThrowTypeError("obstacles: MovingObstacles or a StaticMap are needed");
  }
  const CallArguments arguments(body, world_from_body, lengths, py::cast<MovingBatches&>(obstacles));
  const LimitsArgument limits(limit_m, arguments.trajectories.size());
  return ForEachTrajectory<Result>(
      name, arguments.trajectories, arguments.item_ns(), out, options,
      [&, span = arguments.body.span()](const Trajectories& some, size_t first, absl::Span<Result> least) {
        return of_batches(span, some, arguments.per_step, limits.Some(first, least.size()), least);
      });
}

py::object LeastSeparations(py::handle body, py::handle world_from_body, py::handle obstacles, py::handle limit_m,
                            py::handle lengths, py::handle out, int threads, bool progress) {
  return Least<StepSeparation>(
      "least_separation", body, world_from_body, obstacles, limit_m, lengths, out, {threads, progress},
      [](const StaticMap& map, Body shapes, const Trajectories& some, auto limits, auto least) {
        return map.LeastSeparation(shapes, some, limits, least);
      },
      [](Body shapes, const Trajectories& some, Batches per_step, auto limits, auto least) {
        return LeastSeparation(shapes, some, per_step, limits, least);
      });
}

py::object LeastGradients(py::handle body, py::handle world_from_body, py::handle obstacles, py::handle limit_m,
                          py::handle lengths, py::handle out, int threads, bool progress) {
  return Least<StepSeparationGradient>(
      "least_separation_gradient", body, world_from_body, obstacles, limit_m, lengths, out, {threads, progress},
      [](const StaticMap& map, Body shapes, const Trajectories& some, auto limits, auto least) {
        return map.LeastSeparationGradient(shapes, some, limits, least);
      },
      [](Body shapes, const Trajectories& some, Batches per_step, auto limits, auto least) {
        return LeastSeparationGradient(shapes, some, per_step, limits, least);
      });
}

py::object FirstFreeOf(py::handle body, py::handle world_from_body, MovingBatches& obstacles, py::handle order,
                       py::handle lengths) {
  const CallArguments arguments(body, world_from_body, lengths, obstacles);
  const Body shapes = arguments.body.span();
  return FindFirstFree<StepHit>(
      arguments.trajectories, order,
      [&](const Trajectories& trajectories, absl::Span<const int> some, int* free_position, absl::Span<StepHit> first) {
        return FirstFree(shapes, trajectories, arguments.per_step, some, free_position, first);
      });
}

// The arguments around those of one call.
template <typename Function, typename... Extra>
void Define(py::module_& module, const char* name, Function function, const char* doc, const Extra&... extra) {
  module.def(name, function, py::arg("body"), py::arg("world_from_body"), py::arg("obstacles"), extra...,
             py::arg("lengths") = py::none(), py::arg("out") = py::none(), py::arg("threads") = 1,
             py::arg("progress") = false, doc);
}

}  // namespace

void DefineTrajectories(py::module_& module) {
  Define(module, "first_collision", &FirstCollisions,
         R"(first_collision(body, world_from_body, obstacles, *, lengths=None, out=None, threads=1, progress=False)
--

The first collision of each trajectory: the earliest step, of these the lowest obstacle, of these the lowest body shape.

Args:
    body: the body's shapes in its own frame: Shapes, a ConvexPolygon, or a list of them.
    world_from_body: the pose at each step of each trajectory, float64 (T, S, 4): x, y, cos, sin, read in place; or
        (T, S, 3): x, y, yaw, converted; m, rad.
    obstacles: MovingObstacles of S steps.
    lengths: how many steps of each trajectory count, int32 (T,); None: all. Poses after them are not read.
    out: an array to write to, of the result's shape and dtype.
    threads: how many threads share the trajectories.
    progress: shows a progress bar.

Returns:
    (T,) of STEP_HIT_DTYPE: step, obstacle, body_shape; -1: none.

Raises:
    TypeError, ValueError: names the argument, the index and the value; nothing has been written then.
    KeyboardInterrupt: out may have been written in part.)",
         py::kw_only());
  Define(module, "any_collision", &AnyCollisions,
         R"(any_collision(body, world_from_body, obstacles, *, lengths=None, out=None, threads=1, progress=False)
--

Whether each trajectory collides. Arguments as for first_collision.

Returns:
    bool (T,).)",
         py::kw_only());
  Define(module, "minimum_clearance", &MinimumClearances,
         R"(minimum_clearance(body, world_from_body, obstacles, *, lengths=None, out=None, threads=1, progress=False)
--

The least distance of each trajectory over its steps; 0 with its first collision if it collides. Arguments as for
first_collision.

Returns:
    (T,) of STEP_NEAREST_DTYPE: distance_m (infinity), step, obstacle, body_shape (-1).)",
         py::kw_only());
  Define(
      module, "least_separation", &LeastSeparations,
      R"(least_separation(body, world_from_body, obstacles, limit_m=None, *, lengths=None, out=None, threads=1, progress=False)
--

The pair with the least signed distance of each trajectory, up to the first step with a contact; in the frame of the body.

Args:
    obstacles: MovingObstacles of S steps, or a StaticMap.
    limit_m: larger distances do not count, m, >= 0: a number, float64 (T,), or None.
    Otherwise as for first_collision.

Returns:
    (T,) of STEP_SEPARATION_DTYPE; without a pair, step is -1.)",
      py::arg("limit_m") = py::none(), py::kw_only());
  Define(
      module, "least_separation_gradient", &LeastGradients,
      R"(least_separation_gradient(body, world_from_body, obstacles, limit_m=None, *, lengths=None, out=None, threads=1, progress=False)
--

The least signed distance of each trajectory and its derivatives by the body's pose (x, y, yaw) at its step, in the world
frame. Arguments as for least_separation.

Returns:
    (T,) of STEP_SEPARATION_GRADIENT_DTYPE; without a pair, step is -1.)",
      py::arg("limit_m") = py::none(), py::kw_only());
  module.def("first_free", &FirstFreeOf, py::arg("body"), py::arg("world_from_body"), py::arg("obstacles"),
             py::arg("order"), py::kw_only(), py::arg("lengths") = py::none(),
             R"(first_free(body, world_from_body, obstacles, order, *, lengths=None)
--

The first trajectory in an order that does not collide. Stops there.

Args:
    order: indices of trajectories, the cheapest first, int32 (M,).
    Otherwise as for first_collision.

Returns:
    (position, first): the position in order, None if all collide; and the first collisions of those before it, in order,
    of STEP_HIT_DTYPE.)");
}

}  // namespace collision2d::python
