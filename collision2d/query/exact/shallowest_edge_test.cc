#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "collision2d/code_generation.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/exact/penetration.h"
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

bool HasFewVertices(const ConvexPolygon& polygon) { return 3 <= polygon.size() && polygon.size() <= kMaxFewVertices; }

// Above the distance between any two vertices.
double Extent(const ConvexPolygon& a, const ConvexPolygon& b) {
  double extent_m = 0.0;
  for (const Vec2 v : a.vertices()) extent_m = std::max(extent_m, Norm(v - a.center()));
  for (const Vec2 v : b.vertices()) extent_m = std::max(extent_m, Norm(v - a.center()));
  return (2.0 + 0x1p-40) * extent_m + 0x1p-1070;
}

ShallowestEdge Ask(const ConvexPolygon& a, const ConvexPolygon& b) {
  return FindShallowestEdgeOfFew(a.ring(), a.size(), b.ring(), b.size(), nullptr);
}

// m. The depth of the vertex behind the edge.
double DepthOf(const ShallowestEdge& shallowest, const ConvexPolygon& a, const ConvexPolygon& b) {
  const ConvexPolygon& owner = shallowest.edge_is_of_a ? a : b;
  const Vec2 vertex = (shallowest.edge_is_of_a ? b : a).vertices()[shallowest.vertex];
  const Vec2 from = owner.ring()[shallowest.edge];
  return Cross(Normalized(owner.ring()[shallowest.edge + 1] - from), vertex - from);
}

// The depth of pairs that overlap against all edges and vertices.
class Judge {
 public:
  void Check(const ConvexPolygon& a, const ConvexPolygon& b) {
    ++checked_;
    oracle_.SetPair(a.vertices(), b.vertices());
    if (oracle_.relation() != ExactRelation::kOverlapping) return;
    ++overlapping_;
    const ShallowestEdge shallowest = Ask(a, b);
    if (!shallowest.is_found) return;
    ++found_;
    const double expected_m = -BruteForceSignedDistance(a.vertices(), b.vertices());
    const double error_m = (kBruteForceRelativeError + kDistanceRelativeError) *
                           (Extent(a, b) + a.max_coordinate_m() + b.max_coordinate_m());
    ASSERT_NEAR(DepthOf(shallowest, a, b), expected_m, error_m) << HexFormat(a) << ", " << HexFormat(b);
  }

  int64_t found() const { return found_; }
  int64_t checked() const { return checked_; }
  int64_t overlapping() const { return overlapping_; }

 private:
  ExactOracle oracle_;
  int64_t checked_ = 0;
  int64_t overlapping_ = 0;
  int64_t found_ = 0;
};

TEST(ShallowestEdgeOfFew, DepthAsBruteForceOnPairFamilies) {
  Random random(TestSeed());
  Judge judge;
  for (int64_t i = 0; i < TestCaseCount(30000); ++i) {
    const PairFamily family = random.Chance(0.5) ? PairFamily::kIndependent : RandomFamily(&random);
    const ShapePair pair = RandomPair(family, kMaxFewVertices, &random);
    if (!HasFewVertices(pair.a) || !HasFewVertices(pair.b)) continue;
    ASSERT_NO_FATAL_FAILURE(judge.Check(pair.a, pair.b));
  }
  EXPECT_GT(judge.overlapping(), judge.checked() / 5);
  EXPECT_GT(judge.found(), judge.overlapping() / 2);
}

// The chunks of edges depend on both numbers and on the width of the vectors.
TEST(ShallowestEdgeOfFew, EveryCombinationOfVertexCounts) {
  Random random(TestSeed());
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    const ScopedTarget scoped_target(target);
    for (int n = 3; n <= kMaxFewVertices; ++n) {
      for (int m = 3; m <= kMaxFewVertices; ++m) {
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

bool AreSame(const ShallowestEdge& x, const ShallowestEdge& y) {
  return x.is_found == y.is_found && x.edge_is_of_a == y.edge_is_of_a && x.edge == y.edge && x.vertex == y.vertex &&
         x.has_tie == y.has_tie;
}

// The answers of all kernels: of two polygons in one frame, and with b turned.
std::vector<ShallowestEdge> AskAll(const ConvexPolygon& a, const ConvexPolygon& b) {
  std::vector<ShallowestEdge> answers = {
      Ask(a, b), FindShallowestEdgeAndTie(a.ring(), a.size(), b.ring(), b.size(), nullptr, 0x1p-40)};
  // Rounding may have made it no polygon any more.
  if (const auto turned = b.Posed({{}, 0.6, 0.8}); turned.ok()) {
    const OwnEdges own_b = {b.ring(), 0.6, 0.8};
    answers.push_back(FindShallowestEdgeOfFew(a.ring(), a.size(), turned->ring(), turned->size(), &own_b));
    answers.push_back(FindShallowestEdgeAndTie(a.ring(), a.size(), turned->ring(), turned->size(), &own_b, 0x1p-40));
  }
  return answers;
}

// The hull of some points with small whole coordinates: edges are often parallel, and depths equal.
ConvexPolygon LatticePolygon(Random* random) {
  std::vector<Vec2> points;
  for (int i = 3 + random->Index(6); i > 0; --i) {
    points.push_back({static_cast<double>(random->Index(7)), static_cast<double>(random->Index(7))});
  }
  return *ConvexPolygon::Hull(points);
}

TEST(ShallowestEdgeOfFew, SameBitsOnEveryTarget) {
  Random random(TestSeed());
  std::vector<ShapePair> pairs;
  while (static_cast<int64_t>(pairs.size()) < TestCaseCount(10000)) {
    ShapePair pair = random.Chance(0.5)
                         ? ShapePair{LatticePolygon(&random), LatticePolygon(&random), PairFamily::kIndependent}
                         : RandomPair(RandomFamily(&random), kMaxFewVertices, &random);
    if (HasFewVertices(pair.a) && HasFewVertices(pair.b)) pairs.push_back(std::move(pair));
  }
  std::vector<std::vector<ShallowestEdge>> first;
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    const ScopedTarget scoped_target(target);
    for (size_t i = 0; i < pairs.size(); ++i) {
      const std::vector<ShallowestEdge> edges = AskAll(pairs[i].a, pairs[i].b);
      if (first.size() == i) first.push_back(edges);
      ASSERT_TRUE(std::equal(edges.begin(), edges.end(), first[i].begin(), first[i].end(), AreSame))
          << HexFormat(pairs[i].a) << ", " << HexFormat(pairs[i].b);
    }
  }
}

}  // namespace
}  // namespace collision2d::internal
