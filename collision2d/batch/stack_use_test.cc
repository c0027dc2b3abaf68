// What the calls of the batch layer take of the stack, on every instruction set of this machine:
// less than 48 KiB. docs/embedded.md has the sum of the frames.

#include "collision2d/testing/stack_use.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/batch/collisions.h"
#include "collision2d/batch/distances.h"
#include "collision2d/batch/obstacles.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/results.h"
#include "collision2d/batch/static_map.h"
#include "collision2d/batch/testing/batch_scenes.h"
#include "collision2d/batch/testing/swept_scenes.h"
#include "collision2d/batch/trajectories.h"
#include "collision2d/code_generation.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/scoped_target.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"
#include "hwy/targets.h"

namespace collision2d {
namespace {

constexpr size_t kMostStack = 48 * 1024;

// The most that a call takes in this scene.
size_t StackOfCalls(const BatchScene& scene) {
  const size_t poses = scene.world_from_body.size();
  const absl::Span<const ConvexPolygon> body = scene.body;
  const absl::Span<const Pose2> at = scene.world_from_body;
  std::vector<PolygonBatch> batches;
  batches.push_back(PolygonBatch::Create(scene.obstacles, scene.world_from_obstacle).value());
  const PolygonBatch& batch = batches[0];
  const StaticMap map = StaticMap::Create(scene.obstacles, scene.world_from_obstacle).value();
  const Trajectories trajectories = {at, 1};
  std::vector<uint64_t> mask(poses * Obstacles(batch).mask_words());
  std::vector<Hit> hits(poses);
  std::vector<Nearest<double>> nearest(poses);
  std::vector<Nearest<Separation>> separations(poses);
  std::vector<Hit> map_hits(poses);
  std::vector<Nearest<double>> map_nearest(poses);
  std::vector<Hit> first(poses);
  std::vector<Nearest<double>> clearance(poses);
  std::vector<Nearest<Separation>> least(poses);
  bool ok = true;
  size_t most = 0;
  const auto use = [&](auto call) { most = std::max(most, StackUse([&] { ok &= call().ok(); })); };
  use([&] { return CollisionMask(body, at, batch, absl::MakeSpan(mask)); });
  use([&] { return FirstHit(body, at, batch, absl::MakeSpan(hits)); });
  use([&] { return MinimumDistance(body, at, batch, {}, absl::MakeSpan(nearest)); });
  use([&] { return WithinMask(body, at, batch, 1.0, absl::MakeSpan(mask)); });
  use([&] { return MinimumSeparation(body, at, batch, {}, absl::MakeSpan(separations)); });
  use([&] { return FirstHit(body, at, map, absl::MakeSpan(map_hits)); });
  use([&] { return MinimumDistance(body, at, map, {}, absl::MakeSpan(map_nearest)); });
  use([&] { return FirstHit(body, trajectories, batches, absl::MakeSpan(first)); });
  use([&] { return MinimumDistance(body, trajectories, batches, {}, absl::MakeSpan(clearance)); });
  use([&] { return MinimumSeparation(body, trajectories, batches, {}, absl::MakeSpan(least)); });
  use([&] { return MinimumSeparation(body, trajectories, map, {}, absl::MakeSpan(least)); });
  EXPECT_TRUE(ok);
  return most;
}

// The same for calls about motion.
size_t StackOfSweptCalls(const SweptScene& scene) {
  const Trajectories trajectories = scene.trajectories();
  const MovingObstacles moving = scene.moving();
  const StaticMap map = StaticMap::Create(scene.obstacles, scene.world_from_obstacle).value();
  std::vector<SweptHit> first(static_cast<size_t>(trajectories.size()));
  std::vector<SweptNearest> least(first.size());
  const auto& body = scene.body;
  const auto& times = scene.step_times_s;
  bool ok = true;
  size_t most = 0;
  const auto use = [&](auto call) { most = std::max(most, StackUse([&] { ok &= call().ok(); })); };
  use([&] { return FirstHit(body, trajectories, times, moving, scene.options, absl::MakeSpan(first)); });
  use([&] { return MinimumDistance(body, trajectories, times, moving, {{}, 0.01}, absl::MakeSpan(least)); });
  use([&] { return FirstHit(body, trajectories, times, map, scene.options, absl::MakeSpan(first)); });
  use([&] { return MinimumDistance(body, trajectories, times, map, {{}, 0.01}, absl::MakeSpan(least)); });
  EXPECT_TRUE(ok);
  return most;
}

TEST(StackUse, OfBatchCalls) {
  ASSERT_TRUE(FramesAreOfRelease()) << "to be compiled with -O2 -DNDEBUG, without a sanitizer";
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    const ScopedTarget scoped_target(target);
    Random random(TestSeed());
    size_t most = 0;
    for (int i = 0; i < 5 * kSceneKindCount; ++i) {
      const auto kind = static_cast<SceneKind>(i % kSceneKindCount);
      most = std::max(most, StackOfCalls(RandomScene(kind, 40, 100, &random)));
      most = std::max(most, StackOfSweptCalls(RandomSweptScene(kind, 40, 2, 40, &random)));
    }
    std::printf("bytes of stack of batch calls on %s: %zu\n", hwy::TargetName(target), most);
    EXPECT_LT(most, kMostStack);
  }
}

}  // namespace
}  // namespace collision2d
