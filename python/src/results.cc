#include "python/src/results.h"

#include "python/src/poses.h"

namespace collision2d::python {
namespace {

namespace py = pybind11;

struct ResultClasses {
  py::object separation;
  py::object separation_gradient;
  py::object impact;
  py::object motion_distance;
  // Members of the enumerations, by value.
  py::list statuses;
  py::list verdicts;
};

// Never destroyed, since Python may end first.
ResultClasses* classes = nullptr;

}  // namespace

void LoadResults() {
  const py::module_ results = py::module_::import("collision2d.results");
  classes = new ResultClasses{results.attr("Separation"),       results.attr("SeparationGradient"),
                              results.attr("ImpactResult"),     results.attr("MotionDistance"),
                              results.attr("SeparationStatus"), results.attr("MotionVerdict")};
}

py::object ToPython(const Separation& separation) {
  return classes->separation(separation.signed_distance_m, TupleOf(separation.witness_a), TupleOf(separation.witness_b),
                             TupleOf(separation.direction), classes->statuses[static_cast<size_t>(separation.status)]);
}

py::object ToPython(const SeparationGradient& gradient) {
  return classes->separation_gradient(ToPython(gradient.separation), TupleOf(gradient.translation),
                                      gradient.yaw_m_per_rad, gradient.yaw_left_m_per_rad, gradient.yaw_right_m_per_rad,
                                      gradient.yaw_low_m_per_rad, gradient.yaw_high_m_per_rad, gradient.is_smooth);
}

py::object ToPython(const ImpactResult& result) {
  const bool is_free = result.verdict == MotionVerdict::kFree;
  return classes->impact(classes->verdicts[static_cast<size_t>(result.verdict)], result.free_until_s,
                         result.contact_by_s, is_free ? py::none() : ToPython(result.separation), result.shape_a,
                         result.shape_b, result.steps, result.reached_cap);
}

py::object ToPython(const MotionDistance& distance) {
  return classes->motion_distance(distance.lower_m, distance.upper_m, distance.time_s, distance.shape_a,
                                  distance.shape_b, distance.steps, distance.reached_cap);
}

}  // namespace collision2d::python
