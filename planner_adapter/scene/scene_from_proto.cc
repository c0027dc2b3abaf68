#include "planner_adapter/scene/scene_from_proto.h"

#include <optional>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/v1/scene.pb.h"
#include "collision2d/v1/trajectory.pb.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"
#include "google/protobuf/repeated_ptr_field.h"
#include "google/protobuf/unknown_field_set.h"
#include "planner_adapter/scene/field_checker.h"
#include "planner_adapter/scene/make_scene.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/scene_input.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

template <typename Message>
using Repeated = google::protobuf::RepeatedPtrField<Message>;

// Translates messages, each of which is at a path, into plain structs.
class Translator {
  // Reports a field that is missing from this version's schema: what a newer producer writes there
  // (an obstacle, say) must not be dropped silently.
  void Known(const FieldPath& path, const google::protobuf::Message& message) {
    const google::protobuf::UnknownFieldSet& unknown = message.GetReflection()->GetUnknownFields(message);
    if (unknown.empty()) return;
    const int number = unknown.field(0).number();
    const google::protobuf::FieldDescriptor* known = message.GetDescriptor()->FindFieldByNumber(number);
    if (known != nullptr)
      return checker_.Fail(path, absl::StrCat("holds ", known->name(), " as another type of field"));
    checker_.Fail(path, absl::StrCat("holds field number ", number, ", which this version does not know"));
  }

  // The repeated field `name` of the message at `path`.
  template <typename Message>
  auto List(const FieldPath& path, absl::string_view name, const Repeated<Message>& messages) {
    std::vector<decltype(Translated(path, messages[0]))> result;
    result.reserve(static_cast<size_t>(messages.size()));
    for (int i = 0; i < messages.size() && checker_.ok(); ++i) {
      result.push_back(Translated(path.Element(name, static_cast<size_t>(i)), messages[i]));
    }
    return result;
  }

  Vec2 Translated(const FieldPath& path, const v1::Point& point) {
    Known(path, point);
    return {point.x(), point.y()};
  }

  solid::Vec3 Translated(const FieldPath& path, const v1::Point3& point) {
    Known(path, point);
    return {point.x(), point.y(), point.z()};
  }

  input::Polygon Translated(const FieldPath& path, const v1::Polygon& polygon) {
    Known(path, polygon);
    return {List(path, "vertices", polygon.vertices()), polygon.radius_m()};
  }

  input::Rectangle Translated(const FieldPath& path, const v1::Rectangle& box) {
    Known(path, box);
    return {box.length_m(), box.width_m(), Translated(path.Field("center"), box.center()), box.yaw_rad()};
  }

  input::Disc Translated(const FieldPath& path, const v1::Disc& disc) {
    Known(path, disc);
    return {Translated(path.Field("center"), disc.center()), disc.radius_m()};
  }

  input::Shape Translated(const FieldPath& path, const v1::Shape& shape) {
    Known(path, shape);
    switch (shape.kind_case()) {
      case v1::Shape::kPolygon:
        return Translated(path.Field("polygon"), shape.polygon());
      case v1::Shape::kRectangle:
        return Translated(path.Field("rectangle"), shape.rectangle());
      case v1::Shape::kDisc:
        return Translated(path.Field("disc"), shape.disc());
      case v1::Shape::KIND_NOT_SET:
        break;
    }
    return {};
  }

  std::vector<solid::Vec3> Translated(const FieldPath& path, const v1::Polytope& polytope) {
    Known(path, polytope);
    return List(path, "vertices", polytope.vertices());
  }

  HeightSpan Translated(const FieldPath& path, const v1::HeightSpan& height) {
    Known(path, height);
    return {height.z_min_m(), height.z_max_m()};
  }

  input::EgoBody Translated(const FieldPath& path, const v1::EgoBody& ego) {
    Known(path, ego);
    input::EgoBody result;
    result.shapes = List(path, "shapes", ego.shapes());
    if (ego.has_height_m()) result.height_m = ego.height_m();
    if (ego.has_wheelbase_m()) result.wheelbase_m = ego.wheelbase_m();
    if (ego.has_ground_clearance_m()) result.ground_clearance_m = ego.ground_clearance_m();
    return result;
  }

  EgoState Translated(const FieldPath& path, const v1::EgoState& state) {
    Known(path, state);
    return {{state.time_s(), {state.x(), state.y()}, state.yaw_rad()}, state.speed_mps(), state.acceleration_mps2()};
  }

  TimedPose Translated(const FieldPath& path, const v1::TimedPose& pose) {
    Known(path, pose);
    return {pose.time_s(), {pose.x(), pose.y()}, pose.yaw_rad(), pose.z_m(), pose.pitch_rad(), pose.roll_rad()};
  }

  Trajectory Translated(const FieldPath& path, const v1::Trajectory& trajectory) {
    Known(path, trajectory);
    return {trajectory.id(), List(path, "poses", trajectory.poses()), trajectory.cost()};
  }

  template <typename ProtoObstacle>
  input::Obstacle Obstacle(const FieldPath& path, const ProtoObstacle& obstacle) {
    Known(path, obstacle);
    input::Obstacle result{obstacle.id(), obstacle.type(), List(path, "shapes", obstacle.shapes())};
    if (obstacle.has_height()) result.height = Translated(path.Field("height"), obstacle.height());
    result.polytopes = List(path, "polytopes", obstacle.polytopes());
    return result;
  }
  input::Obstacle Translated(const FieldPath& path, const v1::StaticObstacle& obstacle) {
    return Obstacle(path, obstacle);
  }
  input::Obstacle Translated(const FieldPath& path, const v1::MovingObstacle& obstacle) {
    return Obstacle(path, obstacle);
  }

  input::TimedOccupancy Translated(const FieldPath& path, const v1::TimedOccupancy& occupancy) {
    Known(path, occupancy);
    return {occupancy.time_s(), List(path, "shapes", occupancy.shapes())};
  }

  input::Prediction Translated(const FieldPath& path, const v1::Prediction& prediction) {
    Known(path, prediction);
    input::Prediction result{prediction.obstacle_id(), List(path, "poses", prediction.poses())};
    if (prediction.has_probability()) result.probability = prediction.probability();
    result.occupancies = List(path, "occupancies", prediction.occupancies());
    return result;
  }

  RoadLine Translated(const FieldPath& path, const v1::RoadLine& line) {
    Known(path, line);
    return {line.id(), List(path, "points", line.points())};
  }

  RoadFeature Translated(const FieldPath& path, const v1::RoadFeature& feature) {
    Known(path, feature);
    if (feature.kind() < v1::RoadFeature::STOP_LINE || feature.kind() > v1::RoadFeature::SPEED_LIMIT) {
      checker_.Fail(path.Field("kind"), absl::StrCat(feature.kind(), " is no kind of feature"));
    }
    return {static_cast<RoadFeature::Kind>(feature.kind() - v1::RoadFeature::STOP_LINE), feature.text(),
            List(path, "points", feature.points())};
  }

  ClosedInterval Translated(const FieldPath& path, const v1::Interval& interval) {
    Known(path, interval);
    return {interval.min(), interval.max()};
  }

  input::Goal Translated(const FieldPath& path, const v1::Goal& goal) {
    Known(path, goal);
    input::Goal result;
    if (goal.has_time_s()) result.time_s = Translated(path.Field("time_s"), goal.time_s());
    result.area = List(path, "area", goal.area());
    if (goal.has_yaw_rad()) result.yaw_rad = Translated(path.Field("yaw_rad"), goal.yaw_rad());
    if (goal.has_speed_mps()) result.speed_mps = Translated(path.Field("speed_mps"), goal.speed_mps());
    return result;
  }

  RssParameters Translated(const FieldPath& path, const v1::RssParameters& rss) {
    Known(path, rss);
    RssParameters result;
    const auto set = [](bool is_set, double value, double* out) {
      if (is_set) *out = value;
    };
    set(rss.has_response_time_s(), rss.response_time_s(), &result.response_time_s);
    set(rss.has_max_acceleration_mps2(), rss.max_acceleration_mps2(), &result.max_acceleration_mps2);
    set(rss.has_min_braking_mps2(), rss.min_braking_mps2(), &result.min_braking_mps2);
    set(rss.has_min_braking_correct_mps2(), rss.min_braking_correct_mps2(), &result.min_braking_correct_mps2);
    set(rss.has_max_braking_mps2(), rss.max_braking_mps2(), &result.max_braking_mps2);
    set(rss.has_max_lateral_acceleration_mps2(), rss.max_lateral_acceleration_mps2(),
        &result.max_lateral_acceleration_mps2);
    set(rss.has_min_lateral_braking_mps2(), rss.min_lateral_braking_mps2(), &result.min_lateral_braking_mps2);
    set(rss.has_lateral_fluctuation_m(), rss.lateral_fluctuation_m(), &result.lateral_fluctuation_m);
    return result;
  }

  SamplingRequest Translated(const FieldPath& path, const v1::SamplingRequest& request) {
    Known(path, request);
    const auto list = [](const auto& values) { return std::vector<double>(values.begin(), values.end()); };
    SamplingRequest result = {list(request.lateral_offsets_m()), list(request.end_speeds_mps()),
                              list(request.horizons_s()), list(request.stop_distances_m()), std::nullopt};
    if (request.has_time_step_s()) result.time_step_s = request.time_step_s();
    return result;
  }

  FieldChecker checker_;

 public:
  const FieldChecker& checker() const { return checker_; }

  input::Scene Translated(const v1::Scene& scene) {
    const FieldPath root;
    Known(root, scene);
    input::Scene result;
    result.id = scene.id();
    result.time_step_s = scene.time_step_s();
    result.ego = Translated(root.Field("ego"), scene.ego());
    if (scene.has_ego_state()) result.ego_state = Translated(root.Field("ego_state"), scene.ego_state());
    result.reference_path = List(root, "reference_path", scene.reference_path());
    result.drivable_area = List(root, "drivable_area", scene.drivable_area());
    result.road_borders = List(root, "road_border", scene.road_border());
    result.lane_boundaries = List(root, "lane_boundary", scene.lane_boundary());
    result.goals = List(root, "goals", scene.goals());
    if (scene.has_rss()) result.rss = Translated(root.Field("rss"), scene.rss());
    result.static_obstacles = List(root, "static_obstacles", scene.static_obstacles());
    result.moving_obstacles = List(root, "moving_obstacles", scene.moving_obstacles());
    result.predictions = List(root, "predictions", scene.predictions());
    result.candidates = List(root, "candidates", scene.candidates());
    result.sampling_request = Translated(root.Field("sampling_request"), scene.sampling_request());
    if (scene.has_desired_speed_mps()) result.desired_speed_mps = scene.desired_speed_mps();
    result.road_features = List(root, "road_features", scene.road_features());
    return result;
  }
};

}  // namespace

absl::StatusOr<input::Scene> InputFromProto(const v1::Scene& scene) {
  Translator translator;
  input::Scene result = translator.Translated(scene);
  if (!translator.checker().ok()) return translator.checker().status();
  return result;
}

absl::StatusOr<Scene> SceneFromProto(const v1::Scene& scene) {
  absl::StatusOr<input::Scene> input = InputFromProto(scene);
  if (!input.ok()) return input.status();
  return MakeScene(*std::move(input));
}

}  // namespace collision2d::planner
