// What a caller may hand to a query: counters add up, and no loop reaches its bound.

#include "collision2d/query/query_context.h"

#include <cstdio>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/distance.h"
#include "collision2d/query/exact/near_contact.h"
#include "collision2d/query/separation.h"
#include "collision2d/query/stages/cso.h"
#include "collision2d/query/stages/edge_windows.h"
#include "collision2d/query/stages/facing_feature.h"
#include "collision2d/query/stages/gjk.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/pair_generators.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/test.h"

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
  EXPECT_EQ(thrice.limit_hits, 0);
}

// At needle corners there is no walk: all iterations are those of GJK.
TEST(QueryCounters, CountRoundsOfGjk) {
  const ConvexPolygon a = ConvexPolygon::Create({{0, 0}, {4, 0}}).value();
  const ConvexPolygon b = ConvexPolygon::Create({{1, 1}, {2, 2}}).value();
  QueryContext::Counters counters;
  EXPECT_EQ(Distance(a, b, {&counters}), 1.0);
  EXPECT_GE(counters.iterations, 1);
  EXPECT_GE(counters.support_calls, counters.iterations);
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
  EXPECT_EQ(counters.limit_hits, 0);
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
    EXPECT_EQ(counters.limit_hits, 0) << n;
  }
}

// No query's loop reaches its bound (docs/numerics.md), on any family and up to 500 vertices. The
// largest number seen is printed and recorded. Loops that are given a smaller bound, or a pose
// without numbers, do reach it, and report it.

class IterationsTest : public testing::Test {
 protected:
  template <typename... Pose>
  void ExpectBounded(const ConvexPolygon& a, const ConvexPolygon& b, const Pose&... a_from_b) {
    const auto expect_bounded = [&](const auto& query) {
      QueryContext::Counters counters;
      query(QueryContext{&counters});
      ASSERT_EQ(counters.limit_hits, 0) << "a = " << HexFormat(a) << "\nb = " << HexFormat(b);
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

// Nothing is past or before anything if a coordinate is NaN. Queries do not ask such a pose.
TEST(Bounds, TheWalkReportsItsOwn) {
  const ConvexPolygon polygon = RegularPolygon(8, 1.0);
  const internal::PosedFrame frame{Pose2{{std::nan(""), 0.0}}};
  const internal::Cso<internal::PosedFrame> cso(polygon, polygon, frame);
  const internal::FacingFeature feature = internal::WalkToFacingFeature(cso, {{1.0, 0.0}, 0, 0});
  EXPECT_TRUE(feature.reached_limit);
  EXPECT_EQ(feature.steps, 16);
  EXPECT_FALSE(feature.IsOutside());
}

TEST(Bounds, GjkReportsItsOwn) {
  const ConvexPolygon a = RegularPolygon(100, 1.0);
  const ConvexPolygon b = *ConvexPolygon::Create({{1.0, 2.0}});
  const internal::SameFrame frame;
  const internal::Cso<internal::SameFrame> cso(a, b, frame);
  const internal::Simplex start = internal::Simplex::Of(cso.Vertex(0, 0));
  const auto run = [&](int most_rounds) {
    return internal::RunGjk<internal::GjkGoal::kClosestPoint>(cso, start, most_rounds);
  };
  EXPECT_FALSE(run(internal::RoundBound(a.size(), b.size())).reached_limit);
  EXPECT_TRUE(run(1).reached_limit);
  EXPECT_EQ(run(1).iterations, 1);
  EXPECT_EQ(run(1).support_calls, 1);
  EXPECT_TRUE(run(0).reached_limit);
  EXPECT_EQ(run(0).iterations, 0);
}

// The search for the relation answers on the safe side, that for the distance with the best that it
// knows.
TEST(Bounds, TheExactRungReportsItsOwn) {
  const internal::SameFrame frame;
  const auto ask = [&](const ConvexPolygon& a, const ConvexPolygon& b, double distance_m) {
    const internal::Cso<internal::SameFrame> cso(a, b, frame);
    internal::NearContactPair pair = internal::NearContactAt(cso, {0, 0, 0, 0});
    QueryContext::Counters counters;
    EXPECT_EQ(internal::NearContactSeparation(pair, &counters).status, SeparationStatus::kSeparated);
    EXPECT_EQ(counters.limit_hits, 0);
    pair.most_rounds = 0;
    EXPECT_EQ(internal::NearContactSeparation(pair, &counters).status, SeparationStatus::kIterationLimit);
    EXPECT_EQ(counters.limit_hits, 1);
    EXPECT_EQ(internal::NearContactDistance(pair, &counters), distance_m);
    EXPECT_EQ(counters.limit_hits, 2);
  };
  const ConvexPolygon polygon = RegularPolygon(8, 1.0);
  ask(polygon, *ConvexPolygon::Create({{2.0, 0.5}, {3.0, 0.5}, {3.0, 1.5}}), 0.0);
  ask(*ConvexPolygon::Create({{0.0, 0.0}}), *ConvexPolygon::Create({{3.0, 4.0}}), 5.0);
}

}  // namespace
}  // namespace collision2d
