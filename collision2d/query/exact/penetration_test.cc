#include "collision2d/query/exact/penetration.h"

#include <gmpxx.h>

#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/orientation.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/exact/exact_support.h"
#include "collision2d/query/separation_result.h"
#include "collision2d/query/testing/exact_rings.h"
#include "collision2d/testing/compare_dot.h"
#include "collision2d/testing/exact_oracle.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/pair_generators.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/test.h"

namespace collision2d::internal {
namespace {

// Up to this many vertices of both shapes the search is by SIMD, and counts no visits.
constexpr int kFewVertices = 24;

// Depths, directions and deepest points of hulls that overlap, with and without bounds that rule
// edges out.
class DepthChecker {
 public:
  // `a_from_b` may be null.
  void Check(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2* a_from_b) {
    SCOPED_TRACE(HexFormat(a) + ", " + HexFormat(b) + (a_from_b != nullptr ? ", pose " + HexFormat(*a_from_b) : ""));
    ++checked_;
    b_ = VerticesOf(VertexRing(b, a_from_b, 1.0, false));
    a_.assign(a.vertices().begin(), a.vertices().end());
    oracle_.SetPair(a_, b_);
    if (oracle_.relation() != ExactRelation::kOverlapping) return;
    ++overlapping_;
    const double posing_m = a_from_b == nullptr ? 0.0 : Norm1(a_from_b->translation) + 2.0 * b.max_coordinate_m();
    error_m_ = kDistanceRelativeError * (oracle_.Size() + posing_m);
    const VertexRing ring_a(a, nullptr, 1.0, true);
    const VertexRing ring_b(b, a_from_b, 1.0, b_.size() < 3 ? a_from_b == nullptr : IsStrictlyConvexRing(b_));
    DepthBounds bounds{kInf, {}, {}, 0.0, 0.0, 0.0};
    ASSERT_NO_FATAL_FAILURE(CheckWith(ring_a, ring_b, bounds)) << "no bounds";
    // A bound on the depth as a query has it, and discs inside of the shapes.
    const double rounding_m = kSupportRelativeError * (oracle_.Size() + posing_m);
    bounds = {std::sqrt(oracle_.DepthSquared().get_d()) + rounding_m,
              a.center(),
              a_from_b == nullptr ? b.center() : *a_from_b * b.center(),
              (1.0 - 1e-9) * a.inner_radius_m(),
              (1.0 - 1e-9) * b.inner_radius_m(),
              rounding_m};
    ASSERT_NO_FATAL_FAILURE(CheckWith(ring_a, ring_b, bounds)) << "all bounds";
    bounds.facing_depth_m = kInf;
    ASSERT_NO_FATAL_FAILURE(CheckWith(ring_a, ring_b, bounds)) << "inner circles";
  }

  int64_t checked() const { return checked_; }
  int64_t overlapping() const { return overlapping_; }

 private:
  void CheckWith(const VertexRing& ring_a, const VertexRing& ring_b, const DepthBounds& bounds) {
    int64_t visits = 0;
    const Separation s = ComputePenetration(ring_a, ring_b, bounds, &visits);
    const int size = ring_a.size() + ring_b.size();
    if (std::max(ring_a.size(), ring_b.size()) > kFewVertices) {
      ASSERT_GT(visits, 0);
    }
    ASSERT_LE(visits, 12 * size);
    ASSERT_EQ(s.status, SeparationStatus::kPenetrating);
    ASSERT_TRUE(oracle_.IsWithinAbsolute(s.signed_distance_m, error_m_))
        << s.signed_distance_m << ", exactly " << -std::sqrt(oracle_.DepthSquared().get_d());
    ASSERT_NEAR(NormSquared(s.direction), 1.0, 0x1p-50);
    ASSERT_NO_FATAL_FAILURE(CheckWitness(s.witness_a, a_));
    ASSERT_NO_FATAL_FAILURE(CheckWitness(s.witness_b, b_));
    const double witness_error_m = WitnessError(s.witness_a) + WitnessError(s.witness_b);
    ASSERT_LE(Norm(s.witness_b - s.witness_a - s.signed_distance_m * s.direction), witness_error_m);
    // Along the direction no point of a is farther beyond a point of b than the depth: moved by
    // that, b is free.
    const mpq_class depth_m = mpq_class(-s.signed_distance_m) + mpq_class(4.0 * error_m_);
    for (const Vec2 p : a_) {
      for (const Vec2 q : b_) ASSERT_LE(CompareDot(s.direction, q, p, depth_m), 0) << HexFormat(p) << HexFormat(q);
    }
  }

  double WitnessError(Vec2 witness) const {
    return error_m_ + 0x1p-52 * std::max(std::abs(witness.x), std::abs(witness.y));
  }

  void CheckWitness(Vec2 witness, absl::Span<const Vec2> shape) {
    point_oracle_.SetPair({witness}, shape);
    ASSERT_TRUE(point_oracle_.relation() != ExactRelation::kDisjoint ||
                point_oracle_.IsWithinAbsolute(0, WitnessError(witness)))
        << HexFormat(witness) << " is " << std::sqrt(point_oracle_.DistanceSquared().get_d()) << " m off its shape";
  }

  ExactOracle oracle_;
  ExactOracle point_oracle_;
  std::vector<Vec2> a_;
  std::vector<Vec2> b_;
  double error_m_ = 0.0;
  int64_t checked_ = 0;
  int64_t overlapping_ = 0;
};

// Points, segments and few vertices. Not subnormal: such pairs are scaled first.
TEST(ComputePenetration, PairFamilies) {
  Random random(TestSeed());
  DepthChecker checker;
  for (int64_t i = 0; i < TestCaseCount(8000); ++i) {
    const PairFamily family = random.Chance(0.5) ? PairFamily::kIndependent : RandomFamily(&random);
    if (family == PairFamily::kSubnormal) continue;
    const ShapePair pair = RandomPair(family, 12, &random);
    if (pair.a.bounding_radius_m() < 1e-30 || pair.b.bounding_radius_m() < 1e-30) continue;
    ASSERT_NO_FATAL_FAILURE(checker.Check(pair.a, pair.b, nullptr)) << Name(family) << ", case " << i;
  }
  EXPECT_GT(checker.overlapping(), checker.checked() / 5);
}

// The hull of points of an ellipse, of which few are lost.
ConvexPolygon Ellipse(int n, double flatness, double turn_rad, Vec2 center, Random* random) {
  std::vector<Vec2> points;
  for (int i = 0; i < n; ++i) {
    const double angle_rad = random->Angle();
    points.push_back(center +
                     Pose2::FromYaw({}, turn_rad).Rotate({std::cos(angle_rad), flatness * std::sin(angle_rad)}));
  }
  return *ConvexPolygon::Hull(points);
}

TEST(ComputePenetration, ManyVertices) {
  Random random(TestSeed());
  DepthChecker checker;
  for (int64_t i = 0; i < TestCaseCount(200); ++i) {
    const int n = random.Integer(20, 60);
    const int m = random.Chance(0.2) ? random.Integer(1, 4) : random.Integer(20, 40);
    const double flatness_a = random.LogUniform(1e-3, 1.0);
    const double flatness_b = random.LogUniform(1e-3, 1.0);
    const double turn_a_rad = random.Angle();
    const double turn_b_rad = random.Chance(0.3) ? turn_a_rad : random.Angle();
    const double reach_m = random.LogUniform(1e-6, 1.0);
    const Vec2 center = {random.Uniform(-reach_m, reach_m), random.Uniform(-reach_m, reach_m)};
    const ConvexPolygon a = Ellipse(n, flatness_a, turn_a_rad, {}, &random);
    const ConvexPolygon b = Ellipse(m, flatness_b, turn_b_rad, center, &random);
    ASSERT_NO_FATAL_FAILURE(checker.Check(a, b, nullptr)) << "case " << i;
    ASSERT_NO_FATAL_FAILURE(checker.Check(b, a, nullptr)) << "case " << i;
    const Pose2 a_from_b = RandomPose(1.0, &random);
    ASSERT_NO_FATAL_FAILURE(checker.Check(a, b, &a_from_b)) << "case " << i;
  }
  EXPECT_GT(checker.overlapping(), checker.checked() / 4);
}

// Posed rings whose long side is straight but for rounding: no longer convex.
TEST(ComputePenetration, PosedRingsThatAreNotConvex) {
  Random random(TestSeed());
  DepthChecker checker;
  for (int64_t i = 0; i < TestCaseCount(1000); ++i) {
    std::vector<Vec2> points = {{-1, 0}, {1, 0}, {random.Uniform(-1.0, 1.0), random.LogUniform(1e-3, 2.0)}};
    const double bend = random.LogUniform(1e-17, 1e-13);
    for (int k = random.Integer(1, 12); k > 0; --k) {
      const double x = random.Uniform(-0.99, 0.99);
      points.push_back({x, bend * (x * x - 1.0)});
    }
    const ConvexPolygon a = RandomPolygon(12, &random);
    const Pose2 a_from_b = RandomPose(1.0, &random);
    ASSERT_NO_FATAL_FAILURE(checker.Check(a, *ConvexPolygon::Hull(points), &a_from_b)) << "case " << i;
  }
  EXPECT_GT(checker.overlapping(), checker.checked() / 5);
}

// Boxes, of few vertices and with many on their sides rounded off, a point, a segment: depth,
// direction and witnesses known.
TEST(ComputePenetration, KnownDepths) {
  const ConvexPolygon box = *ConvexPolygon::Create({{0, 0}, {8, 0}, {8, 4}, {0, 4}});
  const auto ask = [](const ConvexPolygon& a, const ConvexPolygon& b) {
    int64_t visits = 0;
    return ComputePenetration(VertexRing(a, nullptr, 1.0, true), VertexRing(b, nullptr, 1.0, true),
                              {kInf, {}, {}, 0.0, 0.0, 0.0}, &visits);
  };
  const Separation right = ask(box, *ConvexPolygon::Create({{7, 2}, {12, 1}, {12, 3}}));
  EXPECT_EQ(right.signed_distance_m, -1.0);
  EXPECT_EQ(right.direction, (Vec2{1, 0}));
  EXPECT_EQ(right.witness_a, (Vec2{8, 2}));
  EXPECT_EQ(right.witness_b, (Vec2{7, 2}));
  const Separation below = ask(*ConvexPolygon::Create({{3, 1}}), box);
  EXPECT_EQ(below.signed_distance_m, -1.0);
  EXPECT_EQ(below.direction, (Vec2{0, 1}));
  EXPECT_EQ(below.witness_a, (Vec2{3, 1}));
  EXPECT_EQ(below.witness_b, (Vec2{3, 0}));
  const Separation crossing = ask(*ConvexPolygon::Create({{-1, 0}, {5, 0}}), *ConvexPolygon::Create({{0, -3}, {0, 3}}));
  EXPECT_EQ(crossing.signed_distance_m, -1.0);
  EXPECT_EQ(crossing.direction, (Vec2{-1, 0}));
  EXPECT_EQ(crossing.witness_a, (Vec2{-1, 0}));
  EXPECT_EQ(crossing.witness_b, (Vec2{0, 0}));
}

bool HasUniqueDeepestFeature(const ConvexPolygon& a, const ConvexPolygon& b) {
  int64_t visits = 0;
  const DepthBounds bounds = {kInf, a.center(), b.center(), 0.0, 0.0, 1e-13};
  return ComputeDeepestFeature(VertexRing(a, nullptr, 1.0, true), VertexRing(b, nullptr, 1.0, true), bounds, &visits)
      .is_unique;
}

// A neighbour of the deepest vertex that is as deep within rounding is as good.
TEST(ComputeDeepestFeature, IsUniqueUnlessANeighbourIsAsDeep) {
  const ConvexPolygon box = *ConvexPolygon::Create({{0, 0}, {8, 0}, {8, 4}, {0, 4}});
  const ConvexPolygon wedge = *ConvexPolygon::Create({{7, 1}, {12, 0}, {12, 3}});
  const double beside = 7 + 0x1p-48;
  const ConvexPolygon short_after = *ConvexPolygon::Create({{7, 1}, {beside, 1 - 0x1p-46}, {12, 0}, {12, 3}});
  const ConvexPolygon short_before = *ConvexPolygon::Create({{7, 1}, {12, 0}, {12, 3}, {beside, 1 + 0x1p-46}});
  EXPECT_TRUE(HasUniqueDeepestFeature(box, wedge));
  EXPECT_TRUE(HasUniqueDeepestFeature(wedge, box));
  EXPECT_FALSE(HasUniqueDeepestFeature(box, short_after));
  EXPECT_FALSE(HasUniqueDeepestFeature(box, short_before));
}

}  // namespace
}  // namespace collision2d::internal
