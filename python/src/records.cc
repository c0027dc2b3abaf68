#include <cstddef>
#include <vector>

#include "collision2d/collision2d.h"
#include "planner_adapter/road/road_clearance.h"
#include "python/src/arrays.h"
#include "python/src/module.h"

namespace collision2d::python {
namespace {

namespace py = pybind11;

struct Field {
  const char* name;
  const char* format;  // As numpy.dtype reads it.
  size_t offset;
};
using Fields = std::vector<Field>;

// The fields of a struct that is itself a field, at its offset.
Fields Within(size_t offset, const Fields& inner, Fields outer) {
  Fields all;
  for (const Field& field : inner) all.push_back({field.name, field.format, offset + field.offset});
  all.insert(all.end(), outer.begin(), outer.end());
  return all;
}

py::dtype MakeType(const Fields& fields, size_t size) {
  py::list names, formats, offsets;
  for (const Field& field : fields) {
    names.append(field.name);
    formats.append(field.format);
    offsets.append(field.offset);
  }
  return py::dtype(names, formats, offsets, static_cast<py::ssize_t>(size));
}

constexpr char kPoint[] = "(2,)f8";
static_assert(sizeof(Vec2) == 2 * sizeof(double) && sizeof(SeparationStatus) == sizeof(int32_t), "see the formats");

Fields SeparationFields() {
  return {{"signed_distance_m", "f8", offsetof(Separation, signed_distance_m)},
          {"witness_a", kPoint, offsetof(Separation, witness_a)},
          {"witness_b", kPoint, offsetof(Separation, witness_b)},
          {"direction", kPoint, offsetof(Separation, direction)},
          {"status", "i4", offsetof(Separation, status)}};
}

Fields GradientFields() {
  return Within(offsetof(SeparationGradient, separation), SeparationFields(),
                {{"translation", kPoint, offsetof(SeparationGradient, translation)},
                 {"yaw_m_per_rad", "f8", offsetof(SeparationGradient, yaw_m_per_rad)},
                 {"yaw_left_m_per_rad", "f8", offsetof(SeparationGradient, yaw_left_m_per_rad)},
                 {"yaw_right_m_per_rad", "f8", offsetof(SeparationGradient, yaw_right_m_per_rad)},
                 {"yaw_low_m_per_rad", "f8", offsetof(SeparationGradient, yaw_low_m_per_rad)},
                 {"yaw_high_m_per_rad", "f8", offsetof(SeparationGradient, yaw_high_m_per_rad)},
                 {"is_smooth", "?", offsetof(SeparationGradient, is_smooth)}});
}

Fields RoadFields() {
  using planner::RoadClearance;
  return {{"clearance_m", "f8", offsetof(RoadClearance, clearance_m)},
          {"is_inside", "?", offsetof(RoadClearance, is_inside)},
          {"witness_body", kPoint, offsetof(RoadClearance, witness_body)},
          {"witness_edge", kPoint, offsetof(RoadClearance, witness_edge)},
          {"direction", kPoint, offsetof(RoadClearance, direction)},
          {"piece", "i4", offsetof(RoadClearance, piece)},
          {"depth_error_m", "f8", offsetof(RoadClearance, depth_error_m)}};
}

template <typename T>
Fields FieldsOf();

template <>
Fields FieldsOf<Hit>() {
  return {{"obstacle", "i4", offsetof(Hit, obstacle)}, {"body_shape", "i4", offsetof(Hit, body_shape)}};
}
template <>
Fields FieldsOf<Nearest>() {
  return {{"distance_m", "f8", offsetof(Nearest, distance_m)},
          {"obstacle", "i4", offsetof(Nearest, obstacle)},
          {"body_shape", "i4", offsetof(Nearest, body_shape)}};
}
template <>
Fields FieldsOf<Separation>() {
  return SeparationFields();
}
template <>
Fields FieldsOf<SeparationGradient>() {
  return GradientFields();
}
template <>
Fields FieldsOf<NearestSeparation>() {
  return Within(offsetof(NearestSeparation, separation), SeparationFields(),
                {{"obstacle", "i4", offsetof(NearestSeparation, obstacle)},
                 {"body_shape", "i4", offsetof(NearestSeparation, body_shape)}});
}
template <>
Fields FieldsOf<StepHit>() {
  return {{"step", "i4", offsetof(StepHit, step)},
          {"obstacle", "i4", offsetof(StepHit, obstacle)},
          {"body_shape", "i4", offsetof(StepHit, body_shape)}};
}
template <>
Fields FieldsOf<StepNearest>() {
  return {{"distance_m", "f8", offsetof(StepNearest, distance_m)},
          {"step", "i4", offsetof(StepNearest, step)},
          {"obstacle", "i4", offsetof(StepNearest, obstacle)},
          {"body_shape", "i4", offsetof(StepNearest, body_shape)}};
}
template <>
Fields FieldsOf<StepSeparation>() {
  return Within(offsetof(StepSeparation, separation), SeparationFields(),
                {{"step", "i4", offsetof(StepSeparation, step)},
                 {"obstacle", "i4", offsetof(StepSeparation, obstacle)},
                 {"body_shape", "i4", offsetof(StepSeparation, body_shape)}});
}
template <>
Fields FieldsOf<StepSeparationGradient>() {
  return Within(offsetof(StepSeparationGradient, gradient), GradientFields(),
                {{"step", "i4", offsetof(StepSeparationGradient, step)},
                 {"obstacle", "i4", offsetof(StepSeparationGradient, obstacle)},
                 {"body_shape", "i4", offsetof(StepSeparationGradient, body_shape)}});
}
template <>
Fields FieldsOf<SweptHit>() {
  return {{"interval", "i4", offsetof(SweptHit, interval)},
          {"obstacle", "i4", offsetof(SweptHit, obstacle)},
          {"body_shape", "i4", offsetof(SweptHit, body_shape)},
          {"free_until_s", "f8", offsetof(SweptHit, free_until_s)},
          {"contact_by_s", "f8", offsetof(SweptHit, contact_by_s)},
          {"is_undecided", "?", offsetof(SweptHit, is_undecided)},
          {"reached_cap", "?", offsetof(SweptHit, reached_cap)}};
}
template <>
Fields FieldsOf<SweptNearest>() {
  return {{"lower_m", "f8", offsetof(SweptNearest, lower_m)},
          {"upper_m", "f8", offsetof(SweptNearest, upper_m)},
          {"time_s", "f8", offsetof(SweptNearest, time_s)},
          {"interval", "i4", offsetof(SweptNearest, interval)},
          {"obstacle", "i4", offsetof(SweptNearest, obstacle)},
          {"body_shape", "i4", offsetof(SweptNearest, body_shape)},
          {"reached_cap", "?", offsetof(SweptNearest, reached_cap)}};
}
template <>
Fields FieldsOf<planner::RoadClearance>() {
  return RoadFields();
}
template <>
Fields FieldsOf<planner::TrajectoryRoadClearance>() {
  using planner::TrajectoryRoadClearance;
  return Within(offsetof(TrajectoryRoadClearance, least), RoadFields(),
                {{"step", "i4", offsetof(TrajectoryRoadClearance, step)},
                 {"first_outside", "i4", offsetof(TrajectoryRoadClearance, first_outside)}});
}

}  // namespace

template <typename T>
py::dtype RecordType() {
  // Made once, and never destroyed, since Python may end first.
  static const auto* type = new py::dtype(MakeType(FieldsOf<T>(), sizeof(T)));
  return *type;
}

template py::dtype RecordType<Hit>();
template py::dtype RecordType<Nearest>();
template py::dtype RecordType<Separation>();
template py::dtype RecordType<SeparationGradient>();
template py::dtype RecordType<NearestSeparation>();
template py::dtype RecordType<StepHit>();
template py::dtype RecordType<StepNearest>();
template py::dtype RecordType<StepSeparation>();
template py::dtype RecordType<StepSeparationGradient>();
template py::dtype RecordType<SweptHit>();
template py::dtype RecordType<SweptNearest>();
template py::dtype RecordType<planner::RoadClearance>();
template py::dtype RecordType<planner::TrajectoryRoadClearance>();

void DefineRecords(py::module_& module) {
  module.attr("HIT_DTYPE") = DtypeOf<Hit>();
  module.attr("NEAREST_DTYPE") = DtypeOf<Nearest>();
  module.attr("SEPARATION_DTYPE") = DtypeOf<Separation>();
  module.attr("SEPARATION_GRADIENT_DTYPE") = DtypeOf<SeparationGradient>();
  module.attr("NEAREST_SEPARATION_DTYPE") = DtypeOf<NearestSeparation>();
  module.attr("STEP_HIT_DTYPE") = DtypeOf<StepHit>();
  module.attr("STEP_NEAREST_DTYPE") = DtypeOf<StepNearest>();
  module.attr("STEP_SEPARATION_DTYPE") = DtypeOf<StepSeparation>();
  module.attr("STEP_SEPARATION_GRADIENT_DTYPE") = DtypeOf<StepSeparationGradient>();
  module.attr("SWEPT_HIT_DTYPE") = DtypeOf<SweptHit>();
  module.attr("SWEPT_NEAREST_DTYPE") = DtypeOf<SweptNearest>();
  module.attr("ROAD_CLEARANCE_DTYPE") = DtypeOf<planner::RoadClearance>();
  module.attr("TRAJECTORY_ROAD_CLEARANCE_DTYPE") = DtypeOf<planner::TrajectoryRoadClearance>();
}

}  // namespace collision2d::python
