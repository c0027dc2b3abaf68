// A pair query uses less than 4 KiB of the stack, on every instruction set of this machine.
// docs/embedded.md has the sum of the frames.

#include "collision2d/testing/stack_use.h"

#include <cstdio>

#include "collision2d/code_generation.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/distance.h"
#include "collision2d/query/separation.h"
#include "collision2d/testing/pair_generators.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/scoped_target.h"
#include "collision2d/testing/test.h"
#include "hwy/targets.h"

namespace collision2d {
namespace {

constexpr size_t kMostStack = 4096;

struct StackOfLevels {
  size_t collides = 0;
  size_t distance = 0;
  size_t separation = 0;
};

template <typename... Pose>
void Measure(const ConvexPolygon& a, const ConvexPolygon& b, StackOfLevels* most, const Pose&... a_from_b) {
  // Results that are written are not optimised away.
  [[maybe_unused]] volatile double result = 0.0;
  const auto use = [](auto query, size_t* level) { *level = std::max(*level, StackUse(query)); };
  use([&] { result = Collides(a, b, a_from_b...) ? 1.0 : 0.0; }, &most->collides);
  use([&] { result = Distance(a, b, a_from_b...); }, &most->distance);
  use([&] { result = DistanceWithin(a, b, a_from_b..., 1.0) ? 1.0 : 0.0; }, &most->distance);
  use([&] { result = ComputeSeparation(a, b, a_from_b...).signed_distance_m; }, &most->separation);
}

TEST(StackUse, Measures) {
  const auto use = [](size_t bytes) {
    return StackUse([bytes] {
      volatile char* const frame = static_cast<char*>(__builtin_alloca(bytes));
      for (size_t i = 0; i < bytes; ++i) frame[i] = 1;
    });
  };
  EXPECT_LT(StackUse([] {}), 256u);
  EXPECT_GE(use(3000), 3000u);
  EXPECT_LE(use(3000), 3000u + (FramesAreOfRelease() ? 256u : 4096u));
}

TEST(StackUse, OfPairQueries) {
  ASSERT_TRUE(FramesAreOfRelease()) << "to be compiled with -O2 -DNDEBUG, without a sanitizer";
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    const ScopedTarget scoped_target(target);
    Random random(TestSeed());
    StackOfLevels most;
    for (int i = 0; i < 25 * kPairFamilyCount; ++i) {
      const ShapePair pair = RandomPair(static_cast<PairFamily>(i % kPairFamilyCount), i % 2 == 0 ? 8 : 40, &random);
      Measure(pair.a, pair.b, &most);
      Measure(pair.a, pair.b, &most, RandomPose(2.0, &random));
      // At no distance: the exact path.
      Measure(pair.a, pair.b, &most, Pose2{pair.a.vertices()[0] - pair.b.vertices()[0]});
    }
    std::printf("bytes of stack on %s: Collides %zu, Distance %zu, ComputeSeparation %zu\n", hwy::TargetName(target),
                most.collides, most.distance, most.separation);
    EXPECT_LT(most.collides, kMostStack);
    EXPECT_LT(most.distance, kMostStack);
    EXPECT_LT(most.separation, kMostStack);
    EXPECT_GT(most.collides, 100u);
  }
}

}  // namespace
}  // namespace collision2d
