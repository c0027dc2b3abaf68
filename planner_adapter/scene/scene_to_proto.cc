#include "planner_adapter/scene/scene_to_proto.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/margin.h"
#include "collision2d/solid/geometry/vec3.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"
#include "planner_adapter/scene/field_checker.h"

namespace collision2d::planner {
namespace {

// That of body frames and of the scene frame.
constexpr Vec2 kNoOrigin = {0.0, 0.0};

template <typename Message>
using Repeated = google::protobuf::RepeatedPtrField<Message>;

void AddPoints(absl::Span<const Vec2> points, Vec2 origin, Repeated<v1::Point>* out) {
  for (const Vec2 point : points) {
    v1::Point& added = *out->Add();
    added.set_x(origin.x + point.x);
    added.set_y(origin.y + point.y);
  }
}

void AddLines(absl::Span<const RoadLine> lines, Vec2 origin, Repeated<v1::RoadLine>* out) {
  for (const RoadLine& line : lines) {
    v1::RoadLine& added = *out->Add();
    added.set_id(line.id);
    AddPoints(line.points, origin, added.mutable_points());
  }
}

void SetRss(const RssParameters& rss, v1::RssParameters* out) {
  for (const RssField& field : kRssFields) {
    out->GetReflection()->SetDouble(out, out->GetDescriptor()->FindFieldByName(field.name), rss.*field.value);
  }
}

void SetMargin(const Margin& margin, v1::Margin* out) {
  out->set_along_m(margin.along_m);
  out->set_across_m(margin.across_m);
  out->set_round_m(margin.round_m);
}

void SetMargins(const Margins& margins, v1::Margins* out) {
  SetMargin(margins.body, out->mutable_body());
  for (const TypeMargin& of : margins.by_type) {
    v1::TypeMargin& added = *out->add_by_type();
    added.set_type(of.type);
    SetMargin(of.margin, added.mutable_margin());
  }
  SetMargin(margins.road, out->mutable_road());
}

void SetSamplingRequest(const SamplingRequest& request, v1::SamplingRequest* out) {
  out->mutable_lateral_offsets_m()->Add(request.lateral_offsets_m.begin(), request.lateral_offsets_m.end());
  out->mutable_end_speeds_mps()->Add(request.end_speeds_mps.begin(), request.end_speeds_mps.end());
  out->mutable_horizons_s()->Add(request.horizons_s.begin(), request.horizons_s.end());
  out->mutable_stop_distances_m()->Add(request.stop_distances_m.begin(), request.stop_distances_m.end());
  if (request.time_step_s.has_value()) out->set_time_step_s(*request.time_step_s);
}

void SetPolygon(const ConvexPolygon& shape, Vec2 origin, v1::Polygon* out) {
  AddPoints(shape.vertices(), origin, out->mutable_vertices());
  out->set_radius_m(shape.radius_m());
}

void AddShapes(absl::Span<const ConvexPolygon> shapes, Vec2 origin, Repeated<v1::Shape>* out) {
  for (const ConvexPolygon& shape : shapes) SetPolygon(shape, origin, out->Add()->mutable_polygon());
}

// Sets what obstacles of both kinds have.
template <typename Obstacle, typename Message>
void SetObstacle(const Obstacle& obstacle, Vec2 origin, Message* out) {
  out->set_id(obstacle.id);
  out->set_type(obstacle.type);
  if (obstacle.kind != ObstacleKind::kUnspecified) out->set_kind(static_cast<v1::ObstacleKind>(obstacle.kind));
  AddShapes(obstacle.shapes, origin, out->mutable_shapes());
  if (obstacle.height.has_value()) {
    out->mutable_height()->set_z_min_m(obstacle.height->z_min_m);
    out->mutable_height()->set_z_max_m(obstacle.height->z_max_m);
  }
  for (const Polytope& polytope : obstacle.polytopes) {
    v1::Polytope& written = *out->add_polytopes();
    for (const solid::Vec3& vertex : polytope.mesh.vertices()) {
      v1::Point3& added = *written.add_vertices();
      added.set_x(origin.x + vertex.x);
      added.set_y(origin.y + vertex.y);
      added.set_z(vertex.z);
    }
  }
}

template <typename Message>
void SetNameAndFrame(const StaticObstacle& obstacle, Vec2 origin, Message* out) {
  const TimedPose& frame = obstacle.elements->local_from_elements();
  out->set_id(obstacle.id);
  out->set_type(obstacle.type);
  out->mutable_origin()->set_x(origin.x + frame.position.x);
  out->mutable_origin()->set_y(origin.y + frame.position.y);
  out->set_yaw_rad(frame.yaw_rad);
}

void SetPoints(const StaticObstacle& obstacle, Vec2 origin, v1::PointSet* out) {
  SetNameAndFrame(obstacle, origin, out);
  const PointSetOptions& options = obstacle.elements->point_options();
  for (const PointSet::Point& point : obstacle.elements->points()) {
    out->add_x(point.x);
    out->add_y(point.y);
    out->add_z(point.z);
  }
  out->set_radius_m(options.radius_m);
  if (std::isfinite(options.min_z_m)) out->set_min_z_m(options.min_z_m);
  if (std::isfinite(options.max_z_m)) out->set_max_z_m(options.max_z_m);
}

void SetPrediction(const std::string& obstacle_id, const Prediction& prediction, Vec2 origin, v1::Prediction* out) {
  out->set_obstacle_id(obstacle_id);
  out->set_probability(prediction.probability);
  internal::AddPoses(prediction.poses, origin, out->mutable_poses());
  const auto add = [](const TimedShapes& timed, Vec2 of_origin, auto* added) {
    added->set_time_s(timed.time_s);
    AddShapes(timed.shapes, of_origin, added->mutable_shapes());
  };
  for (const TimedOccupancy& occupancy : prediction.occupancies) add(occupancy, origin, out->add_occupancies());
  for (const TimedShapes& timed : prediction.timed_shapes) add(timed, kNoOrigin, out->add_timed_shapes());
  out->set_is_assumed(prediction.is_assumed);
}

void SetEgo(const Scene& scene, v1::Scene* out) {
  AddShapes(scene.ego.shapes, kNoOrigin, out->mutable_ego()->mutable_shapes());
  out->mutable_ego()->set_wheelbase_m(scene.ego.wheelbase_m);
  if (scene.ego.height_m.has_value()) {
    out->mutable_ego()->set_height_m(*scene.ego.height_m);
    out->mutable_ego()->set_ground_clearance_m(scene.ego.ground_clearance_m);
  }
  for (const EgoPart& part : scene.ego.parts) {
    v1::EgoPart& added = *out->mutable_ego()->add_parts();
    added.set_id(part.id);
    AddShapes(part.shapes, kNoOrigin, added.mutable_shapes());
    if (part.height_m.has_value()) added.set_height_m(*part.height_m);
    if (part.ground_clearance_m.has_value()) added.set_ground_clearance_m(*part.ground_clearance_m);
  }
  if (!scene.ego_state.has_value()) return;
  const TimedPose& pose = scene.ego_state->pose;
  v1::EgoState& state = *out->mutable_ego_state();
  state.set_time_s(pose.time_s);
  state.set_x(scene.origin.x + pose.position.x);
  state.set_y(scene.origin.y + pose.position.y);
  state.set_yaw_rad(pose.yaw_rad);
  state.set_speed_mps(scene.ego_state->speed_mps);
  state.set_acceleration_mps2(scene.ego_state->acceleration_mps2);
}

void SetGoal(const Goal& goal, Vec2 origin, v1::Goal* out) {
  const auto set = [](const std::optional<Interval>& interval, const auto& make) {
    if (!interval.has_value()) return;
    v1::Interval* const out_interval = make();
    out_interval->set_min(interval->min);
    out_interval->set_max(interval->max);
  };
  AddShapes(goal.area, origin, out->mutable_area());
  set(goal.time_s, [out] { return out->mutable_time_s(); });
  set(goal.yaw_rad, [out] { return out->mutable_yaw_rad(); });
  set(goal.speed_mps, [out] { return out->mutable_speed_mps(); });
}

}  // namespace

namespace internal {

void AddPoses(absl::Span<const TimedPose> poses, Vec2 origin, Repeated<v1::TimedPose>* out) {
  for (const TimedPose& pose : poses) {
    v1::TimedPose& added = *out->Add();
    added.set_time_s(pose.time_s);
    added.set_x(origin.x + pose.position.x);
    added.set_y(origin.y + pose.position.y);
    added.set_yaw_rad(pose.yaw_rad);
    if (pose.z_m != 0.0) added.set_z(pose.z_m);
    if (pose.pitch_rad != 0.0) added.set_pitch_rad(pose.pitch_rad);
    if (pose.roll_rad != 0.0) added.set_roll_rad(pose.roll_rad);
  }
}

void CandidateToProto(const Candidate& trajectory, v1::Candidate* out) {
  out->set_id(trajectory.id);
  out->set_cost(trajectory.cost);
  if (trajectory.is_recorded) out->set_is_recorded(true);
  AddPoses(trajectory.poses, kNoOrigin, out->mutable_poses());
  for (const std::vector<TimedPose>& poses : trajectory.part_poses) {
    AddPoses(poses, kNoOrigin, out->add_part_poses()->mutable_poses());
  }
}

v1::StaticObstacle StaticObstacleToProto(const StaticObstacle& obstacle, Vec2 origin) {
  v1::StaticObstacle out;
  SetObstacle(obstacle, origin, &out);
  return out;
}

v1::OccupancyGrid GridToProto(const StaticObstacle& obstacle, Vec2 origin) {
  v1::OccupancyGrid out;
  SetNameAndFrame(obstacle, origin, &out);
  const OccupancyGrid& grid = *obstacle.elements->grid();
  out.set_width(grid.width());
  out.set_height(grid.height());
  out.set_cell_size_m(grid.cell_size_m());
  std::string& bits = *out.mutable_bits();
  bits.resize(static_cast<size_t>((obstacle.elements->index_end() + 7) / 8));
  obstacle.elements->ForEach(
      [&](int64_t cell) { bits[static_cast<size_t>(cell / 8)] |= static_cast<char>(1 << (cell % 8)); });
  return out;
}

v1::Scene SurroundingsToProto(const Scene& scene) {
  v1::Scene out;
  out.set_id(scene.id);
  out.set_time_step_s(scene.time_step_s);
  SetEgo(scene, &out);
  AddPoints(scene.reference_path, scene.origin, out.mutable_reference_path());
  for (const ConvexPolygon& cell : scene.drivable_area) SetPolygon(cell, scene.origin, out.add_drivable_area());
  AddLines(scene.road_borders, scene.origin, out.mutable_road_borders());
  for (const Goal& goal : scene.goals) SetGoal(goal, scene.origin, out.add_goals());
  for (const RoadFeature& feature : scene.road_features) {
    v1::RoadFeature& added = *out.add_road_features();
    // The enumerators of the message begin with one for none.
    added.set_kind(static_cast<v1::RoadFeature::Kind>(static_cast<int>(feature.kind) + 1));
    added.set_text(feature.text);
    AddPoints(feature.points, scene.origin, added.mutable_points());
    for (const SignalState& state : feature.states) {
      v1::SignalState& added_state = *added.add_states();
      added_state.set_time_s(state.time_s);
      added_state.set_aspect(static_cast<v1::SignalState::Aspect>(state.aspect));
      added_state.set_is_arrow(state.is_arrow);
    }
    added.set_lane_id(feature.lane_id);
  }
  for (const Lane& lane : scene.lanes) {
    v1::Lane& added = *out.add_lanes();
    added.set_id(lane.id);
    AddPoints(lane.points, scene.origin, added.mutable_points());
    added.set_type(lane.type);
    if (lane.speed_limit_mps.has_value()) added.set_speed_limit_mps(*lane.speed_limit_mps);
    for (const std::string& successor : lane.successors) added.add_successors(successor);
  }
  for (const MovingObstacle& obstacle : scene.moving_obstacles) {
    v1::MovingObstacle& added = *out.add_moving_obstacles();
    SetObstacle(obstacle, kNoOrigin, &added);
    for (const ObstacleRole role : obstacle.roles) added.add_roles(static_cast<v1::ObstacleRole>(role));
    for (const Prediction& prediction : obstacle.predictions) {
      SetPrediction(obstacle.id, prediction, scene.origin, out.add_predictions());
    }
  }
  return out;
}

}  // namespace internal

v1::Scene SceneToProto(const Scene& scene) {
  v1::Scene out = internal::SurroundingsToProto(scene);
  // Outlines are written as their parts. All that is set here is known to readers of version 1, but
  // grids and points.
  out.set_schema_version(1);
  AddLines(scene.lane_boundaries, scene.origin, out.mutable_lane_boundaries());
  SetRss(scene.rss, out.mutable_rss());
  if (scene.margins.any()) SetMargins(scene.margins, out.mutable_margins());
  SetSamplingRequest(scene.sampling_request, out.mutable_sampling_request());
  out.set_desired_speed_mps(scene.desired_speed_mps);
  for (const Attachment& attachment : scene.attachments) {
    v1::Attachment& added = *out.add_attachments();
    added.set_name(attachment.name);
    added.set_content(attachment.content);
  }
  for (const StaticObstacle& obstacle : scene.static_obstacles) {
    if (obstacle.elements == nullptr) {
      SetObstacle(obstacle, scene.origin, out.add_static_obstacles());
      continue;
    }
    out.set_schema_version(3);
    if (obstacle.elements->grid() != nullptr) {
      *out.add_grids() = internal::GridToProto(obstacle, scene.origin);
    } else {
      SetPoints(obstacle, scene.origin, out.add_point_sets());
    }
  }
  for (const Candidate& candidate : scene.candidates) internal::CandidateToProto(candidate, out.add_candidates());
  return out;
}

}  // namespace collision2d::planner
