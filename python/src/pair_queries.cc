#include <cstddef>
#include <string>
#include <type_traits>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "collision2d/batch/calls/arguments.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/distance.h"
#include "collision2d/query/separation.h"
#include "collision2d/query/separation_gradient.h"
#include "python/src/arrays.h"
#include "python/src/errors.h"
#include "python/src/module.h"
#include "python/src/poses.h"
#include "python/src/results.h"
#include "python/src/run_call.h"
#include "python/src/shapes.h"

namespace collision2d::python {
namespace {

namespace py = pybind11;

bool IsOnePose(py::handle a_from_b) {
  if (a_from_b.is_none()) return true;
  if (py::isinstance<py::array>(a_from_b)) return py::reinterpret_borrow<py::array>(a_from_b).ndim() == 1;
  // A list of poses is a list of sequences.
  if (!PyList_Check(a_from_b.ptr()) && !PyTuple_Check(a_from_b.ptr())) return false;
  const auto sequence = py::reinterpret_borrow<py::sequence>(a_from_b);
  return sequence.size() > 0 && PySequence_Check(py::object(sequence[0]).ptr()) == 0;
}

// query(shape a, shape b, pose) of one pose, or of each of many.
template <typename Query>
py::object Ask(const char* name, py::handle a, py::handle b, py::handle a_from_b, py::handle out,
               const CallOptions& options, const Query& query) {
  using Result = std::invoke_result_t<Query, const ConvexPolygon&, const ConvexPolygon&, const Pose2&>;
  const ConvexPolygon& shape_a = ShapeArgument(a, "a");
  const ConvexPolygon& shape_b = ShapeArgument(b, "b");
  if (IsOnePose(a_from_b)) {
    if (!out.is_none()) ThrowValueError("out: is for many poses; a_from_b is one");
    return ToPython(query(shape_a, shape_b, PoseArgument(a_from_b, "a_from_b")));
  }
  const PosesArgument argument(a_from_b, "a_from_b", {kAny});
  OutputArray<Result> output(out, {static_cast<py::ssize_t>(argument.extent(0))}, {argument.array()});
  const absl::Span<const Pose2> poses = argument.poses();
  const absl::Span<Result> results = output.values();
  // Pair queries trust their poses.
  ThrowIfError(collision2d::internal::CheckPoses("a_from_b", poses));
  RunCall(name, options, [&](const ParallelFor& parallel_for) {
    return RunRanges(poses.size(), 1, parallel_for, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) results[i] = query(shape_a, shape_b, poses[i]);
      return absl::OkStatus();
    });
  });
  return output.TakeArray();
}

py::object PairDistanceWithin(py::handle a, py::handle b, py::handle a_from_b, double limit_m, py::handle out,
                              int threads, bool progress) {
  if (!(limit_m >= 0.0)) ThrowValueError(absl::StrCat("limit_m: ", limit_m, " m is not a distance"));
  return Ask("distance_within", a, b, a_from_b, out, {threads, progress},
             [limit_m](const auto& shape_a, const auto& shape_b, const Pose2& pose) {
               return DistanceWithin(shape_a, shape_b, pose, limit_m);
             });
}

py::object PairGradient(py::handle a, py::handle b, py::handle a_from_b, const std::string& moving, py::handle out,
                        int threads, bool progress) {
  if (moving != "a" && moving != "b") {
    ThrowValueError(absl::StrCat("moving: '", moving, "' is neither 'a' nor 'b'"));
  }
  const MovingShape which = moving == "a" ? MovingShape::kA : MovingShape::kB;
  return Ask("separation_gradient", a, b, a_from_b, out, {threads, progress},
             [which](const auto& shape_a, const auto& shape_b, const Pose2& pose) {
               return ComputeSeparationGradient(shape_a, shape_b, pose, which);
             });
}

// A query that needs nothing but the pair.
template <typename Query>
void DefineQuery(py::module_& module, const char* name, const Query& query) {
  DefineFunction(
      module, name,
      [name, query](py::handle a, py::handle b, py::handle a_from_b, py::handle out, int threads, bool progress) {
        return Ask(name, a, b, a_from_b, out, {threads, progress}, query);
      });
}

}  // namespace

void DefinePairQueries(py::module_& module) {
  DefineQuery(module, "collides", [](const auto& a, const auto& b, const Pose2& pose) { return Collides(a, b, pose); });
  DefineQuery(module, "distance", [](const auto& a, const auto& b, const Pose2& pose) { return Distance(a, b, pose); });
  DefineFunction(module, "distance_within", &PairDistanceWithin);
  DefineQuery(module, "separation",
              [](const auto& a, const auto& b, const Pose2& pose) { return ComputeSeparation(a, b, pose); });
  DefineFunction(module, "separation_gradient", &PairGradient);
}

}  // namespace collision2d::python
