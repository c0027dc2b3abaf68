// No call of the batch layer allocates, nor does Repose: every call of operator new in this program is counted.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/batch/batch_collides.h"
#include "collision2d/batch/batch_scenes.h"
#include "collision2d/batch/pair_list.h"
#include "collision2d/batch/polygon_batch.h"
#include "collision2d/batch/scoped_target.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"
#include "hwy/targets.h"

namespace {

// Single-threaded. The other forms of operator new and delete call these.
int64_t allocations = 0;

void* Allocated(void* memory) {
  ++allocations;
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

void* operator new(std::size_t size) { return Allocated(std::malloc(size > 0 ? size : 1)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  const std::size_t unit = static_cast<std::size_t>(alignment);
  return Allocated(std::aligned_alloc(unit, (size + unit - 1) / unit * unit));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace collision2d {
namespace {

TEST(BatchNoAllocation, TheCounterCounts) {
  Random random(TestSeed());
  const BatchScene scene = RandomScene(SceneKind::kPolygons, 1, 20, &random);
  const int64_t before = allocations;
  const PolygonBatch batch = PolygonBatch::Create(scene.obstacles, scene.world_from_obstacle).value();
  EXPECT_GE(allocations - before, 4);
}

TEST(BatchNoAllocation, EveryCall) {
  Random random(TestSeed());
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    const ScopedTarget scoped_target(target);
    for (int i = 0; i < 10 * kSceneKindCount; ++i) {
      const BatchScene scene = RandomScene(static_cast<SceneKind>(i % kSceneKindCount), 40, 100, &random);
      const size_t poses = scene.world_from_body.size();
      PolygonBatch batch = PolygonBatch::Create(scene.obstacles, scene.world_from_obstacle).value();
      std::vector<uint64_t> mask(poses * MaskWordsPerPose(batch.size()));
      std::vector<uint8_t> any_hit(poses);
      std::vector<Hit> first_hit(poses);
      std::vector<int32_t> hit_count(poses);
      const std::vector<IndexPair> pairs(mask.size() * 64, IndexPair{3, 7});

      const int64_t before = allocations;
      ASSERT_TRUE(batch.Repose(scene.world_from_obstacle).ok());
      ASSERT_TRUE(CollisionMask(scene.body, scene.world_from_body, batch, absl::MakeSpan(mask)).ok());
      ASSERT_TRUE(AnyHit(scene.body, scene.world_from_body, batch, absl::MakeSpan(any_hit)).ok());
      ASSERT_TRUE(FirstHit(scene.body, scene.world_from_body, batch, absl::MakeSpan(first_hit)).ok());
      ASSERT_TRUE(CountHits(scene.body, scene.world_from_body, batch, absl::MakeSpan(hit_count)).ok());
      ASSERT_TRUE(CollidingPairs(batch, batch, pairs, absl::MakeSpan(mask)).ok());
      ASSERT_EQ(allocations, before);
    }
  }
}

}  // namespace
}  // namespace collision2d
