// A query about two moving bodies uses less than 8 KiB of the stack, on every instruction set of
// this machine.

#include "collision2d/testing/stack_use.h"

#include <cstdio>

#include "collision2d/code_generation.h"
#include "collision2d/motion/minimum_distance.h"
#include "collision2d/motion/motion.h"
#include "collision2d/motion/testing/motion_families.h"
#include "collision2d/motion/testing/spec_pair.h"
#include "collision2d/motion/time_of_impact.h"
#include "collision2d/testing/scoped_target.h"
#include "collision2d/testing/test.h"
#include "hwy/targets.h"

namespace collision2d {
namespace {

constexpr size_t kMostStack = 8192;

struct StackOfQueries {
  size_t impact = 0;
  size_t free = 0;
  size_t distance = 0;
};

void Measure(const SpecPair& pair, StackOfQueries* most) {
  // Results that are written are not optimised away.
  [[maybe_unused]] volatile double result = 0.0;
  const Motion motion_a = ToMotion(pair.motion_a);
  const Motion motion_b = ToMotion(pair.motion_b);
  const auto use = [](auto query, size_t* of_query) { *of_query = std::max(*of_query, StackUse(query)); };
  use([&] { result = TimeOfImpact(pair.a, motion_a, pair.b, motion_b)->free_until_s; }, &most->impact);
  use([&] { result = *IsMotionFree(pair.a, motion_a, pair.b, motion_b) ? 1.0 : 0.0; }, &most->free);
  use([&] { result = MinimumDistanceOverMotion(pair.a, motion_a, pair.b, motion_b)->lower_m; }, &most->distance);
}

TEST(StackUse, OfMotionQueries) {
  ASSERT_TRUE(FramesAreOfRelease()) << "to be compiled with -O2 -DNDEBUG, without a sanitizer";
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    const ScopedTarget scoped_target(target);
    Random random(TestSeed());
    StackOfQueries most;
    for (const MotionFamily& family : MotionFamilies()) {
      for (int i = 0; i < 40; ++i) Measure(family.generate(&random), &most);
    }
    std::printf("bytes of stack on %s: TimeOfImpact %zu, IsMotionFree %zu, MinimumDistanceOverMotion %zu\n",
                hwy::TargetName(target), most.impact, most.free, most.distance);
    EXPECT_LT(most.impact, kMostStack);
    EXPECT_LT(most.free, kMostStack);
    EXPECT_LT(most.distance, kMostStack);
    EXPECT_GT(most.free, 100u);
  }
}

}  // namespace
}  // namespace collision2d
