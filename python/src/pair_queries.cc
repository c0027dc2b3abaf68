// Queries of one pair: of posed shapes, and of bodies that move.

#include "collision2d/batch/calls/arguments.h"
#include "collision2d/motion/minimum_distance.h"
#include "collision2d/motion/motion.h"
#include "collision2d/motion/time_of_impact.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/distance.h"
#include "collision2d/query/separation.h"
#include "collision2d/query/separation_gradient.h"
#include "python/src/module.h"
#include "python/src/question.h"
#include "python/src/results.h"

namespace collision2d::python {
namespace {

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

// Those of the stub.
static_assert(ImpactOptions().time_tolerance_s == 1e-6 && ImpactOptions().contact_tolerance_m == 1e-6);

// The class Motion, and what makes it again.
struct MadeMotion : Motion {
  py::tuple reduced;
};

// Returns the motion with the call that makes it again, for pickling. Arguments are tuples and
// numbers.
template <typename... Arguments>
MadeMotion Made(absl::StatusOr<Motion> motion, const char* call, const py::dict& options,
                const Arguments&... arguments) {
  return {ValueOrThrow(std::move(motion)), MadeBy(call, py::make_tuple(arguments...), options)};
}

MadeMotion Stationary(py::handle world_from_body, double start_s, double end_s) {
  const Pose2 pose = PoseArgument(world_from_body, "world_from_body");
  return Made(Motion::Stationary(pose, start_s, end_s), "Motion.stationary", {}, TupleOf(pose), start_s, end_s);
}

MadeMotion Linear(py::handle world_from_body, py::handle displacement_m, double turn_rad, double start_s, double end_s,
                  py::handle reference) {
  const Pose2 pose = PoseArgument(world_from_body, "world_from_body");
  const Vec2 displacement = PointArgument(displacement_m, "displacement_m");
  const Vec2 point = PointArgument(reference, "reference");
  return Made(Motion::Linear(pose, displacement, turn_rad, start_s, end_s, point), "Motion.linear",
              py::dict(py::arg("reference") = TupleOf(point)), TupleOf(pose), TupleOf(displacement), turn_rad, start_s,
              end_s);
}

MadeMotion Between(py::handle at_start, py::handle at_end, double start_s, double end_s) {
  const Pose2 start = PoseArgument(at_start, "world_from_body_at_start");
  const Pose2 end = PoseArgument(at_end, "world_from_body_at_end");
  return Made(Motion::Between(start, end, start_s, end_s), "Motion.between", {}, TupleOf(start), TupleOf(end), start_s,
              end_s);
}

MadeMotion ConstantTwist(py::handle world_from_body, py::handle velocity_in_body_mps, double yaw_rate_radps,
                         double start_s, double end_s) {
  const Pose2 pose = PoseArgument(world_from_body, "world_from_body");
  const Vec2 velocity = PointArgument(velocity_in_body_mps, "velocity_in_body_mps");
  return Made(Motion::ConstantTwist(pose, velocity, yaw_rate_radps, start_s, end_s), "Motion.constant_twist", {},
              TupleOf(pose), TupleOf(velocity), yaw_rate_radps, start_s, end_s);
}

py::tuple PoseAt(const MadeMotion& motion, double time_s) {
  if (!(time_s >= motion.start_s() && time_s <= motion.end_s())) {
    ThrowValueError(absl::StrFormat("time_s: %g s is not within [%g, %g]", time_s, motion.start_s(), motion.end_s()));
  }
  return TupleOf(motion.PoseAt(time_s));
}

// ask(shapes of a, shapes of b) without the GIL.
template <typename Ask>
auto OfBodies(py::handle a, py::handle b, const Ask& ask) {
  const ShapesArgument body_a(a, "a");
  const ShapesArgument body_b(b, "b");
  return ValueOrThrow(WithoutGil([&] { return ask(body_a.span(), body_b.span()); }));
}

py::object Impact(py::handle a, const MadeMotion& motion_a, py::handle b, const MadeMotion& motion_b,
                  double time_tolerance_s, double contact_tolerance_m) {
  return ToPython(OfBodies(a, b, [&](auto body_a, auto body_b) {
    return TimeOfImpact(body_a, motion_a, body_b, motion_b, {time_tolerance_s, contact_tolerance_m});
  }));
}

bool IsFree(py::handle a, const MadeMotion& motion_a, py::handle b, const MadeMotion& motion_b, double time_tolerance_s,
            double contact_tolerance_m) {
  return OfBodies(a, b, [&](auto body_a, auto body_b) {
    return IsMotionFree(body_a, motion_a, body_b, motion_b, {time_tolerance_s, contact_tolerance_m});
  });
}

py::object LeastDistance(py::handle a, const MadeMotion& motion_a, py::handle b, const MadeMotion& motion_b,
                         double tolerance_m) {
  return ToPython(OfBodies(a, b, [&](auto body_a, auto body_b) {
    return MinimumDistanceOverMotion(body_a, motion_a, body_b, motion_b, tolerance_m);
  }));
}

std::string Repr(const MadeMotion& motion) {
  const Pose2 pose = motion.start();
  return absl::StrFormat("<Motion from %.9g s at (%.9g, %.9g, %.9g rad) to %.9g s>", motion.start_s(),
                         pose.translation.x, pose.translation.y, pose.yaw_rad(), motion.end_s());
}

void DefineMotionClass(py::module_& module) {
  Class<MadeMotion>(module, "Motion")
      .Static("stationary", &Stationary)
      .Static("linear", &Linear)
      .Static("between", &Between)
      .Static("constant_twist", &ConstantTwist)
      .Property("start_s", [](const MadeMotion& motion) { return motion.start_s(); })
      .Property("end_s", [](const MadeMotion& motion) { return motion.end_s(); })
      .Method("pose_at", &PoseAt)
      .Method("__reduce__", [](const MadeMotion& motion) { return motion.reduced; })
      .Method("__repr__", &Repr);
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

void DefineMotion(py::module_& module) {
  DefineMotionClass(module);
  DefineFunction(module, "time_of_impact", &Impact);
  DefineFunction(module, "is_motion_free", &IsFree);
  DefineFunction(module, "minimum_distance_over_motion", &LeastDistance);
}

}  // namespace collision2d::python
