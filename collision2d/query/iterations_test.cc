// No query's GJK loop reaches its bound, n + m + 4 rounds (docs/numerics.md), on any family and up to 500 vertices. The
// largest number seen is printed and recorded.

#include <algorithm>
#include <cstdint>
#include <cstdio>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/distance.h"
#include "collision2d/query/query_context.h"
#include "collision2d/query/separation.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/pair_generators.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"

namespace collision2d {
namespace {

class IterationsTest : public testing::Test {
 protected:
  template <typename... Pose>
  void ExpectBounded(const ConvexPolygon& a, const ConvexPolygon& b, const Pose&... a_from_b) {
    const auto expect_bounded = [&](const auto& query) {
      QueryCounters counters;
      query(QueryContext{&counters});
      ASSERT_EQ(counters.cap_hits, 0) << "a = " << HexFormat(a) << "\nb = " << HexFormat(b);
      ASSERT_LE(counters.iterations, a.size() + b.size() + 4) << "a = " << HexFormat(a) << "\nb = " << HexFormat(b);
      most_ = std::max(most_, counters.iterations);
    };
    double distance_m = 0.0;
    expect_bounded([&](QueryContext context) { Collides(a, b, a_from_b..., context); });
    expect_bounded([&](QueryContext context) { distance_m = Distance(a, b, a_from_b..., context); });
    expect_bounded([&](QueryContext context) { ComputeSeparation(a, b, a_from_b..., context); });
    expect_bounded([&](QueryContext context) { DistanceWithin(a, b, a_from_b..., distance_m, context); });
  }

  void Report(const char* where) {
    std::printf("at most %lld iterations: %s\n", static_cast<long long>(most_), where);
    RecordProperty(where, static_cast<int>(most_));
  }

  Random random_{TestSeed()};
  int64_t most_ = 0;
};

TEST_F(IterationsTest, EveryFamily) {
  for (int family = 0; family < kPairFamilyCount && !HasFailure(); ++family) {
    most_ = 0;
    for (int64_t i = 0; i < TestCaseCount(10000) && !HasFailure(); ++i) {
      const ShapePair pair = RandomPair(static_cast<PairFamily>(family), random_.Chance(0.0625) ? 24 : 8, &random_);
      ExpectBounded(pair.a, pair.b);
    }
    Report(Name(static_cast<PairFamily>(family)));
  }
}

TEST_F(IterationsTest, ManyVerticesNearContact) {
  for (int64_t i = 0; i < TestCaseCount(2000) && !HasFailure(); ++i) {
    const ShapePair pair = RandomPair(RandomFamily(&random_), 500, &random_);
    ExpectBounded(pair.a, pair.b);
  }
  Report("ManyVerticesNearContact");
}

TEST_F(IterationsTest, RegularPolygonsAnywhere) {
  for (const int n : {3, 4, 5, 8, 24, 100, 499, 500}) {
    const ConvexPolygon a = RegularPolygon(n, 2.0);
    for (const int m : {3, 24, 500}) {
      const ConvexPolygon b = RegularPolygon(m, 1.0);
      for (int64_t i = 0; i < TestCaseCount(300) && !HasFailure(); ++i) ExpectBounded(a, b, RandomPose(4.0, &random_));
    }
  }
  Report("RegularPolygonsAnywhere");
}

}  // namespace
}  // namespace collision2d
