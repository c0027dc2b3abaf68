#include <cstddef>

#include "collision2d/batch/gradients.h"
#include "collision2d/batch/results.h"
#include "planner_adapter/road/road_clearance.h"
#include "python/src/arrays.h"
#include "python/src/module.h"

namespace collision2d::python {
namespace {

namespace py = pybind11;

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

void DefineRecords(py::module_& module) {
  Record<Hit>().Pair().Define(module, "HIT_DTYPE");
  Record<SweptHit>()
      .Pair()
      .Field("free_until_s", &SweptHit::free_until_s)
      .Field("contact_by_s", &SweptHit::contact_by_s)
      .Field("is_undecided", &SweptHit::is_undecided)
      .Field("reached_cap", &SweptHit::reached_cap)
      .Define(module, "SWEPT_HIT_DTYPE");
  Record<Nearest<double>>().Field("distance_m", &Nearest<double>::distance_m).Pair().Define(module, "NEAREST_DTYPE");
  Record<SweptNearest>()
      .Field("lower_m", &SweptNearest::lower_m)
      .Field("upper_m", &SweptNearest::upper_m)
      .Field("time_s", &SweptNearest::time_s)
      .Pair()
      .Field("reached_cap", &SweptNearest::reached_cap)
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
      .Define(module, "NEAREST_SEPARATION_DTYPE");
  Record<Nearest<SeparationGradient>>()
      .FieldsOf(&Nearest<SeparationGradient>::gradient)
      .Pair()
      .Define(module, "NEAREST_SEPARATION_GRADIENT_DTYPE");
  using planner::RoadClearance;
  Record<RoadClearance>()
      .Field("clearance_m", &RoadClearance::clearance_m)
      .Field("is_inside", &RoadClearance::is_inside)
      .Field("witness_body", &RoadClearance::witness_body)
      .Field("witness_edge", &RoadClearance::witness_edge)
      .Field("direction", &RoadClearance::direction)
      .Field("piece", &RoadClearance::piece)
      .Field("depth_error_m", &RoadClearance::depth_error_m)
      .Define(module, "ROAD_CLEARANCE_DTYPE");
  Record<planner::TrajectoryRoadClearance>()
      .FieldsOf(&planner::TrajectoryRoadClearance::least)
      .Field("step", &planner::TrajectoryRoadClearance::step)
      .Field("first_outside", &planner::TrajectoryRoadClearance::first_outside)
      .Define(module, "TRAJECTORY_ROAD_CLEARANCE_DTYPE");
}

}  // namespace collision2d::python
