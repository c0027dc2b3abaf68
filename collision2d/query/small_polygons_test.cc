#include "collision2d/query/small_polygons.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/simd_targets.h"
#include "collision2d/testing/brute_force.h"
#include "collision2d/testing/exact_oracle.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/pair_generators.h"
#include "collision2d/testing/paper_dataset.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/scoped_target.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"
#include "hwy/targets.h"

namespace collision2d::internal {
namespace {

bool HasFewVertices(const ConvexPolygon& polygon) { return 3 <= polygon.size() && polygon.size() <= kMaxDepthSize; }

// Above the distance between any two vertices.
double Extent(const ConvexPolygon& a, const ConvexPolygon& b) {
  double extent_m = 0.0;
  for (const Vec2 v : a.vertices()) extent_m = std::max(extent_m, Norm(v - a.center()));
  for (const Vec2 v : b.vertices()) extent_m = std::max(extent_m, Norm(v - a.center()));
  return (2.0 + 0x1p-40) * extent_m + 0x1p-1070;
}

SmallPolygonsDepth Ask(const ConvexPolygon& a, const ConvexPolygon& b) {
  return FindDepthOfSmallPolygons(a.ring(), a.size(), b.ring(), b.size(), Extent(a, b), 0.0);
}

// m. Of the vertex behind the edge.
double DepthOf(const SmallPolygonsDepth& depth, const ConvexPolygon& a, const ConvexPolygon& b) {
  const ConvexPolygon& owner = depth.edge_is_of_a ? a : b;
  const Vec2 vertex = (depth.edge_is_of_a ? b : a).vertices()[depth.vertex];
  const Vec2 from = owner.ring()[depth.edge];
  return Cross(Normalized(owner.ring()[depth.edge + 1] - from), vertex - from);
}

// What kOverlapping claims, and the depth, against all edges and vertices.
class Judge {
 public:
  void Check(const ConvexPolygon& a, const ConvexPolygon& b) {
    const SmallPolygonsDepth depth = Ask(a, b);
    ++checked_;
    if (depth.relation == Relation::kUndecided) return;
    ASSERT_EQ(depth.relation, Relation::kOverlapping);
    ++overlapping_;
    oracle_.SetPair(a.vertices(), b.vertices());
    ASSERT_EQ(oracle_.relation(), ExactRelation::kOverlapping) << HexFormat(a) << ", " << HexFormat(b);
    const double expected_m = -BruteForceSignedDistance(a.vertices(), b.vertices());
    const double error_m = (kBruteForceRelativeError + kDistanceRelativeError) *
                           (Extent(a, b) + a.max_coordinate_m() + b.max_coordinate_m());
    ASSERT_NEAR(DepthOf(depth, a, b), expected_m, error_m) << HexFormat(a) << ", " << HexFormat(b);
  }

  int64_t checked() const { return checked_; }
  int64_t overlapping() const { return overlapping_; }

 private:
  ExactOracle oracle_;
  int64_t checked_ = 0;
  int64_t overlapping_ = 0;
};

TEST(SmallPolygons, DepthAsBruteForceOnPairFamilies) {
  Random random(TestSeed());
  Judge judge;
  for (int64_t i = 0; i < TestCaseCount(30000); ++i) {
    const PairFamily family = random.Chance(0.5) ? PairFamily::kIndependent : RandomFamily(&random);
    const ShapePair pair = RandomPair(family, kMaxDepthSize, &random);
    if (!HasFewVertices(pair.a) || !HasFewVertices(pair.b)) continue;
    ASSERT_NO_FATAL_FAILURE(judge.Check(pair.a, pair.b));
  }
  EXPECT_GT(judge.overlapping(), judge.checked() / 5);
}

// The chunks of edges depend on both numbers and on the width of the vectors.
TEST(SmallPolygons, EveryCombinationOfVertexCounts) {
  Random random(TestSeed());
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    const ScopedTarget scoped_target(target);
    for (int n = 3; n <= kMaxDepthSize; ++n) {
      for (int m = 3; m <= kMaxDepthSize; ++m) {
        SCOPED_TRACE(testing::Message() << "n = " << n << ", m = " << m);
        Judge judge;
        for (int64_t i = 0; i < TestCaseCount(20); ++i) {
          const std::vector<Vec2> a = PaperPolygon(n, &random);
          std::vector<Vec2> b = PaperPolygon(m, &random);
          const Vec2 offset = {random.Uniform(-1.0, 1.0), random.Uniform(-1.0, 1.0)};
          for (Vec2& v : b) v = v + offset;
          const auto shape_a = ConvexPolygon::Create(a);
          const auto shape_b = ConvexPolygon::Create(b);
          // Moving rounds: a corner that is nearly straight may be lost.
          if (!shape_a.ok() || !shape_b.ok()) continue;
          ASSERT_NO_FATAL_FAILURE(judge.Check(*shape_a, *shape_b));
        }
        EXPECT_GT(judge.overlapping(), 0);
      }
    }
    ASSERT_TRUE(CallWasDispatched()) << "no call was dispatched to this target";
  }
}

bool AreSame(const SmallPolygonsDepth& x, const SmallPolygonsDepth& y) {
  return x.relation == y.relation && x.edge_is_of_a == y.edge_is_of_a && x.edge == y.edge && x.vertex == y.vertex;
}

// The hull of some points with small whole coordinates: edges are often parallel, and depths equal.
ConvexPolygon LatticePolygon(Random* random) {
  std::vector<Vec2> points;
  for (int i = 3 + random->Index(6); i > 0; --i) {
    points.push_back({static_cast<double>(random->Index(7)), static_cast<double>(random->Index(7))});
  }
  return *ConvexPolygon::Hull(points);
}

TEST(SmallPolygons, SameBitsOnEveryTarget) {
  Random random(TestSeed());
  std::vector<ShapePair> pairs;
  while (static_cast<int64_t>(pairs.size()) < TestCaseCount(10000)) {
    ShapePair pair = random.Chance(0.5)
                         ? ShapePair{LatticePolygon(&random), LatticePolygon(&random), PairFamily::kIndependent}
                         : RandomPair(RandomFamily(&random), kMaxDepthSize, &random);
    if (HasFewVertices(pair.a) && HasFewVertices(pair.b)) pairs.push_back(std::move(pair));
  }
  std::vector<SmallPolygonsDepth> first;
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    const ScopedTarget scoped_target(target);
    for (size_t i = 0; i < pairs.size(); ++i) {
      const SmallPolygonsDepth depth = Ask(pairs[i].a, pairs[i].b);
      if (first.size() == i) first.push_back(depth);
      ASSERT_TRUE(AreSame(depth, first[i])) << HexFormat(pairs[i].a) << ", " << HexFormat(pairs[i].b);
    }
  }
}

}  // namespace
}  // namespace collision2d::internal
