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
#include "python/src/run_blocks.h"
#include "python/src/scene.h"
#include "python/src/shapes.h"
#include "python/src/trajectories_argument.h"

namespace collision2d::python {
namespace {

namespace py = pybind11;
using planner::OutlinePiece;
using planner::Road;
using planner::RoadClearance;
using planner::TrajectoryRoadClearance;

// About how long a pose takes, ns.
constexpr double kPose_ns = 2000.0;

std::unique_ptr<Road> RoadOf(absl::StatusOr<Road> road) {
  return std::make_unique<Road>(ValueOrThrow(std::move(road)));
}

std::unique_ptr<Road> FromCells(py::handle cells, double road_gap_m) {
  const ShapesArgument shapes(cells, "cells");
  absl::StatusOr<Road> road = [&] {
    const py::gil_scoped_release no_gil;
    return Road::OfCells(shapes.span(), {}, road_gap_m);
  }();
  return RoadOf(std::move(road));
}

std::unique_ptr<Road> FromBorders(py::sequence borders, bool repair) {
  std::vector<planner::RoadLine> lines;
  for (size_t i = 0; i < borders.size(); ++i) {
    const std::string name = absl::StrCat("borders[", i, "]");
    const InputArray<double> rows(py::object(borders[i]), name.c_str(), {kAny, 2});
    const auto* points = reinterpret_cast<const Vec2*>(rows.values().data());
    lines.push_back({absl::StrCat(i), std::vector<Vec2>(points, points + rows.extent(0))});
  }
  return RoadOf(repair ? Road::OfRecordedBorders(lines) : Road::OfBorders(lines));
}

std::unique_ptr<Road> OfScene(const SceneData& scene, double road_gap_m) {
  absl::StatusOr<Road> road = [&] {
    const py::gil_scoped_release no_gil;
    return Road::OfScene(scene.scene, road_gap_m);
  }();
  return RoadOf(std::move(road));
}

// Each piece of the edge as x, y of its start and its end.
py::array Pieces(const Road& road) {
  std::vector<double> rows;
  for (const OutlinePiece& piece : road.pieces()) {
    rows.insert(rows.end(), {piece.from.x, piece.from.y, piece.to.x, piece.to.y});
  }
  return ArrayOf<double>(rows, {static_cast<py::ssize_t>(road.pieces().size()), 4});
}

py::object Clearances(const Road& road, py::handle body, py::handle world_from_body, py::handle out, int threads,
                      bool progress) {
  const ShapesArgument shapes(body, "body");
  const PosesArgument argument(world_from_body, "world_from_body", {kAny});
  OutputArray<RoadClearance> output(out, {static_cast<py::ssize_t>(argument.extent(0))}, {argument.array()});
  const absl::Span<const Pose2> poses = argument.poses();
  const absl::Span<RoadClearance> clearances = output.values();
  // Errors of some of the poses would not have the caller's indices.
  const auto check = [&] { return CheckPoses("world_from_body", poses); };
  const auto run = [&, span = shapes.span()](size_t begin, size_t end) {
    return road.Clearances(span, poses.subspan(begin, end - begin), clearances.subspan(begin, end - begin));
  };
  RunBlocks({"clearances", poses.size(), kPose_ns, check, run}, {threads, progress});
  return output.TakeArray();
}

py::object LeastClearances(const Road& road, py::handle body, py::handle world_from_body, py::handle lengths,
                           py::handle out, int threads, bool progress) {
  const ShapesArgument shapes(body, "body");
  const TrajectoriesArgument trajectories(world_from_body, lengths);
  return ForEachTrajectory<TrajectoryRoadClearance>(
      "least_clearances", trajectories, 1.0 + kPose_ns * trajectories.steps(), out, {threads, progress},
      [&, span = shapes.span()](const Trajectories& some, size_t, absl::Span<TrajectoryRoadClearance> least) {
        return road.LeastClearances(span, some, least);
      });
}

py::object FirstDepartures(const Road& road, py::handle body, py::handle world_from_body, py::handle step_times_s,
                           py::handle lengths, double time_tolerance_s, double epsilon_m, py::handle out, int threads,
                           bool progress) {
  const ShapesArgument shapes(body, "body");
  const TrajectoriesArgument trajectories(world_from_body, lengths);
  const StepTimesArgument times(step_times_s, trajectories.steps());
  const ImpactOptions impact{time_tolerance_s, epsilon_m};
  return ForEachTrajectory<SweptHit>(
      "first_departures", trajectories, 1.0 + 5.0 * kPose_ns * trajectories.steps(), out, {threads, progress},
      [&, span = shapes.span()](const Trajectories& some, size_t, absl::Span<SweptHit> departures) {
        return road.FirstDepartures(span, some, times.times(), impact, departures);
      });
}

}  // namespace

void DefineRoad(py::module_& module) {
  py::class_<Road>(
      module, "Road", py::is_final(),
      R"(A road by the pieces of its edge. Immutable. Coordinates are in the frame of what it is made of, m.)")
      .def_static("from_cells", &FromCells, py::arg("cells"), py::arg("road_gap_m") = 0.1,
                  R"(from_cells(cells, road_gap_m=0.1)
--

The union of convex cells; without cells nothing is road. Gaps between them that are narrower than road_gap_m (m, within [0, 10]) are road.

Args:
    cells: Shapes, a ConvexPolygon, or a list of them.)")
      .def_static("from_borders", &FromBorders, py::arg("borders"), py::arg("repair") = false,
                  R"(from_borders(borders, repair=False)
--

What is on the left of some lines. No lines: nothing is road.

Args:
    borders: a list of lines, each float64 (N, 2), m. A line that ends at its first point is closed: around the road
        counter-clockwise, around an island clockwise.
    repair: closes rings whose ends are less than 1 m apart, cuts lines that reach less than 1 m beyond the beginning
        of the next one, and cuts rings where they cross. Road.notes has a sentence for each change.

Raises:
    ValueError: lines cross, so that left and right cannot be decided; it names the line and the place.)")
      .def_static("of_scene", &OfScene, py::arg("scene"), py::arg("road_gap_m") = 0.1,
                  R"(of_scene(scene, road_gap_m=0.1)
--

The road of a scene, in its local frame: coordinates of the scene minus Scene.origin.)")
      .def_property_readonly(
          "notes", [](const Road& road) { return road.notes(); },
          "What is odd about the borders, a sentence each: an island wound as a road, a ring that is nearly closed.")
      .def_property_readonly(
          "pieces", &Pieces,
          "float64 (N, 4), m: x, y of the start and of the end of each piece; the road is on its left.")
      .def("clearances", &Clearances, py::arg("body"), py::arg("world_from_body"), py::kw_only(),
           py::arg("out") = py::none(), py::arg("threads") = 1, py::arg("progress") = false,
           R"(clearances(self, body, world_from_body, *, out=None, threads=1, progress=False)
--

How close the body is to the edge, or how far beyond it, at each pose. Arguments as for any_hit.

Returns:
    (N,) of ROAD_CLEARANCE_DTYPE. clearance_m: inside the distance from the edge, outside minus the distance of the
    farthest point from the road. is_inside is exact.)")
      .def("least_clearances", &LeastClearances, py::arg("body"), py::arg("world_from_body"), py::kw_only(),
           py::arg("lengths") = py::none(), py::arg("out") = py::none(), py::arg("threads") = 1,
           py::arg("progress") = false,
           R"(least_clearances(self, body, world_from_body, *, lengths=None, out=None, threads=1, progress=False)
--

The least clearance of each trajectory, and where the body is first outside. Arguments as for first_collision.

Returns:
    (T,) of TRAJECTORY_ROAD_CLEARANCE_DTYPE: step, first_outside are -1 if there is none.)")
      .def(
          "first_departures", &FirstDepartures, py::arg("body"), py::arg("world_from_body"), py::arg("step_times_s"),
          py::kw_only(), py::arg("lengths") = py::none(),
          py::arg("time_tolerance_s") = ImpactOptions().time_tolerance_s,
          py::arg("epsilon_m") = ImpactOptions().epsilon_m, py::arg("out") = py::none(), py::arg("threads") = 1,
          py::arg("progress") = false,
          R"(first_departures(self, body, world_from_body, step_times_s, *, lengths=None, time_tolerance_s=1e-06, epsilon_m=1e-06, out=None, threads=1, progress=False)
--

When each trajectory first leaves the road, at any real instant. Arguments as for first_swept_collision.

Returns:
    (T,) of SWEPT_HIT_DTYPE; obstacle is the piece of the edge.)")
      .def("__repr__", [](const Road& road) { return absl::StrCat("<Road: ", road.pieces().size(), " pieces>"); });
}

}  // namespace collision2d::python
