// The class PathTimeGraph: what obstacles occupy of a candidate's path, and questions about it.

#include <pybind11/stl.h>

#include <array>

#include "planner_adapter/path_time/path_time_graph.h"
#include "planner_adapter/path_time/profile_check.h"
#include "python/src/scene.h"

namespace collision2d::python {
namespace {

using planner::OccupiedRegion;
using planner::RegionPart;
using planner::StationTime;
using namespace py::literals;

// The graph, the stations of the candidate that it is made of, and the names of the obstacles.
struct MadeGraph {
  planner::PathTimeGraph graph;
  std::vector<StationTime> profile;
  std::vector<std::string> obstacle_ids;  // Of the regions.
  py::tuple reduced;
};

std::unique_ptr<MadeGraph> MakeGraph(const std::shared_ptr<SceneData>& scene, py::handle candidates, py::ssize_t index,
                                     double station_tolerance_m, double region_time_tolerance_s,
                                     const std::string& beyond_prediction, double min_probability) {
  RequireScene(scene);
  const Candidates all = CandidatesArgument(candidates, "candidates");
  const planner::Candidate& candidate = all.trajectories[IndexOf(index, all.trajectories.size(), "candidates")];
  auto made = std::make_unique<MadeGraph>();
  const planner::EgoPath path = ValueOrThrow(planner::EgoPath::FromCandidate(candidate, &made->profile));
  planner::PathTimeOptions options;
  options.station_tolerance_m = station_tolerance_m;
  options.region_time_tolerance_s = region_time_tolerance_s;
  options.start_s = candidate.poses.front().time_s;
  options.end_s = candidate.poses.back().time_s;
  options.beyond_prediction = BeyondPredictionOf(beyond_prediction);
  options.min_probability = min_probability;
  made->graph = ValueOrThrow(WithoutGil([&] { return planner::PathTimeGraph::Create(scene->scene, path, options); }));
  for (const OccupiedRegion& region : made->graph.regions()) {
    made->obstacle_ids.push_back(ObstacleId(scene->scene, region.obstacle));
  }
  made->reduced = MadeBy("PathTimeGraph", py::make_tuple(scene, candidates),
                         py::dict("index"_a = index, "station_tolerance_m"_a = station_tolerance_m,
                                  "region_time_tolerance_s"_a = region_time_tolerance_s,
                                  "beyond_prediction"_a = beyond_prediction, "min_probability"_a = min_probability));
  return made;
}

// Of each region a list with the polygons of its parts.
template <typename PolygonOf>
py::list Polygons(const planner::PathTimeGraph& graph, const PolygonOf& polygon_of) {
  py::list regions;
  for (const OccupiedRegion& region : graph.regions()) {
    py::list polygons;
    for (const RegionPart& part : graph.parts(region)) {
      const absl::Span<const StationTime> polygon = polygon_of(part);
      if (!polygon.empty()) polygons.append(RowsOf(polygon));
    }
    regions.append(polygons);
  }
  return regions;
}

py::array Bounds(const MadeGraph& made) {
  std::vector<std::array<double, 4>> rows;
  for (const OccupiedRegion& region : made.graph.regions()) {
    const planner::PathTimeBox& box = region.outer_box;
    rows.push_back({box.min_station_m, box.max_station_m, box.min_time_s, box.max_time_s});
  }
  return RowsOf(rows);
}

py::array CheckSpeedProfiles(const MadeGraph& made, py::handle times_s, py::handle stations_m, py::handle out) {
  const InputArray<double> times(times_s, "times_s", Shape{kAny});
  const InputArray<double> stations(stations_m, "stations_m", Shape{kAny, static_cast<py::ssize_t>(times.extent(0))});
  OutputArray<planner::SpeedProfileCheck> checks(out, {static_cast<py::ssize_t>(stations.extent(0))},
                                                 {times.array(), stations.array()});
  ThrowIfError(WithoutGil([&] {
    planner::SpeedProfileIndex profile_index;
    const absl::Status assigned = profile_index.Assign(made.graph, times.values());
    return assigned.ok() ? profile_index.Check(stations.values(), checks.values()) : assigned;
  }));
  return checks.TakeArray();
}

// The free intervals of `find` for each number, as rows.
template <typename Find>
py::list Windows(py::handle argument, const char* name, const Find& find) {
  const InputArray<double> at(argument, name, Shape{kAny});
  py::list windows;
  std::vector<planner::Interval> free;
  for (const double value : at.values()) {
    ThrowIfError(find(value, &free));
    windows.append(RowsOf(free));
  }
  return windows;
}

}  // namespace

void DefinePathTime(py::module_& module) {
  Class<MadeGraph>(module, "PathTimeGraph")
      .Init(&MakeGraph)
      .Property("profile", [](const MadeGraph& made) { return RowsOf(made.profile); })
      .Property("obstacle_ids", [](const MadeGraph& made) { return made.obstacle_ids; })
      .Property("bounds", &Bounds)
      .Property("outer",
                [](const MadeGraph& made) {
                  return Polygons(made.graph, [&](const RegionPart& part) { return made.graph.outer(part); });
                })
      .Property("inner",
                [](const MadeGraph& made) {
                  return Polygons(made.graph, [&](const RegionPart& part) { return made.graph.inner(part); });
                })
      .Method("check_speed_profiles", &CheckSpeedProfiles)
      .Method("free_times",
              [](const MadeGraph& made, py::handle stations_m, double time_uncertainty_s) {
                return Windows(stations_m, "stations_m", [&](double station_m, auto* free) {
                  return planner::FreeTimes(made.graph, station_m, time_uncertainty_s, free);
                });
              })
      .Method("free_stations",
              [](const MadeGraph& made, py::handle times_s, double time_uncertainty_s) {
                return Windows(times_s, "times_s", [&](double time_s, auto* free) {
                  return planner::FreeStations(made.graph, time_s, time_uncertainty_s, free);
                });
              })
      .Method("plot",
              [](py::handle self, py::handle ax) { return CallPython("_plots", "plot_path_time", self, "ax"_a = ax); })
      .Method("__reduce__", [](const MadeGraph& made) { return made.reduced; })
      .Method("__repr__", [](const MadeGraph& made) {
        return absl::StrCat("<PathTimeGraph: ", made.graph.regions().size(), " regions>");
      });
}

}  // namespace collision2d::python
