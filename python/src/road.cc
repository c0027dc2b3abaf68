#include "planner_adapter/road/road.h"

#include <pybind11/stl.h>

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/types/span.h"
#include "python/src/arrays.h"
#include "python/src/errors.h"
#include "python/src/module.h"
#include "python/src/poses.h"
#include "python/src/question.h"
#include "python/src/scene.h"
#include "python/src/shapes.h"

namespace collision2d::python {
namespace {

namespace py = pybind11;
using planner::OutlinePiece;
using planner::Road;
using planner::RoadClearance;
using planner::TrajectoryRoadClearance;

// The class Road, and what makes it again.
struct MadeRoad : Road {
  py::tuple reduced;
};

std::unique_ptr<MadeRoad> RoadOf(absl::StatusOr<Road> road, const char* call, const py::tuple& arguments) {
  return std::unique_ptr<MadeRoad>(new MadeRoad{ValueOrThrow(std::move(road)), MadeBy(call, arguments)});
}

std::unique_ptr<MadeRoad> FromCells(py::handle cells, double road_gap_m) {
  const ShapesArgument shapes(cells, "cells");
  absl::StatusOr<Road> road = [&] {
    const py::gil_scoped_release no_gil;
    return Road::OfCells(shapes.span(), {}, road_gap_m);
  }();
  return RoadOf(std::move(road), "Road.from_cells", py::make_tuple(shapes.ToShapes(), road_gap_m));
}

std::unique_ptr<MadeRoad> FromBorders(py::handle borders, bool repair) {
  std::vector<planner::RoadLine> lines;
  py::list copies;
  ForEachItem(borders, "borders", [&](py::handle border, const std::string& name) {
    lines.push_back({absl::StrCat(lines.size()), PointsArgument(border, name)});
    const std::vector<Vec2>& points = lines.back().points;
    copies.append(ArrayOf<double>({reinterpret_cast<const double*>(points.data()), 2 * points.size()},
                                  {static_cast<py::ssize_t>(points.size()), 2}));
  });
  return RoadOf(repair ? Road::OfRecordedBorders(lines) : Road::OfBorders(lines), "Road.from_borders",
                py::make_tuple(copies, repair));
}

std::unique_ptr<MadeRoad> OfScene(const std::shared_ptr<SceneData>& scene, double road_gap_m) {
  if (scene == nullptr) ThrowTypeError("scene: a Scene is needed, not NoneType");
  absl::StatusOr<Road> road = [&] {
    const py::gil_scoped_release no_gil;
    return Road::OfScene(scene->scene, road_gap_m);
  }();
  return RoadOf(std::move(road), "Road.of_scene", py::make_tuple(scene, road_gap_m));
}

// Each piece of the edge as x, y of its start and its end.
py::array Pieces(const MadeRoad& road) {
  std::vector<double> rows;
  for (const OutlinePiece& piece : road.pieces()) {
    rows.insert(rows.end(), {piece.from.x, piece.from.y, piece.to.x, piece.to.y});
  }
  return ArrayOf<double>(rows, {static_cast<py::ssize_t>(road.pieces().size()), 4});
}

py::object Clearances(const MadeRoad& road, py::handle body, py::handle world_from_body, py::handle out, int threads,
                      bool progress) {
  const ShapesArgument shapes(body, "body");
  const TrajectoriesArgument poses(world_from_body, py::none());
  if (poses.array().ndim() != 2) ThrowValueError("world_from_body: trajectories; least_clearances is for them");
  return AnswerInRanges<RoadClearance>("clearances", poses, 1, out, {threads, progress},
                                       [&](const Trajectories& some, size_t, auto results) {
                                         return road.Clearances(shapes.span(), some.world_from_body, results);
                                       });
}

py::object LeastClearances(const MadeRoad& road, py::handle body, py::handle world_from_body, py::handle lengths,
                           py::handle out, int threads, bool progress) {
  const ShapesArgument shapes(body, "body");
  const TrajectoriesArgument trajectories(world_from_body, lengths);
  return AnswerInRanges<TrajectoryRoadClearance>(
      "least_clearances", trajectories, 1, out, {threads, progress},
      [&](const Trajectories& some, size_t, auto least) { return road.LeastClearances(shapes.span(), some, least); });
}

py::object FirstDepartures(const MadeRoad& road, py::handle body, py::handle world_from_body, py::handle step_times_s,
                           py::handle lengths, double time_tolerance_s, double epsilon_m, py::handle out, int threads,
                           bool progress) {
  const ShapesArgument shapes(body, "body");
  const TrajectoriesArgument trajectories(world_from_body, lengths);
  const InputArray<double> times(step_times_s, "step_times_s", Shape{trajectories.steps()});
  return AnswerInRanges<SweptHit>(
      "first_departures", trajectories, 1, out, {threads, progress},
      [&](const Trajectories& some, size_t, auto departures) {
        return road.FirstDepartures(shapes.span(), some, times.values(), {time_tolerance_s, epsilon_m}, departures);
      });
}

}  // namespace

void DefineRoad(py::module_& module) {
  Class<MadeRoad>(module, "Road")
      .Static("from_cells", &FromCells)
      .Static("from_borders", &FromBorders)
      .Static("of_scene", &OfScene)
      .Property("notes", [](const MadeRoad& road) { return road.notes(); })
      .Property("pieces", &Pieces)
      .Method("clearances", &Clearances)
      .Method("least_clearances", &LeastClearances)
      .Method("first_departures", &FirstDepartures)
      .Property("__geo_interface__", [](py::handle self) { return CallPython("geometry", "road", self); })
      .Method("__reduce__", [](const MadeRoad& road) { return road.reduced; })
      .Method("__repr__",
              [](const MadeRoad& road) { return absl::StrCat("<Road: ", road.pieces().size(), " pieces>"); });
}

}  // namespace collision2d::python
