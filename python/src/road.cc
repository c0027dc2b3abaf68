// The class Road.

#include "planner_adapter/road/road.h"

#include <pybind11/stl.h>

#include <array>

#include "python/src/question.h"
#include "python/src/scene.h"

namespace collision2d::python {
namespace {

using planner::OutlinePiece;
using planner::Road;
using planner::RoadPoseClearance;
using planner::TrajectoryRoadClearance;
using namespace py::literals;

// The class Road, and what makes it again.
struct MadeRoad : Road {
  py::tuple reduced;
};

std::unique_ptr<MadeRoad> RoadOf(absl::StatusOr<Road> road, const char* call, const py::object& made_of,
                                 const py::dict& options) {
  return std::unique_ptr<MadeRoad>(
      new MadeRoad{ValueOrThrow(std::move(road)), MadeBy(call, py::make_tuple(made_of), options)});
}

std::unique_ptr<MadeRoad> FromCells(py::handle cells, double road_gap_m) {
  const ShapesArgument shapes(cells, "cells");
  return RoadOf(WithoutGil([&] { return Road::FromCells(shapes.span(), {}, road_gap_m); }), "Road.from_cells",
                py::cast(shapes.ToShapes()), py::dict("road_gap_m"_a = road_gap_m));
}

std::unique_ptr<MadeRoad> FromBorders(py::handle borders, bool repair) {
  std::vector<planner::RoadLine> lines;
  py::list copies;
  ForEachItem(borders, "borders", [&](py::handle border, const std::string& name) {
    lines.push_back({absl::StrCat(lines.size()), PointsArgument(border, name)});
    copies.append(RowsOf(lines.back().points));
  });
  return RoadOf(repair ? Road::FromRecordedBorders(lines) : Road::FromBorders(lines), "Road.from_borders", copies,
                py::dict("repair"_a = repair));
}

std::unique_ptr<MadeRoad> FromScene(const std::shared_ptr<SceneData>& scene, double road_gap_m) {
  RequireScene(scene);
  return RoadOf(WithoutGil([&] { return Road::FromScene(scene->scene, road_gap_m); }), "Road.from_scene",
                py::cast(scene), py::dict("road_gap_m"_a = road_gap_m));
}

// Each piece of the edge as x, y of its start and its end.
py::array Pieces(const MadeRoad& road) {
  std::vector<std::array<Vec2, 2>> rows;
  for (const OutlinePiece& piece : road.pieces())
    rows.push_back({road.origin() + piece.from, road.origin() + piece.to});
  return RowsOf(rows);
}

py::object Clearances(const MadeRoad& road, py::handle body, py::handle world_from_body, py::handle out, int threads,
                      bool progress) {
  const ShapesArgument shapes(body, "body");
  const TrajectoriesArgument poses(world_from_body, py::none());
  if (poses.array().ndim() != 2) ThrowValueError("world_from_body: trajectories; minimum_clearances is for them");
  return AnswerInRanges<RoadPoseClearance>("clearances", poses, 1, out, {threads, progress},
                                           [&](const Trajectories& some, size_t, auto results) {
                                             return road.Clearances(shapes.span(), some.world_from_body, results);
                                           });
}

py::object MinimumClearances(const MadeRoad& road, py::handle body, py::handle world_from_body, py::handle lengths,
                             py::handle out, int threads, bool progress) {
  const ShapesArgument shapes(body, "body");
  const TrajectoriesArgument trajectories(world_from_body, lengths);
  return AnswerInRanges<TrajectoryRoadClearance>(
      "minimum_clearances", trajectories, 1, out, {threads, progress},
      [&](const Trajectories& some, size_t, auto least) { return road.MinimumClearances(shapes.span(), some, least); });
}

py::object FirstDepartures(const MadeRoad& road, py::handle body, py::handle world_from_body, py::handle step_times_s,
                           py::handle lengths, double time_tolerance_s, double contact_tolerance_m, py::handle out,
                           int threads, bool progress) {
  const ShapesArgument shapes(body, "body");
  const TrajectoriesArgument trajectories(world_from_body, lengths);
  const InputArray<double> times(step_times_s, "step_times_s", Shape{trajectories.steps()});
  return AnswerInRanges<SweptHit>("first_departures", trajectories, 1, out, {threads, progress},
                                  [&](const Trajectories& some, size_t, auto departures) {
                                    return road.FirstDepartures(shapes.span(), some, times.values(),
                                                                {time_tolerance_s, contact_tolerance_m}, departures);
                                  });
}

}  // namespace

void DefineRoad(py::module_& module) {
  Class<MadeRoad>(module, "Road")
      .Static("from_cells", &FromCells)
      .Static("from_borders", &FromBorders)
      .Static("from_scene", &FromScene)
      .Property("notes", [](const MadeRoad& road) { return road.notes(); })
      .Property("pieces", &Pieces)
      .Method("clearances", &Clearances)
      .Method("minimum_clearances", &MinimumClearances)
      .Method("first_departures", &FirstDepartures)
      .Property("__geo_interface__", [](py::handle self) { return CallPython("_geometry", "road", self); })
      .Method("__reduce__", [](const MadeRoad& road) { return road.reduced; })
      .Method("__repr__",
              [](const MadeRoad& road) { return absl::StrCat("<Road: ", road.pieces().size(), " pieces>"); });
}

}  // namespace collision2d::python
