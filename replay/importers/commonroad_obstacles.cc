#include "replay/importers/commonroad_obstacles.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "absl/base/macros.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "replay/importers/commonroad_state.h"
#include "replay/importers/xml_reader.h"

namespace collision2d::planner {

absl::StatusOr<OccupancyTimeline> MakeOccupancyTimeline(const std::vector<SteppedOccupancy>& stepped,
                                                        double time_step_s) {
  ABSL_ASSERT(!stepped.empty() && time_step_s > 0.0);
  // The covered set changes where an occupancy begins and one step after it ends.
  std::set<int64_t> steps;
  int64_t last_step = stepped.front().last_step;
  for (const SteppedOccupancy& occupancy : stepped) last_step = std::max(last_step, occupancy.last_step);
  for (const SteppedOccupancy& occupancy : stepped) {
    steps.insert(occupancy.first_step);
    steps.insert(std::min(occupancy.last_step + 1, last_step));
  }

  OccupancyTimeline timeline;
  int64_t shapes = 0;
  std::vector<const SteppedOccupancy*> covering;
  auto next = stepped.begin();
  for (const int64_t step : steps) {
    for (; next != stepped.end() && next->first_step <= step; ++next) covering.push_back(&*next);
    covering.erase(std::remove_if(covering.begin(), covering.end(),
                                  [step](const SteppedOccupancy* occupancy) { return occupancy->last_step < step; }),
                   covering.end());
    if (covering.empty()) {
      ++timeline.gaps;
      continue;
    }
    v1::TimedOccupancy& instant = timeline.occupancies.emplace_back();
    instant.set_time_s(static_cast<double>(step) * time_step_s);
    for (const SteppedOccupancy* occupancy : covering) {
      shapes += static_cast<int64_t>(occupancy->shapes.size());
      if (shapes > kMaxOccupancyShapes) {
        return absl::InvalidArgumentError(
            absl::StrFormat("overlapping time intervals come to more than %d shapes", kMaxOccupancyShapes));
      }
      for (const v1::Shape& shape : occupancy->shapes) *instant.add_shapes() = shape;
    }
  }
  return timeline;
}

namespace {

using Shapes = std::vector<v1::Shape>;

// Returns the kind for a type of the format (2018b, 2020a).
v1::ObstacleKind KindOf(absl::string_view type) {
  constexpr std::pair<absl::string_view, v1::ObstacleKind> kKinds[] = {
      {"car", v1::OBSTACLE_KIND_CAR},
      {"taxi", v1::OBSTACLE_KIND_CAR},
      {"truck", v1::OBSTACLE_KIND_TRUCK},
      {"bus", v1::OBSTACLE_KIND_BUS},
      {"train", v1::OBSTACLE_KIND_TRAIN},
      {"motorcycle", v1::OBSTACLE_KIND_MOTORCYCLE},
      {"bicycle", v1::OBSTACLE_KIND_BICYCLE},
      {"pedestrian", v1::OBSTACLE_KIND_PEDESTRIAN},
      {"priorityVehicle", v1::OBSTACLE_KIND_OTHER_VEHICLE},
      {"parkedVehicle", v1::OBSTACLE_KIND_OTHER_VEHICLE},
      {"roadBoundary", v1::OBSTACLE_KIND_STRUCTURE},
      {"building", v1::OBSTACLE_KIND_STRUCTURE},
      {"pillar", v1::OBSTACLE_KIND_STRUCTURE},
      {"median_strip", v1::OBSTACLE_KIND_STRUCTURE},
      {"constructionZone", v1::OBSTACLE_KIND_WORK_ZONE},
  };
  for (const auto& [name, kind] : kKinds) {
    if (type == name) return kind;
  }
  return v1::OBSTACLE_KIND_UNSPECIFIED;
}

// An element and the state that it contains.
struct StateAt {
  XmlElement element;
  ImportedState state;
};

// The occupancies of one prediction, and the total number of their shapes.
struct Collected {
  std::vector<SteppedOccupancy> occupancies;
  int64_t shapes = 0;
};

// Reads the obstacles of one document.
class ObstacleImporter {
 public:
  ObstacleImporter(double time_step_s, ImportCounts& counts, v1::Scene& scene)
      : time_step_s_(time_step_s), counts_(counts), scene_(scene) {}

  absl::Status Import(XmlElement element) {
    std::string kind = element.name();
    if (kind == "obstacle") {
      ASSIGN_OR_RETURN(const XmlElement role, RequiredChild(element, "role"));
      ASSIGN_OR_RETURN(const std::string text, ReadText(role));
      if (text != "static" && text != "dynamic") {
        return ElementError(role, absl::StrCat(Quoted(text), " is neither static nor dynamic"));
      }
      kind = text + "Obstacle";
    }
    if (kind == "staticObstacle") return ImportStatic(element, /*has_state=*/true);
    if (kind == "environmentObstacle") return ImportStatic(element, /*has_state=*/false);
    return ImportMoving(element, /*has_body=*/kind == "dynamicObstacle");
  }

 private:
  absl::StatusOr<std::string> ReadNewId(XmlElement element) {
    absl::StatusOr<std::string> id = ReadAttribute(element, "id");
    if (id.ok() && !ids_.insert(*id).second) {
      return ElementError(element, absl::StrCat("the id ", Quoted(*id), " is already an earlier obstacle's"));
    }
    return id;
  }

  absl::StatusOr<Shapes> ReadBody(XmlElement element) {
    ASSIGN_OR_RETURN(const XmlElement shape, RequiredChild(element, "shape"));
    return ReadShapes(shape, counts_.obstacle_polygons);
  }

  absl::StatusOr<StateAt> ReadStateAt(XmlElement element) {
    ASSIGN_OR_RETURN(ImportedState state, ReadState(element, counts_.obstacle_polygons));
    if (!state.exact()) ++counts_.uncertain_states;
    if (state.orientation == ImportedState::Orientation::kFromVelocities) ++counts_.orientations_from_velocities;
    if (state.orientation == ImportedState::Orientation::kAssumed) ++counts_.assumed_orientations;
    return StateAt{element, std::move(state)};
  }

  absl::StatusOr<StateAt> ReadInitialState(XmlElement element) {
    ASSIGN_OR_RETURN(const XmlElement child, RequiredChild(element, "initialState"));
    return ReadStateAt(child);
  }

  // Returns the body at the state: each shape placed, or enlarged to cover every possibility.
  static absl::StatusOr<Shapes> PlaceBody(const Shapes& body, const StateAt& at) {
    Shapes placed;
    const PlacementSet& set = at.state.placement;
    const bool exact = set.positions.size() == 1 && set.radius_m == 0.0 && set.yaw_rad.exact();
    for (const v1::Shape& shape : body) {
      absl::StatusOr<v1::Shape> in_scene =
          exact ? PlaceShape(shape, set.positions[0], set.yaw_rad.low) : CoverPlacements(shape, set);
      if (!in_scene.ok()) return ElementError(at.element, absl::StrCat("placed shape: ", in_scene.status().message()));
      placed.push_back(*std::move(in_scene));
    }
    return placed;
  }

  absl::Status ImportStatic(XmlElement element, bool has_state) {
    ASSIGN_OR_RETURN(std::string id, ReadNewId(element));
    ASSIGN_OR_RETURN(std::string type, ReadText(element.child("type")));
    absl::StatusOr<Shapes> shapes = ReadBody(element);
    if (!shapes.ok()) return shapes.status();
    if (has_state) {
      ASSIGN_OR_RETURN(const StateAt initial, ReadInitialState(element));
      shapes = PlaceBody(*shapes, initial);
      if (!shapes.ok()) return shapes.status();
    }
    v1::StaticObstacle& obstacle = *scene_.add_static_obstacles();
    obstacle.set_id(std::move(id));
    if (const v1::ObstacleKind kind = KindOf(type)) obstacle.set_kind(kind);
    obstacle.set_type(std::move(type));
    for (v1::Shape& shape : *shapes) *obstacle.add_shapes() = std::move(shape);
    ++counts_.static_obstacles;
    return absl::OkStatus();
  }

  absl::Status ImportMoving(XmlElement element, bool has_body) {
    ASSIGN_OR_RETURN(std::string id, ReadNewId(element));
    ASSIGN_OR_RETURN(std::string type, ReadText(element.child("type")));
    const XmlElement trajectory = has_body ? element.child("trajectory") : XmlElement();
    const XmlElement occupancy_set = element.child("occupancySet");
    Shapes body;
    std::vector<StateAt> states;
    if (has_body) {
      ASSIGN_OR_RETURN(body, ReadBody(element));
      ASSIGN_OR_RETURN(StateAt initial, ReadInitialState(element));
      states.push_back(std::move(initial));
    } else if (!occupancy_set) {
      ++counts_.phantoms_without_occupancy;
      return absl::OkStatus();
    }
    v1::MovingObstacle& obstacle = *scene_.add_moving_obstacles();
    obstacle.set_id(id);
    if (const v1::ObstacleKind kind = KindOf(type)) obstacle.set_kind(kind);
    obstacle.set_type(std::move(type));
    for (const v1::Shape& shape : body) *obstacle.add_shapes() = shape;
    ++counts_.moving_obstacles;
    if (occupancy_set) {
      if (absl::Status status = AddOccupancySet(id, body, states, occupancy_set); !status.ok()) return status;
      if (!trajectory) return absl::OkStatus();
    }
    if (!trajectory) ++counts_.single_pose_predictions;
    if (trajectory && !trajectory.child("state")) ++counts_.empty_trajectories;
    return AddTrajectory(id, body, std::move(states), trajectory);
  }

  // `trajectory` may be null: then only the initial state, the only one in `states`, is known.
  absl::Status AddTrajectory(const std::string& id, const Shapes& body, std::vector<StateAt> states,
                             XmlElement trajectory) {
    for (const XmlElement& element : trajectory.children({"state"})) {
      ASSIGN_OR_RETURN(StateAt state, ReadStateAt(element));
      if (states.size() == 1 && RepeatsInitialState(states[0].state, state.state)) continue;
      const int64_t previous = states.back().state.steps.first;
      if (absl::Status status = CheckLater(element, state.state.steps, previous); !status.ok()) return status;
      states.push_back(std::move(state));
    }
    bool exact = true;
    for (const StateAt& at : states) exact = exact && at.state.exact();
    if (!exact) {
      if (trajectory) ++counts_.set_based_trajectories;
      Collected collected;
      for (const StateAt& at : states) {
        ASSIGN_OR_RETURN(Shapes placed, PlaceBody(body, at));
        absl::Status status = Append(at.element, at.state.steps, std::move(placed), collected);
        if (!status.ok()) return status;
      }
      return AddOccupancies(id, trajectory ? trajectory : states[0].element, collected.occupancies);
    }
    v1::Prediction& prediction = *scene_.add_predictions();
    prediction.set_obstacle_id(id);
    for (const StateAt& at : states) {
      v1::TimedPose& pose = *prediction.add_poses();
      pose.set_time_s(static_cast<double>(at.state.steps.first) * time_step_s_);
      pose.set_x(at.state.center.x);
      pose.set_y(at.state.center.y);
      pose.set_yaw_rad(at.state.placement.yaw_rad.low);
    }
    return absl::OkStatus();
  }

  // Returns whether the first state of a trajectory is at the time of the initial state, and counts
  // it.
  bool RepeatsInitialState(const ImportedState& initial, const ImportedState& first) {
    if (first.steps.first != initial.steps.first || first.steps.last != initial.steps.last) return false;
    ++counts_.repeated_initial_states;
    if (!IsSamePlacement(initial.placement, first.placement)) ++counts_.changed_initial_states;
    return true;
  }

  static bool IsSamePlacement(const PlacementSet& a, const PlacementSet& b) {
    return a.positions == b.positions && a.radius_m == b.radius_m && a.yaw_rad.low == b.yaw_rad.low &&
           a.yaw_rad.high == b.yaw_rad.high;
  }

  // `initial` contains the initial state, or nothing for an obstacle without one.
  absl::Status AddOccupancySet(const std::string& id, const Shapes& body, const std::vector<StateAt>& initial,
                               XmlElement occupancy_set) {
    Collected collected;
    for (const XmlElement& element : occupancy_set.children({"occupancy"})) {
      ASSIGN_OR_RETURN(const XmlElement time, RequiredChild(element, "time"));
      ASSIGN_OR_RETURN(const StepRange steps, ReadStepRange(time));
      if (collected.occupancies.empty() && !initial.empty() && initial[0].state.steps.first < steps.first) {
        ASSIGN_OR_RETURN(Shapes placed, PlaceBody(body, initial[0]));
        absl::Status status = Append(initial[0].element, initial[0].state.steps, std::move(placed), collected);
        if (!status.ok()) return status;
      } else if (!collected.occupancies.empty()) {
        const int64_t previous = collected.occupancies.back().first_step;
        if (absl::Status status = CheckLater(element, steps, previous); !status.ok()) return status;
      }
      ASSIGN_OR_RETURN(Shapes shapes, ReadBody(element));
      if (absl::Status status = Append(element, steps, std::move(shapes), collected); !status.ok()) return status;
    }
    if (collected.occupancies.empty()) return ElementError(occupancy_set, "element occupancy is missing");
    return AddOccupancies(id, occupancy_set, collected.occupancies);
  }

  // Enforces the limit of the timeline on what is collected for one obstacle.
  static absl::Status Append(XmlElement element, StepRange steps, Shapes shapes, Collected& collected) {
    collected.shapes += static_cast<int64_t>(shapes.size());
    if (collected.shapes > kMaxOccupancyShapes) {
      return ElementError(
          element, absl::StrFormat("the obstacle's occupancies come to more than %d shapes", kMaxOccupancyShapes));
    }
    collected.occupancies.push_back({steps.first, steps.last, std::move(shapes)});
    return absl::OkStatus();
  }

  static absl::Status CheckLater(XmlElement element, StepRange steps, int64_t previous) {
    if (steps.first > previous) return absl::OkStatus();
    return ElementError(element.child("time"),
                        absl::StrFormat("time step %d is not after the one before it, %d", steps.first, previous));
  }

  absl::Status AddOccupancies(const std::string& id, XmlElement element, const std::vector<SteppedOccupancy>& stepped) {
    absl::StatusOr<OccupancyTimeline> timeline = MakeOccupancyTimeline(stepped, time_step_s_);
    if (!timeline.ok()) return ElementError(element, timeline.status().message());
    counts_.occupancy_gaps += timeline->gaps;
    v1::Prediction& prediction = *scene_.add_predictions();
    prediction.set_obstacle_id(id);
    for (v1::TimedOccupancy& occupancy : timeline->occupancies) *prediction.add_occupancies() = std::move(occupancy);
    return absl::OkStatus();
  }

  const double time_step_s_;
  ImportCounts& counts_;
  v1::Scene& scene_;
  absl::flat_hash_set<std::string> ids_;
};

}  // namespace

absl::Status ImportObstacles(XmlElement root, double time_step_s, ImportCounts& counts, v1::Scene& scene) {
  ObstacleImporter importer(time_step_s, counts, scene);
  for (const XmlElement& element :
       root.children({"obstacle", "staticObstacle", "dynamicObstacle", "environmentObstacle", "phantomObstacle"})) {
    if (absl::Status status = importer.Import(element); !status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace collision2d::planner
