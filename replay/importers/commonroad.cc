#include "replay/importers/commonroad.h"

#include <algorithm>
#include <cmath>
#include <pugixml.hpp>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/collides.h"
#include "collision2d/v1/trajectory.pb.h"
#include "planner_adapter/scene/timed_pose.h"
#include "replay/importers/commonroad_lanelets.h"
#include "replay/importers/commonroad_obstacles.h"
#include "replay/importers/commonroad_planning_problem.h"
#include "replay/importers/commonroad_protobuf.h"
#include "replay/importers/import_counts.h"
#include "replay/importers/lanelet_route.h"
#include "replay/importers/polygon_repair.h"
#include "replay/importers/xml_reader.h"

namespace collision2d::planner {
namespace {

// Bytes of a scene that the vehicle of another planning problem takes.
constexpr size_t kOtherEgoBytes = 256;

absl::StatusOr<ConvexPolygon> EgoOutline(const CommonRoadOptions& options) {
  return ConvexPolygon::Rectangle(options.ego_length_m, options.ego_width_m, {options.ego_reference_to_center_m, 0.0});
}

absl::Status SetIdAndTimeStep(XmlElement root, v1::Scene& scene) {
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

// Returns a note about a version other than those of the header; nothing for these.
std::vector<std::string> VersionNotes(XmlElement root) {
  const absl::string_view version = root.attribute("commonRoadVersion");
  if (version == "2018b" || version == "2020a") return {};
  return {absl::StrCat("commonRoadVersion ", Quoted(version), " is not 2018b or 2020a: read as if it were.")};
}

// Imports everything except what a planning problem adds.
absl::StatusOr<ImportedScene> ImportSurroundings(XmlElement root, const CommonRoadOptions& options, LaneletMap& map,
                                                 ImportCounts& counts) {
  ImportedScene imported;
  v1::Scene& scene = imported.scene;
  imported.notes = VersionNotes(root);
  *scene.mutable_ego() = EgoBodyOf(options);
  if (absl::Status status = SetIdAndTimeStep(root, scene); !status.ok()) return status;
  ASSIGN_OR_RETURN(map, ImportLanelets(root, counts));
  if (options.road_lanelets == RoadLanelets::kAll) counts.lanelets_not_for_vehicles = 0;
  AddLanelets(map, options.road_lanelets, scene);
  ImportRoadFeatures(root, map, counts, scene);
  if (scene.drivable_area().empty()) {
    imported.notes.push_back("The file has no lanelets for vehicles: the drivable area is not known.");
  }
  absl::Status obstacles = ImportObstacles(root, scene.time_step_s(), counts, scene);
  if (!obstacles.ok()) return obstacles;
  return imported;
}

absl::StatusOr<std::vector<PlanningProblem>> ReadPlanningProblems(XmlElement root, const LaneletMap& map,
                                                                  double time_step_s, PolygonRepairs& goal_polygons) {
  std::vector<PlanningProblem> problems;
  absl::flat_hash_set<std::string> ids;
  for (const XmlElement& element : root.children({"planningProblem"})) {
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
  AddPoints(path.points, scene.mutable_reference_path());
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

// m, rad, m/s. An obstacle that differs less from the ego vehicle at first is the ego vehicle.
constexpr double kSamePlace_m = 0.01;
constexpr double kSameYaw_rad = 0.01;
constexpr double kSameSpeed_mps = 0.5;

// Returns whether an obstacle with this prediction is the ego vehicle itself.
bool IsEgoVehicle(const v1::Prediction& prediction, const PlanningProblem& problem, double half_length_m) {
  const v1::EgoState& ego = problem.ego_state;
  if (prediction.poses().empty() || std::abs(prediction.poses(0).time_s() - ego.time_s()) > kSameInstant_s)
    return false;
  const v1::TimedPose& first = prediction.poses(0);
  const double distance_m = std::hypot(first.x() - ego.x(), first.y() - ego.y());
  if (prediction.obstacle_id() == problem.id) return distance_m < half_length_m;
  if (prediction.poses_size() < 2) return false;
  const v1::TimedPose& second = prediction.poses(1);
  const double speed_mps =
      std::hypot(second.x() - first.x(), second.y() - first.y()) / (second.time_s() - first.time_s());
  return distance_m < kSamePlace_m &&
         std::abs(std::remainder(first.yaw_rad() - ego.yaw_rad(), 2.0 * M_PI)) < kSameYaw_rad &&
         std::abs(speed_mps - std::abs(ego.speed_mps())) < kSameSpeed_mps;
}

// Makes what the recorded ego vehicle does the candidate "logged". The format's positions are
// centres of vehicles.
void AddLogged(const v1::Prediction& prediction, const v1::EgoState& ego, double reference_to_center_m,
               v1::Scene& scene) {
  v1::Candidate logged;
  logged.set_id("logged");
  logged.set_is_recorded(true);
  for (v1::TimedPose pose : prediction.poses()) {
    if (pose.time_s() < ego.time_s() - kSameInstant_s) continue;
    pose.set_x(pose.x() - reference_to_center_m * std::cos(pose.yaw_rad()));
    pose.set_y(pose.y() - reference_to_center_m * std::sin(pose.yaw_rad()));
    *logged.add_poses() = pose;
  }
  if (logged.poses_size() > 1) *scene.add_candidates() = std::move(logged);
}

// Leaves out the obstacle that is the ego vehicle itself, if there is one.
absl::Status LeaveOutEgoObstacle(const PlanningProblem& problem, const CommonRoadOptions& options,
                                 ImportedScene& imported) {
  if (options.ego_obstacle == "none") return absl::OkStatus();
  v1::Scene& scene = imported.scene;
  const auto prediction =
      std::find_if(scene.predictions().begin(), scene.predictions().end(), [&](const v1::Prediction& candidate) {
        return options.ego_obstacle.empty() ? IsEgoVehicle(candidate, problem, 0.5 * options.ego_length_m)
                                            : candidate.obstacle_id() == options.ego_obstacle;
      });
  if (prediction == scene.predictions().end()) {
    if (options.ego_obstacle.empty()) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("options.ego_obstacle: there is no moving obstacle ", Quoted(options.ego_obstacle)));
  }
  const std::string id = prediction->obstacle_id();
  AddLogged(*prediction, scene.ego_state(), options.ego_reference_to_center_m, scene);
  scene.mutable_predictions()->erase(prediction);
  scene.mutable_moving_obstacles()->erase(
      std::find_if(scene.moving_obstacles().begin(), scene.moving_obstacles().end(),
                   [&](const v1::MovingObstacle& obstacle) { return obstacle.id() == id; }));
  imported.notes.push_back(absl::StrCat("Obstacle ", Quoted(id),
                                        " is the ego vehicle itself: it is left out, and its motion is the candidate "
                                        "\"logged\"; --ego_obstacle=none keeps it."));
  return absl::OkStatus();
}

// Adds the vehicle of another planning problem as an obstacle that keeps its initial velocity.
void AddOtherEgo(const PlanningProblem& other, const v1::EgoBody& body, v1::Scene& scene) {
  v1::MovingObstacle& obstacle = *scene.add_moving_obstacles();
  obstacle.set_id(absl::StrCat("ego of problem ", other.id));
  obstacle.set_type("ego");
  *obstacle.mutable_shapes() = body.shapes();
  v1::Prediction& prediction = *scene.add_predictions();
  prediction.set_obstacle_id(obstacle.id());
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

// Returns an error if `scenes` copies of the surroundings, with `added_bytes` more each, are more
// than the limit.
absl::Status CheckBytes(const ImportedScene& surroundings, size_t scenes, size_t added_bytes) {
  const size_t bytes = surroundings.scene.ByteSizeLong();
  if (scenes <= kMaxImportedBytes / (bytes + added_bytes)) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrFormat("%d planning problems in a scene of %d bytes: more than the limit "
                      "of %d bytes",
                      scenes, bytes, kMaxImportedBytes));
}

// Reads a scenario: XML or protobuf. Appends what is not used of it to the notes.
absl::Status LoadScenario(absl::string_view bytes, const FileSource& beside, pugi::xml_document& document,
                          std::vector<std::string>& notes) {
  if (IsCommonRoadProtobuf(bytes)) return ReadCommonRoadProtobuf(bytes, beside, document, notes);
  if (absl::Status status = ParseXml(bytes, document); !status.ok()) return status;
  const absl::string_view root = document.document_element().name();
  if (root == "commonRoad") return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("the root element is ", Quoted(root), ", not commonRoad"));
}

}  // namespace

v1::EgoBody EgoBodyOf(const CommonRoadOptions& options) {
  v1::EgoBody ego;
  v1::Rectangle& rectangle = *ego.add_shapes()->mutable_rectangle();
  rectangle.set_length_m(options.ego_length_m);
  rectangle.set_width_m(options.ego_width_m);
  rectangle.mutable_center()->set_x(options.ego_reference_to_center_m);
  ego.set_wheelbase_m(options.wheelbase_m);
  return ego;
}

absl::Status ValidateCommonRoadOptions(const CommonRoadOptions& options) {
  const absl::StatusOr<ConvexPolygon> body = EgoOutline(options);
  if (!body.ok()) return absl::InvalidArgumentError(absl::StrCat("options: ego body: ", body.status().message()));
  for (const auto& [name, length_m] :
       {std::pair("ego_length_m", options.ego_length_m), std::pair("ego_width_m", options.ego_width_m),
        std::pair("ego_reference_to_center_m", std::abs(options.ego_reference_to_center_m)),
        std::pair("wheelbase_m", options.wheelbase_m)}) {
    if (length_m <= kMaxEgoSize_m) continue;
    return absl::InvalidArgumentError(
        absl::StrFormat("options.%s: %g m is beyond the limit of %g m", name, length_m, kMaxEgoSize_m));
  }
  if (!(options.wheelbase_m > 0.0)) {
    return absl::InvalidArgumentError(absl::StrFormat("options.wheelbase_m: %g is not a length", options.wheelbase_m));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::string> NoFile(const std::string& name) {
  return absl::NotFoundError(absl::StrCat(name, ": no such file; what is read of a file alone has no others"));
}

absl::StatusOr<std::vector<ImportedScene>> ImportCommonRoad(absl::string_view bytes, const CommonRoadOptions& options,
                                                            const FileSource& beside) {
  if (absl::Status status = ValidateCommonRoadOptions(options); !status.ok()) return status;
  pugi::xml_document document;
  std::vector<std::string> notes;
  if (absl::Status status = LoadScenario(bytes, beside, document, notes); !status.ok()) return status;
  XmlElement::Marks read;
  const XmlElement root(document.document_element(), &read);
  LaneletMap map;
  ImportCounts counts;
  ASSIGN_OR_RETURN(ImportedScene surroundings, ImportSurroundings(root, options, map, counts));
  ASSIGN_OR_RETURN(const std::vector<PlanningProblem> problems,
                   ReadPlanningProblems(root, map, surroundings.scene.time_step_s(), counts.goal_polygons));
  // The first two describe no part of a scene; signs and lights are read only for what they say.
  counts.unused_elements =
      UnreadElements(root.node(), read, {"location", "scenarioTags", "trafficSign", "trafficLight"});
  for (const auto& list : {surroundings.notes, NotesOf(counts)}) notes.insert(notes.end(), list.begin(), list.end());
  surroundings.notes = std::move(notes);

  std::vector<ImportedScene> scenes;
  if (problems.empty()) {
    scenes.push_back(std::move(surroundings));
    scenes.back().notes.push_back("The file has no planning problem: there is no ego state to plan from.");
    return scenes;
  }
  ASSIGN_OR_RETURN(const ConvexPolygon body, EgoOutline(options));
  absl::Status status = CheckBytes(surroundings, problems.size(), problems.size() * kOtherEgoBytes);
  if (!status.ok()) return status;
  for (const PlanningProblem& problem : problems) {
    ImportedScene& imported = scenes.emplace_back(surroundings);
    if (problems.size() > 1) imported.scene.set_id(absl::StrCat(imported.scene.id(), "/problem ", problem.id));
    AddPlanningProblem(problem, map, imported);
    status = LeaveOutEgoObstacle(problem, options, imported);
    if (!status.ok()) return status;
    AddOtherEgos(problem, problems, body, imported);
  }
  return scenes;
}

}  // namespace collision2d::planner
