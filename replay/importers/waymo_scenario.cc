#include "replay/importers/waymo_scenario.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/road/border_outline.h"
#include "planner_adapter/scene/field_checker.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/scene_limits.h"
#include "planner_adapter/scene/timed_pose.h"
#include "replay/importers/commonroad_lanelets.h"
#include "replay/importers/lanelet_route.h"
#include "replay/importers/polygon_repair.h"

namespace collision2d::planner::waymo {
namespace {

constexpr double kMetersPerSecondOfMph = 0.44704;

// m. A lane within this distance of the end of the log, in its direction, is where it leads.
constexpr double kLogToLane_m = 5.0;

// m. An obstacle that stays within this height of the road is on it: it has no heights of its own.
constexpr double kOnRoad_m = 1.0;

// m. A border that comes near the path and is farther than this from its level is of another road.
constexpr double kOtherLevel_m = 3.0;

// m. So near to the path the heights of a border tell its level.
constexpr double kNearPath_m = 25.0;

// m between the points of the path whose heights are looked up.
constexpr double kHeightSpacing_m = 10.0;
constexpr size_t kMostHeights = 500;

using MapPoints = google::protobuf::RepeatedPtrField<MapPoint>;

Vec2 PointOf(const MapPoint& p) { return {p.x(), p.y()}; }
Vec2 CenterOf(const ObjectState& state) { return {state.center_x(), state.center_y()}; }
double GroundOf(const ObjectState& state) { return state.center_z() - 0.5 * state.height(); }

bool IsValid(const ObjectState& state) { return state.valid(); }

using States = google::protobuf::RepeatedPtrField<ObjectState>;

// The checks of a scenario.
class ScenarioChecker {
 public:
  explicit ScenarioChecker(const Scenario& scenario) : scenario_(scenario) {}

  absl::Status Check() {
    const FieldPath root;
    checker_.Name(root.Field("scenario_id"), scenario_.scenario_id());
    CheckTimes(root);
    const int times = scenario_.timestamps_seconds_size();
    const int tracks = scenario_.tracks_size();
    const auto index = [&](const FieldPath& path, int64_t value, int64_t count) {
      if (value < 0 || value >= count) checker_.Fail(path, absl::StrCat(value, " is no index of ", count));
    };
    if (tracks == 0) checker_.Fail(root.Field("tracks"), "empty; lidar and camera tokens alone make no scene");
    index(root.Field("sdc_track_index"), scenario_.sdc_track_index(), tracks);
    index(root.Field("current_time_index"), scenario_.current_time_index(), times);
    ForEach(root, "tracks_to_predict", scenario_.tracks_to_predict(), [&](const FieldPath& path, const auto& required) {
      index(path.Field("track_index"), required.track_index(), tracks);
    });
    absl::flat_hash_map<int64_t, int> owners;
    ForEach(root, "tracks", scenario_.tracks(), [&](const FieldPath& path, const Track& track) {
      CheckTrack(path, track);
      ClaimId(path, "tracks", track.id(), owners);
    });
    if (scenario_.dynamic_map_states_size() > times) {
      checker_.Fail(root.Field("dynamic_map_states"),
                    absl::StrCat(scenario_.dynamic_map_states_size(), " for ", times, " times"));
    }
    owners.clear();
    ForEach(root, "map_features", scenario_.map_features(), [&](const FieldPath& path, const MapFeature& feature) {
      CheckFeature(path, feature);
      ClaimId(path, "map_features", feature.id(), owners);
    });
    ForEach(root, "dynamic_map_states", scenario_.dynamic_map_states(), [&](const FieldPath& path, const auto& states) {
      ForEach(path, "lane_states", states.lane_states(), [&](const FieldPath& state_path, const auto& state) {
        CheckPoint(state_path.Field("stop_point"), state.stop_point());
      });
    });
    return checker_.status();
  }

 private:
  // Calls check(path, element) for each element of the list until something is wrong.
  template <typename List, typename Check>
  void ForEach(const FieldPath& owner, absl::string_view name, const List& list, const Check& check) {
    for (int i = 0; i < list.size() && checker_.ok(); ++i) {
      check(owner.Element(name, static_cast<size_t>(i)), list.Get(i));
    }
  }

  void CheckTimes(const FieldPath& root) {
    double before_s = -std::numeric_limits<double>::infinity();
    ForEach(root, "timestamps_seconds", scenario_.timestamps_seconds(), [&](const FieldPath& path, double time_s) {
      checker_.Magnitude(path, time_s, kMaxTime_s, "s");
      if (time_s <= before_s + kSameInstant_s) {
        checker_.Fail(path, absl::StrCat(FormatNumber(time_s), " s is not after the one before it, ",
                                         FormatNumber(before_s), " s"));
      }
      before_s = time_s;
    });
  }

  void CheckTrack(const FieldPath& path, const Track& track) {
    if (track.object_type() < 1 || track.object_type() > 4) {
      checker_.Fail(path.Field("object_type"), absl::StrCat(track.object_type(), " is no type"));
    }
    if (track.states_size() != scenario_.timestamps_seconds_size()) {
      checker_.Fail(path.Field("states"),
                    absl::StrCat(track.states_size(), " for ", scenario_.timestamps_seconds_size(), " times"));
    }
    ForEach(path, "states", track.states(), [&](const FieldPath& at, const ObjectState& state) {
      if (!state.valid()) return;
      checker_.Magnitude(at.Field("center_x"), state.center_x(), kMaxCoordinate_m, "m");
      checker_.Magnitude(at.Field("center_y"), state.center_y(), kMaxCoordinate_m, "m");
      checker_.Magnitude(at.Field("center_z"), state.center_z(), kMaxCoordinate_m, "m");
      checker_.Positive(at.Field("length"), state.length(), kMaxDistanceFromOrigin_m, "m");
      checker_.Positive(at.Field("width"), state.width(), kMaxDistanceFromOrigin_m, "m");
      checker_.NotNegative(at.Field("height"), state.height(), kMaxDistanceFromOrigin_m, "m");
      checker_.Magnitude(at.Field("heading"), state.heading(), kMaxYaw_rad, "rad");
      checker_.Magnitude(at.Field("velocity_x"), state.velocity_x(), kMaxSpeed_mps, "m/s");
      checker_.Magnitude(at.Field("velocity_y"), state.velocity_y(), kMaxSpeed_mps, "m/s");
    });
  }

  void CheckPoint(const FieldPath& path, const MapPoint& point) {
    checker_.Magnitude(path.Field("x"), point.x(), kMaxCoordinate_m, "m");
    checker_.Magnitude(path.Field("y"), point.y(), kMaxCoordinate_m, "m");
    checker_.Magnitude(path.Field("z"), point.z(), kMaxCoordinate_m, "m");
  }

  // What the feature is not has no points.
  void CheckFeature(const FieldPath& path, const MapFeature& feature) {
    const auto points = [&](absl::string_view kind, absl::string_view name, const MapPoints& list) {
      const FieldPath owner = path.Field(kind);
      ForEach(owner, name, list, [&](const FieldPath& at, const MapPoint& point) { CheckPoint(at, point); });
    };
    points("lane", "polyline", feature.lane().polyline());
    const FieldPath lane = path.Field("lane");
    checker_.NotNegative(lane.Field("speed_limit_mph"), feature.lane().speed_limit_mph(), kMaxSpeed_mps, "mph");
    points("road_line", "polyline", feature.road_line().polyline());
    points("road_edge", "polyline", feature.road_edge().polyline());
    points("crosswalk", "polygon", feature.crosswalk().polygon());
    points("speed_bump", "polygon", feature.speed_bump().polygon());
    points("driveway", "polygon", feature.driveway().polygon());
    const FieldPath sign = path.Field("stop_sign");
    CheckPoint(sign.Field("position"), feature.stop_sign().position());
  }

  // `owners`: the index of each id's owner.
  void ClaimId(const FieldPath& path, absl::string_view list, int64_t id, absl::flat_hash_map<int64_t, int>& owners) {
    const auto [found, is_new] = owners.emplace(id, static_cast<int>(owners.size()));
    if (is_new) return;
    checker_.Fail(path.Field("id"), absl::StrCat(id, " is already the id of ", list, "[", found->second, "]"));
  }

  const Scenario& scenario_;
  FieldChecker checker_;
};

// The height of the road along the path of the ego vehicle.
class RoadHeights {
 public:
  void Add(Vec2 position, double z_m) {
    if (points_.size() < kMostHeights) points_.push_back({position, z_m});
  }

  // Returns z above the road at the point of the path that is nearest, and the distance to that.
  std::pair<double, double> Above(Vec2 position, double z_m) const {
    double nearest = std::numeric_limits<double>::infinity();
    double road_z_m = 0.0;
    for (const auto& [point, point_z_m] : points_) {
      const double distance = NormSquared(position - point);
      if (distance >= nearest) continue;
      nearest = distance;
      road_z_m = point_z_m;
    }
    return {z_m - road_z_m, std::sqrt(nearest)};
  }

 private:
  std::vector<std::pair<Vec2, double>> points_;
};

// Makes one scene.
class SceneMaker {
 public:
  SceneMaker(const Scenario& scenario, std::vector<std::string>& notes)
      : scenario_(scenario),
        ego_track_(scenario.sdc_track_index()),
        current_(scenario.current_time_index()),
        ego_(scenario.tracks(ego_track_).states(current_)),
        notes_(notes) {}

  absl::StatusOr<v1::Scene> Make() {
    if (!ego_.valid()) {
      return absl::InvalidArgumentError(absl::StrCat("tracks[", ego_track_, "].states[", current_,
                                                     "].valid: false; the ego vehicle needs a state there"));
    }
    const int steps = scenario_.timestamps_seconds_size() - 1;
    scene_.set_id(scenario_.scenario_id());
    scene_.set_time_step_s(steps < 1 ? 0.1 : (TimeAt(steps) - TimeAt(0)) / steps);
    MakeEgo();
    heights_.Add(CenterOf(ego_), GroundOf(ego_));
    MakeLanes();
    MakeHeights();
    AddLogged(scenario_.tracks(ego_track_).states());
    for (int i = 0; i < scenario_.tracks_size(); ++i) {
      if (i != ego_track_) AddObstacle(scenario_.tracks(i));
    }
    SetRoles();
    MakeBorders();
    for (const MapFeature& feature : scenario_.map_features()) AddFeature(feature);
    MakeSignals();
    for (const auto& [what, count] : counts_) notes_.push_back(absl::StrCat(what, ": ", count, "."));
    return std::move(scene_);
  }

 private:
  // On the file's clock, and on the scene's.
  double TimeAt(int step) const { return scenario_.timestamps_seconds(step); }
  double TimeOf(int step) const { return TimeAt(step) - TimeAt(current_); }

  static void SetBox(const ObjectState& state, v1::Shape& shape) {
    shape.mutable_rectangle()->set_length_m(state.length());
    shape.mutable_rectangle()->set_width_m(state.width());
  }

  void MakeEgo() {
    SetBox(ego_, *scene_.mutable_ego()->add_shapes());
    if (ego_.height() > 0.0f) scene_.mutable_ego()->set_height_m(ego_.height());
    v1::EgoState& state = *scene_.mutable_ego_state();
    state.set_x(ego_.center_x());
    state.set_y(ego_.center_y());
    state.set_yaw_rad(ego_.heading());
    const double heading = ego_.heading();
    const double speed_mps = ego_.velocity_x() * std::cos(heading) + ego_.velocity_y() * std::sin(heading);
    // The sampler plans forward only; at rest the recorded speed is noise of either sign.
    if (speed_mps < -0.1) {
      notes_.push_back(
          absl::StrFormat("The ego vehicle drives backward at %.1f m/s: its speed is taken as 0.", -speed_mps));
    }
    state.set_speed_mps(std::max(0.0, speed_mps));
  }

  // Returns the line without points that repeat the one before; counts what it drops.
  std::vector<Vec2> LineOf(const MapPoints& points) {
    std::vector<Vec2> line = PointsOf(points);
    line.erase(std::unique(line.begin(), line.end()), line.end());
    const int64_t repeats = points.size() - static_cast<int64_t>(line.size());
    if (repeats > 0) counts_["Points that repeat the one before, left out"] += repeats;
    if (line.size() < 2) ++counts_["Lines of less than two points, left out"];
    return line;
  }

  static std::vector<Vec2> PointsOf(const MapPoints& points) {
    std::vector<Vec2> list;
    for (const MapPoint& point : points) list.push_back(PointOf(point));
    return list;
  }

  // Adds the lanes, and the reference path over them to where the log of the ego vehicle leads.
  void MakeLanes() {
    LaneletMap map;
    std::vector<const LaneCenter*> lanes;
    absl::flat_hash_map<int64_t, int> index_of_id;
    absl::flat_hash_map<Vec2Key, double> heights;
    for (const MapFeature& feature : scenario_.map_features()) {
      if (!feature.has_lane()) continue;
      std::vector<Vec2> line = LineOf(feature.lane().polyline());
      if (line.size() < 2) continue;
      AddLane(feature.id(), feature.lane(), line);
      index_of_id[feature.id()] = static_cast<int>(lanes.size());
      lanes.push_back(&feature.lane());
      Lanelet& lanelet = map.lanelets.emplace_back();
      lanelet.center_line = std::move(line);
      lanelet.for_vehicles = feature.lane().type() != 3;
      for (const MapPoint& p : feature.lane().polyline()) heights.emplace(Vec2Key(p.x(), p.y()), p.z());
    }
    const auto index_of = [&](int64_t id) {
      const auto found = index_of_id.find(id);
      if (found != index_of_id.end()) return found->second;
      ++counts_["References to lanes that the scenario lacks, left out"];
      return kNoLanelet;
    };
    for (size_t i = 0; i < lanes.size(); ++i) {
      for (const int64_t id : lanes[i]->exit_lanes()) {
        if (const int successor = index_of(id); successor != kNoLanelet)
          map.lanelets[i].successors.push_back(successor);
      }
      const auto neighbor = [&](const auto& list) {
        return list.empty() ? kNoLanelet : index_of(list.Get(0).feature_id());
      };
      map.lanelets[i].left = neighbor(lanes[i]->left_neighbors());
      map.lanelets[i].right = neighbor(lanes[i]->right_neighbors());
    }
    const ObjectState& end = LogEnd();
    const int goal = NearestLanelet(map, CenterOf(end), end.heading(), kLogToLane_m);
    LaneletPath path = MakeReferencePath(map, CenterOf(ego_), ego_.heading(),
                                         goal == kNoLanelet ? std::vector<int>() : std::vector<int>{goal});
    // That no lane contains the vehicle is no news: lanes are centre lines here.
    path.notes.erase(std::remove_if(path.notes.begin(), path.notes.end(),
                                    [](const std::string& note) { return absl::StrContains(note, "in no lanelet"); }),
                     path.notes.end());
    notes_.insert(notes_.end(), path.notes.begin(), path.notes.end());
    AddPoints(path.points, scene_.mutable_reference_path());
    Vec2 last = {std::numeric_limits<double>::infinity(), 0.0};
    for (const Vec2 p : path.points) {
      const auto found = heights.find(Vec2Key(p.x, p.y));
      if (found == heights.end() || Norm(p - last) < kHeightSpacing_m) continue;
      heights_.Add(p, found->second);
      last = p;
    }
  }

  // The last state of the log without a gap.
  const ObjectState& LogEnd() const {
    const Track& track = scenario_.tracks(ego_track_);
    int last = current_;
    while (last + 1 < track.states_size() && track.states(last + 1).valid()) ++last;
    return track.states(last);
  }

  void AddLane(int64_t id, const LaneCenter& lane, const std::vector<Vec2>& line) {
    constexpr const char* kTypes[] = {"", "freeway", "surface street", "bike"};
    v1::Lane& added = *scene_.add_lanes();
    added.set_id(absl::StrCat(id));
    AddPoints(line, added.mutable_points());
    if (lane.type() >= 0 && lane.type() <= 3) added.set_type(kTypes[lane.type()]);
    if (lane.speed_limit_mph() > 0.0) added.set_speed_limit_mps(kMetersPerSecondOfMph * lane.speed_limit_mph());
    for (const int64_t exit : lane.exit_lanes()) added.add_successors(absl::StrCat(exit));
  }

  // The heights of the lanes under the path, and those of the log where it was.
  void MakeHeights() {
    Vec2 last = {std::numeric_limits<double>::infinity(), 0.0};
    for (const ObjectState& state : scenario_.tracks(ego_track_).states()) {
      if (!state.valid() || Norm(CenterOf(state) - last) < kHeightSpacing_m) continue;
      heights_.Add(last = CenterOf(state), GroundOf(state));
    }
  }

  void AddLogged(const States& states) {
    v1::Candidate& candidate = *scene_.add_candidates();
    candidate.set_id("logged");
    candidate.set_is_recorded(true);
    int step = current_;
    double yaw_rad = ego_.heading();
    for (; step < states.size() && states.Get(step).valid(); ++step) {
      const ObjectState& state = states.Get(step);
      yaw_rad += std::remainder(state.heading() - yaw_rad, 2.0 * M_PI);
      AddPose(step, state, yaw_rad, candidate.mutable_packed_poses());
    }
    const auto lost = std::count_if(states.begin() + step, states.end(), IsValid);
    if (lost > 0) counts_["States of candidates after a gap, left out"] += lost;
    if (candidate.packed_poses().x_size() >= 2) return;
    notes_.push_back("Candidate logged has no state after the current one: left out.");
    scene_.clear_candidates();
  }

  void AddPose(int step, const ObjectState& state, double yaw_rad, v1::PackedPoses* poses) const {
    poses->add_time_s(TimeOf(step));
    poses->add_x(state.center_x());
    poses->add_y(state.center_y());
    poses->add_yaw_rad(yaw_rad);
  }

  void AddObstacle(const Track& track) {
    const States& states = track.states();
    const auto first = std::find_if(states.begin(), states.end(), IsValid);
    if (first == states.end()) {
      ++counts_["Tracks without a valid state, left out"];
      return;
    }
    constexpr const char* kTypes[] = {"", "vehicle", "pedestrian", "cyclist", "other"};
    constexpr v1::ObstacleKind kKinds[] = {v1::OBSTACLE_KIND_UNSPECIFIED, v1::OBSTACLE_KIND_OTHER_VEHICLE,
                                           v1::OBSTACLE_KIND_PEDESTRIAN, v1::OBSTACLE_KIND_BICYCLE,
                                           v1::OBSTACLE_KIND_UNSPECIFIED};
    v1::MovingObstacle& obstacle = *scene_.add_moving_obstacles();
    obstacle.set_id(absl::StrCat(track.id()));
    obstacle.set_type(kTypes[track.object_type()]);
    obstacle.set_kind(kKinds[track.object_type()]);
    SetBox(*first, *obstacle.add_shapes());
    const auto z_of = [&](const ObjectState& state) { return heights_.Above(CenterOf(state), GroundOf(state)).first; };
    const bool has_heights = std::any_of(states.begin(), states.end(), [&](const ObjectState& state) {
      return state.valid() && std::abs(z_of(state)) > kOnRoad_m;
    });
    if (has_heights) {
      const auto tallest = std::max_element(states.begin(), states.end(), [](const auto& a, const auto& b) {
        return (a.valid() ? a.height() : 0.0f) < (b.valid() ? b.height() : 0.0f);
      });
      obstacle.mutable_height()->set_z_max_m(tallest->height());
      ++counts_["Obstacles that leave the level of the road under the ego vehicle, with heights"];
    }
    bool has_sizes = false;
    double yaw_rad = first->heading();
    for (auto run = first; run != states.end(); run = std::find_if(run, states.end(), IsValid)) {
      if (run != first) ++counts_["Gaps in tracks, which begin another hypothesis"];
      v1::Prediction& prediction = *obstacle.add_predictions();
      const ObjectState* size = &*first;
      for (; run != states.end() && run->valid(); ++run) {
        const int step = static_cast<int>(run - states.begin());
        // A box about its centre is the same when it is turned by half a turn.
        yaw_rad += std::remainder(run->heading() - yaw_rad, M_PI);
        AddPose(step, *run, yaw_rad, prediction.mutable_packed_poses());
        if (has_heights) prediction.mutable_packed_poses()->add_z(z_of(*run));
        if (run->length() == size->length() && run->width() == size->width()) continue;
        size = &*run;
        has_sizes = true;
        v1::TimedShapes& timed = *prediction.add_timed_shapes();
        timed.set_time_s(TimeOf(step));
        SetBox(*run, *timed.add_shapes());
      }
    }
    if (has_sizes) ++counts_["Obstacles whose sizes change, which have them from each time to the next"];
  }

  void SetRoles() {
    absl::flat_hash_map<std::string, v1::MovingObstacle*> obstacles;
    for (v1::MovingObstacle& obstacle : *scene_.mutable_moving_obstacles()) obstacles[obstacle.id()] = &obstacle;
    const auto add = [&](int32_t id, v1::ObstacleRole role) {
      const auto found = obstacles.find(absl::StrCat(id));
      if (found != obstacles.end()) found->second->add_roles(role);
    };
    for (const RequiredPrediction& required : scenario_.tracks_to_predict()) {
      add(scenario_.tracks(required.track_index()).id(), v1::OBSTACLE_ROLE_TO_PREDICT);
    }
    for (const int32_t id : scenario_.objects_of_interest()) add(id, v1::OBSTACLE_ROLE_OF_INTEREST);
  }

  void MakeBorders() {
    std::vector<RoadLine> borders;
    for (const MapFeature& feature : scenario_.map_features()) {
      if (!feature.has_road_edge()) continue;
      std::vector<Vec2> line = LineOf(feature.road_edge().polyline());
      if (line.size() < 2) continue;
      if (IsOfOtherLevel(feature.road_edge().polyline())) {
        ++counts_["Road edges of other levels, left out"];
      } else {
        borders.push_back({absl::StrCat("edge ", feature.id()), std::move(line)});
      }
    }
    RepairedBorders repaired = RepairBorders(borders);
    notes_.insert(notes_.end(), repaired.notes.begin(), repaired.notes.end());
    const std::vector<OutlinePiece> pieces = PiecesOfBorders(repaired.borders);
    const auto outline =
        OutlineOfBorders(pieces, [&](int piece) { return absl::StrCat("piece ", piece, " of the road edges"); });
    if (!outline.ok()) {
      notes_.push_back(
          absl::StrCat("The road is not known, since its edges contradict each other: ", outline.status().message()));
      return;
    }
    for (const RoadLine& border : repaired.borders) AddLine(border.id, border.points, scene_.add_road_borders());
  }

  // Returns whether the line comes near the path, but nowhere near its level.
  bool IsOfOtherLevel(const MapPoints& line) const {
    bool comes_near = false;
    for (const MapPoint& point : line) {
      const auto [above_m, distance_m] = heights_.Above(PointOf(point), point.z());
      if (distance_m > kNearPath_m) continue;
      if (std::abs(above_m) <= kOtherLevel_m) return false;
      comes_near = true;
    }
    return comes_near;
  }

  static void AddLine(const std::string& id, const std::vector<Vec2>& line, v1::RoadLine* out) {
    out->set_id(id);
    AddPoints(line, out->mutable_points());
  }

  void AddFeature(const MapFeature& feature) {
    if (feature.has_road_line()) {
      const std::vector<Vec2> line = LineOf(feature.road_line().polyline());
      if (line.size() >= 2) AddLine(absl::StrCat("line ", feature.id()), line, scene_.add_lane_boundaries());
    }
    const auto add = [&](v1::RoadFeature::Kind kind, const std::vector<Vec2>& points) {
      v1::RoadFeature& added = *scene_.add_road_features();
      added.set_kind(kind);
      AddPoints(points, added.mutable_points());
      return &added;
    };
    for (const auto& [area, kind] : {std::pair(&feature.crosswalk(), v1::RoadFeature::KIND_CROSSWALK),
                                     std::pair(&feature.speed_bump(), v1::RoadFeature::KIND_SPEED_BUMP),
                                     std::pair(&feature.driveway(), v1::RoadFeature::KIND_DRIVEWAY)}) {
      if (!area->polygon().empty()) add(kind, PointsOf(area->polygon()));
    }
    if (!feature.has_stop_sign()) return;
    v1::RoadFeature& sign = *add(v1::RoadFeature::KIND_TRAFFIC_SIGN, {PointOf(feature.stop_sign().position())});
    sign.set_text("STOP");
    if (!feature.stop_sign().lane().empty()) sign.set_lane_id(absl::StrCat(feature.stop_sign().lane(0)));
  }

  // Adds a light for each lane that has one, with what it shows from each time at which that
  // changes.
  void MakeSignals() {
    struct Light {
      v1::RoadFeature* feature = nullptr;
      int32_t state = 0;
      int seen = 0;  // One more than the last step with a state.
    };
    std::map<int64_t, Light> lights;
    constexpr v1::SignalState::Aspect kAspects[] = {v1::SignalState::ASPECT_UNSPECIFIED,
                                                    v1::SignalState::ASPECT_STOP,
                                                    v1::SignalState::ASPECT_CAUTION,
                                                    v1::SignalState::ASPECT_GO,
                                                    v1::SignalState::ASPECT_STOP,
                                                    v1::SignalState::ASPECT_CAUTION,
                                                    v1::SignalState::ASPECT_GO,
                                                    v1::SignalState::ASPECT_FLASHING_STOP,
                                                    v1::SignalState::ASPECT_FLASHING_CAUTION};
    const auto add = [&](Light& light, int step, int32_t state) {
      v1::SignalState& added = *light.feature->add_states();
      added.set_time_s(TimeOf(step));
      added.set_aspect(kAspects[state]);
      added.set_is_arrow(state >= 1 && state <= 3);
      light.state = state;
    };
    for (int step = 0; step < scenario_.dynamic_map_states_size(); ++step) {
      for (const TrafficSignalLaneState& state : scenario_.dynamic_map_states(step).lane_states()) {
        if (!state.has_stop_point() || state.state() < 0 || state.state() > 8) {
          ++counts_["States of signals without a stop point or of an unknown kind, left out"];
          continue;
        }
        Light& light = lights[state.lane()];
        if (light.seen == step + 1) {
          ++counts_["Further states of a signal at one time, left out"];
          continue;
        }
        const bool is_new = light.feature == nullptr;
        if (is_new) {
          light.feature = scene_.add_road_features();
          light.feature->set_kind(v1::RoadFeature::KIND_TRAFFIC_LIGHT);
          light.feature->set_lane_id(absl::StrCat(state.lane()));
          AddPoints({PointOf(state.stop_point())}, light.feature->mutable_points());
        }
        light.seen = step + 1;
        if (is_new || light.state != state.state()) add(light, step, state.state());
      }
      for (auto& [lane, light] : lights) {
        if (light.seen != step + 1 && light.state != 0) add(light, step, 0);
      }
    }
  }

  using Vec2Key = std::pair<double, double>;

  const Scenario& scenario_;
  const int ego_track_;
  const int current_;
  const ObjectState& ego_;
  std::vector<std::string>& notes_;
  v1::Scene scene_;
  RoadHeights heights_;
  std::map<std::string, int64_t> counts_;  // What the notes count.
};

}  // namespace

absl::Status CheckScenario(const Scenario& scenario) { return ScenarioChecker(scenario).Check(); }

absl::StatusOr<v1::Scene> MakeWaymoScene(const Scenario& scenario, std::vector<std::string>& notes) {
  return SceneMaker(scenario, notes).Make();
}

}  // namespace collision2d::planner::waymo
