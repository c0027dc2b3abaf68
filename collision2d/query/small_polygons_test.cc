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

struct JudgedPair {
  ConvexPolygon a;
  ConvexPolygon b;
  ExactRelation relation;
};

bool HasFewVertices(const ConvexPolygon& polygon) { return 3 <= polygon.size() && polygon.size() <= kMaxTestedSize; }

// Adds the pair, judged by the oracle, if the test is made for it.
void Append(ConvexPolygon a, ConvexPolygon b, ExactOracle* oracle, std::vector<JudgedPair>* pairs) {
  if (!HasFewVertices(a) || !HasFewVertices(b)) return;
  oracle->SetPair(a.vertices(), b.vertices());
  pairs->push_back({std::move(a), std::move(b), oracle->relation()});
}

// Above the distance between any two vertices.
double Extent(const ConvexPolygon& a, const ConvexPolygon& b) {
  double extent_m = 0.0;
  for (const Vec2 v : a.vertices()) extent_m = std::max(extent_m, Norm(v - a.center()));
  for (const Vec2 v : b.vertices()) extent_m = std::max(extent_m, Norm(v - a.center()));
  return (2.0 + 0x1p-40) * extent_m + 0x1p-1070;
}

// What all four functions say.
struct Verdicts {
  SmallPolygonsVerdict test;
  SmallPolygonsDistance measure;
  SmallPolygonsDepth depth;
};

Verdicts Ask(const ConvexPolygon& a, const ConvexPolygon& b) {
  const double extent_m = Extent(a, b);
  return {TestSmallPolygons(a.ring(), a.size(), b.ring(), b.size(), extent_m, 0.0),
          MeasureSmallPolygons(a.ring(), a.size(), b.ring(), b.size(), extent_m, 0.0),
          FindDepthOfSmallPolygons(a.ring(), a.size(), b.ring(), b.size(), extent_m, 0.0)};
}

void ExpectCertain(SmallPolygonsVerdict verdict, const JudgedPair& pair) {
  if (verdict == SmallPolygonsVerdict::kUndecided) return;
  const ExactRelation claimed =
      verdict == SmallPolygonsVerdict::kDisjoint ? ExactRelation::kDisjoint : ExactRelation::kOverlapping;
  ASSERT_EQ(claimed, pair.relation) << HexFormat(pair.a) << ", " << HexFormat(pair.b);
}

// Holds the verdicts of every instruction set of this machine against the exact relation. At least `least_decided` of the
// pairs must be decided.
void ExpectCertainVerdicts(const std::vector<JudgedPair>& pairs, double least_decided) {
  ASSERT_FALSE(pairs.empty());
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    const ScopedTarget scoped_target(target);
    int64_t decided = 0;
    for (const JudgedPair& pair : pairs) {
      const Verdicts verdicts = Ask(pair.a, pair.b);
      ASSERT_NO_FATAL_FAILURE(ExpectCertain(verdicts.test, pair));
      ASSERT_NO_FATAL_FAILURE(ExpectCertain(verdicts.measure.verdict, pair));
      ASSERT_NO_FATAL_FAILURE(ExpectCertain(verdicts.depth.verdict, pair));
      if (verdicts.test != SmallPolygonsVerdict::kUndecided) ++decided;
    }
    ASSERT_TRUE(CallWasDispatched()) << "no call was dispatched to this target";
    EXPECT_GE(static_cast<double>(decided), least_decided * static_cast<double>(pairs.size()));
  }
}

// b moved so that a vertex of it is at a small gap, or none, before a vertex or the middle of an edge of a; or anywhere.
Vec2 ContactOffset(const std::vector<Vec2>& a, const std::vector<Vec2>& b, Random* random) {
  if (random->Chance(0.3)) return {random->Uniform(-4.0, 4.0), random->Uniform(-4.0, 4.0)};
  const size_t i = random->Index(static_cast<int>(a.size()));
  const Vec2 end = random->Chance(0.5) ? a[i] : a[(i + 1) % a.size()];
  const Vec2 gap = random->Chance(0.5)
                       ? Vec2{}
                       : Vec2{random->Sign() * random->LogUniform(1e-17, 1e-3), random->Uniform(-1e-15, 1e-15)};
  return 0.5 * (a[i] + end) - b[random->Index(static_cast<int>(b.size()))] + gap;
}

TEST(SmallPolygons, CertainOnPairFamilies) {
  Random random(TestSeed());
  ExactOracle oracle;
  std::vector<JudgedPair> pairs;
  for (int64_t i = 0; i < TestCaseCount(30000); ++i) {
    ShapePair pair = RandomPair(RandomFamily(&random), kMaxTestedSize, &random);
    Append(std::move(pair.a), std::move(pair.b), &oracle, &pairs);
  }
  ExpectCertainVerdicts(pairs, 0.0);
}

TEST(SmallPolygons, DecidesIndependentPairs) {
  Random random(TestSeed());
  ExactOracle oracle;
  std::vector<JudgedPair> pairs;
  for (int64_t i = 0; i < TestCaseCount(5000); ++i) {
    ShapePair pair = RandomPair(PairFamily::kIndependent, kMaxTestedSize, &random);
    Append(std::move(pair.a), std::move(pair.b), &oracle, &pairs);
  }
  ExpectCertainVerdicts(pairs, 0.95);
}

// The chunks of edges depend on both numbers and on the width of the vectors.
TEST(SmallPolygons, EveryCombinationOfVertexCounts) {
  Random random(TestSeed());
  ExactOracle oracle;
  for (int n = 3; n <= kMaxTestedSize; ++n) {
    for (int m = 3; m <= kMaxTestedSize; ++m) {
      SCOPED_TRACE(testing::Message() << "n = " << n << ", m = " << m);
      std::vector<JudgedPair> pairs;
      for (int64_t i = 0; i < TestCaseCount(300); ++i) {
        const std::vector<Vec2> a = PaperPolygon(n, &random);
        std::vector<Vec2> b = PaperPolygon(m, &random);
        const Vec2 offset = ContactOffset(a, b, &random);
        for (Vec2& v : b) v = v + offset;
        const auto shape_a = ConvexPolygon::Create(a);
        const auto shape_b = ConvexPolygon::Create(b);
        // Moving rounds: a corner that is nearly straight may be lost.
        if (shape_a.ok() && shape_b.ok()) Append(*shape_a, *shape_b, &oracle, &pairs);
      }
      ASSERT_NO_FATAL_FAILURE(ExpectCertainVerdicts(pairs, 0.2));
    }
  }
}

// m. Of the vertex behind the edge.
double DepthOf(const SmallPolygonsDepth& depth, const ConvexPolygon& a, const ConvexPolygon& b) {
  const ConvexPolygon& owner = depth.edge_is_of_a ? a : b;
  const Vec2 vertex = (depth.edge_is_of_a ? b : a).vertices()[depth.vertex];
  const Vec2 from = owner.ring()[depth.edge];
  return Cross(Normalized(owner.ring()[depth.edge + 1] - from), vertex - from);
}

// Distances and depths against those of all edges and vertices.
TEST(SmallPolygons, MeasuresAsBruteForce) {
  Random random(TestSeed());
  int64_t disjoint = 0;
  int64_t overlapping = 0;
  for (int64_t i = 0; i < TestCaseCount(30000); ++i) {
    const ShapePair pair = RandomPair(PairFamily::kIndependent, kMaxTestedSize, &random);
    if (!HasFewVertices(pair.a) || !HasFewVertices(pair.b)) continue;
    const double expected_m = BruteForceSignedDistance(pair.a.vertices(), pair.b.vertices());
    const double error_m = (kBruteForceRelativeError + kDistanceRelativeError) *
                           (Extent(pair.a, pair.b) + pair.a.max_coordinate_m() + pair.b.max_coordinate_m());
    const Verdicts verdicts = Ask(pair.a, pair.b);
    SCOPED_TRACE(testing::Message() << HexFormat(pair.a) << ", " << HexFormat(pair.b));
    if (verdicts.measure.verdict == SmallPolygonsVerdict::kDisjoint) {
      ++disjoint;
      ASSERT_NEAR(verdicts.measure.distance_m, expected_m, error_m);
    }
    if (verdicts.depth.verdict == SmallPolygonsVerdict::kOverlapping) {
      ++overlapping;
      ASSERT_NEAR(DepthOf(verdicts.depth, pair.a, pair.b), -expected_m, error_m);
    }
  }
  EXPECT_GT(disjoint, TestCaseCount(30000) / 20);
  EXPECT_GT(overlapping, TestCaseCount(30000) / 20);
}

bool AreSame(const Verdicts& x, const Verdicts& y) {
  return x.test == y.test && x.measure.verdict == y.measure.verdict && x.measure.distance_m == y.measure.distance_m &&
         x.depth.verdict == y.depth.verdict && x.depth.edge_is_of_a == y.depth.edge_is_of_a &&
         x.depth.edge == y.depth.edge && x.depth.vertex == y.depth.vertex;
}

// The hull of some points with small whole coordinates: edges are often parallel, and distances equal.
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
                         : RandomPair(RandomFamily(&random), kMaxTestedSize, &random);
    if (HasFewVertices(pair.a) && HasFewVertices(pair.b)) pairs.push_back(std::move(pair));
  }
  std::vector<Verdicts> first;
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    const ScopedTarget scoped_target(target);
    for (size_t i = 0; i < pairs.size(); ++i) {
      const Verdicts verdicts = Ask(pairs[i].a, pairs[i].b);
      if (first.size() == i) first.push_back(verdicts);
      ASSERT_TRUE(AreSame(verdicts, first[i])) << HexFormat(pairs[i].a) << ", " << HexFormat(pairs[i].b);
    }
  }
}

}  // namespace
}  // namespace collision2d::internal
