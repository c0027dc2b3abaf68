#include "collision2d/motion/motion.h"

#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "collision2d/motion/minimum_distance.h"
#include "collision2d/motion/time_of_impact.h"
#include "python/src/errors.h"
#include "python/src/module.h"
#include "python/src/poses.h"
#include "python/src/results.h"
#include "python/src/shapes.h"

namespace collision2d::python {
namespace {

namespace py = pybind11;

// Those of the stub.
static_assert(ImpactOptions().time_tolerance_s == 1e-6 && ImpactOptions().epsilon_m == 1e-6);

// The class Motion, and what makes it again.
struct MadeMotion : Motion {
  py::tuple reduced;
};

// Of arguments that are tuples and numbers.
template <typename... Arguments>
MadeMotion Made(absl::StatusOr<Motion> motion, const char* call, const Arguments&... arguments) {
  return {ValueOrThrow(std::move(motion)), MadeBy(call, py::make_tuple(arguments...))};
}

MadeMotion Stationary(py::handle world_from_body, double start_s, double end_s) {
  const Pose2 pose = PoseArgument(world_from_body, "world_from_body");
  return Made(Motion::Stationary(pose, start_s, end_s), "Motion.stationary", TupleOf(pose), start_s, end_s);
}

MadeMotion Linear(py::handle world_from_body, py::handle displacement_m, double turn_rad, double start_s, double end_s,
                  py::handle reference) {
  const Pose2 pose = PoseArgument(world_from_body, "world_from_body");
  const Vec2 displacement = PointArgument(displacement_m, "displacement_m");
  const Vec2 point = PointArgument(reference, "reference");
  return Made(Motion::Linear(pose, displacement, turn_rad, start_s, end_s, point), "Motion.linear", TupleOf(pose),
              TupleOf(displacement), turn_rad, start_s, end_s, TupleOf(point));
}

MadeMotion Between(py::handle at_start, py::handle at_end, double start_s, double end_s) {
  const Pose2 start = PoseArgument(at_start, "world_from_body_at_start");
  const Pose2 end = PoseArgument(at_end, "world_from_body_at_end");
  return Made(Motion::Between(start, end, start_s, end_s), "Motion.between", TupleOf(start), TupleOf(end), start_s,
              end_s);
}

MadeMotion ConstantTwist(py::handle world_from_body, py::handle velocity_in_body_mps, double yaw_rate_radps,
                         double start_s, double end_s) {
  const Pose2 pose = PoseArgument(world_from_body, "world_from_body");
  const Vec2 velocity = PointArgument(velocity_in_body_mps, "velocity_in_body_mps");
  return Made(Motion::ConstantTwist(pose, velocity, yaw_rate_radps, start_s, end_s), "Motion.constant_twist",
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
  const auto result = [&] {
    const py::gil_scoped_release no_gil;
    return ask(body_a.span(), body_b.span());
  }();
  return ValueOrThrow(result);
}

py::object Impact(py::handle a, const MadeMotion& motion_a, py::handle b, const MadeMotion& motion_b,
                  double time_tolerance_s, double epsilon_m) {
  return ToPython(OfBodies(a, b, [&](auto body_a, auto body_b) {
    return TimeOfImpact(body_a, motion_a, body_b, motion_b, {time_tolerance_s, epsilon_m});
  }));
}

bool IsFree(py::handle a, const MadeMotion& motion_a, py::handle b, const MadeMotion& motion_b, double time_tolerance_s,
            double epsilon_m) {
  return OfBodies(a, b, [&](auto body_a, auto body_b) {
    return IsMotionFree(body_a, motion_a, body_b, motion_b, {time_tolerance_s, epsilon_m});
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

void DefineMotion(py::module_& module) {
  DefineMotionClass(module);
  DefineFunction(module, "time_of_impact", &Impact);
  DefineFunction(module, "is_motion_free", &IsFree);
  DefineFunction(module, "minimum_distance_over_motion", &LeastDistance);
}

}  // namespace collision2d::python
