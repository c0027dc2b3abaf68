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
#include "planner_adapter/replay/replayed_scene.h"
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
    }
  }
  return largest.value_m();
}

bool IsFinite(const proto::Encounter& encounter) {
  return std::isfinite(encounter.witness_ego().x()) && std::isfinite(encounter.witness_ego().y()) &&
         std::isfinite(encounter.witness_obstacle().x()) && std::isfinite(encounter.witness_obstacle().y());
}

absl::Status CheckVerdict(const proto::Verdict& verdict, absl::string_view path) {
  if (verdict.collides() != verdict.has_first_collision()) {
    return absl::InvalidArgumentError(absl::StrCat(
        path, ".first_collision: ", verdict.collides() ? "missing though" : "set though not", " collides"));
  }
  if (verdict.leaves_drivable_area() != verdict.has_leaves_drivable_area_time_s()) {
    return absl::InvalidArgumentError(absl::StrCat(
        path, ".leaves_drivable_area_time_s: ", verdict.leaves_drivable_area() ? "missing though" : "set though not",
        " leaves_drivable_area"));
  }
  if (!IsFinite(verdict.first_collision())) {
    return absl::InvalidArgumentError(absl::StrCat(path, ".first_collision: a witness point is not finite"));
  }
  if (!IsFinite(verdict.minimum_clearance())) {
    return absl::InvalidArgumentError(absl::StrCat(path, ".minimum_clearance: a witness point is not finite"));
  }
  return absl::OkStatus();
}

absl::Status CheckCycle(const ReplayedCycle& cycle, absl::string_view path) {
  const int candidates = static_cast<int>(cycle.candidates.size());
  if (cycle.verdicts.verdicts_size() != candidates) {
    return absl::InvalidArgumentError(
        absl::StrCat(path, ".verdicts: ", cycle.verdicts.verdicts_size(), " verdicts for ", candidates, " candidates"));
  }
  if (cycle.verdicts.has_chosen_candidate() &&
      (cycle.verdicts.chosen_candidate() < 0 || cycle.verdicts.chosen_candidate() >= candidates)) {
    return absl::InvalidArgumentError(absl::StrCat(path, ".chosen_candidate: ", cycle.verdicts.chosen_candidate(),
                                                   " is not the index of one of ", candidates, " candidates"));
  }
  for (int i = 0; i < candidates; ++i) {
    if (cycle.candidates[i].poses.empty()) {
      return absl::InvalidArgumentError(absl::StrCat(path, ".candidates[", i, "].poses: empty"));
    }
    const absl::Status status = CheckVerdict(cycle.verdicts.verdicts(i), absl::StrCat(path, ".verdicts[", i, "]"));
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

void PackEncounter(int candidate, const proto::Encounter& encounter, Vec2 origin, const ScenePacker& packer,
                   proto::PackedEncounters& packed) {
  packed.add_candidate(candidate);
  packed.add_time_s(encounter.time_s());
  packed.add_obstacle_id(ValidUtf8(encounter.obstacle_id()));
  packed.add_hypothesis(encounter.hypothesis());
  packed.add_signed_distance_m(encounter.signed_distance_m());
  packed.add_ego_x(packer.Pack(encounter.witness_ego().x() - origin.x));
  packed.add_ego_y(packer.Pack(encounter.witness_ego().y() - origin.y));
  packed.add_obstacle_x(packer.Pack(encounter.witness_obstacle().x() - origin.x));
  packed.add_obstacle_y(packer.Pack(encounter.witness_obstacle().y() - origin.y));
}

void PackVertical(int candidate, const proto::VerticalClearance& vertical, proto::PackedVerticals& packed) {
  packed.add_candidate(candidate);
  packed.add_time_s(vertical.time_s());
  packed.add_obstacle_id(ValidUtf8(vertical.obstacle_id()));
  packed.add_hypothesis(vertical.hypothesis());
  packed.add_clearance_m(vertical.clearance_m());
  packed.add_is_above(vertical.side() == proto::VerticalClearance::ABOVE ? 1 : 0);
}

void PackBracket(int candidate, const proto::ContactBracket& bracket, proto::PackedBrackets& packed) {
  packed.add_candidate(candidate);
  packed.add_free_until_s(bracket.free_until_s());
  packed.add_contact_by_s(bracket.contact_by_s());
  packed.add_is_undecided(bracket.is_undecided() ? 1 : 0);
  packed.add_is_conservative(bracket.is_conservative() ? 1 : 0);
  packed.add_between_instants(bracket.between_instants() ? 1 : 0);
}

void PackHeights(const HeightSpan& heights, proto::PackedHeights& packed) {
  packed.set_z_min_m(heights.z_min_m);
  packed.set_z_max_m(heights.z_max_m);
}

proto::PackedCycle PackCycle(const ReplayedCycle& cycle, Vec2 origin, ScenePacker& packer) {
  proto::PackedCycle packed;
  packed.set_time_s(cycle.verdicts.cycle_time_s());
  for (size_t i = 0; i < cycle.candidates.size(); ++i) {
    const Trajectory& candidate = cycle.candidates[i];
    const proto::Verdict& verdict = cycle.verdicts.verdicts(static_cast<int>(i));
    packed.add_candidate_id(ValidUtf8(candidate.id));
    packed.add_cost(candidate.cost);
    packer.Append(candidate.poses, *packed.mutable_motions());
    packed.add_leaves_drivable_area(verdict.leaves_drivable_area() ? 1 : 0);
    if (verdict.leaves_drivable_area()) packed.add_leaves_drivable_area_time_s(verdict.leaves_drivable_area_time_s());
    packed.add_pairs_checked(static_cast<double>(verdict.pairs_checked()));
    if (verdict.has_first_collision()) {
      PackEncounter(static_cast<int>(i), verdict.first_collision(), origin, packer, *packed.mutable_first_collisions());
    }
    if (verdict.has_minimum_clearance()) {
      PackEncounter(static_cast<int>(i), verdict.minimum_clearance(), origin, packer,
                    *packed.mutable_minimum_clearances());
    }
    if (verdict.has_vertical_clearance()) {
      PackVertical(static_cast<int>(i), verdict.vertical_clearance(), *packed.mutable_vertical_clearances());
    }
    if (verdict.has_contact_bracket()) {
      PackBracket(static_cast<int>(i), verdict.contact_bracket(), *packed.mutable_contact_brackets());
    }
  }
  if (cycle.verdicts.has_chosen_candidate()) packed.set_chosen_candidate(cycle.verdicts.chosen_candidate());
  for (const std::string& note : cycle.verdicts.notes()) packed.add_notes(ValidUtf8(note));
  return packed;
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
    const absl::Status status = CheckCycle(scene.cycles[i], absl::StrCat("cycles[", i, "]"));
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
  PackObstacles(scene.scene, packer, packed);
  for (const ReplayedCycle& cycle : scene.cycles) *packed.add_cycles() = PackCycle(cycle, scene.scene.origin, packer);
  if (!scene.driven.empty()) packer.Append(scene.driven, *packed.mutable_driven());
  packer.AddTimesTo(packed);
  return packed;
}

}  // namespace collision2d::planner
