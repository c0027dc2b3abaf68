#include "python/src/scene.h"

#include <pybind11/stl.h>

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "google/protobuf/text_format.h"
#include "planner_adapter/importers/commonroad.h"
#include "planner_adapter/io/parse_message.h"
#include "planner_adapter/io/scene_reader.h"
#include "planner_adapter/sampling/frenet_sampler.h"
#include "planner_adapter/scene/obstacle_snapshot.h"
#include "planner_adapter/scene/scene_from_proto.h"
#include "python/src/arrays.h"
#include "python/src/candidates.h"
#include "python/src/errors.h"
#include "python/src/module.h"
#include "python/src/poses.h"
#include "python/src/shapes.h"

namespace collision2d::python {
namespace {

namespace py = pybind11;
using ScenePtr = std::shared_ptr<SceneData>;

// Without the GIL, since messages may be large.
ScenePtr FromMessage(proto::Scene message, std::vector<std::string> notes = {}) {
  absl::StatusOr<planner::Scene> scene;
  {
    const py::gil_scoped_release no_gil;
    scene = planner::SceneFromProto(message);
  }
  return std::make_shared<SceneData>(SceneData{std::move(message), ValueOrThrow(std::move(scene)), std::move(notes)});
}

ScenePtr FromProto(const py::bytes& bytes, std::vector<std::string> notes) {
  proto::Scene message;
  const std::string_view view = bytes;
  ThrowIfError(planner::ParseBinary(absl::string_view(view.data(), view.size()), "bytes", message));
  return FromMessage(std::move(message), std::move(notes));
}

ScenePtr FromTextproto(const std::string& text) {
  proto::Scene message;
  ThrowIfError(planner::ParseText(text, "text", message));
  return FromMessage(std::move(message));
}

std::vector<ScenePtr> FromCommonRoad(const std::string& xml, double ego_length_m, double ego_width_m,
                                     double ego_reference_to_center_m, double wheelbase_m) {
  const planner::CommonRoadOptions options{ego_length_m, ego_width_m, ego_reference_to_center_m, wheelbase_m};
  absl::StatusOr<std::vector<planner::ImportedScene>> imported;
  {
    const py::gil_scoped_release no_gil;
    imported = planner::ImportCommonRoad(xml, options);
  }
  std::vector<ScenePtr> scenes;
  for (planner::ImportedScene& scene : ValueOrThrow(std::move(imported))) {
    scenes.push_back(FromMessage(std::move(scene.scene), std::move(scene.notes)));
  }
  return scenes;
}

std::vector<ScenePtr> FromFile(const std::string& path) {
  planner::SceneFile file = planner::ReadSceneFile(path);
  ThrowIfError(file.status);
  std::vector<ScenePtr> scenes;
  for (proto::Scene& message : file.scenes) {
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    scenes.push_back(FromMessage(std::move(message)));
  }
  return scenes;
}

std::string ToTextproto(const SceneData& scene) {
  std::string text;
  google::protobuf::TextFormat::PrintToString(scene.message, &text);
  return text;
}

// Points of the local frame in the scene's.
py::array PointsInScene(absl::Span<const Vec2> points, const planner::Scene& scene) {
  std::vector<double> rows;
  for (const Vec2 point : points) {
    const Vec2 moved = scene.origin + point;
    rows.insert(rows.end(), {moved.x, moved.y});
  }
  return ArrayOf<double>(rows, {static_cast<py::ssize_t>(points.size()), 2});
}

py::list Cells(const SceneData& scene) {
  py::list cells;
  for (const ConvexPolygon& cell : scene.scene.drivable_area) cells.append(PointsInScene(cell.vertices(), scene.scene));
  return cells;
}

py::list Lines(absl::Span<const planner::RoadLine> lines, const planner::Scene& scene) {
  py::list list;
  for (const planner::RoadLine& line : lines) {
    list.append(py::make_tuple(line.id, PointsInScene(line.points, scene)));
  }
  return list;
}

py::object EgoState(const SceneData& scene) {
  if (!scene.scene.ego_state.has_value()) return py::none();
  const planner::EgoState& state = *scene.scene.ego_state;
  const Vec2 position = scene.scene.origin + state.pose.position;
  return py::module_::import("collision2d.verdicts")
      .attr("EgoState")(state.pose.time_s, position.x, position.y, state.pose.yaw_rad, state.speed_mps,
                        state.acceleration_mps2);
}

const std::string& TypeOfObstacle(const planner::Scene& scene, int obstacle) {
  const size_t statics = scene.static_obstacles.size();
  const auto index = static_cast<size_t>(obstacle);
  return index < statics ? scene.static_obstacles[index].type : scene.moving_obstacles[index - statics].type;
}

py::list ObstaclesAt(const SceneData& data, double time_s, const std::string& beyond_prediction,
                     double min_probability) {
  const planner::Scene& scene = data.scene;
  std::vector<planner::PlacedShape> placed;
  planner::PlaceObstacles(scene, time_s, BeyondPredictionOf(beyond_prediction), min_probability, &placed);
  const py::object make = py::module_::import("collision2d.verdicts").attr("PlacedObstacle");
  py::list list;
  for (const planner::PlacedShape& shape : placed) {
    Pose2 pose = shape.local_from_shape;
    pose.translation = scene.origin + pose.translation;
    list.append(make(planner::ObstacleId(scene, shape.obstacle), TypeOfObstacle(scene, shape.obstacle),
                     shape.hypothesis, *shape.shape, TupleOf(pose)));
  }
  return list;
}

Candidates Sample(const SceneData& data) {
  absl::StatusOr<planner::SampledCandidates> sampled;
  {
    const py::gil_scoped_release no_gil;
    sampled = planner::SampleFrenetLattice(data.scene);
  }
  return ToSceneFrame(ValueOrThrow(std::move(sampled)).candidates, data.scene);
}

// A function of the package's Python part, as a method.
py::object InPython(const char* module, const char* function, const py::object& self, const py::kwargs& arguments) {
  return py::module_::import(module).attr(function)(self, **arguments);
}

void DefineReading(py::class_<SceneData, ScenePtr>& scene) {
  const planner::CommonRoadOptions vehicle;
  scene
      .def_static("from_proto", &FromProto, py::arg("data"), py::arg("notes") = py::tuple(),
                  R"(from_proto(data, notes=())
--

A scene from the bytes of a message collision2d.proto.Scene, and its notes.

Raises:
    ValueError: names the field and the value.)")
      .def_static("from_textproto", &FromTextproto, py::arg("text"), R"(from_textproto(text)
--

A scene from protobuf's text format.

Raises:
    ValueError: names line and column, or the field and the value.)")
      .def_static(
          "from_commonroad", &FromCommonRoad, py::arg("xml"), py::kw_only(),
          py::arg("ego_length_m") = vehicle.ego_length_m, py::arg("ego_width_m") = vehicle.ego_width_m,
          py::arg("ego_reference_to_center_m") = vehicle.ego_reference_to_center_m,
          py::arg("wheelbase_m") = vehicle.wheelbase_m,
          R"(from_commonroad(xml, *, ego_length_m=4.508, ego_width_m=1.61, ego_reference_to_center_m=0.0, wheelbase_m=2.5789)
--

The scenes of a CommonRoad document (XML 2018b or 2020a), one for each planning problem. See Scene.notes.

Args:
    xml: the document, not its path (load_scenes reads files).
    ego_length_m, ego_width_m, ego_reference_to_center_m, wheelbase_m: the vehicle, which documents do not contain; m.

Raises:
    ValueError: names the element and the value.)")
      .def(
          "to_proto", [](const SceneData& data) { return py::bytes(data.message.SerializeAsString()); },
          R"(to_proto(self)
--

The bytes of its message.)")
      .def("to_textproto", &ToTextproto, R"(to_textproto(self)
--

Protobuf's text format of its message.)")
      .def("__reduce__", [](const py::object& self) {
        const py::object restore = py::module_::import("collision2d.files").attr("_restored");
        return py::make_tuple(restore, py::make_tuple(self.attr("to_proto")(), self.attr("notes")));
      });
}

void DefineContents(py::class_<SceneData, ScenePtr>& scene) {
  scene
      .def_property_readonly(
          "id", [](const SceneData& data) { return data.scene.id; }, "Its name.")
      .def_property_readonly(
          "notes", [](const SceneData& data) { return data.notes; },
          "What an importer repaired, approximated or dropped, one sentence each.")
      .def_property_readonly(
          "origin", [](const SceneData& data) { return TupleOf(data.scene.origin); },
          "(x, y), m: the origin of the local frame, a point near the ego vehicle.")
      .def_property_readonly(
          "time_step_s", [](const SceneData& data) { return data.scene.time_step_s; }, "s.")
      .def_property_readonly(
          "ego", [](const SceneData& data) { return Shapes(data.scene.ego.shapes); },
          "The ego vehicle's Shapes, in its own frame.")
      .def_property_readonly("ego_state", &EgoState, "EgoState at the beginning of the cycle, or None.")
      .def_property_readonly(
          "candidates", [](const SceneData& data) { return ToSceneFrame(data.scene.candidates, data.scene); },
          "The Candidates that it contains; possibly none.")
      .def_property_readonly(
          "reference_path", [](const SceneData& data) { return PointsInScene(data.scene.reference_path, data.scene); },
          "float64 (N, 2), m.")
      .def_property_readonly("drivable_area", &Cells, "The vertices of each cell, float64 (N, 2), m; empty: unknown.")
      .def_property_readonly(
          "road_borders", [](const SceneData& data) { return Lines(data.scene.road_borders, data.scene); },
          "(id, points) of each border, float64 (N, 2), m.")
      .def_property_readonly(
          "lane_boundaries", [](const SceneData& data) { return Lines(data.scene.lane_boundaries, data.scene); },
          "(id, points) of each boundary, float64 (N, 2), m.")
      .def("obstacles_at", &ObstaclesAt, py::arg("time_s"), py::kw_only(), py::arg("beyond_prediction") = "absent",
           py::arg("min_probability") = 0.0,
           R"(obstacles_at(self, time_s, *, beyond_prediction='absent', min_probability=0.0)
--

The shapes of all obstacles at a time (s), a list of PlacedObstacles.

Args:
    beyond_prediction: 'absent' or 'hold': where an obstacle is before and after its prediction.
    min_probability: hypotheses less probable than this are left out.)")
      .def("__repr__", [](const SceneData& data) {
        return absl::StrCat("<Scene '", data.scene.id, "': ", data.scene.static_obstacles.size(), " static and ",
                            data.scene.moving_obstacles.size(), " moving obstacles, ", data.scene.candidates.size(),
                            " candidates>");
      });
}

}  // namespace

void DefineScene(py::module_& module) {
  py::class_<SceneData, ScenePtr> scene(
      module, "Scene", py::is_final(),
      R"(The input of one planning cycle: ego vehicle, obstacles and their predictions, road, candidates. Validated, immutable.

Made by from_proto, from_textproto, from_commonroad, and load_scenes for files.)");
  DefineReading(scene);
  DefineContents(scene);
  scene
      .def("sample_candidates", &Sample, R"(sample_candidates(self)
--

Candidates of a lattice along the reference path, in the frame of that path; those beyond kinematic limits are left out.

Raises:
    ValueError: no ego state, or no path that it can follow.)")
      .def(
          "show",
          [](const py::object& self, const py::kwargs& arguments) {
            return InPython("collision2d.pages", "show", self, arguments);
          },
          R"(show(self, *, candidates=None, checker=None, threads=1)
--

Checks candidates and shows them on the replay page, in a notebook or a browser.

Args:
    candidates: Candidates; None: those of the scene, or sampled ones if it has none.
    checker: a TrajectoryChecker of this scene; None: one with all metrics.
    threads: how many threads share the candidates.

Returns:
    ReplayPage.)")
      .def(
          "plot",
          [](const py::object& self, const py::kwargs& arguments) {
            return InPython("collision2d.plots", "plot", self, arguments);
          },
          R"(plot(self, *, verdicts=None, time_s=None, axes=None)
--

Draws the scene with matplotlib, seen from above.

Args:
    verdicts: Verdicts, whose candidates are drawn in the colour of their verdict.
    time_s: when obstacles are drawn, s; None: at the beginning of the cycle.
    axes: matplotlib axes; None: new ones.

Returns:
    The axes.)");
  module.def("read_scene_file", &FromFile, py::arg("path"), R"(read_scene_file(path)
--

The scenes of a file of messages: .textproto, .pb or .pbs.)");
}

}  // namespace collision2d::python
