#include <cstddef>
#include <string>
#include <type_traits>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/distance.h"
#include "collision2d/query/separation.h"
#include "collision2d/query/separation_gradient.h"
#include "python/src/arrays.h"
#include "python/src/errors.h"
#include "python/src/module.h"
#include "python/src/poses.h"
#include "python/src/results.h"
#include "python/src/run_blocks.h"
#include "python/src/shapes.h"

namespace collision2d::python {
namespace {

namespace py = pybind11;

// About how long one pair takes.
constexpr double kPair_ns = 300.0;

bool IsOnePose(py::handle a_from_b) {
  if (a_from_b.is_none()) return true;
  if (py::isinstance<py::array>(a_from_b)) return py::reinterpret_borrow<py::array>(a_from_b).ndim() == 1;
  // A list of poses is a list of sequences.
  if (!PyList_Check(a_from_b.ptr()) && !PyTuple_Check(a_from_b.ptr())) return false;
  const auto sequence = py::reinterpret_borrow<py::sequence>(a_from_b);
  return sequence.size() > 0 && PySequence_Check(py::object(sequence[0]).ptr()) == 0;
}

// query(pose) of one pose, or of each of many.
template <typename Query>
py::object ForEachPose(const char* name, py::handle a_from_b, py::handle out, const CallOptions& options,
                       const Query& query) {
  using Result = std::invoke_result_t<Query, const Pose2&>;
  if (IsOnePose(a_from_b)) {
    if (!out.is_none()) ThrowValueError("out: is for many poses; a_from_b is one");
    return ToPython(query(PoseArgument(a_from_b, "a_from_b")));
  }
  const PosesArgument argument(a_from_b, "a_from_b", {kAny});
  OutputArray<Result> output(out, {static_cast<py::ssize_t>(argument.extent(0))}, {argument.array()});
  const absl::Span<const Pose2> poses = argument.poses();
  const absl::Span<Result> results = output.values();
  // Pair queries trust their poses.
  ThrowIfError(CheckPoses("a_from_b", poses));
  const auto run = [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) results[i] = query(poses[i]);
    return absl::OkStatus();
  };
  RunBlocks({name, poses.size(), kPair_ns, [] { return absl::OkStatus(); }, run}, options);
  return output.TakeArray();
}

py::object PairCollides(py::handle a, py::handle b, py::handle a_from_b, py::handle out, int threads, bool progress) {
  const ConvexPolygon& shape_a = ShapeArgument(a, "a");
  const ConvexPolygon& shape_b = ShapeArgument(b, "b");
  return ForEachPose("collides", a_from_b, out, {threads, progress},
                     [&](const Pose2& pose) { return Collides(shape_a, shape_b, pose); });
}

py::object PairDistance(py::handle a, py::handle b, py::handle a_from_b, py::handle out, int threads, bool progress) {
  const ConvexPolygon& shape_a = ShapeArgument(a, "a");
  const ConvexPolygon& shape_b = ShapeArgument(b, "b");
  return ForEachPose("distance", a_from_b, out, {threads, progress},
                     [&](const Pose2& pose) { return Distance(shape_a, shape_b, pose); });
}

py::object PairDistanceWithin(py::handle a, py::handle b, double limit_m, py::handle a_from_b, py::handle out,
                              int threads, bool progress) {
  const ConvexPolygon& shape_a = ShapeArgument(a, "a");
  const ConvexPolygon& shape_b = ShapeArgument(b, "b");
  if (!(limit_m >= 0.0)) ThrowValueError(absl::StrCat("limit_m: ", limit_m, " m is not a distance"));
  return ForEachPose("distance_within", a_from_b, out, {threads, progress},
                     [&](const Pose2& pose) { return DistanceWithin(shape_a, shape_b, pose, limit_m); });
}

py::object PairSeparation(py::handle a, py::handle b, py::handle a_from_b, py::handle out, int threads, bool progress) {
  const ConvexPolygon& shape_a = ShapeArgument(a, "a");
  const ConvexPolygon& shape_b = ShapeArgument(b, "b");
  return ForEachPose("separation", a_from_b, out, {threads, progress},
                     [&](const Pose2& pose) { return ComputeSeparation(shape_a, shape_b, pose); });
}

MovingShape MovingArgument(const std::string& moving) {
  if (moving == "a") return MovingShape::kA;
  if (moving == "b") return MovingShape::kB;
  ThrowValueError(absl::StrCat("moving: '", moving, "' is neither 'a' nor 'b'"));
}

py::object PairGradient(py::handle a, py::handle b, py::handle a_from_b, const std::string& moving, py::handle out,
                        int threads, bool progress) {
  const ConvexPolygon& shape_a = ShapeArgument(a, "a");
  const ConvexPolygon& shape_b = ShapeArgument(b, "b");
  const MovingShape which = MovingArgument(moving);
  return ForEachPose("separation_gradient", a_from_b, out, {threads, progress},
                     [&](const Pose2& pose) { return ComputeSeparationGradient(shape_a, shape_b, pose, which); });
}

// The arguments that follow those of one pair.
template <typename Function, typename... Extra>
void Define(py::module_& module, const char* name, Function function, const char* doc, const Extra&... extra) {
  module.def(name, function, py::arg("a"), py::arg("b"), extra..., py::kw_only(), py::arg("out") = py::none(),
             py::arg("threads") = 1, py::arg("progress") = false, doc);
}

}  // namespace

void DefinePairQueries(py::module_& module) {
  const py::arg_v pose = py::arg("a_from_b") = py::none();
  Define(module, "collides", &PairCollides,
         R"(collides(a, b, a_from_b=None, *, out=None, threads=1, progress=False)
--

Whether two shapes share a point; touching is a collision. Exact for shapes without radius.

Args:
    a, b: ConvexPolygons.
    a_from_b: the pose of b in the frame of a: None (one frame), (x, y, yaw), (x, y, cos, sin), or an array of N of
        them, float64 (N, 3) or (N, 4); m, rad.
    out: bool (N,) to write to, if there are N poses.
    threads: how many threads share N poses.
    progress: shows a progress bar.

Returns:
    bool, or a bool array (N,).

Raises:
    TypeError, ValueError: names the argument and the index.)",
         pose);
  Define(module, "distance", &PairDistance,
         R"(distance(a, b, a_from_b=None, *, out=None, threads=1, progress=False)
--

The distance of two shapes, m; 0 if they collide. Arguments as for collides.

Returns:
    float, or a float64 array (N,).)",
         pose);
  Define(module, "distance_within", &PairDistanceWithin,
         R"(distance_within(a, b, limit_m, a_from_b=None, *, out=None, threads=1, progress=False)
--

Whether the distance is at most limit_m (m, >= 0). Cheaper than distance. Arguments as for collides.

Returns:
    bool, or a bool array (N,).)",
         py::arg("limit_m"), pose);
  Define(module, "separation", &PairSeparation,
         R"(separation(a, b, a_from_b=None, *, out=None, threads=1, progress=False)
--

Signed distance (negative: depth), witness points and direction, in the frame of a. Arguments as for collides.

Returns:
    Separation, or an array (N,) of SEPARATION_DTYPE.)",
         pose);
  Define(module, "separation_gradient", &PairGradient,
         R"(separation_gradient(a, b, a_from_b=None, moving='b', *, out=None, threads=1, progress=False)
--

The separation and the derivatives of the signed distance by the pose (x, y, yaw) of the shape that moves.

Args:
    moving: 'a' or 'b'. Its yaw is about the origin of its own frame.
    Otherwise as for collides.

Returns:
    SeparationGradient, or an array (N,) of SEPARATION_GRADIENT_DTYPE.)",
         pose, py::arg("moving") = "b");
}

}  // namespace collision2d::python
