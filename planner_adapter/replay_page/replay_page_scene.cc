#include "planner_adapter/replay_page/replay_page_scene.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "planner_adapter/checking/verdict.h"
#include "planner_adapter/replay/replayed_scene.h"
#include "planner_adapter/replay_page/cycle_packer.h"
#include "planner_adapter/replay_page/replay_page.pb.h"
#include "planner_adapter/replay_page/scene_packer.h"
#include "planner_adapter/replay_page/valid_utf8.h"
#include "planner_adapter/scene/scene.h"
#include "planner_adapter/scene/solid.h"
#include "planner_adapter/scene/timed_pose.h"
#include "proto/verdict.pb.h"

namespace collision2d::planner {
namespace {

// The largest magnitude among the coordinates and radii that the page shows.
class LargestCoordinate {
 public:
  double value_m() const { return value_m_; }

  void Add(double coordinate_m) { value_m_ = std::max(value_m_, std::abs(coordinate_m)); }
  void Add(Vec2 point) {
    Add(point.x);
    Add(point.y);
  }
  void Add(absl::Span<const ConvexPolygon> shapes) {
    for (const ConvexPolygon& shape : shapes) {
      Add(shape.max_coordinate_m());
      Add(shape.radius_m());
    }
  }
  void Add(absl::Span<const TimedPose> poses) {
    for (const TimedPose& pose : poses) {
      Add(pose.position);
      Add(pose.z_m);
    }
  }
  void Add(absl::Span<const Solid> solids) {
    for (const Solid& solid : solids) Add(solid.polytope.Magnitude());
  }
  void Add(const Scene& scene) {
    Add(scene.ego.shapes);
    if (scene.ego_state.has_value()) Add(scene.ego_state->pose.position);
    for (const Vec2 point : scene.reference_path) Add(point);
    Add(scene.drivable_area);
    for (const RoadLine& border : scene.road_borders) {
      for (const Vec2 point : border.points) Add(point);
    }
    for (const Goal& goal : scene.goals) Add(goal.area);
    for (const StaticObstacle& obstacle : scene.static_obstacles) {
      Add(obstacle.shapes);
      Add(obstacle.solids);
    }
    for (const MovingObstacle& obstacle : scene.moving_obstacles) {
      Add(obstacle.shapes);
      Add(obstacle.solids);
      for (const Prediction& prediction : obstacle.predictions) {
        Add(prediction.poses);
        for (const TimedOccupancy& occupancy : prediction.occupancies) Add(occupancy.shapes);
      }
    }
  }
  void Add(const proto::Encounter& encounter, Vec2 origin) {
    Add(Vec2{encounter.witness_ego().x(), encounter.witness_ego().y()} - origin);
    Add(Vec2{encounter.witness_obstacle().x(), encounter.witness_obstacle().y()} - origin);
  }
  void Add(const proto::RoadClearance& road, Vec2 origin) {
    Add(Vec2{road.witness_ego().x(), road.witness_ego().y()} - origin);
    Add(Vec2{road.witness_road().x(), road.witness_road().y()} - origin);
  }
  void Add(absl::Span<const ProfilePoint> profile) {
    for (const ProfilePoint& point : profile) {
      Add(point.clearance_m.value_or(0.0));
      Add(point.road_clearance_m.value_or(0.0));
    }
  }

 private:
  double value_m_ = 0.0;
};

double LargestCoordinateOf(const ReplayedScene& scene) {
  LargestCoordinate largest;
  largest.Add(scene.scene);
  largest.Add(scene.driven);
  for (const ReplayedCycle& cycle : scene.cycles) {
    for (const Trajectory& candidate : cycle.candidates) largest.Add(candidate.poses);
    for (const proto::Verdict& verdict : cycle.verdicts.verdicts()) {
      if (verdict.has_first_collision()) largest.Add(verdict.first_collision(), scene.scene.origin);
      if (verdict.has_minimum_clearance()) largest.Add(verdict.minimum_clearance(), scene.scene.origin);
      if (verdict.has_road_clearance()) largest.Add(verdict.road_clearance(), scene.scene.origin);
    }
    for (const std::vector<ProfilePoint>& profile : cycle.profiles) largest.Add(profile);
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

// Returns the span from the lowest to the highest of an obstacle's parts; nothing if it is unknown for one of them.
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

void PackObstacles(const Scene& scene, ScenePacker& packer, proto::ReplayPageScene& packed) {
  for (const StaticObstacle& obstacle : scene.static_obstacles) {
    PackObstacle(obstacle, packer, *packed.add_static_obstacles());
  }
  for (const MovingObstacle& obstacle : scene.moving_obstacles) {
    proto::PackedObstacle& out = *packed.add_moving_obstacles();
    PackObstacle(obstacle, packer, out);
    for (const Prediction& prediction : obstacle.predictions) {
      *out.add_predictions() = PackPrediction(prediction, packer);
    }
  }
}

}  // namespace

absl::StatusOr<proto::ReplayPageScene> PackReplayedScene(const ReplayedScene& scene) {
  if (scene.cycles.empty()) return absl::InvalidArgumentError("cycles: empty");
  for (size_t i = 0; i < scene.cycles.size(); ++i) {
    const absl::Status status = CheckReplayedCycle(scene.cycles[i], absl::StrCat("cycles[", i, "]"));
    if (!status.ok()) return status;
  }
  ScenePacker packer(LargestCoordinateOf(scene));
  proto::ReplayPageScene packed;
  packed.set_id(ValidUtf8(scene.scene.id));
  packed.set_file(ValidUtf8(scene.file));
  packed.set_input_digest(ValidUtf8(scene.cycles[0].verdicts.run().input_digest()));
  packed.set_origin_x(scene.scene.origin.x);
  packed.set_origin_y(scene.scene.origin.y);
  packed.set_unit_m(packer.unit_m());
  packed.set_time_step_s(scene.scene.time_step_s);
  *packed.mutable_ego_shapes() = packer.Pack(scene.scene.ego.shapes);
  if (scene.scene.ego.height_m.has_value()) {
    PackHeights({scene.scene.ego.ground_clearance_m, *scene.scene.ego.height_m}, *packed.mutable_ego_heights());
  }
  if (scene.scene.ego_state.has_value()) {
    packer.Append({&scene.scene.ego_state->pose, 1}, *packed.mutable_ego_state());
    packed.set_ego_speed_mps(scene.scene.ego_state->speed_mps);
  }
  *packed.mutable_reference_path() = packer.Pack(scene.scene.reference_path);
  *packed.mutable_drivable_area() = packer.Pack(scene.scene.drivable_area);
  for (const RoadLine& border : scene.scene.road_borders) *packed.add_road_borders() = packer.Pack(border.points);
  for (const Goal& goal : scene.scene.goals) *packed.add_goal_areas() = packer.Pack(goal.area);
  PackObstacles(scene.scene, packer, packed);
  for (const ReplayedCycle& cycle : scene.cycles)
    *packed.add_cycles() = PackReplayedCycle(cycle, scene.scene.origin, packer);
  if (!scene.driven.empty()) packer.Append(scene.driven, *packed.mutable_driven());
  packer.AddTimesTo(packed);
  return packed;
}

}  // namespace collision2d::planner
