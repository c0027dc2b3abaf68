#include "python/src/results.h"

#include <google/protobuf/descriptor.h>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "collision2d/batch/gradients.h"
#include "collision2d/batch/results.h"
#include "collision2d/v1/trajectory.pb.h"
#include "planner_adapter/path_time/profile_check.h"
#include "planner_adapter/road/road_clearance.h"
#include "python/src/module.h"

namespace collision2d::python {
namespace {

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

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

// A record with all of its fields, by name. Not by a call of the class, which takes longer than the
// query: frozen dataclasses set their fields one after the other.
py::object RecordOf(const py::object& record_class, const py::dict& fields) {
  static PyObject* const no_arguments = PyTuple_New(0);
  static PyObject* const name = PyUnicode_InternFromString("__dict__");
  auto* const type = reinterpret_cast<PyTypeObject*>(record_class.ptr());
  auto record = py::reinterpret_steal<py::object>(PyBaseObject_Type.tp_new(type, no_arguments, nullptr));
  if (!record || PyObject_GenericSetAttr(record.ptr(), name, fields.ptr()) != 0) throw py::error_already_set();
  return record;
}

py::object RecordOf(const py::object& record_class, std::initializer_list<std::pair<const char*, py::object>> fields) {
  py::dict values;
  for (const auto& [name, value] : fields) {
    if (PyDict_SetItemString(values.ptr(), name, value.ptr()) != 0) throw py::error_already_set();
  }
  return RecordOf(record_class, values);
}

py::object FromField(const Message& message, const FieldDescriptor* field) {
  const Reflection& reflection = *message.GetReflection();
  switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32:
      return py::int_(reflection.GetInt32(message, field));
    case FieldDescriptor::CPPTYPE_INT64:
      return py::int_(reflection.GetInt64(message, field));
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return py::float_(reflection.GetDouble(message, field));
    case FieldDescriptor::CPPTYPE_BOOL:
      return py::bool_(reflection.GetBool(message, field));
    case FieldDescriptor::CPPTYPE_ENUM: {
      // Without the prefix of the enumeration, which KIND_UNSPECIFIED shows.
      const size_t prefix = absl::string_view(field->enum_type()->value(0)->name()).rfind("UNSPECIFIED");
      return py::str(absl::AsciiStrToLower(reflection.GetEnum(message, field)->name().substr(prefix)));
    }
    case FieldDescriptor::CPPTYPE_STRING:
      return py::str(reflection.GetString(message, field));
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return FromMessage(reflection.GetMessage(message, field));
    default:
      throw std::logic_error(absl::StrCat("a field of a type that verdicts do not have: ", field->full_name()));
  }
}

py::object FromRepeated(const Message& message, const FieldDescriptor* field) {
  const Reflection& reflection = *message.GetReflection();
  py::tuple values(reflection.FieldSize(message, field));
  for (size_t i = 0; i < values.size(); ++i) {
    values[i] = FromMessage(reflection.GetRepeatedMessage(message, field, static_cast<int>(i)));
  }
  return py::object(std::move(values));
}

// Lists the fields of a T, as numpy.dtype reads them, and defines its structured type.
template <typename T>
class Record {
 public:
  template <typename Member>
  Record& Field(const char* name, Member T::*member) {
    if constexpr (std::is_same_v<Member, Vec2>) {
      static_assert(sizeof(Vec2) == 2 * sizeof(double));
      return Add(name, py::str("(2,)f8"), OffsetOf(member));
    } else if constexpr (std::is_enum_v<Member>) {
      return Add(name, py::dtype::of<std::underlying_type_t<Member>>(), OffsetOf(member));
    } else {
      return Add(name, py::dtype::of<Member>(), OffsetOf(member));
    }
  }

  // The fields of a member that is a record itself.
  template <typename Member>
  Record& FieldsOf(Member T::*member) {
    const py::dict fields = DtypeOf<Member>().attr("fields");
    for (const auto& [name, type_and_offset] : fields) {
      const auto pair = py::reinterpret_borrow<py::tuple>(type_and_offset);
      Add(name, pair[0], OffsetOf(member) + py::cast<size_t>(pair[1]));
    }
    return *this;
  }

  // Which pair of shapes, and when.
  Record& Pair() { return Field("step", &T::step).Field("obstacle", &T::obstacle).Field("body_shape", &T::body_shape); }

  // Which part of an obstacle that has many.
  Record& Element() { return Field("element", &T::element); }

  void Define(py::module_& module, const char* name) {
    const py::dtype type(names_, formats_, offsets_, static_cast<py::ssize_t>(sizeof(T)));
    module.attr(name) = type;
    // Never released, since Python may end first.
    RecordType<T>::type = type.inc_ref();
  }

 private:
  Record& Add(const py::handle& name, const py::handle& format, size_t offset) {
    names_.append(name);
    formats_.append(format);
    offsets_.append(offset);
    return *this;
  }
  Record& Add(const char* name, const py::handle& format, size_t offset) { return Add(py::str(name), format, offset); }

  template <typename Member>
  static size_t OffsetOf(Member T::*member) {
    const T object{};
    return static_cast<size_t>(reinterpret_cast<const char*>(&(object.*member)) -
                               reinterpret_cast<const char*>(&object));
  }

  py::list names_, formats_, offsets_;
};

}  // namespace

void LoadResults() {
  const py::module_ results = py::module_::import("collision2d._results");
  classes = new ResultClasses{results.attr("Separation"),       results.attr("SeparationGradient"),
                              results.attr("ImpactResult"),     results.attr("MotionDistance"),
                              results.attr("SeparationStatus"), results.attr("MotionVerdict")};
}

py::object ToPython(const Separation& separation) {
  return RecordOf(classes->separation, {{"signed_distance_m", py::float_(separation.signed_distance_m)},
                                        {"witness_a", TupleOf(separation.witness_a)},
                                        {"witness_b", TupleOf(separation.witness_b)},
                                        {"direction", TupleOf(separation.direction)},
                                        {"status", classes->statuses[static_cast<size_t>(separation.status)]}});
}

py::object ToPython(const SeparationGradient& gradient) {
  return RecordOf(classes->separation_gradient, {{"separation", ToPython(gradient.separation)},
                                                 {"translation", TupleOf(gradient.translation)},
                                                 {"yaw_m_per_rad", py::float_(gradient.yaw_m_per_rad)},
                                                 {"yaw_left_m_per_rad", py::float_(gradient.yaw_left_m_per_rad)},
                                                 {"yaw_right_m_per_rad", py::float_(gradient.yaw_right_m_per_rad)},
                                                 {"yaw_low_m_per_rad", py::float_(gradient.yaw_low_m_per_rad)},
                                                 {"yaw_high_m_per_rad", py::float_(gradient.yaw_high_m_per_rad)},
                                                 {"is_smooth", py::bool_(gradient.is_smooth)}});
}

py::object ToPython(const ImpactResult& result) {
  const bool is_free = result.verdict == MotionVerdict::kFree;
  return RecordOf(classes->impact, {{"verdict", classes->verdicts[static_cast<size_t>(result.verdict)]},
                                    {"free_until_s", py::float_(result.free_until_s)},
                                    {"contact_by_s", py::float_(result.contact_by_s)},
                                    {"separation", is_free ? py::none() : ToPython(result.separation)},
                                    {"shape_a", py::int_(result.shape_a)},
                                    {"shape_b", py::int_(result.shape_b)},
                                    {"steps", py::int_(result.steps)},
                                    {"reached_limit", py::bool_(result.reached_limit)}});
}

py::object ToPython(const MotionDistance& distance) {
  return RecordOf(classes->motion_distance, {{"lower_m", py::float_(distance.lower_m)},
                                             {"upper_m", py::float_(distance.upper_m)},
                                             {"time_s", py::float_(distance.time_s)},
                                             {"shape_a", py::int_(distance.shape_a)},
                                             {"shape_b", py::int_(distance.shape_b)},
                                             {"steps", py::int_(distance.steps)},
                                             {"reached_limit", py::bool_(distance.reached_limit)}});
}

py::object FromMessage(const Message& message) {
  if (message.GetDescriptor() == v1::Point::descriptor()) {
    const auto& point = static_cast<const v1::Point&>(message);
    return TupleOf(Vec2{point.x(), point.y()});
  }
  const google::protobuf::Descriptor& descriptor = *message.GetDescriptor();
  py::dict values;
  for (int i = 0; i < descriptor.field_count(); ++i) {
    const FieldDescriptor* field = descriptor.field(i);
    const py::str name(std::string(field->name()));
    if (field->is_repeated()) {
      values[name] = FromRepeated(message, field);
    } else if (field->has_presence() && !message.GetReflection()->HasField(message, field)) {
      values[name] = py::none();
    } else {
      values[name] = FromField(message, field);
    }
  }
  return RecordOf(Public(std::string(descriptor.name()).c_str()), values);
}

void DefineRecords(py::module_& module) {
  Record<Hit>().Pair().Element().Define(module, "HIT_DTYPE");
  Record<SweptHit>()
      .Pair()
      .Field("free_until_s", &SweptHit::free_until_s)
      .Field("contact_by_s", &SweptHit::contact_by_s)
      .Field("is_undecided", &SweptHit::is_undecided)
      .Field("reached_limit", &SweptHit::reached_limit)
      .Element()
      .Define(module, "SWEPT_HIT_DTYPE");
  Record<Nearest<double>>()
      .Field("distance_m", &Nearest<double>::distance_m)
      .Pair()
      .Element()
      .Define(module, "NEAREST_DTYPE");
  Record<SweptNearest>()
      .Field("lower_m", &SweptNearest::lower_m)
      .Field("upper_m", &SweptNearest::upper_m)
      .Field("time_s", &SweptNearest::time_s)
      .Pair()
      .Field("reached_limit", &SweptNearest::reached_limit)
      .Element()
      .Define(module, "SWEPT_NEAREST_DTYPE");
  Record<Separation>()
      .Field("signed_distance_m", &Separation::signed_distance_m)
      .Field("witness_a", &Separation::witness_a)
      .Field("witness_b", &Separation::witness_b)
      .Field("direction", &Separation::direction)
      .Field("status", &Separation::status)
      .Define(module, "SEPARATION_DTYPE");
  Record<SeparationGradient>()
      .FieldsOf(&SeparationGradient::separation)
      .Field("translation", &SeparationGradient::translation)
      .Field("yaw_m_per_rad", &SeparationGradient::yaw_m_per_rad)
      .Field("yaw_left_m_per_rad", &SeparationGradient::yaw_left_m_per_rad)
      .Field("yaw_right_m_per_rad", &SeparationGradient::yaw_right_m_per_rad)
      .Field("yaw_low_m_per_rad", &SeparationGradient::yaw_low_m_per_rad)
      .Field("yaw_high_m_per_rad", &SeparationGradient::yaw_high_m_per_rad)
      .Field("is_smooth", &SeparationGradient::is_smooth)
      .Define(module, "SEPARATION_GRADIENT_DTYPE");
  Record<Nearest<Separation>>()
      .FieldsOf(&Nearest<Separation>::separation)
      .Pair()
      .Element()
      .Define(module, "NEAREST_SEPARATION_DTYPE");
  Record<Nearest<SeparationGradient>>()
      .FieldsOf(&Nearest<SeparationGradient>::gradient)
      .Pair()
      .Element()
      .Define(module, "NEAREST_SEPARATION_GRADIENT_DTYPE");
  using planner::RoadPoseClearance;
  Record<RoadPoseClearance>()
      .Field("clearance_m", &RoadPoseClearance::clearance_m)
      .Field("is_inside", &RoadPoseClearance::is_inside)
      .Field("witness_body", &RoadPoseClearance::witness_body)
      .Field("witness_edge", &RoadPoseClearance::witness_edge)
      .Field("direction", &RoadPoseClearance::direction)
      .Field("piece", &RoadPoseClearance::piece)
      .Field("depth_error_m", &RoadPoseClearance::depth_error_m)
      .Define(module, "ROAD_CLEARANCE_DTYPE");
  using planner::SpeedProfileCheck;
  Record<SpeedProfileCheck>()
      .Field("verdict", &SpeedProfileCheck::verdict)
      .Field("free_until_s", &SpeedProfileCheck::free_until_s)
      .Field("contact_by_s", &SpeedProfileCheck::contact_by_s)
      .Field("station_m", &SpeedProfileCheck::station_m)
      .Field("region", &SpeedProfileCheck::region)
      .Define(module, "SPEED_PROFILE_CHECK_DTYPE");
  Record<planner::TrajectoryRoadClearance>()
      .FieldsOf(&planner::TrajectoryRoadClearance::least)
      .Field("step", &planner::TrajectoryRoadClearance::step)
      .Field("first_outside", &planner::TrajectoryRoadClearance::first_outside)
      .Define(module, "TRAJECTORY_ROAD_CLEARANCE_DTYPE");
}

}  // namespace collision2d::python
