#include <cstddef>

#include "absl/types/span.h"
#include "collision2d/batch/batch_distance.h"
#include "python/src/arrays.h"
#include "python/src/batch_call.h"
#include "python/src/module.h"
#include "python/src/trajectories_argument.h"

namespace collision2d::python {
namespace {

namespace py = pybind11;

py::object Distances(py::handle body, py::handle world_from_body, py::handle obstacles, py::handle out, int threads,
                     bool progress) {
  const BatchCall arguments(body, world_from_body, obstacles);
  const PolygonBatch& batch = RequireBatch(arguments, "all_distances");
  const Body shapes = arguments.body.span();
  const Poses poses = arguments.poses.poses();
  const auto row = static_cast<size_t>(batch.size());
  OutputArray<double> output(out, {static_cast<py::ssize_t>(poses.size()), static_cast<py::ssize_t>(row)},
                             {arguments.poses.array()});
  const absl::Span<double> distances = output.values();
  // Each pair is measured.
  const double item_ns = 1.0 + 100.0 * static_cast<double>(row);
  const auto run = [&](size_t begin, size_t end) {
    return AllDistances(shapes, poses.subspan(begin, end - begin), batch,
                        distances.subspan(begin * row, (end - begin) * row));
  };
  RunBlocks({"all_distances", poses.size(), item_ns, [&] { return CheckWorldFromBody(poses); }, run},
            {threads, progress});
  return output.TakeArray();
}

py::object MinimumDistances(py::handle body, py::handle world_from_body, py::handle obstacles, py::handle limit_m,
                            py::handle out, int threads, bool progress) {
  const BatchCall arguments(body, world_from_body, obstacles);
  const LimitsArgument limits(limit_m, arguments.poses.extent(0));
  const PolygonBatch* batch = arguments.obstacles.batch();
  const StaticMap* map = arguments.obstacles.map();
  return ForEachPose<Nearest>("minimum_distance", arguments, out, {threads, progress},
                              [=, &limits](Body shapes, Poses poses, size_t first, absl::Span<Nearest> nearest) {
                                const absl::Span<const double> some = limits.Some(first, poses.size());
                                return map != nullptr ? map->MinimumDistance(shapes, poses, some, nearest)
                                                      : MinimumDistance(shapes, poses, *batch, some, nearest);
                              });
}

py::object MinimumSeparations(py::handle body, py::handle world_from_body, py::handle obstacles, py::handle limit_m,
                              py::handle out, int threads, bool progress) {
  const BatchCall arguments(body, world_from_body, obstacles);
  const LimitsArgument limits(limit_m, arguments.poses.extent(0));
  const PolygonBatch& batch = RequireBatch(arguments, "minimum_separation");
  return ForEachPose<NearestSeparation>(
      "minimum_separation", arguments, out, {threads, progress},
      [&](Body shapes, Poses poses, size_t first, absl::Span<NearestSeparation> nearest) {
        return MinimumSeparation(shapes, poses, batch, limits.Some(first, poses.size()), nearest);
      });
}

py::object MinimumGradients(py::handle body, py::handle world_from_body, py::handle obstacles, py::handle limit_m,
                            py::handle out, int threads, bool progress) {
  const BatchCall arguments(body, world_from_body, obstacles);
  const LimitsArgument limits(limit_m, arguments.poses.extent(0));
  const PolygonBatch* batch = arguments.obstacles.batch();
  const StaticMap* map = arguments.obstacles.map();
  return ForEachPose<StepSeparationGradient>(
      "minimum_separation_gradient", arguments, out, {threads, progress},
      [=, &limits](Body shapes, Poses poses, size_t first, absl::Span<StepSeparationGradient> nearest) {
        const absl::Span<const double> some = limits.Some(first, poses.size());
        return map != nullptr ? map->MinimumSeparationGradient(shapes, poses, some, nearest)
                              : MinimumSeparationGradient(shapes, poses, *batch, some, nearest);
      });
}

}  // namespace

void DefineBatchDistances(py::module_& module) {
  DefineBatchCall(module, "all_distances", &Distances,
                  R"(all_distances(body, world_from_body, obstacles, *, out=None, threads=1, progress=False)
--

The distance of the body from every obstacle of a PolygonBatch, at each pose; m, 0 in contact.

Arguments as for any_hit.

Returns:
    float64 (N, K).)",
                  py::kw_only());
  DefineBatchCall(
      module, "minimum_distance", &MinimumDistances,
      R"(minimum_distance(body, world_from_body, obstacles, limit_m=None, *, out=None, threads=1, progress=False)
--

The nearest obstacle, at each pose; of equal distances the lowest index.

Args:
    limit_m: distances beyond it do not count, m, >= 0: a number, float64 (N,), or None. Small limits are cheaper.
    Otherwise as for any_hit.

Returns:
    (N,) of NEAREST_DTYPE: distance_m (infinity if there is none), obstacle, body_shape (-1).)",
      py::arg("limit_m") = py::none(), py::kw_only());
  DefineBatchCall(
      module, "minimum_separation", &MinimumSeparations,
      R"(minimum_separation(body, world_from_body, obstacles, limit_m=None, *, out=None, threads=1, progress=False)
--

The pair that minimum_distance names, with its separation in the frame of the body, at each pose. PolygonBatch only.

Returns:
    (N,) of NEAREST_SEPARATION_DTYPE.)",
      py::arg("limit_m") = py::none(), py::kw_only());
  DefineBatchCall(
      module, "minimum_separation_gradient", &MinimumGradients,
      R"(minimum_separation_gradient(body, world_from_body, obstacles, limit_m=None, *, out=None, threads=1, progress=False)
--

The least signed distance and its derivatives by the body's pose (x, y, yaw), in the world frame, at each pose.

If the body collides, that of the deepest contact: the signed distance is continuous in the pose.

Returns:
    (N,) of STEP_SEPARATION_GRADIENT_DTYPE; without a pair within the limit, obstacle is -1.)",
      py::arg("limit_m") = py::none(), py::kw_only());
}

}  // namespace collision2d::python
