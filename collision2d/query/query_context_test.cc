// What a caller may hand to a query: a warm start changes speed only, counters add up, and no loop reaches its bound.

#include "collision2d/query/query_context.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/distance.h"
#include "collision2d/query/separation.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/pair_generators.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"

namespace collision2d {
namespace {

// Twice the stated error: two answers, each within it.
double TwiceStatedError(const ConvexPolygon& a, const ConvexPolygon& b, double distance_m) {
  return 2.0 * kDistanceRelativeError *
             std::max({2.0 * a.bounding_radius_m(), 2.0 * b.bounding_radius_m(), distance_m}) +
         4.0 * std::numeric_limits<double>::denorm_min();
}

// Any vertex differences may be where the last query ended.
WarmStart RandomWarmStart(const ConvexPolygon& a, const ConvexPolygon& b, Random* random) {
  WarmStart start;
  start.size = random->Integer(0, 2);
  for (int k = 0; k < 2; ++k) {
    start.vertex_a[k] = random->Index(a.size());
    start.vertex_b[k] = random->Index(b.size());
  }
  return start;
}

TEST(WarmStart, AnyStartGivesTheSameBoolean) {
  Random random(TestSeed());
  QueryCounters counters;
  for (int64_t i = 0; i < TestCaseCount(50000); ++i) {
    const ShapePair pair = RandomPair(RandomFamily(&random), 24, &random);
    WarmStart start = RandomWarmStart(pair.a, pair.b, &random);
    ASSERT_EQ(Collides(pair.a, pair.b, {&start, &counters}), Collides(pair.a, pair.b))
        << "a = " << HexFormat(pair.a) << "\nb = " << HexFormat(pair.b);
    ASSERT_LE(start.size, 2);
  }
  EXPECT_EQ(counters.cap_hits, 0);
}

TEST(WarmStart, AnyStartGivesTheSameDistance) {
  Random random(TestSeed());
  QueryCounters counters;
  for (int64_t i = 0; i < TestCaseCount(50000); ++i) {
    const ShapePair pair = RandomPair(RandomFamily(&random), 24, &random);
    WarmStart start = RandomWarmStart(pair.a, pair.b, &random);
    const WarmStart copy = start;
    const double cold_m = Distance(pair.a, pair.b);
    const double error_m = TwiceStatedError(pair.a, pair.b, cold_m);
    const double warm_m = Distance(pair.a, pair.b, {&start, &counters});
    ASSERT_NEAR(warm_m, cold_m, error_m) << "a = " << HexFormat(pair.a) << "\nb = " << HexFormat(pair.b);
    ASSERT_EQ(warm_m == 0.0, cold_m == 0.0);
    start = copy;
    const Separation warm = ComputeSeparation(pair.a, pair.b, {&start, &counters});
    const Separation cold = ComputeSeparation(pair.a, pair.b);
    ASSERT_EQ(warm.status, cold.status) << "a = " << HexFormat(pair.a) << "\nb = " << HexFormat(pair.b);
    ASSERT_NEAR(warm.signed_distance_m, cold.signed_distance_m, error_m)
        << "a = " << HexFormat(pair.a) << "\nb = " << HexFormat(pair.b);
  }
  EXPECT_EQ(counters.cap_hits, 0);
}

// A shape that moves around another in small steps, each query begun where the last one ended: a few rounds each,
// however many vertices there are (Cameron's claim for tracking).
TEST(WarmStart, TrackingFollowsAMovingShape) {
  for (const int n : {5, 8, 100, 500}) {
    const ConvexPolygon a = RegularPolygon(n, 2.0);
    const ConvexPolygon b = RegularPolygon(n, 1.0);
    WarmStart start;
    QueryCounters counters;
    constexpr int kSteps = 400;
    for (int step = 0; step < kSteps; ++step) {
      const double angle_rad = 0.01 * step;
      const Pose2 a_from_b = Pose2::FromYaw({4.0 * std::cos(angle_rad), 4.0 * std::sin(angle_rad)}, 0.5 * angle_rad);
      const double expected_m = Distance(a, b, a_from_b);
      ASSERT_NEAR(Distance(a, b, a_from_b, {&start, &counters}), expected_m, TwiceStatedError(a, b, expected_m));
      ASSERT_TRUE(start.size == 1 || start.size == 2);
    }
    EXPECT_LE(counters.iterations, 6 * kSteps) << n;
    EXPECT_EQ(counters.cap_hits, 0);
  }
}

TEST(QueryCounters, AddUp) {
  const ConvexPolygon a = ConvexPolygon::Create({{-2, -1}, {2, -1}, {3, 0}, {2, 1}, {-2, 1}}).value();
  const ConvexPolygon b = ConvexPolygon::Rectangle(4, 2, {10, 1}).value();
  QueryCounters once;
  Distance(a, b, {nullptr, &once});
  EXPECT_GT(once.support_calls, 0);
  EXPECT_EQ(once.exact_path_entries, 0);
  QueryCounters thrice;
  for (int i = 0; i < 3; ++i) Distance(a, b, {nullptr, &thrice});
  EXPECT_EQ(thrice.iterations, 3 * once.iterations);
  EXPECT_EQ(thrice.support_calls, 3 * once.support_calls);
  EXPECT_EQ(thrice.cap_hits, 0);
}

TEST(QueryCounters, CountTheExactPath) {
  const ConvexPolygon a = ConvexPolygon::Rectangle(4, 2).value();
  const ConvexPolygon touching = ConvexPolygon::Rectangle(4, 2, {4, 1}).value();
  QueryCounters counters;
  EXPECT_TRUE(Collides(a, touching, {nullptr, &counters}));
  EXPECT_EQ(counters.exact_path_entries, 1);
}

// The exact path is for shapes that touch within rounding: not for one pair in a hundred of those that do not.
TEST(QueryCounters, ExactPathIsRare) {
  Random random(TestSeed());
  QueryCounters counters;
  constexpr int kPairs = 20000;
  for (int i = 0; i < kPairs; ++i) {
    const ConvexPolygon a = RandomPolygon(8, &random);
    const ConvexPolygon b = RandomPolygon(8, &random);
    Collides(a, b, RandomPose(2.0, &random), {nullptr, &counters});
  }
  EXPECT_LT(counters.exact_path_entries, kPairs / 100);
  EXPECT_EQ(counters.cap_hits, 0);
}

// Large polygons: the number of rounds grows far more slowly than the number of vertices.
TEST(QueryCounters, IterationsOfLargePolygonsStayFew) {
  Random random(TestSeed());
  for (const int n : {100, 1000}) {
    const ConvexPolygon a = RegularPolygon(n, 2.0);
    const ConvexPolygon b = RegularPolygon(n, 1.0);
    QueryCounters counters;
    constexpr int kPairs = 500;
    for (int i = 0; i < kPairs; ++i) {
      Distance(a, b, RandomPose(4.0, &random), {nullptr, &counters});
    }
    EXPECT_LT(counters.iterations, 20 * kPairs) << n;
    EXPECT_EQ(counters.cap_hits, 0) << n;
  }
}

}  // namespace
}  // namespace collision2d
