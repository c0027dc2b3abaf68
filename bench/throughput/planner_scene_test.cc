#include "bench/throughput/planner_scene.h"

#include <cstdint>
#include <set>

#include "gtest/gtest.h"

namespace collision2d::bench {
namespace {

constexpr uint64_t kSeed = 20261120;

// Shares of all pairs, or of trajectories.
struct Shares {
  double near = 0.0;  // Bounding circles overlap.
  double colliding = 0.0;
  double colliding_trajectories = 0.0;
};

Shares Count(const PlannerScene& scene) {
  int64_t near = 0, colliding = 0, colliding_trajectories = 0;
  for (int i = 0; i < scene.trajectory_count(); ++i) {
    bool hit = false;
    for (int step = 0; step < scene.steps; ++step) {
      for (int k = 0; k < scene.obstacle_count(); ++k) {
        const Pose2& world_from_ego = scene.EgoPose(i, step);
        const Pose2& world_from_obstacle = scene.ObstaclePose(step, k);
        const ConvexPolygon& obstacle = scene.obstacles[k];
        const Vec2 apart = world_from_obstacle * obstacle.center() - world_from_ego * scene.ego.center();
        near += Norm(apart) <= scene.ego.bounding_radius_m() + obstacle.bounding_radius_m();
        const bool collides = Collides(scene.ego, obstacle, RelativePose(world_from_ego, world_from_obstacle));
        colliding += collides;
        hit |= collides;
      }
    }
    colliding_trajectories += hit;
  }
  const double pairs = static_cast<double>(scene.pair_count());
  return {static_cast<double>(near) / pairs, static_cast<double>(colliding) / pairs,
          static_cast<double>(colliding_trajectories) / static_cast<double>(scene.trajectory_count())};
}

TEST(PlannerScene, SparseTrafficIsFarApart) {
  const PlannerScene scene = SparseTraffic(2000, 200, kSeed);
  EXPECT_EQ(scene.pair_count(), 400'000);
  const Shares shares = Count(scene);
  EXPECT_LT(shares.near, 0.004);
  EXPECT_GT(shares.colliding_trajectories, 0.1);
  EXPECT_LT(shares.colliding_trajectories, 0.3);
}

TEST(PlannerScene, DenseCrowdPassesEveryCircle) {
  const Shares shares = Count(DenseCrowd(500, 200, kSeed));
  EXPECT_EQ(shares.near, 1.0);
  EXPECT_GT(shares.colliding, 0.35);
  EXPECT_LT(shares.colliding, 0.65);
}

TEST(PlannerScene, PolygonCrowdPassesManyCircles) {
  const PlannerScene scene = PolygonCrowd(500, 200, kSeed);
  std::set<int> sizes;
  for (const ConvexPolygon& obstacle : scene.obstacles) sizes.insert(obstacle.size());
  EXPECT_EQ(sizes, (std::set<int>{4, 5, 6, 7, 8}));
  const Shares shares = Count(scene);
  EXPECT_GT(shares.near, 0.3);
  EXPECT_LT(shares.near, 0.5);
  EXPECT_GT(shares.colliding, 0.1);
}

TEST(PlannerScene, MovingTrafficIsOrderedByCost) {
  const PlannerScene scene = MovingTraffic(200, 50, 100, kSeed);
  EXPECT_EQ(scene.pair_count(), 1'000'000);
  const Shares shares = Count(scene);
  EXPECT_GT(shares.colliding_trajectories, 0.3);
  EXPECT_LT(shares.colliding_trajectories, 0.7);

  EXPECT_EQ(std::set<int>(scene.cost_order.begin(), scene.cost_order.end()).size(), 200u);
  PlannerScene one = scene;
  for (int position = 0; position <= 20; ++position) {
    const auto begin = scene.world_from_ego.begin() + scene.cost_order[position] * scene.steps;
    one.world_from_ego.assign(begin, begin + scene.steps);
    EXPECT_EQ(Count(one).colliding_trajectories, position < 20 ? 1.0 : 0.0) << position;
  }
}

TEST(PlannerScene, StaticMapHasOneDensity) {
  for (const int obstacle_count : {1000, 10000}) {
    const PlannerScene scene = StaticMapScene(2000, obstacle_count, kSeed);
    EXPECT_TRUE(scene.is_static_map);
    const Shares shares = Count(scene);
    EXPECT_GT(shares.colliding_trajectories, 0.01);
    EXPECT_LT(shares.colliding_trajectories, 0.05);
  }
}

}  // namespace
}  // namespace collision2d::bench
