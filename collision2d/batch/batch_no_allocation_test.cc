// No call of the batch layer allocates, nor does SetPoses: every call of operator new in this
// program is counted.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/batch/collisions.h"
#include "collision2d/batch/distances.h"
#include "collision2d/batch/gradients.h"
#include "collision2d/batch/obstacles.h"
#include "collision2d/batch/point_set.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/results.h"
#include "collision2d/batch/static_map.h"
#include "collision2d/batch/testing/batch_scenes.h"
#include "collision2d/batch/testing/cell_scenes.h"
#include "collision2d/batch/testing/swept_scenes.h"
#include "collision2d/batch/testing/trajectory_scenes.h"
#include "collision2d/batch/trajectories.h"
#include "collision2d/code_generation.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/allocation_count.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/scoped_target.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"
#include "hwy/targets.h"

namespace collision2d {
namespace {

TEST(BatchNoAllocation, TheCounterCounts) {
  Random random(TestSeed());
  const BatchScene scene = RandomScene(SceneKind::kPolygons, 1, 20, &random);
  const int64_t before = AllocationCount();
  const PolygonBatch batch = PolygonBatch::Create(scene.obstacles, scene.world_from_obstacle).value();
  EXPECT_GE(AllocationCount() - before, 4);
}

TEST(BatchNoAllocation, EveryCall) {
  Random random(TestSeed());
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    const ScopedTarget scoped_target(target);
    for (int i = 0; i < 10 * kSceneKindCount; ++i) {
      const BatchScene scene = RandomScene(static_cast<SceneKind>(i % kSceneKindCount), 40, 100, &random);
      const size_t poses = scene.world_from_body.size();
      PolygonBatch batch = PolygonBatch::Create(scene.obstacles, scene.world_from_obstacle).value();
      std::vector<uint64_t> mask(poses * Obstacles(batch).mask_words());
      std::vector<uint8_t> any_hit(poses);
      std::vector<Hit> first_hit(poses);
      std::vector<int32_t> hit_count(poses);

      const int64_t before = AllocationCount();
      ASSERT_TRUE(batch.SetPoses(scene.world_from_obstacle).ok());
      ASSERT_TRUE(CollisionMask(scene.body, scene.world_from_body, batch, absl::MakeSpan(mask)).ok());
      ASSERT_TRUE(AnyHit(scene.body, scene.world_from_body, batch, absl::MakeSpan(any_hit)).ok());
      ASSERT_TRUE(FirstHit(scene.body, scene.world_from_body, batch, absl::MakeSpan(first_hit)).ok());
      ASSERT_TRUE(CountHits(scene.body, scene.world_from_body, batch, absl::MakeSpan(hit_count)).ok());
      ASSERT_EQ(AllocationCount(), before);
    }
  }
}

TEST(BatchNoAllocation, EveryCallWithDistances) {
  Random random(TestSeed());
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    const ScopedTarget scoped_target(target);
    for (int i = 0; i < 5 * kSceneKindCount; ++i) {
      const BatchScene scene = RandomScene(static_cast<SceneKind>(i % kSceneKindCount), 40, 100, &random);
      const size_t poses = scene.world_from_body.size();
      const PolygonBatch batch = PolygonBatch::Create(scene.obstacles, scene.world_from_obstacle).value();
      const std::vector<double> limit_m(poses, 1.0);
      std::vector<Nearest<double>> nearest(poses);
      std::vector<Nearest<Separation>> separation(poses);
      std::vector<double> distance_m(poses * scene.obstacles.size());
      std::vector<uint64_t> mask(poses * Obstacles(batch).mask_words());

      const int64_t before = AllocationCount();
      ASSERT_TRUE(MinimumDistance(scene.body, scene.world_from_body, batch, {}, absl::MakeSpan(nearest)).ok());
      ASSERT_TRUE(
          MinimumSeparation(scene.body, scene.world_from_body, batch, limit_m, absl::MakeSpan(separation)).ok());
      ASSERT_TRUE(AllDistances(scene.body, scene.world_from_body, batch, absl::MakeSpan(distance_m)).ok());
      ASSERT_TRUE(WithinMask(scene.body, scene.world_from_body, batch, 1.0, absl::MakeSpan(mask)).ok());
      ASSERT_EQ(AllocationCount(), before);
    }
  }
}

TEST(BatchNoAllocation, EveryCallOfTrajectories) {
  Random random(TestSeed());
  // Its capture is small enough for a std::function without allocation, as that of every careful
  // executor.
  const ParallelFor backwards = [](int count, const std::function<void(int begin, int end)>& run) {
    for (int i = count; i-- > 0;) run(i, i + 1);
  };
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    const ScopedTarget scoped_target(target);
    for (int i = 0; i < 5 * kSceneKindCount; ++i) {
      const TrajectoryScene scene =
          RandomTrajectoryScene(static_cast<SceneKind>(i % kSceneKindCount), 100, 4, 6, &random);
      const Trajectories trajectories = scene.trajectories();
      std::vector<Hit> first(100);
      std::vector<uint8_t> any(100);
      std::vector<Nearest<double>> clearance(100);
      std::vector<Nearest<Separation>> least(100);
      const StaticMap map = StaticMap::Create(scene.obstacles).value();
      std::vector<int> order(100);
      std::iota(order.begin(), order.end(), 0);
      int free_position;

      const int64_t before = AllocationCount();
      const auto& per_step = scene.per_step;
      ASSERT_TRUE(FirstHit(scene.body, trajectories, per_step, absl::MakeSpan(first), backwards).ok());
      ASSERT_TRUE(AnyHit(scene.body, trajectories, per_step, absl::MakeSpan(any), backwards).ok());
      ASSERT_TRUE(MinimumDistance(scene.body, trajectories, per_step, {}, absl::MakeSpan(clearance), backwards).ok());
      ASSERT_TRUE(MinimumSeparation(scene.body, trajectories, per_step, {}, absl::MakeSpan(least)).ok());
      ASSERT_TRUE(MinimumSeparation(scene.body, trajectories, map, {}, absl::MakeSpan(least)).ok());
      ASSERT_TRUE(FirstFree(scene.body, trajectories, per_step, order, &free_position, absl::MakeSpan(first)).ok());
      ASSERT_EQ(AllocationCount(), before);
    }
  }
}

TEST(BatchNoAllocation, EveryCallAboutMotion) {
  Random random(TestSeed());
  const ParallelFor backwards = [](int count, const std::function<void(int begin, int end)>& run) {
    for (int i = count; i-- > 0;) run(i, i + 1);
  };
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    const ScopedTarget scoped_target(target);
    for (int i = 0; i < 5 * kSceneKindCount; ++i) {
      const SweptScene scene = RandomSweptScene(static_cast<SceneKind>(i % kSceneKindCount), 100, 3, 6, &random);
      const Trajectories trajectories = scene.trajectories();
      const MovingObstacles moving = scene.moving();
      const std::vector<double>& times = scene.step_times_s;
      std::vector<SweptHit> first(100);
      std::vector<uint8_t> any(100);
      std::vector<SweptNearest> least(100);
      const StaticMap map = StaticMap::Create(scene.obstacles, scene.world_from_obstacle).value();
      std::vector<int> order(100);
      std::iota(order.begin(), order.end(), 0);
      int free_position;

      const int64_t before = AllocationCount();
      const auto& body = scene.body;
      const ImpactOptions& options = scene.options;
      ASSERT_TRUE(FirstHit(body, trajectories, times, moving, options, absl::MakeSpan(first), backwards).ok());
      ASSERT_TRUE(AnyHit(body, trajectories, times, moving, options, absl::MakeSpan(any), backwards).ok());
      ASSERT_TRUE(
          MinimumDistance(body, trajectories, times, moving, {{}, 0.01}, absl::MakeSpan(least), backwards).ok());
      ASSERT_TRUE(
          FirstFree(body, trajectories, times, moving, options, order, &free_position, absl::MakeSpan(first)).ok());
      ASSERT_TRUE(FirstHit(body, trajectories, times, map, options, absl::MakeSpan(first), backwards).ok());
      ASSERT_TRUE(AnyHit(body, trajectories, times, map, options, absl::MakeSpan(any), backwards).ok());
      ASSERT_TRUE(MinimumDistance(body, trajectories, times, map, {{}, 0.01}, absl::MakeSpan(least), backwards).ok());
      ASSERT_EQ(AllocationCount(), before);
    }
  }
}

TEST(BatchNoAllocation, EveryCallAboutCells) {
  Random random(TestSeed());
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    const ScopedTarget scoped_target(target);
    for (int i = 0; i < 20; ++i) {
      const CellScene scene = RandomCellScene(100, 0.05, &random);
      const std::vector<ConvexPolygon> body = {RandomCellBody(scene, &random), RandomCellBody(scene, &random)};
      std::vector<Pose2> poses;
      std::vector<Vec2> points;
      for (int p = 0; p < 40; ++p) poses.push_back(RandomCellPose(scene, body[0], &random));
      for (const ConvexPolygon& square : scene.squares) points.push_back(square.center());
      PointSet set = PointSet::Create().value();
      ASSERT_TRUE(set.Update(points, scene.world_from_grid).ok());
      Obstacles obstacles = scene.grid;
      obstacles.Add(set);
      MovingObstacles moving = scene.grid;
      moving.Add(set);
      const Trajectories ways(poses, 4);
      const double times_s[] = {0.0, 0.1, 0.2, 0.3};
      std::vector<uint8_t> any(poses.size());
      std::vector<Hit> first(poses.size());
      std::vector<uint64_t> mask(poses.size());
      std::vector<Nearest<double>> nearest(poses.size());
      std::vector<Nearest<SeparationGradient>> least(poses.size());
      std::vector<SweptHit> contacts(10);
      std::vector<SweptNearest> swept(10);

      const int64_t before = AllocationCount();
      ASSERT_TRUE(AnyHit(body, poses, obstacles, absl::MakeSpan(any)).ok());
      ASSERT_TRUE(FirstHit(body, poses, obstacles, absl::MakeSpan(first)).ok());
      ASSERT_TRUE(AnyHit(body, ways, obstacles, absl::MakeSpan(any).first(10)).ok());
      ASSERT_TRUE(FirstHit(body, ways, obstacles, absl::MakeSpan(first).first(10)).ok());
      ASSERT_TRUE(CollisionMask(body, poses, obstacles, absl::MakeSpan(mask)).ok());
      ASSERT_TRUE(MinimumDistance(body, poses, obstacles, {}, absl::MakeSpan(nearest)).ok());
      ASSERT_TRUE(MinimumSeparation(body, poses, obstacles, {}, absl::MakeSpan(least)).ok());
      ASSERT_TRUE(AnyHit(body, ways, times_s, moving, {}, absl::MakeSpan(any).first(10)).ok());
      ASSERT_TRUE(FirstHit(body, ways, times_s, moving, {}, absl::MakeSpan(contacts)).ok());
      ASSERT_TRUE(MinimumDistance(body, ways, times_s, moving, {}, absl::MakeSpan(swept)).ok());
      ASSERT_EQ(AllocationCount(), before);
    }
  }
}

// No call of StaticMap allocates: every call of operator new in this program is counted.

TEST(StaticMapNoAllocation, EveryCall) {
  Random random(TestSeed());
  std::vector<ConvexPolygon> shapes;
  std::vector<Pose2> world_from_shape;
  for (int i = 0; i < 5000; ++i) {
    shapes.push_back(RandomPolygon(24, &random));
    world_from_shape.push_back(RandomPose(300.0, &random));
  }
  std::vector<Pose2> world_from_body;
  for (int i = 0; i < 1000; ++i) world_from_body.push_back(RandomPose(300.0, &random));
  // More shapes than the walk has boxes for; one pose collides with very many map shapes.
  std::vector<ConvexPolygon> body;
  for (int i = 0; i < 20; ++i) body.push_back(RegularPolygon(9, 1.0 + 0.1 * i));
  body.push_back(RegularPolygon(9, 30.0));

  std::vector<uint8_t> any(world_from_body.size());
  std::vector<Hit> hits(world_from_body.size());
  std::vector<int64_t> begin(world_from_body.size() + 1);
  std::vector<int> obstacles(1000000);
  std::vector<Nearest<double>> nearest(world_from_body.size());
  const int64_t before_map = AllocationCount();
  const auto map = StaticMap::Create(shapes, world_from_shape);
  ASSERT_TRUE(map.ok());
  // The counter counts.
  EXPECT_GT(AllocationCount() - before_map, 0);

  const int64_t before = AllocationCount();
  EXPECT_TRUE(AnyHit(body, world_from_body, *map, absl::MakeSpan(any)).ok());
  EXPECT_TRUE(FirstHit(body, world_from_body, *map, absl::MakeSpan(hits)).ok());
  EXPECT_TRUE(AllHits(body, world_from_body, *map, absl::MakeSpan(begin), absl::MakeSpan(obstacles)).ok());
  EXPECT_TRUE(MinimumDistance(body, world_from_body, *map, {}, absl::MakeSpan(nearest)).ok());
  EXPECT_EQ(AllocationCount() - before, 0);
  EXPECT_GT(begin.back(), 10000);
}

}  // namespace
}  // namespace collision2d
