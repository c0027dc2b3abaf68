// Scene.from_arrays: the arguments as plain structs, which MakeScene validates.

#include <pybind11/stl.h>

#include <numeric>

#include "collision2d/batch/calls/arguments.h"
#include "planner_adapter/scene/make_scene.h"
#include "python/src/question.h"
#include "python/src/scene.h"

namespace collision2d::python {
namespace {

namespace input = planner::input;

// The Shapes of a geometry of Shapely, say; anything else as it is.
py::object WithoutGeometry(py::handle argument, const std::string& name) {
  const bool is_geometry = !py::isinstance<ConvexPolygon>(argument) && py::hasattr(argument, "__geo_interface__");
  return is_geometry ? CallPython("_geometry", "shapes_of", argument, name)
                     : py::reinterpret_borrow<py::object>(argument);
}

// A ConvexPolygon, or the vertices of a polygon.
input::Polygon PolygonOf(py::handle argument, const std::string& name) {
  if (!py::isinstance<ConvexPolygon>(argument)) return {PointsArgument(argument, name)};
  const auto& shape = py::cast<const ConvexPolygon&>(argument);
  return {{shape.vertices().begin(), shape.vertices().end()}, shape.radius_m()};
}

// Shapes, a ConvexPolygon, a geometry, or a list of ConvexPolygons, of vertices, or of geometries.
std::vector<input::Polygon> PolygonsOf(py::handle argument, const std::string& name) {
  if (py::isinstance<ConvexPolygon>(argument)) return {PolygonOf(argument, name)};
  std::vector<input::Polygon> polygons;
  ForEachItem(WithoutGeometry(argument, name), name, [&](py::handle item, const std::string& place) {
    const py::object plain = WithoutGeometry(item, place);
    if (!py::isinstance<Shapes>(plain)) return polygons.push_back(PolygonOf(plain, place));
    for (const py::handle shape : plain) polygons.push_back(PolygonOf(shape, place));
  });
  return polygons;
}

template <typename Polygons>
std::vector<input::Shape> ShapesOf(Polygons&& polygons) {
  return {polygons.begin(), polygons.end()};
}

using Polygons = std::vector<input::Polygon>;

// The polygons of each body: as PolygonsOf, but a ConvexPolygon stands for `count` of them, and an
// item may also be Shapes or a list of ConvexPolygons, which together are one body.
std::vector<Polygons> BodiesOf(py::handle argument, const std::string& name, size_t count) {
  if (py::isinstance<ConvexPolygon>(argument)) return {count, {PolygonOf(argument, name)}};
  std::vector<Polygons> bodies;
  ForEachItem(argument, name, [&](py::handle of_body, const std::string& place) {
    const py::object item = WithoutGeometry(of_body, place);
    const bool is_list = PyList_Check(item.ptr()) || PyTuple_Check(item.ptr());
    const bool is_of_shapes =
        py::isinstance<Shapes>(item) ||
        (is_list && py::len(item) > 0 && py::isinstance<ConvexPolygon>(py::object(item[py::int_(0)])));
    bodies.push_back(is_of_shapes ? PolygonsOf(item, place) : Polygons{PolygonOf(item, place)});
  });
  return bodies;
}

void RequireCount(const char* name, size_t count, size_t wanted) {
  if (count != wanted) ThrowValueError(absl::StrCat(name, ": ", count, " elements; ", wanted, " are needed"));
}

std::string TextOf(py::handle text, const std::string& name) {
  if (!py::isinstance<py::str>(text)) ThrowTypeError(absl::StrCat(name, ": a string is needed"));
  return py::cast<std::string>(text);
}

// An obstacle of each body, with ids, or named after the argument.
std::vector<input::Obstacle> ObstaclesOf(std::vector<Polygons> bodies, py::handle ids, py::handle types,
                                         const std::string& name) {
  const auto texts_of = [&](py::handle texts, const char* suffix) {
    return texts.is_none() ? std::vector<std::string>()
                           : TextsArgument(texts, absl::StrCat(name, suffix), static_cast<py::ssize_t>(bodies.size()));
  };
  const std::vector<std::string> names = texts_of(ids, "_ids");
  const std::vector<std::string> kinds = texts_of(types, "_types");
  std::vector<input::Obstacle> obstacles;
  for (size_t i = 0; i < bodies.size(); ++i) {
    const std::string id = ids.is_none() ? absl::StrCat(name, "_", i) : names[i];
    obstacles.push_back({id, types.is_none() ? "" : kinds[i], ShapesOf(bodies[i])});
  }
  return obstacles;
}

// The numbers of a record of the class, or of an array with those of its fields in this order.
std::vector<double> NumbersOf(py::handle argument, const std::string& name, const char* record_class,
                              absl::Span<const char* const> fields) {
  if (!py::isinstance(argument, Public(record_class))) {
    const InputArray<double> numbers(argument, name.c_str(), Shape{static_cast<py::ssize_t>(fields.size())});
    return {numbers.values().begin(), numbers.values().end()};
  }
  std::vector<double> numbers;
  for (const char* field : fields) {
    numbers.push_back(NumberArgument(argument.attr(field), absl::StrCat(name, ".", field).c_str()));
  }
  return numbers;
}

Margin MarginOf(py::handle argument, const std::string& name) {
  if (argument.is_none()) return {};
  const std::vector<double> parts = NumbersOf(argument, name, "Margin", {"along_m", "across_m", "round_m"});
  return {parts[0], parts[1], parts[2]};
}

planner::Margins MarginsOf(py::handle margin, py::handle type_margins, py::handle road_margin) {
  planner::Margins margins = {MarginOf(margin, "margin"), {}, MarginOf(road_margin, "road_margin")};
  if (type_margins.is_none()) return margins;
  if (!py::isinstance<py::dict>(type_margins)) {
    ThrowTypeError(absl::StrCat("type_margins: a dict is needed, not ", TypeName(type_margins)));
  }
  for (const auto& [type, of_type] : py::reinterpret_borrow<py::dict>(type_margins)) {
    const std::string text = TextOf(type, "type_margins: a type");
    margins.by_type.push_back({text, MarginOf(of_type, absl::StrCat("type_margins['", text, "']"))});
  }
  return margins;
}

std::vector<Polygons> StaticBodies(py::handle shapes, py::handle poses_argument) {
  if (poses_argument.is_none()) return BodiesOf(shapes, "static_obstacles", 1);
  const PosesArgument poses(poses_argument, "static_poses", Shape{kAny});
  ThrowIfError(collision2d::internal::CheckPoses("static_poses", poses.poses()));
  std::vector<Polygons> bodies = BodiesOf(shapes, "static_obstacles", poses.poses().size());
  RequireCount("static_poses", poses.poses().size(), bodies.size());
  for (size_t i = 0; i < bodies.size(); ++i) {
    for (input::Polygon& polygon : bodies[i]) {
      for (Vec2& vertex : polygon.vertices) vertex = poses.poses()[i] * vertex;
    }
  }
  return bodies;
}

// The items of a list of one class of obstacles, with their ids: `name`_0 and so on.
template <typename Item, typename Visit>
void ForEachNamed(py::handle items, const char* argument, const char* name, const char* class_name,
                  const Visit& visit) {
  int count = 0;
  ForEachItem(items, argument, [&](py::handle item, const std::string& place) {
    if (!py::isinstance<Item>(item)) {
      ThrowTypeError(absl::StrCat(place, ": class ", class_name, " is needed, not ", TypeName(item)));
    }
    visit(py::cast<const Item&>(item), absl::StrCat(name, "_", count++));
  });
}

// The cells of the grid's window.
input::OccupancyGrid GridOf(const Grid& item, const std::string& id) {
  const OccupancyGrid& grid = item.grid;
  const Pose2& pose = CellsIn(grid)->world_from_cells;
  input::OccupancyGrid result = {id, "", pose * CellsIn(grid)->CornerOf(0, 0), std::atan2(pose.sin, pose.cos)};
  result.width = grid.width();
  result.height = grid.height();
  result.cell_size_m = grid.cell_size_m();
  for (int row = 0; row < grid.height(); ++row) {
    for (int column = 0; column < grid.width(); ++column)
      result.values.push_back(grid.is_occupied(row, column) ? 1 : 0);
  }
  return result;
}

// The points of a set, with their indices: those that do not count are beyond a band of heights.
input::PointSet PointsOf(const Points& item, const std::string& id) {
  input::PointSet result = {id, "", {}};
  result.options.radius_m = item.options.radius_m;
  result.options.min_count = item.options.min_count;
  const auto* const cells = CellsIn(item.set);
  if (cells == nullptr) return result;
  const Pose2& pose = cells->world_from_cells;
  result.origin = pose.translation;
  result.yaw_rad = std::atan2(pose.sin, pose.cos);
  const int end = *std::max_element(cells->index_of_point.begin(), cells->index_of_point.end()) + 1;
  result.points.resize(static_cast<size_t>(end), {0.0, 0.0, 1.0});
  for (size_t k = 0; k < cells->points.size(); ++k) {
    result.points[static_cast<size_t>(cells->index_of_point[k])] = {cells->points[k].x, cells->points[k].y, 0.0};
  }
  if (result.points.size() > cells->points.size()) result.options.max_z_m = 0.0;
  return result;
}

// Which obstacle each of `count` predictions is of: with None the one with the same index.
std::vector<size_t> ObstaclesOfPredictions(py::handle argument, size_t count) {
  std::vector<size_t> obstacles(count);
  std::iota(obstacles.begin(), obstacles.end(), size_t{0});
  if (argument.is_none()) return obstacles;
  const InputArray<int32_t> array(argument, "prediction_obstacles", Shape{static_cast<py::ssize_t>(count)});
  for (size_t i = 0; i < count; ++i) {
    if (array.values()[i] < 0) ThrowValueError(absl::StrCat("prediction_obstacles[", i, "]: it is negative"));
    obstacles[i] = static_cast<size_t>(array.values()[i]);
  }
  return obstacles;
}

// The shapes of an obstacle, or none, from the times of poses at which its presence changes.
std::vector<input::TimedShapes> TimedShapesOf(const std::vector<planner::TimedPose>& poses, const bool* present,
                                              const std::vector<input::Shape>& shapes) {
  std::vector<input::TimedShapes> timed;
  bool was_present = true;
  for (size_t s = 0; s < poses.size(); ++s) {
    if (present[s] == was_present) continue;
    was_present = present[s];
    timed.push_back({poses[s].time_s, was_present ? shapes : std::vector<input::Shape>()});
  }
  return timed;
}

input::Goal GoalOf(py::handle goal, const std::string& name) {
  const auto interval = [&](const char* field) -> std::optional<planner::Interval> {
    const py::object value = goal.attr(field);
    if (value.is_none()) return std::nullopt;
    const InputArray<double> ends(value, absl::StrCat(name, ".", field).c_str(), Shape{2});
    return planner::Interval{ends.values()[0], ends.values()[1]};
  };
  if (!py::isinstance(goal, Public("Goal"))) {
    ThrowTypeError(absl::StrCat(name, ": a Goal is needed, not ", TypeName(goal)));
  }
  return {interval("time_s"), ShapesOf(PolygonsOf(goal.attr("area"), absl::StrCat(name, ".area"))), interval("yaw_rad"),
          interval("speed_mps")};
}

std::shared_ptr<SceneData> SceneFromArrays(py::handle ego, py::handle candidates, const std::string& id,
                                           double time_step_s, py::handle ego_state, py::handle ego_height_m,
                                           py::handle reference_path, py::handle drivable_area, py::handle road_borders,
                                           py::handle static_obstacles, py::handle static_poses, py::handle static_ids,
                                           py::handle moving_obstacles, py::handle predictions, py::handle moving_ids,
                                           py::handle prediction_obstacles, py::handle probabilities,
                                           py::handle present, py::handle goals, py::handle static_types,
                                           py::handle moving_types, py::handle margin, py::handle type_margins,
                                           py::handle road_margin, py::handle parts, py::handle part_ids,
                                           py::handle grids, py::handle point_sets) {
  input::Scene scene;
  scene.id = id;
  scene.time_step_s = time_step_s;
  scene.ego.shapes = ShapesOf(PolygonsOf(ego, "ego"));
  for (input::Obstacle& part : ObstaclesOf(BodiesOf(parts, "parts", 1), part_ids, py::none(), "part")) {
    scene.ego.parts.push_back({std::move(part.id), std::move(part.shapes)});
  }
  if (!ego_height_m.is_none()) scene.ego.height_m = NumberArgument(ego_height_m, "ego_height_m");
  if (!ego_state.is_none()) {
    const std::vector<double> state = NumbersOf(ego_state, "ego_state", "EgoState",
                                                {"time_s", "x", "y", "yaw_rad", "speed_mps", "acceleration_mps2"});
    scene.ego_state = planner::EgoState{{state[0], {state[1], state[2]}, state[3]}, state[4], state[5]};
  }
  if (!reference_path.is_none()) scene.reference_path = PointsArgument(reference_path, "reference_path");
  scene.drivable_area = PolygonsOf(drivable_area, "drivable_area");
  ForEachItem(road_borders, "road_borders", [&](py::handle item, const std::string& place) {
    scene.road_borders.push_back({place, PointsArgument(item, place)});
  });
  scene.static_obstacles =
      ObstaclesOf(StaticBodies(static_obstacles, static_poses), static_ids, static_types, "static");
  ForEachNamed<Grid>(grids, "grids", "grid", "OccupancyGrid", [&](const Grid& grid, const std::string& grid_id) {
    scene.grids.push_back(GridOf(grid, grid_id));
  });
  ForEachNamed<Points>(
      point_sets, "point_sets", "point_set", "PointSet",
      [&](const Points& set, const std::string& set_id) { scene.point_sets.push_back(PointsOf(set, set_id)); });
  std::vector<planner::Candidate> motions = CandidatesArgument(predictions, "predictions").trajectories;
  const std::vector<size_t> obstacle_of = ObstaclesOfPredictions(prediction_obstacles, motions.size());
  const size_t obstacles = motions.empty() ? 0 : *std::max_element(obstacle_of.begin(), obstacle_of.end()) + 1;
  scene.moving_obstacles =
      ObstaclesOf(BodiesOf(moving_obstacles, "moving_obstacles", obstacles), moving_ids, moving_types, "moving");
  if (prediction_obstacles.is_none()) RequireCount("predictions", motions.size(), scene.moving_obstacles.size());
  std::optional<InputArray<double>> probability_array;
  std::optional<InputArray<bool>> present_array;
  const auto count = static_cast<py::ssize_t>(motions.size());
  if (!probabilities.is_none()) probability_array.emplace(probabilities, "probabilities", Shape{count});
  if (!present.is_none()) {
    size_t steps = 0;
    for (const planner::Candidate& motion : motions) steps = std::max(steps, motion.poses.size());
    present_array.emplace(present, "present", Shape{count, static_cast<py::ssize_t>(steps)});
  }
  for (size_t i = 0; i < motions.size(); ++i) {
    if (obstacle_of[i] >= scene.moving_obstacles.size()) {
      ThrowValueError(absl::StrCat("prediction_obstacles[", i, "]: there is no obstacle ", obstacle_of[i], " of ",
                                   scene.moving_obstacles.size()));
    }
    const input::Obstacle& obstacle = scene.moving_obstacles[obstacle_of[i]];
    if (!motions[i].part_poses.empty()) ThrowValueError("predictions: part_poses are for candidates");
    input::Prediction prediction = {obstacle.id, std::move(motions[i].poses)};
    if (probability_array.has_value()) prediction.probability = probability_array->values()[i];
    if (present_array.has_value()) {
      const bool* const row = present_array->values().data() + i * present_array->extent(1);
      prediction.timed_shapes = TimedShapesOf(prediction.poses, row, obstacle.shapes);
    }
    scene.predictions.push_back(std::move(prediction));
  }
  scene.candidates = CandidatesArgument(candidates, "candidates").trajectories;
  ForEachItem(goals, "goals",
              [&](py::handle item, const std::string& place) { scene.goals.push_back(GoalOf(item, place)); });
  scene.margins = MarginsOf(margin, type_margins, road_margin);
  planner::Scene valid = ValueOrThrow(WithoutGil([&] { return planner::MakeScene(std::move(scene)); }));
  WarnOfImplausible(valid, {});
  std::vector<std::string> notes = valid.notes;
  return std::make_shared<SceneData>(SceneData{std::nullopt, std::move(valid), std::move(notes)});
}

}  // namespace

void DefineSceneFromArrays(Class<SceneData, std::shared_ptr<SceneData>>& scene) {
  scene.Static("from_arrays", &SceneFromArrays);
}

}  // namespace collision2d::python
