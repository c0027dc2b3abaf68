#include "planner_adapter/scene/scene_from_proto.h"

#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "collision2d/geometry/margin.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/v1/trajectory.pb.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"
#include "google/protobuf/repeated_ptr_field.h"
#include "google/protobuf/unknown_field_set.h"
#include "planner_adapter/scene/field_checker.h"
#include "planner_adapter/scene/make_scene.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

static_assert(static_cast<int>(ObstacleKind::kWorkZone) == v1::OBSTACLE_KIND_WORK_ZONE);

template <typename Message>
using Repeated = google::protobuf::RepeatedPtrField<Message>;

// Translates messages, each of which is at a path, into plain structs.
class Translator {
  // Refuses or notes what the message holds that is missing from this version's schema.
  void Known(const FieldPath& path, const google::protobuf::Message& message) {
    const google::protobuf::UnknownFieldSet& unknown = message.GetReflection()->GetUnknownFields(message);
    for (int i = 0; i < unknown.field_count() && checker_.ok(); ++i) {
      const int number = unknown.field(i).number();
      const google::protobuf::FieldDescriptor* known = message.GetDescriptor()->FindFieldByNumber(number);
      if (known != nullptr) {
        checker_.Fail(path, absl::StrCat("holds ", known->name(), " as another type of field"));
      } else {
        Unknown(path, message.GetDescriptor()->name(), absl::StrCat("field number ", number));
      }
    }
  }

  void Unknown(const FieldPath& path, absl::string_view type, absl::string_view what) {
    if (unknown_fields_ == UnknownFields::kRefuse) {
      return checker_.Fail(path, absl::StrCat("holds ", what, ", which this version does not know"));
    }
    PassedOver& passed_over = passed_over_[absl::StrCat(what, " of ", type)];
    if (passed_over.count++ == 0) passed_over.first = path.ToString();
  }

  // Translates a message, whose fields must be known. All but the scene come by here.
  template <typename Message>
  auto Get(const FieldPath& path, const Message& message) {
    Known(path, message);
    return Translated(path, message);
  }

  // The repeated field `name` of the message at `path`.
  template <typename Message>
  auto List(const FieldPath& path, absl::string_view name, const Repeated<Message>& messages) {
    std::vector<decltype(Translated(path, messages[0]))> result;
    result.reserve(static_cast<size_t>(messages.size()));
    for (int i = 0; i < messages.size() && checker_.ok(); ++i) {
      result.push_back(Get(path.Element(name, static_cast<size_t>(i)), messages[i]));
    }
    return result;
  }

  Vec2 Translated(const FieldPath& path, const v1::Point& point) { return {point.x(), point.y()}; }

  solid::Vec3 Translated(const FieldPath& path, const v1::Point3& point) { return {point.x(), point.y(), point.z()}; }

  input::Polygon Translated(const FieldPath& path, const v1::Polygon& polygon) {
    return {List(path, "vertices", polygon.vertices()), polygon.radius_m(), polygon.is_contour()};
  }

  input::Rectangle Translated(const FieldPath& path, const v1::Rectangle& box) {
    return {box.length_m(), box.width_m(), Get(path.Field("center"), box.center()), box.yaw_rad()};
  }

  input::Disc Translated(const FieldPath& path, const v1::Disc& disc) {
    return {Get(path.Field("center"), disc.center()), disc.radius_m()};
  }

  std::vector<Vec2> Translated(const FieldPath& path, const v1::Ring& ring) {
    return List(path, "points", ring.points());
  }

  input::Outline Translated(const FieldPath& path, const v1::Outline& outline) {
    return {List(path, "rings", outline.rings()), outline.radius_m()};
  }

  input::Shape Translated(const FieldPath& path, const v1::Shape& shape) {
    switch (shape.kind_case()) {
      case v1::Shape::kPolygon:
        return Get(path.Field("polygon"), shape.polygon());
      case v1::Shape::kRectangle:
        return Get(path.Field("rectangle"), shape.rectangle());
      case v1::Shape::kDisc:
        return Get(path.Field("disc"), shape.disc());
      case v1::Shape::kOutline:
        return Get(path.Field("outline"), shape.outline());
      case v1::Shape::KIND_NOT_SET:
        break;
    }
    return {};
  }

  std::vector<solid::Vec3> Translated(const FieldPath& path, const v1::Polytope& polytope) {
    return List(path, "vertices", polytope.vertices());
  }

  HeightSpan Translated(const FieldPath& path, const v1::HeightSpan& height) {
    return {height.z_min_m(), height.z_max_m()};
  }

  input::EgoPart Translated(const FieldPath& path, const v1::EgoPart& part) {
    input::EgoPart result = {part.id(), List(path, "shapes", part.shapes())};
    if (part.has_height_m()) result.height_m = part.height_m();
    if (part.has_ground_clearance_m()) result.ground_clearance_m = part.ground_clearance_m();
    return result;
  }

  input::EgoBody Translated(const FieldPath& path, const v1::EgoBody& ego) {
    input::EgoBody result;
    result.shapes = List(path, "shapes", ego.shapes());
    if (ego.has_height_m()) result.height_m = ego.height_m();
    if (ego.has_wheelbase_m()) result.wheelbase_m = ego.wheelbase_m();
    if (ego.has_ground_clearance_m()) result.ground_clearance_m = ego.ground_clearance_m();
    result.parts = List(path, "parts", ego.parts());
    return result;
  }

  EgoState Translated(const FieldPath& path, const v1::EgoState& state) {
    return {{state.time_s(), {state.x(), state.y()}, state.yaw_rad()}, state.speed_mps(), state.acceleration_mps2()};
  }

  TimedPose Translated(const FieldPath& path, const v1::TimedPose& pose) {
    const double time_s = pose.has_time_ns() ? SinceOrigin(pose.time_ns()) : pose.time_s();
    if (pose.time_s() != 0.0 && !(std::abs(time_s - pose.time_s()) <= kSameInstant_s) && pose.has_time_ns()) {
      checker_.Fail(path.Field("time_ns"), absl::StrCat("is ", time_s, " s, but time_s is ", pose.time_s(), " s"));
    }
    return {time_s, {pose.x(), pose.y()}, pose.yaw_rad(), pose.z(), pose.pitch_rad(), pose.roll_rad()};
  }

  std::vector<TimedPose> Translated(const FieldPath& path, const v1::PartPoses& part) {
    return List(path, "poses", part.poses());
  }

  Candidate Translated(const FieldPath& path, const v1::Candidate& trajectory) {
    return {trajectory.id(), Poses(path, trajectory), trajectory.cost(),
            List(path, "part_poses", trajectory.part_poses()), trajectory.is_recorded()};
  }

  // The poses of a motion, in whichever form it has them.
  template <typename Motion>
  std::vector<TimedPose> Poses(const FieldPath& path, const Motion& motion) {
    if (!motion.has_packed_poses()) return List(path, "poses", motion.poses());
    const FieldPath packed = path.Field("packed_poses");
    if (motion.poses_size() > 0) {
      checker_.Fail(packed, absl::StrCat("beside ", motion.poses_size(), " poses; only one of the two is possible"));
    }
    return Get(packed, motion.packed_poses());
  }

  std::vector<TimedPose> Translated(const FieldPath& path, const v1::PackedPoses& packed) {
    const int count = packed.x_size();
    const auto check = [&](absl::string_view name, int size, bool is_optional = false) {
      if (size == count || (is_optional && size == 0)) return;
      checker_.Fail(path.Field(name), absl::StrCat(size, " values beside ", count, " of x"));
    };
    const bool has_ns = packed.time_ns_size() > 0;
    if (has_ns && packed.time_s_size() > 0) checker_.Fail(path.Field("time_ns"), "beside time_s; only one is possible");
    check(has_ns ? "time_ns" : "time_s", has_ns ? packed.time_ns_size() : packed.time_s_size());
    check("y", packed.y_size());
    check("yaw_rad", packed.yaw_rad_size());
    check("z", packed.z_size(), true);
    check("pitch_rad", packed.pitch_rad_size(), true);
    check("roll_rad", packed.roll_rad_size(), true);
    std::vector<TimedPose> poses(checker_.ok() ? static_cast<size_t>(count) : 0);
    for (int i = 0; i < static_cast<int>(poses.size()); ++i) {
      TimedPose& pose = poses[static_cast<size_t>(i)];
      pose.time_s = has_ns ? SinceOrigin(packed.time_ns(i)) : packed.time_s(i);
      pose.position = {packed.x(i), packed.y(i)};
      pose.yaw_rad = packed.yaw_rad(i);
      if (packed.z_size() > 0) pose.z_m = packed.z(i);
      if (packed.pitch_rad_size() > 0) pose.pitch_rad = packed.pitch_rad(i);
      if (packed.roll_rad_size() > 0) pose.roll_rad = packed.roll_rad(i);
    }
    return poses;
  }

  // s. The difference, which 64 bits may not hold, is exact, and divided with one rounding.
  double SinceOrigin(int64_t time_ns) const {
    return static_cast<double>(absl::int128(time_ns) - time_origin_ns_) / 1e9;
  }

  template <typename ProtoObstacle>
  input::Obstacle Obstacle(const FieldPath& path, const ProtoObstacle& obstacle) {
    input::Obstacle result{obstacle.id(), obstacle.type(), List(path, "shapes", obstacle.shapes())};
    if (obstacle.has_height()) result.height = Get(path.Field("height"), obstacle.height());
    result.polytopes = List(path, "polytopes", obstacle.polytopes());
    if (v1::ObstacleKind_IsValid(obstacle.kind())) {
      result.kind = static_cast<ObstacleKind>(obstacle.kind());
    } else {
      Unknown(path.Field("kind"), "ObstacleKind", absl::StrCat("value ", obstacle.kind()));
    }
    return result;
  }
  input::Obstacle Translated(const FieldPath& path, const v1::StaticObstacle& obstacle) {
    return Obstacle(path, obstacle);
  }
  input::Obstacle Translated(const FieldPath& path, const v1::MovingObstacle& obstacle) {
    input::Obstacle result = Obstacle(path, obstacle);
    result.predictions = List(path, "predictions", obstacle.predictions());
    for (const int role : obstacle.roles()) {
      if (v1::ObstacleRole_IsValid(role)) {
        result.roles.push_back(static_cast<ObstacleRole>(role));
      } else {
        Unknown(path.Field("roles"), "ObstacleRole", absl::StrCat("value ", role));
      }
    }
    return result;
  }

  input::OccupancyGrid Translated(const FieldPath& path, const v1::OccupancyGrid& grid) {
    input::OccupancyGrid result{grid.id(),         grid.type(),  Get(path.Field("origin"), grid.origin()),
                                grid.yaw_rad(),    grid.width(), grid.height(),
                                grid.cell_size_m()};
    if (grid.has_occupied()) result.occupied = Get(path.Field("occupied"), grid.occupied());
    result.values.assign(grid.values().begin(), grid.values().end());
    if (grid.bits().empty()) return result;
    const int64_t cells = int64_t{grid.width()} * grid.height();
    const FieldPath field = path.Field("bits");
    if (!grid.values().empty() || grid.has_occupied()) {
      checker_.Fail(field, "beside values or occupied; only one of the two forms is possible");
    } else if ((cells + 7) / 8 != static_cast<int64_t>(grid.bits().size())) {
      checker_.Fail(field, absl::StrCat(grid.bits().size(), " bytes; ", grid.width(), " x ", grid.height(),
                                        " cells are ", (cells + 7) / 8));
    }
    for (int64_t k = 0; k < cells && checker_.ok(); ++k) {
      result.values.push_back(static_cast<uint8_t>(grid.bits()[static_cast<size_t>(k / 8)]) >> (k % 8) & 1);
    }
    return result;
  }

  OccupiedValues Translated(const FieldPath& path, const v1::OccupiedValues& occupied) {
    checker_.NotNegative(path.Field("first"), occupied.first(), 255, "");
    checker_.NotNegative(path.Field("last"), occupied.last(), 255, "");
    return {static_cast<uint8_t>(occupied.first()), static_cast<uint8_t>(occupied.last())};
  }

  input::PointSet Translated(const FieldPath& path, const v1::PointSet& set) {
    input::PointSet result{set.id(), set.type(), Get(path.Field("origin"), set.origin()), set.yaw_rad()};
    const bool has_z = set.z_size() > 0;
    const auto check = [&](absl::string_view name, int size) {
      if (size == set.x_size()) return;
      checker_.Fail(path.Field(name), absl::StrCat(size, " values beside ", set.x_size(), " of x"));
    };
    check("y", set.y_size());
    if (has_z) check("z", set.z_size());
    if (set.has_min_z_m()) result.options.min_z_m = set.min_z_m();
    if (set.has_max_z_m()) result.options.max_z_m = set.max_z_m();
    if (!has_z && (set.has_min_z_m() || set.has_max_z_m())) {
      checker_.Fail(path.Field("z"), "empty; min_z_m and max_z_m need heights");
    }
    result.options.radius_m = set.radius_m();
    for (int k = 0; k < set.x_size() && checker_.ok(); ++k) {
      result.points.push_back({set.x(k), set.y(k), has_z ? set.z(k) : 0.0});
    }
    return result;
  }

  input::TimedOccupancy Translated(const FieldPath& path, const v1::TimedOccupancy& occupancy) {
    return {occupancy.time_s(), List(path, "shapes", occupancy.shapes())};
  }

  input::TimedShapes Translated(const FieldPath& path, const v1::TimedShapes& timed) {
    return {timed.time_s(), List(path, "shapes", timed.shapes())};
  }

  input::Prediction Translated(const FieldPath& path, const v1::Prediction& prediction) {
    input::Prediction result{prediction.obstacle_id(), Poses(path, prediction)};
    if (prediction.has_probability()) result.probability = prediction.probability();
    result.occupancies = List(path, "occupancies", prediction.occupancies());
    result.timed_shapes = List(path, "timed_shapes", prediction.timed_shapes());
    result.is_assumed = prediction.is_assumed();
    return result;
  }

  RoadLine Translated(const FieldPath& path, const v1::RoadLine& line) {
    return {line.id(), List(path, "points", line.points())};
  }

  // REQUIRES: a kind that this version knows.
  RoadFeature Translated(const FieldPath& path, const v1::RoadFeature& feature) {
    if (feature.kind() == v1::RoadFeature::KIND_UNSPECIFIED) {
      checker_.Fail(path.Field("kind"), absl::StrCat(feature.kind(), " is no kind of feature"));
    }
    return {static_cast<RoadFeature::Kind>(feature.kind() - v1::RoadFeature::KIND_STOP_LINE), feature.text(),
            List(path, "points", feature.points()), List(path, "states", feature.states()), feature.lane_id()};
  }

  SignalState Translated(const FieldPath& path, const v1::SignalState& state) {
    SignalState result{state.time_s(), SignalState::Aspect::kUnspecified, state.is_arrow()};
    if (v1::SignalState::Aspect_IsValid(state.aspect())) {
      result.aspect = static_cast<SignalState::Aspect>(state.aspect());
    } else {
      Unknown(path.Field("aspect"), "SignalState", absl::StrCat("value ", state.aspect(), " of aspect"));
    }
    return result;
  }

  Lane Translated(const FieldPath& path, const v1::Lane& lane) {
    Lane result{lane.id(), List(path, "points", lane.points()), lane.type()};
    if (lane.has_speed_limit_mps()) result.speed_limit_mps = lane.speed_limit_mps();
    result.successors.assign(lane.successors().begin(), lane.successors().end());
    return result;
  }

  Interval Translated(const FieldPath& path, const v1::Interval& interval) { return {interval.min(), interval.max()}; }

  input::Goal Translated(const FieldPath& path, const v1::Goal& goal) {
    input::Goal result;
    if (goal.has_time_s()) result.time_s = Get(path.Field("time_s"), goal.time_s());
    result.area = List(path, "area", goal.area());
    if (goal.has_yaw_rad()) result.yaw_rad = Get(path.Field("yaw_rad"), goal.yaw_rad());
    if (goal.has_speed_mps()) result.speed_mps = Get(path.Field("speed_mps"), goal.speed_mps());
    return result;
  }

  RssParameters Translated(const FieldPath& path, const v1::RssParameters& rss) {
    RssParameters result;
    for (const RssField& field : kRssFields) {
      const google::protobuf::FieldDescriptor* const of = rss.GetDescriptor()->FindFieldByName(field.name);
      if (rss.GetReflection()->HasField(rss, of)) result.*field.value = rss.GetReflection()->GetDouble(rss, of);
    }
    return result;
  }

  Margin Translated(const FieldPath& path, const v1::Margin& margin) {
    return {margin.along_m(), margin.across_m(), margin.round_m()};
  }

  TypeMargin Translated(const FieldPath& path, const v1::TypeMargin& of) {
    return {of.type(), Get(path.Field("margin"), of.margin())};
  }

  Margins Translated(const FieldPath& path, const v1::Margins& margins) {
    return {Get(path.Field("body"), margins.body()), List(path, "by_type", margins.by_type()),
            Get(path.Field("road"), margins.road())};
  }

  SamplingRequest Translated(const FieldPath& path, const v1::SamplingRequest& request) {
    const auto list = [](const auto& values) { return std::vector<double>(values.begin(), values.end()); };
    SamplingRequest result = {list(request.lateral_offsets_m()), list(request.end_speeds_mps()),
                              list(request.horizons_s()), list(request.stop_distances_m()), std::nullopt};
    if (request.has_time_step_s()) result.time_step_s = request.time_step_s();
    return result;
  }

  struct PassedOver {
    int64_t count = 0;
    std::string first;
  };

  const UnknownFields unknown_fields_;
  FieldChecker checker_;
  int64_t time_origin_ns_ = 0;
  std::map<std::string, PassedOver> passed_over_;

 public:
  explicit Translator(UnknownFields unknown_fields) : unknown_fields_(unknown_fields) {}

  const FieldChecker& checker() const { return checker_; }

  std::vector<std::string> Notes() const {
    std::vector<std::string> notes;
    for (const auto& [what, passed_over] : passed_over_) {
      notes.push_back(absl::StrCat("Passed over ", what, ", which this version does not know: ", passed_over.count,
                                   " times, first at ", passed_over.first, "."));
    }
    return notes;
  }

  input::Scene Translated(const v1::Scene& scene) {
    const FieldPath root;
    if (scene.schema_version() > kSchemaVersion && unknown_fields_ == UnknownFields::kRefuse) {
      checker_.Fail(root.Field("schema_version"), absl::StrCat(scene.schema_version(), " is newer than ",
                                                               kSchemaVersion, ", which this version knows"));
    }
    Known(root, scene);
    time_origin_ns_ = scene.time_origin_ns();
    input::Scene result;
    if (scene.schema_version() > kSchemaVersion) {
      result.notes.push_back(absl::StrCat("The scene is of schema version ", scene.schema_version(), ", newer than ",
                                          kSchemaVersion, ", which this version knows."));
    }
    result.id = scene.id();
    result.time_step_s = scene.time_step_s();
    result.ego = Get(root.Field("ego"), scene.ego());
    if (scene.has_ego_state()) result.ego_state = Get(root.Field("ego_state"), scene.ego_state());
    result.reference_path = List(root, "reference_path", scene.reference_path());
    result.drivable_area = List(root, "drivable_area", scene.drivable_area());
    result.drivable_outlines = List(root, "drivable_outlines", scene.drivable_outlines());
    result.road_borders = List(root, "road_borders", scene.road_borders());
    result.lane_boundaries = List(root, "lane_boundaries", scene.lane_boundaries());
    result.goals = List(root, "goals", scene.goals());
    if (scene.has_rss()) result.rss = Get(root.Field("rss"), scene.rss());
    result.static_obstacles = List(root, "static_obstacles", scene.static_obstacles());
    result.grids = List(root, "grids", scene.grids());
    result.point_sets = List(root, "point_sets", scene.point_sets());
    result.moving_obstacles = List(root, "moving_obstacles", scene.moving_obstacles());
    result.predictions = List(root, "predictions", scene.predictions());
    result.candidates = List(root, "candidates", scene.candidates());
    result.sampling_request = Get(root.Field("sampling_request"), scene.sampling_request());
    if (scene.has_desired_speed_mps()) result.desired_speed_mps = scene.desired_speed_mps();
    for (int i = 0; i < scene.road_features_size() && checker_.ok(); ++i) {
      const v1::RoadFeature& feature = scene.road_features(i);
      const FieldPath path = root.Element("road_features", static_cast<size_t>(i));
      if (v1::RoadFeature::Kind_IsValid(feature.kind())) {
        result.road_features.push_back(Get(path, feature));
      } else {
        Unknown(path.Field("kind"), "RoadFeature", absl::StrCat("value ", feature.kind(), " of kind"));
      }
    }
    result.lanes = List(root, "lanes", scene.lanes());
    for (const v1::Attachment& attachment : scene.attachments()) {
      result.attachments.push_back({attachment.name(), attachment.content()});
    }
    result.margins = Get(root.Field("margins"), scene.margins());
    return result;
  }
};

}  // namespace

absl::StatusOr<input::Scene> InputFromProto(const v1::Scene& scene, UnknownFields unknown_fields) {
  Translator translator(unknown_fields);
  input::Scene result = translator.Translated(scene);
  if (!translator.checker().ok()) return translator.checker().status();
  const std::vector<std::string> notes = translator.Notes();
  result.notes.insert(result.notes.end(), notes.begin(), notes.end());
  return result;
}

absl::StatusOr<Scene> SceneFromProto(const v1::Scene& scene, UnknownFields unknown_fields) {
  absl::StatusOr<input::Scene> input = InputFromProto(scene, unknown_fields);
  if (!input.ok()) return input.status();
  return MakeScene(*std::move(input));
}

}  // namespace collision2d::planner
