#include "planner_adapter/scene/scene_from_proto.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "collision2d/geometry/vec2.h"
#include "google/protobuf/repeated_field.h"
#include "planner_adapter/scene/field_checker.h"
#include "planner_adapter/scene/motion_from_proto.h"
#include "planner_adapter/scene/road_and_goal_from_proto.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/scene_limits.h"
#include "planner_adapter/scene/shape_from_proto.h"
#include "planner_adapter/scene/timed_pose.h"
#include "proto/scene.pb.h"

namespace collision2d::planner {
namespace {

// Converts one scene, field by field; every member function stops early once the checker
// has found an error.
class SceneConverter {
 public:
  explicit SceneConverter(const proto::Scene& proto) : proto_(proto), motion_{AnchorOf(proto), proto.time_step_s()} {}

  absl::StatusOr<Scene> Convert() {
    ConvertHeader();
    ConvertEgoBody();
    ConvertEgoState();
    ConvertRoad();
    ConvertGoals();
    ConvertRoadFeatures();
    ConvertStaticObstacles();
    ConvertMovingObstacles();
    ConvertPredictions();
    ConvertCandidates();
    ConvertSamplingRequest();
    ConvertDesiredSpeed();
    if (proto_.has_rss()) scene_.rss = RssFromProto(proto_.rss(), root_.Field("rss"), checker_);
    if (!checker_.ok()) return checker_.status();
    return std::move(scene_);
  }

 private:
  void ConvertHeader() {
    checker_.NoUnknownFields(root_, proto_);
    checker_.Name(root_.Field("id"), proto_.id());
    CheckTimeStep(root_.Field("time_step_s"), proto_.time_step_s());
    scene_.id = proto_.id();
    scene_.origin = motion_.anchor.origin;
    scene_.time_step_s = proto_.time_step_s();
  }

  void ConvertEgoBody() {
    const FieldPath path = root_.Field("ego");
    if (!proto_.has_ego()) return checker_.Fail(path, "not set; the ego vehicle's shapes are needed");
    const proto::EgoBody& ego = proto_.ego();
    checker_.NoUnknownFields(path, ego);
    if (ego.shapes().empty()) checker_.Fail(path.Field("shapes"), "empty; at least one shape is needed");
    checker_.Count(path.Field("shapes"), ego.shapes_size(), kMaxEgoShapes, "shapes");
    scene_.ego.shapes = ShapesFromProto(ego.shapes(), Vec2{}, path, "shapes", checker_);
    if (ego.has_height_m()) {
      checker_.Positive(path.Field("height_m"), ego.height_m(), kMaxDistanceFromOrigin_m, "m");
      scene_.ego.height_m = ego.height_m();
    }
    if (ego.has_wheelbase_m()) {
      checker_.Positive(path.Field("wheelbase_m"), ego.wheelbase_m(), kMaxDistanceFromOrigin_m, "m");
      scene_.ego.wheelbase_m = ego.wheelbase_m();
    }
    if (ego.has_ground_clearance_m()) ConvertGroundClearance(path.Field("ground_clearance_m"), ego);
  }

  void ConvertGroundClearance(const FieldPath& path, const proto::EgoBody& ego) {
    const double clearance_m = ego.ground_clearance_m();
    checker_.NotNegative(path, clearance_m, kMaxDistanceFromOrigin_m, "m");
    if (!ego.has_height_m()) {
      checker_.Fail(path, absl::StrCat(FormatNumber(clearance_m), " m, but ego.height_m is not set; it is needed"));
    } else if (clearance_m >= ego.height_m()) {
      checker_.Fail(path, absl::StrCat(FormatNumber(clearance_m), " m is not below ego.height_m, ",
                                       FormatNumber(ego.height_m()), " m"));
    }
    scene_.ego.ground_clearance_m = clearance_m;
  }

  void ConvertEgoState() {
    if (!proto_.has_ego_state() || !checker_.ok()) return;
    const FieldPath path = root_.Field("ego_state");
    const proto::EgoState& state = proto_.ego_state();
    checker_.NoUnknownFields(path, state);
    const TimedPose pose =
        PoseFromProto(state.time_s(), state.x(), state.y(), state.yaw_rad(), motion_, path, checker_);
    checker_.Magnitude(path.Field("speed_mps"), state.speed_mps(), kMaxSpeed_mps, "m/s");
    checker_.Magnitude(path.Field("acceleration_mps2"), state.acceleration_mps2(), kMaxAcceleration_mps2, "m/s^2");
    scene_.ego_state = EgoState{pose, state.speed_mps(), state.acceleration_mps2()};
  }

  void ConvertRoad() {
    scene_.reference_path =
        PolylineFromProto(proto_.reference_path(), scene_.origin, root_, "reference_path", checker_);
    scene_.drivable_area.reserve(proto_.drivable_area_size());
    for (int i = 0; i < proto_.drivable_area_size() && checker_.ok(); ++i) {
      AppendPolygon(proto_.drivable_area(i), scene_.origin, root_.Element("drivable_area", i), checker_,
                    scene_.drivable_area);
    }
    if (!proto_.drivable_area().empty() && !proto_.road_border().empty()) {
      checker_.Fail(root_.Field("road_border"),
                    absl::StrCat(proto_.road_border_size(), " lines beside ", proto_.drivable_area_size(),
                                 " polygons of drivable_area; only one of the two is possible"));
    }
    scene_.road_borders = RoadLinesFromProto(proto_.road_border(), scene_.origin, root_, "road_border", checker_);
    scene_.lane_boundaries =
        RoadLinesFromProto(proto_.lane_boundary(), scene_.origin, root_, "lane_boundary", checker_);
  }

  void ConvertGoals() {
    scene_.goals.reserve(proto_.goals_size());
    for (int i = 0; i < proto_.goals_size() && checker_.ok(); ++i) {
      scene_.goals.push_back(GoalFromProto(proto_.goals(i), scene_.origin, root_.Element("goals", i), checker_));
    }
  }

  void ConvertRoadFeatures() {
    scene_.road_features.reserve(proto_.road_features_size());
    for (int i = 0; i < proto_.road_features_size() && checker_.ok(); ++i) {
      const FieldPath path = root_.Element("road_features", i);
      const proto::RoadFeature& feature = proto_.road_features(i);
      checker_.NoUnknownFields(path, feature);
      if (feature.kind() < proto::RoadFeature::STOP_LINE || feature.kind() > proto::RoadFeature::SPEED_LIMIT) {
        checker_.Fail(path.Field("kind"), absl::StrCat(feature.kind(), " is no kind of feature"));
      }
      if (!feature.text().empty()) checker_.Name(path.Field("text"), feature.text());
      if (feature.points().empty()) checker_.Fail(path.Field("points"), "empty; at least one point is needed");
      RoadFeature& converted = scene_.road_features.emplace_back();
      converted.kind = static_cast<RoadFeature::Kind>(feature.kind() - proto::RoadFeature::STOP_LINE);
      converted.text = feature.text();
      for (int k = 0; k < feature.points_size() && checker_.ok(); ++k) {
        converted.points.push_back(
            PointFromProto(feature.points(k), scene_.origin, path.Element("points", k), checker_));
      }
    }
  }

  void ConvertStaticObstacles() {
    scene_.static_obstacles.reserve(proto_.static_obstacles_size());
    for (int i = 0; i < proto_.static_obstacles_size() && checker_.ok(); ++i) {
      const FieldPath path = root_.Element("static_obstacles", i);
      const proto::StaticObstacle& obstacle = proto_.static_obstacles(i);
      checker_.NoUnknownFields(path, obstacle);
      ClaimName(path.Field("id"), obstacle.id(), i, obstacle_owners_, "static_obstacles");
      if (!obstacle.type().empty()) checker_.Name(path.Field("type"), obstacle.type());
      if (obstacle.shapes().empty() && obstacle.polytopes().empty()) {
        checker_.Fail(path.Field("shapes"), "empty; at least one shape or polytope is needed");
      }
      scene_.static_obstacles.push_back(
          {obstacle.id(), obstacle.type(), ShapesFromProto(obstacle.shapes(), scene_.origin, path, "shapes", checker_),
           HeightFromProto(obstacle, path), SolidsFromProto(obstacle.polytopes(), scene_.origin, path, checker_)});
    }
  }

  void ConvertMovingObstacles() {
    scene_.moving_obstacles.reserve(proto_.moving_obstacles_size());
    for (int i = 0; i < proto_.moving_obstacles_size() && checker_.ok(); ++i) {
      const FieldPath path = root_.Element("moving_obstacles", i);
      const proto::MovingObstacle& obstacle = proto_.moving_obstacles(i);
      checker_.NoUnknownFields(path, obstacle);
      ClaimName(path.Field("id"), obstacle.id(), i, obstacle_owners_, "moving_obstacles");
      moving_index_.emplace(obstacle.id(), i);
      if (!obstacle.type().empty()) checker_.Name(path.Field("type"), obstacle.type());
      scene_.moving_obstacles.push_back({obstacle.id(),
                                         obstacle.type(),
                                         ShapesFromProto(obstacle.shapes(), Vec2{}, path, "shapes", checker_),
                                         {},
                                         HeightFromProto(obstacle, path),
                                         SolidsFromProto(obstacle.polytopes(), Vec2{}, path, checker_)});
    }
  }

  // Shapes that a prediction places at one instant.
  static int64_t ShapesOf(const proto::Prediction& prediction, const MovingObstacle& obstacle) {
    int shapes = 0;
    for (const proto::TimedOccupancy& occupancy : prediction.occupancies()) {
      shapes = std::max(shapes, occupancy.shapes_size());
    }
    return std::max<int64_t>(shapes, static_cast<int64_t>(obstacle.shapes.size() + obstacle.solids.size()));
  }

  void ConvertPredictions() {
    int64_t shapes = 0;
    for (int i = 0; i < proto_.predictions_size() && checker_.ok(); ++i) {
      const FieldPath path = root_.Element("predictions", i);
      const proto::Prediction& prediction = proto_.predictions(i);
      const auto found = moving_index_.find(prediction.obstacle_id());
      if (found == moving_index_.end()) {
        return checker_.Fail(path.Field("obstacle_id"),
                             absl::StrCat(Quote(prediction.obstacle_id()), " names no moving obstacle"));
      }
      MovingObstacle& obstacle = scene_.moving_obstacles[found->second];
      if (!prediction.poses().empty() && obstacle.shapes.empty() && obstacle.solids.empty()) {
        const FieldPath owner = root_.Element("moving_obstacles", found->second);
        checker_.Fail(
            owner.Field("shapes"),
            absl::StrCat("empty; predictions[", i, "] gives poses, so at least one shape or polytope is needed"));
      }
      shapes += ShapesOf(prediction, obstacle);
      checker_.Count(path, static_cast<double>(shapes), kMaxMovingShapes,
                     "shapes of moving obstacles up to this hypothesis");
      if (checker_.ok()) obstacle.predictions.push_back(PredictionFromProto(prediction, motion_, path, checker_));
    }
    for (int i = 0; i < proto_.moving_obstacles_size() && checker_.ok(); ++i) {
      if (!scene_.moving_obstacles[i].predictions.empty()) continue;
      checker_.Fail(root_.Element("moving_obstacles", i),
                    absl::StrCat(Quote(proto_.moving_obstacles(i).id()), " has no prediction"));
    }
  }

  void ConvertCandidates() {
    absl::flat_hash_map<absl::string_view, NameOwner> owners;
    checker_.Count(root_.Field("candidates"), proto_.candidates_size(), kMaxCandidates, "candidates");
    if (!checker_.ok()) return;
    scene_.candidates.reserve(proto_.candidates_size());
    double instants = 0.0;
    for (int i = 0; i < proto_.candidates_size() && checker_.ok(); ++i) {
      const FieldPath path = root_.Element("candidates", i);
      Trajectory candidate = TrajectoryFromProto(proto_.candidates(i), motion_, path, checker_);
      if (candidate.id.empty()) candidate.id = absl::StrCat(i);
      if (checker_.ok()) {
        const double covered_s = candidate.poses.back().time_s - candidate.poses.front().time_s;
        instants += std::max(static_cast<double>(candidate.poses.size()), covered_s / scene_.time_step_s + 1.0);
        checker_.Count(path.Field("poses"), instants, kMaxCandidateInstants, "instants of candidates up to this one");
      }
      scene_.candidates.push_back(std::move(candidate));
      ClaimName(path.Field("id"), scene_.candidates.back().id, i, owners, "candidates");
    }
  }

  void ConvertSamplingRequest() {
    if (!proto_.has_sampling_request() || !checker_.ok()) return;
    const FieldPath path = root_.Field("sampling_request");
    const proto::SamplingRequest& request = proto_.sampling_request();
    checker_.NoUnknownFields(path, request);
    for (int i = 0; i < request.lateral_offsets_m_size(); ++i) {
      checker_.Magnitude(path.Element("lateral_offsets_m", i), request.lateral_offsets_m(i), kMaxDistanceFromOrigin_m,
                         "m");
    }
    for (int i = 0; i < request.end_speeds_mps_size(); ++i) {
      checker_.NotNegative(path.Element("end_speeds_mps", i), request.end_speeds_mps(i), kMaxSpeed_mps, "m/s");
    }
    double step_s = scene_.time_step_s;
    if (request.has_time_step_s()) {
      step_s = request.time_step_s();
      CheckTimeStep(path.Field("time_step_s"), step_s);
      scene_.sampling_request.time_step_s = step_s;
    }
    // A horizon is bounded in steps of the scene and in poses of the candidate.
    const double longest_s = kMaxTimeSteps * std::min(step_s, scene_.time_step_s);
    for (int i = 0; i < request.horizons_s_size(); ++i) {
      checker_.Positive(path.Element("horizons_s", i), request.horizons_s(i), longest_s, "s");
    }
    for (int i = 0; i < request.stop_distances_m_size(); ++i) {
      checker_.Positive(path.Element("stop_distances_m", i), request.stop_distances_m(i), kMaxDistanceFromOrigin_m,
                        "m");
    }
    CheckCandidateCount(path, request);
    const auto list = [](const google::protobuf::RepeatedField<double>& values) {
      return std::vector<double>(values.begin(), values.end());
    };
    scene_.sampling_request.lateral_offsets_m = list(request.lateral_offsets_m());
    scene_.sampling_request.end_speeds_mps = list(request.end_speeds_mps());
    scene_.sampling_request.horizons_s = list(request.horizons_s());
    scene_.sampling_request.stop_distances_m = list(request.stop_distances_m());
  }

  void ConvertDesiredSpeed() {
    if (proto_.has_desired_speed_mps()) {
      checker_.NotNegative(root_.Field("desired_speed_mps"), proto_.desired_speed_mps(), kMaxSpeed_mps, "m/s");
      scene_.desired_speed_mps = proto_.desired_speed_mps();
    } else if (scene_.ego_state.has_value()) {
      scene_.desired_speed_mps = std::max(0.0, scene_.ego_state->speed_mps);
    }
  }

  void CheckTimeStep(const FieldPath& path, double step_s) {
    checker_.Positive(path, step_s, kMaxTime_s, "s");
    if (step_s <= kSameInstant_s) {
      checker_.Fail(path, absl::StrCat(FormatNumber(step_s), " s is too short: times closer than ",
                                       FormatNumber(kSameInstant_s), " s are the same instant"));
    }
  }

  // A list that is not set counts as one value, since the sampler's defaults are small.
  void CheckCandidateCount(const FieldPath& path, const proto::SamplingRequest& request) {
    const auto count = [](int size) { return static_cast<double>(std::max(size, 1)); };
    const double candidates = count(request.lateral_offsets_m_size()) * count(request.horizons_s_size()) *
                              count(request.end_speeds_mps_size() + request.stop_distances_m_size());
    checker_.Count(path, candidates, kMaxCandidates, "candidates");
  }

  // Element `index` of the repeated field `list`.
  struct NameOwner {
    absl::string_view list;
    int index;
  };

  // Registers the name of the element with its owner; a name has one owner. `owners` refers to it.
  void ClaimName(const FieldPath& path, const std::string& name, int index,
                 absl::flat_hash_map<absl::string_view, NameOwner>& owners, absl::string_view list) {
    checker_.Name(path, name);
    const auto [found, is_new] = owners.emplace(name, NameOwner{list, index});
    if (is_new) return;
    const NameOwner& owner = found->second;
    checker_.Fail(path, absl::StrCat(Quote(name), " is already the id of ", owner.list, "[", owner.index, "]"));
  }

  template <typename ProtoObstacle>
  std::optional<HeightSpan> HeightFromProto(const ProtoObstacle& obstacle, const FieldPath& path) {
    if (!obstacle.has_height()) return std::nullopt;
    const FieldPath span = path.Field("height");
    const proto::HeightSpan& height = obstacle.height();
    checker_.NoUnknownFields(span, height);
    checker_.Magnitude(span.Field("z_min_m"), height.z_min_m(), kMaxDistanceFromOrigin_m, "m");
    checker_.Magnitude(span.Field("z_max_m"), height.z_max_m(), kMaxDistanceFromOrigin_m, "m");
    if (height.z_max_m() < height.z_min_m()) {
      checker_.Fail(span.Field("z_max_m"), absl::StrCat(FormatNumber(height.z_max_m()), " m is below z_min_m, ",
                                                        FormatNumber(height.z_min_m()), " m"));
    }
    return HeightSpan{height.z_min_m(), height.z_max_m()};
  }

  const proto::Scene& proto_;
  const MotionContext motion_;
  const FieldPath root_;
  FieldChecker checker_;
  Scene scene_;
  // Which field uses an obstacle's id. They refer to the proto.
  absl::flat_hash_map<absl::string_view, NameOwner> obstacle_owners_;
  absl::flat_hash_map<absl::string_view, int> moving_index_;
};

}  // namespace

absl::StatusOr<Scene> SceneFromProto(const proto::Scene& scene) { return SceneConverter(scene).Convert(); }

}  // namespace collision2d::planner
