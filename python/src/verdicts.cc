#include "python/src/verdicts.h"

#include <pybind11/stl.h>

#include <cstddef>
#include <limits>
#include <sstream>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "planner_adapter/io/message_writer.h"
#include "planner_adapter/replay_page/replay_page.h"
#include "python/src/arrays.h"
#include "python/src/candidates.h"
#include "python/src/errors.h"
#include "python/src/messages.h"
#include "python/src/module.h"

namespace collision2d::python {
namespace {

namespace py = pybind11;

// value(verdict) of each.
template <typename Value>
py::array ForEach(const Verdicts& verdicts, const Value& value) {
  using Result = decltype(value(verdicts.cycle.verdicts.verdicts(0)));
  OutputArray<Result> output(py::none(), {verdicts.cycle.verdicts.verdicts_size()}, {});
  for (int i = 0; i < verdicts.cycle.verdicts.verdicts_size(); ++i) {
    output.values()[static_cast<size_t>(i)] = value(verdicts.cycle.verdicts.verdicts(i));
  }
  return output.TakeArray();
}

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

py::object Item(const Verdicts& verdicts, py::ssize_t index) {
  const py::ssize_t size = verdicts.cycle.verdicts.verdicts_size();
  if (index < -size || index >= size) throw py::index_error(absl::StrCat("index ", index, " of ", size, " verdicts"));
  return FromMessage(verdicts.cycle.verdicts.verdicts(static_cast<int>(index < 0 ? index + size : index)));
}

py::object Best(const Verdicts& verdicts) {
  if (!verdicts.cycle.verdicts.has_chosen_candidate()) return py::none();
  return py::int_(verdicts.cycle.verdicts.chosen_candidate());
}

std::string ToJson(const Verdicts& verdicts) {
  std::ostringstream text;
  ThrowIfError(planner::AppendJsonLine(verdicts.cycle.verdicts, text));
  return text.str();
}

std::string PageOf(const Verdicts& verdicts) {
  planner::ReplayedScene replayed;
  replayed.scene = verdicts.scene->scene;
  replayed.cycles.push_back(verdicts.cycle);
  for (const std::string& note : verdicts.scene->notes) replayed.cycles.back().verdicts.add_notes(note);
  replayed.elapsed_s = verdicts.elapsed_s;
  planner::ReplayPageOptions options;
  options.hold_obstacles = verdicts.hold_obstacles;
  absl::StatusOr<std::string> page;
  {
    const py::gil_scoped_release no_gil;
    page = planner::RenderReplayPage(absl::MakeConstSpan(&replayed, 1), {}, options);
  }
  return ValueOrThrow(std::move(page));
}

std::string Repr(const Verdicts& verdicts) {
  const proto::Counts& counts = verdicts.cycle.verdicts.counts();
  return absl::StrCat("<Verdicts of '", verdicts.scene->scene.id, "': ", counts.candidates(), " candidates, ",
                      counts.free(), " free, ", counts.colliding(), " collide, ", counts.leaving_drivable_area(),
                      " leave the road>");
}

}  // namespace

void DefineVerdicts(py::module_& module) {
  py::class_<Verdicts>(
      module, "Verdicts", py::is_final(),
      R"(The verdicts on some candidates of a scene, in their order. verdicts[i] is a Verdict with all that is known of one.)")
      .def_property_readonly(
          "scene", [](const Verdicts& self) { return self.scene; }, "The scene.")
      .def_property_readonly(
          "candidates", [](const Verdicts& self) { return ToSceneFrame(self.cycle.candidates, self.scene->scene); },
          "The Candidates.")
      .def_property_readonly(
          "collides",
          [](const Verdicts& self) {
            return ForEach(self, [](const proto::Verdict& verdict) { return verdict.collides(); });
          },
          "bool (T,): touches or overlaps an obstacle.")
      .def_property_readonly(
          "leaves_road",
          [](const Verdicts& self) {
            return ForEach(self, [](const proto::Verdict& verdict) { return verdict.leaves_drivable_area(); });
          },
          "bool (T,): part of the vehicle is outside the road.")
      .def_property_readonly(
          "is_free",
          [](const Verdicts& self) {
            return ForEach(self, [](const proto::Verdict& verdict) {
              return !verdict.collides() && !verdict.leaves_drivable_area();
            });
          },
          "bool (T,): neither of these.")
      .def_property_readonly(
          "first_collision_s",
          [](const Verdicts& self) {
            return ForEach(self, [](const proto::Verdict& verdict) {
              return verdict.has_first_collision() ? verdict.first_collision().time_s() : kNone;
            });
          },
          "float64 (T,): when the first collision is known, s; NaN: none.")
      .def_property_readonly(
          "minimum_clearance_m",
          [](const Verdicts& self) {
            return ForEach(self, [](const proto::Verdict& verdict) {
              return verdict.has_minimum_clearance() ? verdict.minimum_clearance().signed_distance_m() : kNone;
            });
          },
          "float64 (T,): the least signed distance to an obstacle, m; NaN: no obstacle.")
      .def_property_readonly(
          "road_clearance_m",
          [](const Verdicts& self) {
            return ForEach(self, [](const proto::Verdict& verdict) {
              return verdict.has_road_clearance() ? verdict.road_clearance().clearance_m() : kNone;
            });
          },
          "float64 (T,): the least clearance to the edge of the road, m; NaN: the road is unknown.")
      .def_property_readonly("best", &Best, "The index of the cheapest free candidate, or None.")
      .def_property_readonly(
          "elapsed_s", [](const Verdicts& self) { return self.elapsed_s; }, "How long checking took, s.")
      .def("__len__", [](const Verdicts& self) { return self.cycle.verdicts.verdicts_size(); })
      .def("__getitem__", &Item, py::arg("index"))
      .def("__iter__", &IterateByIndex)
      .def(
          "to_proto", [](const Verdicts& self) { return py::bytes(self.cycle.verdicts.SerializeAsString()); },
          R"(to_proto(self)
--

The bytes of a message collision2d.proto.SceneVerdicts.)")
      .def("to_json", &ToJson, R"(to_json(self)
--

That message as a line of JSON.)")
      .def("page", &PageOf, R"(page(self)
--

The replay page: a complete HTML document that loads nothing.)")
      .def("__repr__", &Repr);
}

}  // namespace collision2d::python
