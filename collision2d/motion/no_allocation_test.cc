// Queries about motions do not allocate, whatever path they take: every call of operator new in
// this program is counted.

#include "collision2d/motion/minimum_distance.h"
#include "collision2d/motion/motion.h"
#include "collision2d/motion/testing/motion_families.h"
#include "collision2d/motion/testing/spec_pair.h"
#include "collision2d/motion/time_of_impact.h"
#include "collision2d/testing/allocation_count.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

// Keeps answers from being optimised away.
volatile double sink;

int64_t AllocationsOfQueries(const SpecPair& pair) {
  const int64_t before = AllocationCount();
  const Motion motion_a = ToMotion(pair.motion_a);
  const Motion motion_b = ToMotion(pair.motion_b);
  sink = TimeOfImpact(pair.a, motion_a, pair.b, motion_b)->free_until_s;
  sink = *IsMotionFree(pair.a, motion_a, pair.b, motion_b);
  sink = MinimumDistanceOverMotion(pair.a, motion_a, pair.b, motion_b)->lower_m;
  return AllocationCount() - before;
}

TEST(NoAllocation, EveryFamily) {
  Random random(TestSeed());
  for (const MotionFamily& family : MotionFamilies()) {
    for (int64_t i = 0; i < TestCaseCount(200); ++i) {
      const SpecPair pair = family.generate(&random);
      ASSERT_EQ(AllocationsOfQueries(pair), 0) << family.name << "\n" << HexFormat(pair);
    }
  }
}

}  // namespace
}  // namespace collision2d
