// What a caller may hand to a query: counters add up, and no loop reaches its bound.

#include "collision2d/query/query_context.h"

#include <cstdint>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/distance.h"
#include "collision2d/query/separation.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"

namespace collision2d {
namespace {

TEST(QueryCounters, AddUp) {
  const ConvexPolygon a = ConvexPolygon::Create({{-2, -1}, {2, -1}, {3, 0}, {2, 1}, {-2, 1}}).value();
  // A segment has no window: the walk decides.
  const ConvexPolygon b = ConvexPolygon::Create({{10, 1}, {14, 3}}).value();
  QueryContext::Counters once;
  Distance(a, b, {&once});
  EXPECT_GT(once.support_calls, 0);
  EXPECT_EQ(once.exact_path_entries, 0);
  QueryContext::Counters thrice;
  for (int i = 0; i < 3; ++i) Distance(a, b, {&thrice});
  EXPECT_EQ(thrice.iterations, 3 * once.iterations);
  EXPECT_EQ(thrice.support_calls, 3 * once.support_calls);
  EXPECT_EQ(thrice.cap_hits, 0);
}

TEST(QueryCounters, CountTheExactPath) {
  const ConvexPolygon a = ConvexPolygon::Rectangle(4, 2).value();
  const ConvexPolygon touching = ConvexPolygon::Rectangle(4, 2, {4, 1}).value();
  QueryContext::Counters counters;
  EXPECT_TRUE(Collides(a, touching, {&counters}));
  EXPECT_EQ(counters.exact_path_entries, 1);
}

// The exact path is for shapes that touch within rounding: fewer than one pair in a hundred of the
// others may enter it.
TEST(QueryCounters, ExactPathIsRare) {
  Random random(TestSeed());
  QueryContext::Counters counters;
  constexpr int kPairs = 20000;
  for (int i = 0; i < kPairs; ++i) {
    const ConvexPolygon a = RandomPolygon(8, &random);
    const ConvexPolygon b = RandomPolygon(8, &random);
    Collides(a, b, RandomPose(2.0, &random), {&counters});
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
    QueryContext::Counters counters;
    constexpr int kPairs = 500;
    for (int i = 0; i < kPairs; ++i) {
      Distance(a, b, RandomPose(4.0, &random), {&counters});
    }
    EXPECT_LT(counters.iterations, 20 * kPairs) << n;
    EXPECT_EQ(counters.cap_hits, 0) << n;
  }
}

}  // namespace
}  // namespace collision2d
