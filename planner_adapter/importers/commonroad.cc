#include "planner_adapter/importers/commonroad.h"

#include <algorithm>
#include <cmath>
#include <pugixml.hpp>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/collides.h"
#include "collision2d/v1/trajectory.pb.h"
#include "planner_adapter/importers/commonroad_lanelets.h"
#include "planner_adapter/importers/commonroad_obstacles.h"
#include "planner_adapter/importers/commonroad_planning_problem.h"
#include "planner_adapter/importers/import_counts.h"
#include "planner_adapter/importers/lanelet_route.h"
#include "planner_adapter/importers/polygon_repair.h"
#include "planner_adapter/importers/xml_reader.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

// Bytes of a scene that the vehicle of another planning problem takes.
constexpr size_t kOtherEgoBytes = 256;

absl::StatusOr<ConvexPolygon> EgoOutline(const CommonRoadOptions& options) {
  return ConvexPolygon::Rectangle(options.ego_length_m, options.ego_width_m, {options.ego_reference_to_center_m, 0.0});
}

void SetEgoBody(const CommonRoadOptions& options, v1::EgoBody& ego) {
  v1::Rectangle& rectangle = *ego.add_shapes()->mutable_rectangle();
  rectangle.set_length_m(options.ego_length_m);
  rectangle.set_width_m(options.ego_width_m);
  rectangle.mutable_center()->set_x(options.ego_reference_to_center_m);
  ego.set_wheelbase_m(options.wheelbase_m);
}

absl::Status SetIdAndTimeStep(pugi::xml_node root, v1::Scene& scene) {
  ASSIGN_OR_RETURN(std::string id, ReadAttribute(root, "benchmarkID"));
  scene.set_id(std::move(id));
  ASSIGN_OR_RETURN(const std::string text, ReadAttribute(root, "timeStepSize"));
  const absl::StatusOr<double> time_step_s = ParseNumber(text);
  if (!time_step_s.ok()) {
    return ElementError(root, absl::StrCat("attribute timeStepSize: ", time_step_s.status().message()));
  }
  // Steps within kSameInstant_s would be indistinguishable.
  if (!(*time_step_s > kSameInstant_s && *time_step_s <= kMaxTimeStep_s)) {
    return ElementError(root, absl::StrFormat("attribute timeStepSize: %.17g s is not a time step (above %g s, at most "
                                              "%g s)",
                                              *time_step_s, kSameInstant_s, kMaxTimeStep_s));
  }
  scene.set_time_step_s(*time_step_s);
  return absl::OkStatus();
}

v1::Point ToPoint(Vec2 p) {
  v1::Point point;
  point.set_x(p.x);
  point.set_y(p.y);
  return point;
}

// A bound that is one point is no line.
void AddLaneBoundary(const std::string& id, const std::vector<Vec2>& bound, v1::Scene& scene) {
  if (bound.size() < 2) return;
  v1::RoadLine& line = *scene.add_lane_boundaries();
  line.set_id(id);
  for (const Vec2 p : bound) *line.add_points() = ToPoint(p);
}

void SetDrivableArea(const LaneletMap& map, v1::Scene& scene) {
  for (const Lanelet& lanelet : map.lanelets) {
    if (!lanelet.for_vehicles) continue;
    for (const ConvexPolygon& part : lanelet.area) {
      v1::Polygon& polygon = *scene.add_drivable_area();
      for (const Vec2 v : part.vertices()) *polygon.add_vertices() = ToPoint(v);
    }
    AddLaneBoundary(absl::StrCat("lanelet ", lanelet.id, ", left"), lanelet.left_bound, scene);
    AddLaneBoundary(absl::StrCat("lanelet ", lanelet.id, ", right"), lanelet.right_bound, scene);
  }
}

// Each lanelet is a lane; a centre line that is one point is none.
void AddLanes(const LaneletMap& map, v1::Scene& scene) {
  for (const Lanelet& lanelet : map.lanelets) {
    std::vector<Vec2> points = lanelet.center_line;
    points.erase(std::unique(points.begin(), points.end()), points.end());
    if (points.size() < 2) continue;
    v1::Lane& lane = *scene.add_lanes();
    lane.set_id(lanelet.id);
    for (const Vec2 p : points) *lane.add_points() = ToPoint(p);
    for (const int successor : lanelet.successors) lane.add_successors(map.lanelets[successor].id);
  }
}

// Returns a note about a version other than those of the header; nothing for these.
std::vector<std::string> VersionNotes(pugi::xml_node root) {
  const absl::string_view version = root.attribute("commonRoadVersion").value();
  if (version == "2018b" || version == "2020a") return {};
  return {absl::StrCat("commonRoadVersion ", Quoted(version), " is not 2018b or 2020a: read as if it were.")};
}

// Imports everything except what a planning problem adds.
absl::StatusOr<ImportedScene> ImportSurroundings(pugi::xml_node root, const CommonRoadOptions& options,
                                                 LaneletMap& map) {
  ImportedScene imported;
  v1::Scene& scene = imported.scene;
  imported.notes = VersionNotes(root);
  SetEgoBody(options, *scene.mutable_ego());
  if (absl::Status status = SetIdAndTimeStep(root, scene); !status.ok()) return status;
  ElementCensus census = CountElements(root);
  imported.counts.unknown_elements = std::move(census.unknown);
  imported.counts.unused_elements = std::move(census.unused);
  imported.counts.superfluous_elements = std::move(census.superfluous);
  ASSIGN_OR_RETURN(map, ImportLanelets(root, imported.counts));
  SetDrivableArea(map, scene);
  AddLanes(map, scene);
  ImportRoadFeatures(root, map, imported.counts, scene);
  if (scene.drivable_area().empty()) {
    imported.notes.push_back("The file has no lanelets for vehicles: the drivable area is not known.");
  }
  absl::Status obstacles = ImportObstacles(root, scene.time_step_s(), imported.counts, scene);
  if (!obstacles.ok()) return obstacles;
  return imported;
}

absl::StatusOr<std::vector<PlanningProblem>> ReadPlanningProblems(pugi::xml_node root, const LaneletMap& map,
                                                                  double time_step_s, PolygonRepairs& goal_polygons) {
  std::vector<PlanningProblem> problems;
  absl::flat_hash_set<std::string> ids;
  for (const pugi::xml_node element : root.children("planningProblem")) {
    ASSIGN_OR_RETURN(PlanningProblem problem, ReadPlanningProblem(element, map, time_step_s, goal_polygons));
    if (!ids.insert(problem.id).second) {
      return ElementError(element,
                          absl::StrCat("the id ", Quoted(problem.id), " is already an earlier planning problem's"));
    }
    problems.push_back(std::move(problem));
  }
  return problems;
}

void AddPlanningProblem(const PlanningProblem& problem, const LaneletMap& map, ImportedScene& imported) {
  v1::Scene& scene = imported.scene;
  *scene.mutable_ego_state() = problem.ego_state;
  scene.set_desired_speed_mps(problem.desired_speed_mps);
  const Vec2 position = {problem.ego_state.x(), problem.ego_state.y()};
  const LaneletPath path = MakeReferencePath(map, position, problem.ego_state.yaw_rad(), problem.goal_lanelets);
  for (const Vec2 p : path.points) *scene.add_reference_path() = ToPoint(p);
  for (const v1::Goal& goal : problem.goals) *scene.add_goals() = goal;
  imported.notes.insert(imported.notes.end(), problem.notes.begin(), problem.notes.end());
  imported.notes.insert(imported.notes.end(), path.notes.begin(), path.notes.end());
}

Pose2 InitialPose(const PlanningProblem& problem) {
  return Pose2::FromYaw({problem.ego_state.x(), problem.ego_state.y()}, problem.ego_state.yaw_rad());
}

// Returns whether the vehicles of two planning problems are in the same place at the beginning: the
// problems are then alternatives, of which one is driven.
bool AreAlternatives(const PlanningProblem& a, const PlanningProblem& b, const ConvexPolygon& body) {
  return a.ego_state.time_s() == b.ego_state.time_s() &&
         Collides(body, body, RelativePose(InitialPose(a), InitialPose(b)));
}

// Adds the vehicle of another planning problem as an obstacle that keeps its initial velocity.
void AddOtherEgo(const PlanningProblem& other, const v1::EgoBody& body, v1::Scene& scene) {
  const std::string id = absl::StrCat("ego of problem ", other.id);
  v1::MovingObstacle& obstacle = *scene.add_moving_obstacles();
  obstacle.set_id(id);
  obstacle.set_type("ego");
  *obstacle.mutable_shapes() = body.shapes();
  v1::Prediction& prediction = *scene.add_predictions();
  prediction.set_obstacle_id(id);
  const v1::EgoState& state = other.ego_state;
  for (const double time_s : {0.0, kOtherEgoHorizon_s}) {
    v1::TimedPose& pose = *prediction.add_poses();
    pose.set_time_s(state.time_s() + time_s);
    pose.set_x(state.x() + time_s * state.speed_mps() * std::cos(state.yaw_rad()));
    pose.set_y(state.y() + time_s * state.speed_mps() * std::sin(state.yaw_rad()));
    pose.set_yaw_rad(state.yaw_rad());
  }
}

void AddOtherEgos(const PlanningProblem& problem, const std::vector<PlanningProblem>& problems,
                  const ConvexPolygon& body, ImportedScene& imported) {
  int obstacles = 0;
  int alternatives = 0;
  for (const PlanningProblem& other : problems) {
    if (&other == &problem) continue;
    if (AreAlternatives(problem, other, body)) {
      ++alternatives;
    } else {
      ++obstacles;
      AddOtherEgo(other, imported.scene.ego(), imported.scene);
    }
  }
  if (obstacles > 0) {
    imported.notes.push_back(absl::StrFormat(
        "Vehicles of other planning problems, which are obstacles with their initial velocity for %g s: %d.",
        kOtherEgoHorizon_s, obstacles));
  }
  if (alternatives > 0) {
    imported.notes.push_back(absl::StrFormat(
        "Vehicles of other planning problems in the place of the ego vehicle, left out as alternatives: %d.",
        alternatives));
  }
}

}  // namespace

absl::Status ValidateCommonRoadOptions(const CommonRoadOptions& options) {
  const absl::StatusOr<ConvexPolygon> body = EgoOutline(options);
  if (!body.ok()) return absl::InvalidArgumentError(absl::StrCat("options: ego body: ", body.status().message()));
  if (!(options.wheelbase_m > 0.0 && options.wheelbase_m <= kMaxCoordinate_m)) {
    return absl::InvalidArgumentError(absl::StrFormat("options.wheelbase_m: %g is not a length", options.wheelbase_m));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<ImportedScene>> ImportCommonRoad(absl::string_view xml, const CommonRoadOptions& options) {
  if (absl::Status status = ValidateCommonRoadOptions(options); !status.ok()) return status;
  pugi::xml_document document;
  const pugi::xml_parse_result parsed = document.load_buffer(xml.data(), xml.size());
  if (!parsed) {
    return absl::InvalidArgumentError(
        absl::StrFormat("not well-formed XML: %s, at byte %d of %d", parsed.description(), parsed.offset, xml.size()));
  }
  const pugi::xml_node root = document.document_element();
  for (pugi::xml_node other = root.next_sibling(); other; other = other.next_sibling()) {
    if (other.type() != pugi::node_element) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("not well-formed XML: a second root element, ", Quoted(other.name())));
  }
  if (absl::string_view(root.name()) != "commonRoad") {
    return absl::InvalidArgumentError(absl::StrCat("the root element is ", Quoted(root.name()), ", not commonRoad"));
  }
  LaneletMap map;
  ASSIGN_OR_RETURN(ImportedScene surroundings, ImportSurroundings(root, options, map));
  ASSIGN_OR_RETURN(
      const std::vector<PlanningProblem> problems,
      ReadPlanningProblems(root, map, surroundings.scene.time_step_s(), surroundings.counts.goal_polygons));
  surroundings.counts.planning_problems = static_cast<int64_t>(problems.size());
  const std::vector<std::string> notes = NotesOf(surroundings.counts);
  surroundings.notes.insert(surroundings.notes.end(), notes.begin(), notes.end());

  std::vector<ImportedScene> scenes;
  if (problems.empty()) {
    scenes.push_back(std::move(surroundings));
    scenes.back().notes.push_back("The file has no planning problem: there is no ego state to plan from.");
    return scenes;
  }
  ASSIGN_OR_RETURN(const ConvexPolygon body, EgoOutline(options));
  const size_t bytes = surroundings.scene.ByteSizeLong();
  if (problems.size() > kMaxImportedBytes / (bytes + problems.size() * kOtherEgoBytes)) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%d planning problems in a scene of %d bytes: more than the limit "
                        "of %d bytes",
                        problems.size(), bytes, kMaxImportedBytes));
  }
  for (const PlanningProblem& problem : problems) {
    ImportedScene& imported = scenes.emplace_back(surroundings);
    if (problems.size() > 1) imported.scene.set_id(absl::StrCat(imported.scene.id(), "/problem ", problem.id));
    AddPlanningProblem(problem, map, imported);
    AddOtherEgos(problem, problems, body, imported);
  }
  return scenes;
}

}  // namespace collision2d::planner
