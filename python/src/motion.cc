#include "collision2d/motion/motion.h"

#include <string>

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

Motion Still(py::handle world_from_body, double start_s, double end_s) {
  return ValueOrThrow(Motion::Still(PoseArgument(world_from_body, "world_from_body"), start_s, end_s));
}

Motion Linear(py::handle world_from_body, py::handle displacement_m, double turn_rad, double start_s, double end_s,
              py::handle reference) {
  return ValueOrThrow(Motion::Linear(PoseArgument(world_from_body, "world_from_body"),
                                     PointArgument(displacement_m, "displacement_m"), turn_rad, start_s, end_s,
                                     PointArgument(reference, "reference")));
}

Motion Between(py::handle at_start, py::handle at_end, double start_s, double end_s) {
  return ValueOrThrow(Motion::Between(PoseArgument(at_start, "world_from_body_at_start"),
                                      PoseArgument(at_end, "world_from_body_at_end"), start_s, end_s));
}

Motion ConstantTwist(py::handle world_from_body, py::handle velocity, double yaw_rate_radps, double start_s,
                     double end_s) {
  return ValueOrThrow(Motion::ConstantTwist(PoseArgument(world_from_body, "world_from_body"),
                                            PointArgument(velocity, "velocity_in_body_mps"), yaw_rate_radps, start_s,
                                            end_s));
}

py::tuple PoseAt(const Motion& motion, double time_s) {
  if (!(time_s >= motion.start_s() && time_s <= motion.end_s())) {
    ThrowValueError(absl::StrFormat("time_s: %g s is not within [%g, %g]", time_s, motion.start_s(), motion.end_s()));
  }
  return TupleOf(motion.PoseAt(time_s));
}

// ask() without the GIL.
template <typename Ask>
auto WithoutGil(const Ask& ask) {
  const auto result = [&ask] {
    const py::gil_scoped_release no_gil;
    return ask();
  }();
  return ValueOrThrow(result);
}

py::object Impact(py::handle a, const Motion& motion_a, py::handle b, const Motion& motion_b, double time_tolerance_s,
                  double epsilon_m) {
  const ShapesArgument body_a(a, "a");
  const ShapesArgument body_b(b, "b");
  return ToPython(WithoutGil([&] {
    return TimeOfImpact(body_a.span(), motion_a, body_b.span(), motion_b, {time_tolerance_s, epsilon_m});
  }));
}

bool IsFree(py::handle a, const Motion& motion_a, py::handle b, const Motion& motion_b, double time_tolerance_s,
            double epsilon_m) {
  const ShapesArgument body_a(a, "a");
  const ShapesArgument body_b(b, "b");
  return WithoutGil([&] {
    return FreeMotion(body_a.span(), motion_a, body_b.span(), motion_b, {time_tolerance_s, epsilon_m});
  });
}

py::object LeastDistance(py::handle a, const Motion& motion_a, py::handle b, const Motion& motion_b,
                         double tolerance_m) {
  const ShapesArgument body_a(a, "a");
  const ShapesArgument body_b(b, "b");
  return ToPython(WithoutGil(
      [&] { return MinimumDistanceOverMotion(body_a.span(), motion_a, body_b.span(), motion_b, tolerance_m); }));
}

std::string Repr(const Motion& motion) {
  const Pose2 pose = motion.start();
  return absl::StrFormat("<Motion from %.9g s at (%.9g, %.9g, %.9g rad) to %.9g s>", motion.start_s(),
                         pose.translation.x, pose.translation.y, pose.yaw_rad(), motion.end_s());
}

void DefineMotionClass(py::module_& module) {
  py::class_<Motion>(module, "Motion", py::is_final(), R"(How a rigid body moves during [start_s, end_s]. Immutable.

Poses are (x, y, yaw) or (x, y, cos, sin): m, rad. Every function raises ValueError, naming the argument and its value, for
numbers that are not finite, an end before the start, and coordinates beyond 1e8 m.)")
      .def_static("still", &Still, py::arg("world_from_body"), py::arg("start_s"), py::arg("end_s"),
                  R"(still(world_from_body, start_s, end_s)
--

The body does not move.)")
      .def_static("linear", &Linear, py::arg("world_from_body"), py::arg("displacement_m"), py::arg("turn_rad"),
                  py::arg("start_s"), py::arg("end_s"), py::arg("reference") = py::make_tuple(0.0, 0.0),
                  R"(linear(world_from_body, displacement_m, turn_rad, start_s, end_s, reference=(0.0, 0.0))
--

The body point `reference` moves straight by displacement_m (x, y) at constant speed, while the body turns by turn_rad at a
constant rate; more than half a turn is legal.)")
      .def_static("between", &Between, py::arg("world_from_body_at_start"), py::arg("world_from_body_at_end"),
                  py::arg("start_s"), py::arg("end_s"),
                  R"(between(world_from_body_at_start, world_from_body_at_end, start_s, end_s)
--

The origin of the body's frame moves straight from one pose to the other; the body turns the shorter way.)")
      .def_static("constant_twist", &ConstantTwist, py::arg("world_from_body"), py::arg("velocity_in_body_mps"),
                  py::arg("yaw_rate_radps"), py::arg("start_s"), py::arg("end_s"),
                  R"(constant_twist(world_from_body, velocity_in_body_mps, yaw_rate_radps, start_s, end_s)
--

Constant velocity (x, y) in the body's frame and constant yaw rate: an arc, or a straight line.)")
      .def_property_readonly("start_s", &Motion::start_s, "s.")
      .def_property_readonly("end_s", &Motion::end_s, "s.")
      .def("pose_at", &PoseAt, py::arg("time_s"), R"(pose_at(self, time_s)
--

The pose (x, y, cos, sin) at an instant of the motion.)")
      .def("__repr__", &Repr);
}

}  // namespace

void DefineMotion(py::module_& module) {
  DefineMotionClass(module);
  module.def("time_of_impact", &Impact, py::arg("a"), py::arg("motion_a"), py::arg("b"), py::arg("motion_b"),
             py::kw_only(), py::arg("time_tolerance_s") = ImpactOptions().time_tolerance_s,
             py::arg("epsilon_m") = ImpactOptions().epsilon_m,
             R"(time_of_impact(a, motion_a, b, motion_b, *, time_tolerance_s=1e-06, epsilon_m=1e-06)
--

When two moving bodies first meet; both ends of the answer are proven.

Args:
    a, b: Shapes, a ConvexPolygon, or a list of them, each in the body's frame.
    motion_a, motion_b: Motions over the same interval.
    time_tolerance_s: how far apart free_until_s and contact_by_s may be, s.
    epsilon_m: only bodies that come this close to contact may be undecided, m.

Returns:
    ImpactResult.)");
  module.def("free_motion", &IsFree, py::arg("a"), py::arg("motion_a"), py::arg("b"), py::arg("motion_b"),
             py::kw_only(), py::arg("time_tolerance_s") = ImpactOptions().time_tolerance_s,
             py::arg("epsilon_m") = ImpactOptions().epsilon_m,
             R"(free_motion(a, motion_a, b, motion_b, *, time_tolerance_s=1e-06, epsilon_m=1e-06)
--

Whether two moving bodies are proven to be free. Cheaper than time_of_impact; arguments as there.)");
  module.def("minimum_distance_over_motion", &LeastDistance, py::arg("a"), py::arg("motion_a"), py::arg("b"),
             py::arg("motion_b"), py::kw_only(), py::arg("tolerance_m") = 1e-4,
             R"(minimum_distance_over_motion(a, motion_a, b, motion_b, *, tolerance_m=0.0001)
--

The least distance of two moving bodies, within tolerance_m (m). Otherwise as time_of_impact.

Returns:
    MotionDistance.)");
}

}  // namespace collision2d::python
