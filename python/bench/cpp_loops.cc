// The extension cpp_loops: what bench.py times the module beside.

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/batch/collisions.h"
#include "collision2d/batch/distances.h"

namespace collision2d {
namespace {

namespace py = pybind11;
using Rows = py::array_t<double, py::array::c_style>;

absl::Span<const Pose2> PosesOf(const Rows& rows) {
  return {reinterpret_cast<const Pose2*>(rows.data()), static_cast<size_t>(rows.shape(0))};
}

// What is repeated: one call into memory of its own.
std::function<absl::Status()> LoopBody(const std::string& name, absl::Span<const ConvexPolygon> body,
                                       absl::Span<const Pose2> poses, const PolygonBatch& batch) {
  if (name == "any_hit") {
    return [=, &batch, any = std::vector<uint8_t>(poses.size())]() mutable {
      return AnyHit(body, poses, batch, absl::MakeSpan(any));
    };
  }
  if (name == "mask") {
    return [=, &batch, mask = std::vector<uint64_t>(poses.size() * Obstacles(batch).mask_words())]() mutable {
      return CollisionMask(body, poses, batch, absl::MakeSpan(mask));
    };
  }
  if (name == "first_hit") {
    return [=, &batch, hits = std::vector<Hit>(poses.size())]() mutable {
      return FirstHit(body, poses, batch, absl::MakeSpan(hits));
    };
  }
  if (name == "minimum_distance") {
    return [=, &batch, nearest = std::vector<Nearest<double>>(poses.size())]() mutable {
      return MinimumDistance(body, poses, batch, {}, absl::MakeSpan(nearest));
    };
  }
  throw std::invalid_argument(name);
}

// How long `repeats` calls take, s: of a body among obstacles of its shape, all at poses (x, y,
// cos, sin).
double Seconds(const std::string& name, const Rows& vertices, const Rows& world_from_body, const Rows& world_from_shape,
               int repeats) {
  const auto* points = reinterpret_cast<const Vec2*>(vertices.data());
  const ConvexPolygon shape = ConvexPolygon::Create({points, static_cast<size_t>(vertices.shape(0))}).value();
  const std::vector<const ConvexPolygon*> shapes(PosesOf(world_from_shape).size(), &shape);
  const PolygonBatch batch = PolygonBatch::Create(shapes, PosesOf(world_from_shape)).value();
  const std::function<absl::Status()> call = LoopBody(name, {&shape, 1}, PosesOf(world_from_body), batch);
  const py::gil_scoped_release no_gil;
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < repeats; ++i) {
    if (!call().ok()) throw std::logic_error(name);
  }
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace
}  // namespace collision2d

PYBIND11_MODULE(cpp_loops, module) { module.def("seconds", &collision2d::Seconds); }
