// Pair queries in a floating-point environment that they are not made for (docs/numerics.md): other
// rounding modes, and subnormal numbers flushed to zero. They return, no loop reaches its bound,
// and answers change near contact only.

#include <cfenv>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/distance.h"
#include "collision2d/query/query_context.h"
#include "collision2d/query/separation.h"
#include "collision2d/testing/pair_generators.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/test.h"
#ifdef __SSE2__
#include <xmmintrin.h>
#endif

namespace collision2d {
namespace {

void SetRounding(int mode) { ASSERT_EQ(std::fesetround(mode), 0); }

// Asks each query about random pairs as the environment is by default, and after `enter` again.
template <typename Enter, typename Leave>
void ExpectClearAnswersStay(Enter enter, Leave leave) {
  Random random(TestSeed());
  for (int i = 0; i < 20000; ++i) {
    const ShapePair pair = RandomPair(RandomFamily(&random), 12, &random);
    const Pose2 pose = i % 4 == 0 ? RandomPose(2.0, &random) : Pose2();
    const bool collides = Collides(pair.a, pair.b, pose);
    const double distance_m = Distance(pair.a, pair.b, pose);
    const double separation_m = ComputeSeparation(pair.a, pair.b, pose).signed_distance_m;
    QueryContext::Counters counters;
    enter();
    const bool other_collides = Collides(pair.a, pair.b, pose, {&counters});
    const double other_distance_m = Distance(pair.a, pair.b, pose, {&counters});
    const double other_separation_m = ComputeSeparation(pair.a, pair.b, pose, {&counters}).signed_distance_m;
    leave();
    EXPECT_EQ(counters.limit_hits, 0);
    const double near_m = 1e-9 * (pair.a.bounding_radius_m() + pair.b.bounding_radius_m() + distance_m);
    EXPECT_TRUE(other_collides == collides || std::abs(separation_m) <= near_m);
    EXPECT_LE(std::abs(other_distance_m - distance_m), near_m);
    EXPECT_LE(std::abs(other_separation_m - separation_m), near_m);
  }
}

TEST(FloatingPointEnvironment, OtherRoundingChangesOnlyAnswersNearContact) {
  for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    SCOPED_TRACE(mode);
    ExpectClearAnswersStay([mode] { SetRounding(mode); }, [] { SetRounding(FE_TONEAREST); });
  }
}

#ifdef __SSE2__
TEST(FloatingPointEnvironment, FlushingToZeroChangesOnlyAnswersNearContact) {
  const unsigned before = _mm_getcsr();
  // Results and operands.
  ExpectClearAnswersStay([before] { _mm_setcsr(before | 0x8040u); }, [before] { _mm_setcsr(before); });
}
#endif

}  // namespace
}  // namespace collision2d
