#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/batch_collides.h"
#include "python/src/arrays.h"
#include "python/src/batch_call.h"
#include "python/src/errors.h"
#include "python/src/module.h"

namespace collision2d::python {
namespace {

namespace py = pybind11;

py::object AnyHits(py::handle body, py::handle world_from_body, py::handle obstacles, py::handle out, int threads,
                   bool progress) {
  const BatchCall arguments(body, world_from_body, obstacles);
  const PolygonBatch* batch = arguments.obstacles.batch();
  const StaticMap* map = arguments.obstacles.map();
  return ForEachPose<uint8_t, bool>(
      "any_hit", arguments, out, {threads, progress}, [=](Body shapes, Poses poses, size_t, absl::Span<uint8_t> any) {
        return map != nullptr ? map->AnyHit(shapes, poses, any) : AnyHit(shapes, poses, *batch, any);
      });
}

py::object FirstHits(py::handle body, py::handle world_from_body, py::handle obstacles, py::handle out, int threads,
                     bool progress) {
  const BatchCall arguments(body, world_from_body, obstacles);
  const PolygonBatch* batch = arguments.obstacles.batch();
  const StaticMap* map = arguments.obstacles.map();
  return ForEachPose<Hit>(
      "first_hit", arguments, out, {threads, progress}, [=](Body shapes, Poses poses, size_t, absl::Span<Hit> hits) {
        return map != nullptr ? map->FirstHit(shapes, poses, hits) : FirstHit(shapes, poses, *batch, hits);
      });
}

py::object HitCounts(py::handle body, py::handle world_from_body, py::handle obstacles, py::handle out, int threads,
                     bool progress) {
  const BatchCall arguments(body, world_from_body, obstacles);
  const PolygonBatch& batch = RequireBatch(arguments, "count_hits");
  return ForEachPose<int32_t>("count_hits", arguments, out, {threads, progress},
                              [&](Body shapes, Poses poses, size_t, absl::Span<int32_t> counts) {
                                return CountHits(shapes, poses, batch, counts);
                              });
}

// Appends the colliding shapes of some poses, and writes where those of each begin in `found`.
// Needs no GIL.
absl::Status AppendHits(const StaticMap& map, Body body, Poses poses, absl::Span<int64_t> begin,
                        std::vector<int>* found) {
  const size_t before = found->size();
  found->resize(before + poses.size());
  absl::Status status = map.AllHits(body, poses, begin, absl::MakeSpan(*found).subspan(before));
  if (absl::IsResourceExhausted(status)) {
    // Now it is known how many there are.
    found->resize(before + static_cast<size_t>(begin.back()));
    status = map.AllHits(body, poses, begin, absl::MakeSpan(*found).subspan(before));
  }
  if (!status.ok()) return status;
  found->resize(before + static_cast<size_t>(begin.back()));
  for (int64_t& place : begin) place += static_cast<int64_t>(before);
  return status;
}

py::object AllHits(py::handle body, py::handle world_from_body, py::handle obstacles) {
  constexpr size_t kPosesAtOnce = 4096;
  const BatchCall arguments(body, world_from_body, obstacles);
  if (arguments.obstacles.map() == nullptr) ThrowTypeError("obstacles: all_hits needs a StaticMap, not a PolygonBatch");
  const StaticMap& map = *arguments.obstacles.map();
  const Body shapes = arguments.body.span();
  const Poses poses = arguments.poses.poses();
  ThrowIfError(CheckWorldFromBody(poses));
  OutputArray<int64_t> output(py::none(), {static_cast<py::ssize_t>(poses.size() + 1)}, {});
  const absl::Span<int64_t> begin = output.values();
  begin[0] = 0;
  std::vector<int> found;
  for (size_t first = 0; first < poses.size(); first += kPosesAtOnce) {
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    const Poses some = poses.subspan(first, kPosesAtOnce);
    absl::Status status;
    {
      const py::gil_scoped_release no_gil;
      status = AppendHits(map, shapes, some, begin.subspan(first, some.size() + 1), &found);
    }
    ThrowIfError(status);
  }
  return py::make_tuple(output.TakeArray(), ArrayOf<int>(found));
}

}  // namespace

void DefineBatchCollisions(py::module_& module) {
  DefineBatchCall(module, "any_hit", &AnyHits,
                  R"(any_hit(body, world_from_body, obstacles, *, out=None, threads=1, progress=False)
--

Whether the body collides with any obstacle, at each pose. The same booleans as collides, exact for shapes without radius.

Args:
    body: the body's shapes in its own frame: Shapes, a ConvexPolygon, or a list of them.
    world_from_body: the body's poses, float64 (N, 4): x, y, cos, sin, read in place; or (N, 3): x, y, yaw, converted;
        m, rad.
    obstacles: PolygonBatch or StaticMap.
    out: an array to write to, of the result's shape and dtype.
    threads: how many threads share the poses.
    progress: shows a progress bar.

Returns:
    bool (N,).

Raises:
    TypeError, ValueError: names the argument, the index and the value; nothing has been written then.
    KeyboardInterrupt: out may have been written in part.)",
                  py::kw_only());
  DefineBatchCall(module, "first_hit", &FirstHits,
                  R"(first_hit(body, world_from_body, obstacles, *, out=None, threads=1, progress=False)
--

The colliding obstacle of the lowest index, and the first body shape that collides with it, at each pose; -1: none.

Arguments as for any_hit.

Returns:
    (N,) of HIT_DTYPE: obstacle, body_shape.)",
                  py::kw_only());
  DefineBatchCall(module, "count_hits", &HitCounts,
                  R"(count_hits(body, world_from_body, obstacles, *, out=None, threads=1, progress=False)
--

With how many obstacles of a PolygonBatch the body collides, at each pose.

Arguments as for any_hit.

Returns:
    int32 (N,).)",
                  py::kw_only());
  module.def("all_hits", &AllHits, py::arg("body"), py::arg("world_from_body"), py::arg("obstacles"),
             R"(all_hits(body, world_from_body, obstacles)
--

All colliding shapes of a StaticMap, ascending: those of pose p are hits[begin[p]:begin[p + 1]].

Arguments as for any_hit.

Returns:
    (begin, hits): int64 (N + 1,), int32 (begin[N],).)");
}

}  // namespace collision2d::python
