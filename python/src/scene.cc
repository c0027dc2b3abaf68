// The class Scene.

#include "python/src/scene.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <sstream>
#include <vector>

#include "absl/strings/ascii.h"
#include "google/protobuf/text_format.h"
#include "google/protobuf/util/json_util.h"
#include "planner_adapter/sampling/frenet_sampler.h"
#include "planner_adapter/scene/implausible.h"
#include "planner_adapter/scene/scene_from_proto.h"
#include "planner_adapter/scene/scene_to_proto.h"
#include "replay/importers/commonroad.h"
#include "replay/importers/scene_formats.h"
#include "replay/importers/scene_source.h"
#include "replay/io/message_writer.h"
#include "replay/io/parse_message.h"
#include "replay/io/scene_text.h"

namespace collision2d::python {
namespace {

using ScenePtr = std::shared_ptr<SceneData>;
using namespace py::literals;

planner::UnknownFields UnknownFieldsOf(const std::string& name) {
  if (name == "refuse") return planner::UnknownFields::kRefuse;
  if (name == "note") return planner::UnknownFields::kNote;
  ThrowValueError(absl::StrCat("unknown_fields: '", name, "' is neither 'refuse' nor 'note'"));
}

// Without the GIL, since messages may be large. `notes` gets those of the scene that it lacks.
ScenePtr FromMessage(v1::Scene message, std::vector<std::string> notes = {},
                     planner::UnknownFields unknown_fields = planner::UnknownFields::kRefuse) {
  planner::Scene valid = ValueOrThrow(WithoutGil([&] { return planner::SceneFromProto(message, unknown_fields); }));
  WarnOfImplausible(valid, notes);
  for (const std::string& note : valid.notes) {
    if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
  }
  return std::make_shared<SceneData>(SceneData{std::move(message), std::move(valid), std::move(notes)});
}

ScenePtr FromBytes(const py::bytes& bytes, py::handle notes, const std::string& unknown_fields) {
  v1::Scene message;
  const std::string_view view = bytes;
  ThrowIfError(planner::ParseBinary(absl::string_view(view.data(), view.size()), "data", message));
  return FromMessage(std::move(message), TextsArgument(notes, "notes", kAny), UnknownFieldsOf(unknown_fields));
}

ScenePtr FromTextproto(const std::string& text, const std::string& unknown_fields) {
  v1::Scene message;
  std::vector<std::string> notes;
  const planner::UnknownFields policy = UnknownFieldsOf(unknown_fields);
  ThrowIfError(planner::ParseSceneText(text, "text", policy, message, &notes));
  return FromMessage(std::move(message), std::move(notes), policy);
}

ScenePtr FromJson(const std::string& text) {
  v1::Scene message;
  const auto status = google::protobuf::util::JsonStringToMessage(text, &message);
  if (!status.ok()) ThrowValueError(absl::StrCat("text: ", std::string(status.message())));
  return FromMessage(std::move(message));
}

std::vector<ScenePtr> FromCommonRoad(py::handle document, double ego_length_m, double ego_width_m,
                                     double ego_reference_to_center_m, double wheelbase_m) {
  constexpr char kReadsFiles[] = "; Scene.from_file(path) reads files";
  if (!py::isinstance<py::str>(document)) {
    ThrowTypeError(absl::StrCat("xml: the document is needed, not ", TypeName(document), kReadsFiles));
  }
  const auto xml = py::cast<std::string>(document);
  const planner::CommonRoadOptions options{ego_length_m, ego_width_m, ego_reference_to_center_m, wheelbase_m};
  auto imported = WithoutGil([&] { return planner::ImportCommonRoad(xml, options); });
  if (!imported.ok() && xml.find('<') == std::string::npos) {
    ThrowValueError(absl::StrCat("xml: ", std::string(imported.status().message()), kReadsFiles));
  }
  std::vector<ScenePtr> scenes;
  for (planner::ImportedScene& scene : ValueOrThrow(std::move(imported))) {
    scenes.push_back(FromMessage(std::move(scene.scene), std::move(scene.notes)));
  }
  return scenes;
}

ScenePtr FromWaymo(const py::bytes& record) {
  const std::string_view view = record;
  planner::ImportedScene input = ValueOrThrow(
      WithoutGil([&] { return planner::ImportWaymoScenario(absl::string_view(view.data(), view.size())); }));
  return FromMessage(std::move(input.scene), std::move(input.notes));
}

std::vector<ScenePtr> FromFile(py::handle path, const std::string& unknown_fields, const std::string& ego_obstacle,
                               const std::string& road_lanelets, std::optional<uint64_t> host, py::handle map,
                               py::handle map_origin) {
  planner::SceneInputOptions options;
  options.osi_host = host;
  if (!map.is_none()) options.map = PathArgument(map, "map");
  if (!map_origin.is_none()) {
    const Vec2 degrees = PointArgument(map_origin, "map_origin");
    if (!(std::abs(degrees.x) <= planner::kMostLatitude_deg && std::abs(degrees.y) <= 180.0)) {
      ThrowValueError(
          absl::StrCat("map_origin: (", degrees.x, ", ", degrees.y, ") is not (latitude, longitude), degrees"));
    }
    options.map_origin = planner::MapOrigin{degrees.x, degrees.y};
  }
  options.unknown_fields = UnknownFieldsOf(unknown_fields);
  options.commonroad.ego_obstacle = ego_obstacle;
  if (road_lanelets != "for_vehicles" && road_lanelets != "all") {
    ThrowValueError(absl::StrCat("road_lanelets: '", road_lanelets, "' is neither 'for_vehicles' nor 'all'"));
  }
  if (road_lanelets == "all") options.commonroad.road_lanelets = planner::RoadLanelets::kAll;
  const std::unique_ptr<planner::SceneSource> source =
      ValueOrThrow(planner::OpenSceneFile(PathArgument(path, "path"), options));
  std::vector<ScenePtr> scenes;
  while (true) {
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    std::optional<planner::ImportedScene> input = ValueOrThrow(WithoutGil([&] { return source->Next(); }));
    if (!input.has_value()) return scenes;
    scenes.push_back(FromMessage(std::move(input->scene), std::move(input->notes), options.unknown_fields));
  }
}

v1::Scene MessageOf(const SceneData& data) {
  return data.message.has_value() ? *data.message : planner::SceneToProto(data.scene);
}

std::string ToTextproto(const SceneData& data) {
  std::string text;
  google::protobuf::TextFormat::PrintToString(MessageOf(data), &text);
  return text;
}

std::string ToJson(const SceneData& data) {
  std::ostringstream text;
  ThrowIfError(planner::AppendJsonLine(MessageOf(data), text));
  return text.str();
}

// Points of the local frame in the scene's.
py::array PointsInScene(absl::Span<const Vec2> points, const planner::Scene& scene) {
  std::vector<Vec2> moved(points.begin(), points.end());
  for (Vec2& point : moved) point = scene.origin + point;
  return RowsOf(moved);
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
  return Public("EgoState")("time_s"_a = state.pose.time_s, "x"_a = position.x, "y"_a = position.y,
                            "yaw_rad"_a = state.pose.yaw_rad, "speed_mps"_a = state.speed_mps,
                            "acceleration_mps2"_a = state.acceleration_mps2);
}

// The shapes with their vertices moved, which may round one of them away.
py::tuple MovedShapes(absl::Span<const ConvexPolygon> shapes, Vec2 by) {
  py::list list;
  for (const ConvexPolygon& shape : shapes) {
    std::vector<Vec2> vertices(shape.vertices().begin(), shape.vertices().end());
    for (Vec2& vertex : vertices) vertex = vertex + by;
    absl::StatusOr<ConvexPolygon> moved = ConvexPolygon::Create(vertices, shape.radius_m());
    if (!moved.ok()) moved = ConvexPolygon::Hull(vertices, shape.radius_m());
    list.append(ValueOrThrow(std::move(moved)));
  }
  return py::tuple(list);
}

template <typename Obstacles>
py::list ObstaclesOf(const Obstacles& obstacles, Vec2 origin) {
  py::list list;
  for (const auto& obstacle : obstacles) {
    py::list polytopes;
    for (const planner::Polytope& polytope : obstacle.polytopes) {
      std::vector<std::array<double, 3>> rows;
      for (const solid::Vec3& vertex : polytope.mesh.vertices()) {
        rows.push_back({origin.x + vertex.x, origin.y + vertex.y, vertex.z});
      }
      polytopes.append(RowsOf(rows));
    }
    py::object height = py::none();
    if (obstacle.height.has_value()) height = py::make_tuple(obstacle.height->z_min_m, obstacle.height->z_max_m);
    constexpr size_t kPrefix = sizeof("OBSTACLE_KIND_") - 1;
    const std::string& kind = v1::ObstacleKind_Name(static_cast<v1::ObstacleKind>(obstacle.kind));
    list.append(Public("Obstacle")("id"_a = obstacle.id, "type"_a = obstacle.type,
                                   "shapes"_a = MovedShapes(obstacle.shapes, origin), "height_m"_a = height,
                                   "polytopes"_a = py::tuple(polytopes),
                                   "kind"_a = absl::AsciiStrToLower(absl::string_view(kind).substr(kPrefix))));
  }
  return list;
}

py::list Predictions(const SceneData& data) {
  py::list list;
  for (const planner::MovingObstacle& obstacle : data.scene.moving_obstacles) {
    for (const planner::Prediction& prediction : obstacle.predictions) {
      const auto list_of = [](const std::vector<planner::TimedShapes>& all, Vec2 origin) {
        py::list times_and_shapes;
        for (const planner::TimedShapes& timed : all) {
          times_and_shapes.append(py::make_tuple(timed.time_s, MovedShapes(timed.shapes, origin)));
        }
        return py::tuple(times_and_shapes);
      };
      const py::tuple arrays = TimesAndPoses(prediction.poses, data.scene.origin);
      list.append(Public("Prediction")(
          "obstacle_id"_a = obstacle.id, "probability"_a = prediction.probability, "times_s"_a = arrays[0],
          "poses"_a = arrays[1], "occupancies"_a = list_of(prediction.occupancies, data.scene.origin),
          "timed_shapes"_a = list_of(prediction.timed_shapes, Vec2{}), "is_assumed"_a = prediction.is_assumed));
    }
  }
  return list;
}

py::list Goals(const SceneData& data) {
  const auto interval = [](const std::optional<planner::Interval>& ends) -> py::object {
    return ends.has_value() ? py::make_tuple(ends->min, ends->max) : py::object(py::none());
  };
  py::list list;
  for (const planner::Goal& goal : data.scene.goals) {
    list.append(Public("Goal")("time_s"_a = interval(goal.time_s), "area"_a = MovedShapes(goal.area, data.scene.origin),
                               "yaw_rad"_a = interval(goal.yaw_rad), "speed_mps"_a = interval(goal.speed_mps)));
  }
  return list;
}

// By the names of the message's fields.
py::dict Rss(const SceneData& data) {
  planner::Scene only_rss;
  only_rss.rss = data.scene.rss;
  const v1::RssParameters rss = planner::SceneToProto(only_rss).rss();
  py::dict values;
  for (int i = 0; i < rss.GetDescriptor()->field_count(); ++i) {
    const auto* field = rss.GetDescriptor()->field(i);
    values[py::str(std::string(field->name()))] = rss.GetReflection()->GetDouble(rss, field);
  }
  return values;
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
  const py::object make = Public("PlacedObstacle");
  py::list list;
  for (const planner::PlacedShape& shape : placed) {
    Pose2 pose = shape.local_from_shape;
    pose.translation = scene.origin + pose.translation;
    list.append(make("obstacle_id"_a = planner::ObstacleId(scene, shape.obstacle),
                     "type"_a = TypeOfObstacle(scene, shape.obstacle), "hypothesis"_a = shape.hypothesis,
                     "shape"_a = *shape.shape, "pose"_a = TupleOf(pose)));
  }
  return list;
}

Candidates Sample(const SceneData& data) {
  return {ValueOrThrow(WithoutGil([&] { return planner::SampleFrenetLattice(data.scene); })).candidates};
}

py::object Reduced(const py::object& self) {
  return MadeBy("Scene.from_bytes", py::make_tuple(self.attr("to_bytes")()), py::dict("notes"_a = self.attr("notes")));
}

std::string Repr(const SceneData& data) {
  const planner::Scene& scene = data.scene;
  return absl::StrCat("<Scene '", scene.id, "': ", scene.static_obstacles.size(), " static and ",
                      scene.moving_obstacles.size(), " moving obstacles, ", scene.candidates.size(), " candidates>");
}

}  // namespace

void WarnOfImplausible(const planner::Scene& scene, const std::vector<std::string>& known) {
  for (const std::string& note : planner::ImplausibleNotes(scene)) {
    if (std::find(known.begin(), known.end(), note) != known.end()) continue;
    if (PyErr_WarnEx(Public("ImplausibleSceneWarning").ptr(), note.c_str(), 1) != 0) throw py::error_already_set();
  }
}

void DefineScene(py::module_& module) {
  Class<SceneData, ScenePtr> scene(module, "Scene");
  DefineSceneFromArrays(scene);
  scene.Static("from_bytes", &FromBytes)
      .Static("from_textproto", &FromTextproto)
      .Static("from_json", &FromJson)
      .Static("from_commonroad", &FromCommonRoad)
      .Static("from_file", &FromFile)
      .Static("from_waymo", &FromWaymo)
      .Method("to_bytes", [](const SceneData& data) { return py::bytes(MessageOf(data).SerializeAsString()); })
      .Method("to_textproto", &ToTextproto)
      .Method("to_json", &ToJson)
      .Property("id", [](const SceneData& data) { return data.scene.id; })
      .Property("notes", [](const SceneData& data) { return data.notes; })
      .Property("time_step_s", [](const SceneData& data) { return data.scene.time_step_s; })
      .Property("ego", [](const SceneData& data) { return Shapes(data.scene.ego.shapes); })
      .Property("parts",
                [](const SceneData& data) {
                  py::list parts;
                  for (const auto& part : data.scene.ego.parts) {
                    parts.append(py::make_tuple(part.id, Shapes(part.shapes)));
                  }
                  return parts;
                })
      .Property("ego_state", &EgoState)
      .Property("candidates", [](const SceneData& data) { return Candidates{data.scene.candidates}; })
      .Property("reference_path",
                [](const SceneData& data) { return PointsInScene(data.scene.reference_path, data.scene); })
      .Property("drivable_area", &Cells)
      .Property("road_borders", [](const SceneData& data) { return Lines(data.scene.road_borders, data.scene); })
      .Property("lane_boundaries", [](const SceneData& data) { return Lines(data.scene.lane_boundaries, data.scene); })
      .Property("static_obstacles",
                [](const SceneData& data) {
                  const std::vector<planner::StaticObstacle>& all = data.scene.static_obstacles;
                  const auto has_elements = [](const planner::StaticObstacle& of) { return of.elements != nullptr; };
                  const auto end = std::find_if(all.begin(), all.end(), has_elements);
                  return ObstaclesOf(absl::MakeConstSpan(all).first(static_cast<size_t>(end - all.begin())),
                                     data.scene.origin);
                })
      .Property("moving_obstacles",
                [](const SceneData& data) { return ObstaclesOf(data.scene.moving_obstacles, Vec2{}); })
      .Property("predictions", &Predictions)
      .Property("goals", &Goals)
      .Property("rss", &Rss)
      .Method("obstacles_at", &ObstaclesAt)
      .Method("sample_candidates", &Sample)
      .Method("show", [](py::handle self, py::handle candidates, py::handle checker,
                         int threads) { return CallPython("_pages", "show", self, candidates, checker, threads); })
      .Method("plot",
              [](py::handle self, py::handle verdicts, py::handle time_s, py::handle ax) {
                return CallPython("_plots", "plot", self, "verdicts"_a = verdicts, "time_s"_a = time_s, "ax"_a = ax);
              })
      .Method("_repr_html_", [](py::handle self) { return CallPython("_html", "of_scene", self); })
      .Method("__reduce__", &Reduced)
      .Method("__repr__", &Repr);
}

}  // namespace collision2d::python
