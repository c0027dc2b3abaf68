#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "collision2d/batch/batch_collides.h"
#include "collision2d/batch/batch_distance.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/distance.h"
#include "python/src/errors.h"
#include "python/src/module.h"
#include "python/src/obstacles.h"
#include "python/src/poses.h"
#include "python/src/shapes.h"

namespace collision2d::python {
namespace {

namespace py = pybind11;

// What is repeated: one call of the library into memory of its own.
std::function<absl::Status()> LoopBody(const std::string& name, absl::Span<const ConvexPolygon> body,
                                       absl::Span<const Pose2> poses, const PolygonBatch& batch) {
  if (name == "any_hit") {
    return [=, &batch, any = std::vector<uint8_t>(poses.size())]() mutable {
      return AnyHit(body, poses, batch, absl::MakeSpan(any));
    };
  }
  if (name == "collision_mask") {
    return [=, &batch, mask = std::vector<uint64_t>(poses.size() * MaskWordsPerPose(batch.size()))]() mutable {
      return CollisionMask(body, poses, batch, absl::MakeSpan(mask));
    };
  }
  if (name == "first_hit") {
    return [=, &batch, hits = std::vector<Hit>(poses.size())]() mutable {
      return FirstHit(body, poses, batch, absl::MakeSpan(hits));
    };
  }
  if (name == "minimum_distance") {
    return [=, &batch, nearest = std::vector<Nearest>(poses.size())]() mutable {
      return MinimumDistance(body, poses, batch, {}, absl::MakeSpan(nearest));
    };
  }
  ThrowValueError(absl::StrCat("name: '", name, "' has no loop in C++"));
}

double SecondsInCpp(const std::string& name, py::handle body, py::handle world_from_body, Batch& obstacles,
                    int repeats) {
  const ShapesArgument shapes(body, "body");
  const PosesArgument poses(world_from_body, "world_from_body", {kAny});
  const Reading reading(&obstacles.readers);
  const std::function<absl::Status()> call = LoopBody(name, shapes.span(), poses.poses(), obstacles.batch);
  absl::Status status;
  const auto begin = std::chrono::steady_clock::now();
  {
    const py::gil_scoped_release no_gil;
    for (int i = 0; i < repeats && status.ok(); ++i) status = call();
  }
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  ThrowIfError(status);
  return elapsed.count();
}

}  // namespace

void DefineTiming(py::module_& module) {
  module.def("seconds_in_cpp", &SecondsInCpp, py::arg("name"), py::arg("body"), py::arg("world_from_body"),
             py::arg("obstacles"), py::arg("repeats"),
             R"(seconds_in_cpp(name, body, world_from_body, obstacles, repeats)
--

How long a loop in C++ takes for `repeats` calls of any_hit, collision_mask (packed), first_hit or minimum_distance, s.)");
}

}  // namespace collision2d::python
