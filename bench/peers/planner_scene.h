#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/collision2d.h"
#include "collision2d/geometry/margin.h"

namespace collision2d::bench {

// What a planner asks about in one cycle: a body at the poses of its candidate trajectories, and
// obstacles at the poses that they have at each step.
struct PlannerScene {
  int trajectory_count() const { return static_cast<int>(world_from_ego.size()) / steps; }
  int obstacle_count() const { return static_cast<int>(obstacles.size()); }
  // Every pose of the body with every obstacle at its step.
  int64_t pair_count() const { return static_cast<int64_t>(world_from_ego.size()) * obstacle_count(); }

  // s. Steps are at equal distances.
  double StepTime(int step) const { return 5.0 * step / steps; }

  const Pose2& EgoPose(int trajectory, int step) const { return world_from_ego[trajectory * steps + step]; }
  const Pose2& ObstaclePose(int step, int obstacle) const {
    return world_from_obstacle[step * obstacle_count() + obstacle];
  }

  absl::Span<const Pose2> ObstaclePoses(int step) const {
    return absl::MakeConstSpan(world_from_obstacle)
        .subspan(static_cast<size_t>(step) * obstacles.size(), obstacles.size());
  }

  ConvexPolygon ego;
  std::vector<ConvexPolygon> obstacles;
  int steps = 1;
  std::vector<Pose2> world_from_ego;       // [trajectory][step]; steps = 1: independent poses.
  std::vector<Pose2> world_from_obstacle;  // [step][obstacle].
  // The trajectories, the cheapest first: a tenth that collides, if there are so many, then the
  // others, first a free one. Empty if the scene has one step.
  std::vector<int> cost_order;
  // The obstacles never move: they are posed before the cycle.
  bool is_static_map = false;
  // The body without its margin, and that margin; nothing: `ego` has none.
  std::optional<ConvexPolygon> bare_ego = {};
  Margin margin = {};
};

// Seeded scenes. The body is a car of 4.5 x 2 m about the origin of its frame.
// REQUIRES: counts > 0.

// Cars of 4.5 x 2 m anywhere in a square, 200 m wide for 200 of them and of the same density for
// other numbers: nearly all pairs are far apart.
PlannerScene SparseTraffic(int pose_count, int obstacle_count, uint64_t seed);

// The same cars, 2 to 4.8 m from every pose of the body: the bounding circles of every pair
// overlap, and about half of the pairs collide.
PlannerScene DenseCrowd(int pose_count, int obstacle_count, uint64_t seed);

// Polygons of 4 to 8 vertices, of 0.7 to 1.6 m circumradius, in a disc of 5 m: the bounding circles
// overlap in more than 30 % of the pairs.
PlannerScene PolygonCrowd(int pose_count, int obstacle_count, uint64_t seed);

// Trajectories of 5 s that fan out from one place, between cars on straight ways at constant speed.
// About half of the trajectories collide.
PlannerScene MovingTraffic(int trajectory_count, int steps, int obstacle_count, uint64_t seed);

// Walls and kerbs, rectangles of 1 to 6 by 0.2 to 1 m, 930 m^2 of ground for each whatever their
// number, and poses everywhere on the map: about 3 % of the poses collide.
PlannerScene StaticMapScene(int pose_count, int obstacle_count, uint64_t seed);

}  // namespace collision2d::bench
