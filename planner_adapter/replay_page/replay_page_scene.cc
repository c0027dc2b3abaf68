#include "planner_adapter/replay_page/replay_page_scene.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/io/text.h"
#include "google/protobuf/repeated_field.h"
#include "planner_adapter/replay/replayed_scene.h"
#include "planner_adapter/replay_page/cycle_packer.h"
#include "planner_adapter/replay_page/replay_page.pb.h"
#include "planner_adapter/replay_page/scene_packer.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/timed_pose.h"

namespace collision2d::planner {
namespace {

// Adds what an obstacle of either kind has.
template <typename Obstacle>
void AddObstacle(const Obstacle& obstacle, LargestCoordinate& largest) {
  largest.Add(obstacle.shapes);
  for (const Solid& solid : obstacle.solids) largest.Add(solid.polytope.Magnitude());
}

double LargestCoordinateOf(const Scene& scene) {
  LargestCoordinate largest;
  largest.Add(scene.ego.shapes);
  if (scene.ego_state.has_value()) largest.Add(scene.ego_state->pose.position);
  largest.Add(scene.reference_path);
  largest.Add(scene.drivable_area);
  for (const RoadLine& border : scene.road_borders) largest.Add(border.points);
  for (const Goal& goal : scene.goals) largest.Add(goal.area);
  for (const RoadFeature& feature : scene.road_features) largest.Add(feature.points);
  for (const StaticObstacle& obstacle : scene.static_obstacles) AddObstacle(obstacle, largest);
  for (const MovingObstacle& obstacle : scene.moving_obstacles) {
    AddObstacle(obstacle, largest);
    for (const Prediction& prediction : obstacle.predictions) {
      largest.Add(prediction.poses);
      for (const TimedOccupancy& occupancy : prediction.occupancies) largest.Add(occupancy.shapes);
    }
  }
  return largest.value_m();
}

void PackHeights(const HeightSpan& heights, proto::PackedHeights& packed) {
  packed.set_z_min_m(heights.z_min_m);
  packed.set_z_max_m(heights.z_max_m);
}

proto::PackedPrediction PackPrediction(const Prediction& prediction, ScenePacker& packer) {
  proto::PackedPrediction packed;
  packed.set_probability(prediction.probability);
  if (!prediction.poses.empty()) packer.Append(prediction.poses, *packed.mutable_motion());
  if (!prediction.occupancies.empty()) {
    std::vector<double> times_s;
    for (const TimedOccupancy& occupancy : prediction.occupancies) {
      times_s.push_back(occupancy.time_s);
      *packed.add_occupancies() = packer.Pack(occupancy.shapes);
    }
    packed.set_occupancy_times(packer.IndexOfTimes(times_s));
  }
  return packed;
}

// Returns the ground plans of an obstacle, including those of its solids.
template <typename Obstacle>
std::vector<ConvexPolygon> PlansOf(const Obstacle& obstacle) {
  std::vector<ConvexPolygon> plans = obstacle.shapes;
  for (const Solid& solid : obstacle.solids) plans.push_back(solid.plan);
  return plans;
}

// Parts whose heights are those of the obstacle.
bool HasPlainParts(const StaticObstacle& obstacle) { return !obstacle.shapes.empty(); }
bool HasPlainParts(const MovingObstacle& obstacle) {
  return !obstacle.shapes.empty() ||
         std::any_of(obstacle.predictions.begin(), obstacle.predictions.end(),
                     [](const Prediction& prediction) { return !prediction.occupancies.empty(); });
}

// Returns the span from the lowest to the highest of an obstacle's parts; nothing if it is unknown
// for one of them.
template <typename Obstacle>
std::optional<HeightSpan> HeightsOf(const Obstacle& obstacle) {
  std::optional<HeightSpan> heights = obstacle.height;
  if (!heights.has_value() && HasPlainParts(obstacle)) return std::nullopt;
  for (const Solid& solid : obstacle.solids) {
    if (!heights.has_value()) heights = solid.span;
    heights->z_min_m = std::min(heights->z_min_m, solid.span.z_min_m);
    heights->z_max_m = std::max(heights->z_max_m, solid.span.z_max_m);
  }
  return heights;
}

template <typename Obstacle>
void PackObstacle(const Obstacle& obstacle, const ScenePacker& packer, proto::PackedObstacle& packed) {
  packed.set_id(ValidUtf8(obstacle.id));
  packed.set_type(ValidUtf8(obstacle.type));
  *packed.mutable_shapes() = packer.Pack(PlansOf(obstacle));
  if (const std::optional<HeightSpan> heights = HeightsOf(obstacle); heights.has_value()) {
    PackHeights(*heights, *packed.mutable_heights());
    packed.mutable_heights()->set_is_partial(!obstacle.solids.empty());
  }
}

void PackMovingObstacles(const Scene& scene, ScenePacker& packer, proto::ReplayPageScene& packed) {
  for (const MovingObstacle& obstacle : scene.moving_obstacles) {
    proto::PackedObstacle& out = *packed.add_moving_obstacles();
    PackObstacle(obstacle, packer, out);
    for (const Prediction& prediction : obstacle.predictions) {
      *out.add_predictions() = PackPrediction(prediction, packer);
    }
  }
}

void PackGoal(const Goal& goal, const ScenePacker& packer, proto::ReplayPageScene& packed) {
  *packed.add_goal_areas() = packer.Pack(goal.area);
  proto::PackedGoal& out = *packed.add_goals();
  const auto pack = [](const std::optional<ClosedInterval>& interval, google::protobuf::RepeatedField<double>* values) {
    if (!interval.has_value()) return;
    values->Add(interval->min);
    values->Add(interval->max);
  };
  pack(goal.time_s, out.mutable_time_s());
  pack(goal.yaw_rad, out.mutable_yaw_rad());
  pack(goal.speed_mps, out.mutable_speed_mps());
}

}  // namespace

PageSceneHead PackPageSceneHead(const Scene& scene, absl::string_view file, absl::string_view input_digest) {
  PageSceneHead head{{}, ScenePacker(LargestCoordinateOf(scene))};
  proto::ReplayPageScene& packed = head.packed;
  ScenePacker& packer = head.packer;
  packed.set_id(ValidUtf8(scene.id));
  packed.set_file(ValidUtf8(file));
  packed.set_input_digest(ValidUtf8(input_digest));
  packed.set_origin_x(scene.origin.x);
  packed.set_origin_y(scene.origin.y);
  packed.set_unit_m(packer.unit_m());
  packed.set_time_step_s(scene.time_step_s);
  *packed.mutable_ego_shapes() = packer.Pack(scene.ego.shapes);
  if (scene.ego.height_m.has_value()) {
    PackHeights({scene.ego.ground_clearance_m, *scene.ego.height_m}, *packed.mutable_ego_heights());
  }
  if (scene.ego_state.has_value()) {
    packer.Append({&scene.ego_state->pose, 1}, *packed.mutable_ego_state());
    packed.set_ego_speed_mps(scene.ego_state->speed_mps);
  }
  *packed.mutable_reference_path() = packer.Pack(scene.reference_path);
  *packed.mutable_drivable_area() = packer.Pack(scene.drivable_area);
  for (const RoadLine& border : scene.road_borders) *packed.add_road_borders() = packer.Pack(border.points);
  for (const Goal& goal : scene.goals) PackGoal(goal, packer, packed);
  for (const RoadFeature& feature : scene.road_features) {
    proto::PackedFeature& out = *packed.add_features();
    out.set_kind(static_cast<int>(feature.kind));
    out.set_text(ValidUtf8(feature.text));
    *out.mutable_points() = packer.Pack(feature.points);
  }
  PackMovingObstacles(scene, packer, packed);
  packer.AddTimesTo(*packed.mutable_times());
  return head;
}

proto::PackedObstacle PackStaticObstacle(const StaticObstacle& obstacle, const ScenePacker& packer) {
  proto::PackedObstacle packed;
  PackObstacle(obstacle, packer, packed);
  return packed;
}

proto::PackedDrive PackDrive(absl::Span<const TimedPose> driven) {
  LargestCoordinate largest;
  largest.Add(driven);
  ScenePacker packer(largest.value_m());
  proto::PackedDrive packed;
  packed.set_unit_m(packer.unit_m());
  if (!driven.empty()) packer.Append(driven, *packed.mutable_motion());
  packer.AddTimesTo(*packed.mutable_times());
  return packed;
}

absl::StatusOr<PackedScene> PackReplayedScene(const ReplayedScene& scene) {
  if (scene.cycles.empty()) return absl::InvalidArgumentError("cycles: empty");
  PackedScene packed;
  PageSceneHead head = PackPageSceneHead(scene.scene, scene.file, scene.cycles[0].verdicts.run().input_digest());
  for (const StaticObstacle& obstacle : scene.scene.static_obstacles) {
    *head.packed.add_static_obstacles() = PackStaticObstacle(obstacle, head.packer);
  }
  packed.scene = std::move(head.packed);
  for (size_t i = 0; i < scene.cycles.size(); ++i) {
    absl::StatusOr<proto::PackedCycle> cycle =
        PackReplayedCycle(scene.cycles[i], scene.scene.origin, absl::StrCat("cycles[", i, "]"));
    if (!cycle.ok()) return cycle.status();
    packed.cycles.push_back(*std::move(cycle));
  }
  packed.drive = PackDrive(scene.driven);
  return packed;
}

}  // namespace collision2d::planner
