#include "collision2d/batch/distances.h"

#include <cstddef>

#include "absl/types/span.h"
#include "collision2d/batch/gradients.h"
#include "python/src/arrays.h"
#include "python/src/errors.h"
#include "python/src/module.h"
#include "python/src/question.h"

namespace collision2d::python {
namespace {

namespace py = pybind11;

py::object MinimumDistances(py::handle body, py::handle world_from_body, py::handle obstacles, py::handle limit_m,
                            py::handle step_times_s, py::handle lengths, double tolerance_m, py::handle out,
                            int threads, bool progress) {
  const Question q(body, world_from_body, obstacles, lengths, step_times_s);
  const auto answer = [&](auto result, const auto& ask) {
    return Answer<decltype(result)>("minimum_distance", q.argument(), q.argument().shape(), out, {threads, progress},
                                    ask);
  };
  if (!q.is_about_motion()) {
    const LimitsArgument limits(limit_m, q.argument().size());
    return answer(Nearest<double>(), [&](auto nearest, const auto& parallel_for) {
      return MinimumDistance(q.body(), q.trajectories(), q.obstacles(), limits.limits(), nearest, parallel_for);
    });
  }
  if (!limit_m.is_none()) ThrowValueError("limit_m: motion has no limits");
  return answer(SweptNearest(), [&](auto nearest, const auto& parallel_for) {
    return MinimumDistance(q.body(), q.trajectories(), q.step_times(), q.obstacles(), tolerance_m, nearest,
                           parallel_for);
  });
}

template <typename Result>
py::object LeastSeparations(const char* name, py::handle body, py::handle world_from_body, py::handle obstacles,
                            py::handle limit_m, py::handle lengths, py::handle out, const CallOptions& options) {
  const Question q(body, world_from_body, obstacles, lengths);
  const LimitsArgument limits(limit_m, q.argument().size());
  return Answer<Result>(
      name, q.argument(), q.argument().shape(), out, options,
      [&](absl::Span<Result> least, const ParallelFor& parallel_for) {
        const absl::Status status = q.argument().Check();
        if (!status.ok()) return status;
        return RunRanges(least.size(), kTrajectoriesPerIndex, parallel_for, [&](size_t begin, size_t end) {
          return LeastSeparation(q.body(), q.argument().Some(begin, end), q.obstacles(),
                                 limits.Some(begin, end - begin), least.subspan(begin, end - begin));
        });
      });
}

py::object Separations(py::handle body, py::handle world_from_body, py::handle obstacles, py::handle limit_m,
                       py::handle lengths, py::handle out, int threads, bool progress) {
  return LeastSeparations<Nearest<Separation>>("least_separation", body, world_from_body, obstacles, limit_m, lengths,
                                               out, {threads, progress});
}

py::object Gradients(py::handle body, py::handle world_from_body, py::handle obstacles, py::handle limit_m,
                     py::handle lengths, py::handle out, int threads, bool progress) {
  return LeastSeparations<Nearest<SeparationGradient>>("least_separation_gradient", body, world_from_body, obstacles,
                                                       limit_m, lengths, out, {threads, progress});
}

py::object Distances(py::handle body, py::handle world_from_body, py::handle obstacles, py::handle lengths,
                     py::handle out, int threads, bool progress) {
  const Question q(body, world_from_body, obstacles, lengths);
  return Answer<double>("all_distances", q.argument(), q.pair_shape(), out, {threads, progress},
                        [&](auto distance_m, const auto& parallel_for) {
                          return AllDistances(q.body(), q.trajectories(), q.obstacles(), distance_m, parallel_for);
                        });
}

}  // namespace

void DefineDistances(py::module_& module) {
  DefineFunction(module, "minimum_distance", &MinimumDistances);
  DefineFunction(module, "least_separation", &Separations);
  DefineFunction(module, "least_separation_gradient", &Gradients);
  DefineFunction(module, "all_distances", &Distances);
}

}  // namespace collision2d::python
