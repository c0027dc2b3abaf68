#include "collision2d/query/facing_feature.h"

#include <gmpxx.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/cso.h"
#include "collision2d/query/first_look.h"
#include "collision2d/query/query_context.h"
#include "collision2d/testing/compare_dot.h"
#include "collision2d/testing/exact_oracle.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/pair_generators.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"

namespace collision2d::internal {
namespace {

std::string Format(const Cso<SameFrame>& cso) { return HexFormat(cso.a()) + ", " + HexFormat(cso.b()); }

std::string Format(const Cso<PosedFrame>& cso) {
  return HexFormat(cso.a()) + ", " + HexFormat(cso.b()) + ", pose " + HexFormat(cso.frame().a_from_b);
}

// A tracked feature as a query might have left it: a vertex, or an edge of one of the shapes.
WarmStart RandomTracked(int n, int m, Random* random) {
  WarmStart tracked;
  const int i = random->Index(n);
  const int j = random->Index(m);
  const int next_i = random->Chance(0.5) ? (i + 1) % n : i;
  const int next_j = next_i == i ? (j + 1) % m : j;
  tracked.size = random->Integer(1, 2);
  tracked.vertex_a = {i, next_i};
  tracked.vertex_b = {j, next_j};
  return tracked;
}

// The result says which side of the feature the origin is on, and by far.
bool IsClear(const FacingFeature& feature) {
  return feature.reach_error > 0.0 && std::abs(feature.reach) > 4.0 * feature.reach_error;
}

// Walks over many pairs, and what they must have in common.
class WalkChecker {
 public:
  explicit WalkChecker(Random* random) : random_(random) {}

  template <typename Frame>
  void Check(const ConvexPolygon& a, const ConvexPolygon& b, const Frame& frame) {
    if (a.has_needle_corner() || b.has_needle_corner()) return;
    const Cso<Frame> cso(a, b, frame);
    vertices_b_.clear();
    for (int j = 0; j < b.size(); ++j) vertices_b_.push_back(cso.vertex_b(j));
    oracle_.SetPair(a.vertices(), vertices_b_);
    const CsoStart cold_start = ColdStart(cso);
    const FacingFeature cold = WalkToFacingFeature(cso, cold_start);
    ASSERT_NO_FATAL_FAILURE(ExpectSound(cso, cold_start, cold)) << Format(cso);
    const WarmStart tracked = RandomTracked(a.size(), b.size(), random_);
    const CsoStart warm_start = TrackedStart(cso, tracked);
    const FacingFeature warm = WalkToFacingFeature(cso, warm_start);
    ASSERT_NO_FATAL_FAILURE(ExpectSound(cso, warm_start, warm))
        << Format(cso) << ", tracked " << tracked.size << ": " << tracked.vertex_a[0] << " " << tracked.vertex_a[1]
        << ", " << tracked.vertex_b[0] << " " << tracked.vertex_b[1];
    if (IsClear(cold) && IsClear(warm)) {
      ++compared_;
      if (cold.IsOutside() != warm.IsOutside()) ++differing_;
    }
    ++walked_;
    if (cold.IsOutside()) ++outside_;
  }

  int64_t walked() const { return walked_; }
  // Of the walks from a cold start, those that prove the shapes disjoint.
  int64_t outside() const { return outside_; }
  // Of the pairs where both walks end clear of rounding, those where only one of them proves the shapes disjoint.
  int64_t compared() const { return compared_; }
  int64_t differing() const { return differing_; }

 private:
  template <typename Frame>
  void ExpectSound(const Cso<Frame>& cso, const CsoStart& start, const FacingFeature& feature) const {
    ASSERT_FALSE(feature.reached_cap);
    ASSERT_LE(feature.steps, cso.size_a() + cso.size_b());
    // A walk that began on the far side may end there: its feature, with the origin on the inner side, proves nothing.
    ASSERT_TRUE(!IsInside(cso, start, feature) || oracle_.relation() == ExactRelation::kOverlapping);
    if (!feature.IsOutside()) return;
    ASSERT_EQ(oracle_.relation(), ExactRelation::kDisjoint);
    const mpq_class least = mpq_class(feature.reach) - mpq_class(feature.reach_error);
    for (const Vec2 p : cso.a().vertices()) {
      for (const Vec2 q : vertices_b_) {
        ASSERT_GE(CompareDot(feature.v, q, p, least), 0) << "at " << HexFormat(p) << " - " << HexFormat(q);
      }
    }
  }

  Random* random_;
  ExactOracle oracle_;
  std::vector<Vec2> vertices_b_;
  int64_t walked_ = 0;
  int64_t outside_ = 0;
  int64_t compared_ = 0;
  int64_t differing_ = 0;
};

void ExpectRepresentative(const WalkChecker& checker) {
  EXPECT_GT(checker.outside(), checker.walked() / 5);
  EXPECT_LT(checker.outside(), checker.walked() * 4 / 5);
  // A start on the far side may end there, which decides nothing, but most do not.
  EXPECT_GT(checker.compared(), checker.walked() / 2);
  EXPECT_LT(checker.differing(), checker.compared() / 50);
}

TEST(WalkToFacingFeature, IndependentPairs) {
  Random random(TestSeed());
  WalkChecker checker(&random);
  for (int64_t i = 0; i < TestCaseCount(5000); ++i) {
    const ShapePair pair = RandomPair(PairFamily::kIndependent, 24, &random);
    ASSERT_NO_FATAL_FAILURE(checker.Check(pair.a, pair.b, SameFrame{})) << "case " << i;
  }
  ExpectRepresentative(checker);
}

TEST(WalkToFacingFeature, NearTouchingFamilies) {
  Random random(TestSeed());
  WalkChecker checker(&random);
  for (int64_t i = 0; i < TestCaseCount(20000); ++i) {
    const PairFamily family = RandomFamily(&random);
    const ShapePair pair = RandomPair(family, 12, &random);
    ASSERT_NO_FATAL_FAILURE(checker.Check(pair.a, pair.b, SameFrame{})) << Name(family) << ", case " << i;
  }
  ExpectRepresentative(checker);
}

TEST(WalkToFacingFeature, PosedIndependentPairs) {
  Random random(TestSeed());
  WalkChecker checker(&random);
  for (int64_t i = 0; i < TestCaseCount(5000); ++i) {
    const ConvexPolygon a = RandomPolygon(24, &random);
    const ConvexPolygon b = RandomPolygon(24, &random);
    const Pose2 a_from_b = RandomPose(1.5, &random);
    ASSERT_NO_FATAL_FAILURE(checker.Check(a, b, PosedFrame{a_from_b})) << "case " << i;
  }
  ExpectRepresentative(checker);
}

// b is kept in a frame of its own, to which the inverse pose takes it: posed back, it is near contact again.
TEST(WalkToFacingFeature, PosedNearTouchingFamilies) {
  Random random(TestSeed());
  WalkChecker checker(&random);
  for (int64_t i = 0; i < TestCaseCount(20000); ++i) {
    const PairFamily family = RandomFamily(&random);
    const ShapePair pair = RandomPair(family, 12, &random);
    const Pose2 a_from_b = RandomPose(random.Chance(0.5) ? 1.0 : 1e4, &random);
    const auto b = pair.b.Posed(a_from_b.Inverse());
    // Moving rounds: a shape may lose a corner.
    if (!b.ok()) continue;
    ASSERT_NO_FATAL_FAILURE(checker.Check(pair.a, *b, PosedFrame{a_from_b})) << Name(family) << ", case " << i;
  }
  ExpectRepresentative(checker);
  EXPECT_GT(checker.walked(), TestCaseCount(20000) / 4);
}

TEST(WalkToFacingFeature, Points) {
  Random random(TestSeed());
  WalkChecker checker(&random);
  const ConvexPolygon origin = *ConvexPolygon::Create({{0, 0}});
  for (int64_t i = 0; i < TestCaseCount(2000); ++i) {
    const ConvexPolygon point = *ConvexPolygon::Create({{random.Uniform(-1.0, 1.0), random.Uniform(-1.0, 1.0)}});
    const ConvexPolygon polygon = RandomPolygon(12, &random);
    ASSERT_NO_FATAL_FAILURE(checker.Check(origin, point, SameFrame{})) << "case " << i;
    ASSERT_NO_FATAL_FAILURE(checker.Check(point, polygon, SameFrame{})) << "case " << i;
    ASSERT_NO_FATAL_FAILURE(checker.Check(polygon, point, SameFrame{})) << "case " << i;
  }
  ASSERT_NO_FATAL_FAILURE(checker.Check(origin, origin, SameFrame{}));
}

}  // namespace
}  // namespace collision2d::internal
