#include "collision2d/query/exact/exact_relation.h"

#include <gmpxx.h>

#include <array>

#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/exact/exact_support.h"
#include "collision2d/query/stages/edge_windows.h"
#include "collision2d/query/testing/exact_rings.h"
#include "collision2d/testing/exact_oracle.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/pair_generators.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/test.h"

namespace collision2d::internal {
namespace {

Relation Expected(ExactRelation relation) {
  switch (relation) {
    case ExactRelation::kDisjoint:
      return Relation::kApart;
    case ExactRelation::kTouching:
      return Relation::kTouching;
    case ExactRelation::kOverlapping:
      return Relation::kOverlapping;
  }
  return Relation::kUndecided;
}

// Asks from several starts, and compares everything in the results with the hull of all vertex
// differences.
class RelationChecker {
 public:
  explicit RelationChecker(Random* random) : random_(random) {}

  // `a_from_b` may be null.
  void Check(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2* a_from_b) {
    SCOPED_TRACE(HexFormat(a) + ", " + HexFormat(b) + (a_from_b != nullptr ? ", pose " + HexFormat(*a_from_b) : ""));
    const VertexRing ring_a(a, nullptr, 1.0, true);
    a_ = VerticesOf(ring_a);
    b_ = VerticesOf(VertexRing(b, a_from_b, 1.0, false));
    oracle_.SetPair(a_, b_);
    ++checked_[static_cast<int>(oracle_.relation())];
    const bool is_b_convex = IsStrictlyConvex(b_);
    not_convex_ += !is_b_convex;
    for (int k = 0; k < 4; ++k) {
      // The search must also work for rings that are not marked as convex.
      const VertexRing ring_b(b, a_from_b, 1.0, is_b_convex && k % 2 == 0);
      const ExactStart start = {{random_->Index(a.size()), random_->Index(b.size())},
                                {random_->Index(a.size()), random_->Index(b.size())}};
      SCOPED_TRACE(testing::Message() << "near " << start.near.a << ' ' << start.near.b << ", opposite "
                                      << start.opposite.a << ' ' << start.opposite.b);
      ASSERT_NO_FATAL_FAILURE(CheckFrom(ring_a, ring_b, start));
      ASSERT_NO_FATAL_FAILURE(CheckFrom(ring_b, ring_a,
                                        {{start.near.b, start.near.a}, {start.opposite.b, start.opposite.a}},
                                        /*swapped=*/true));
    }
  }

  int64_t checked() const { return checked_[0] + checked_[1] + checked_[2]; }
  int64_t checked(ExactRelation relation) const { return checked_[static_cast<int>(relation)]; }
  int64_t not_convex() const { return not_convex_; }

 private:
  void CheckFrom(const VertexRing& first, const VertexRing& second, const ExactStart& start, bool swapped = false) {
    const absl::Span<const Vec2> p = swapped ? b_ : a_;
    const absl::Span<const Vec2> q = swapped ? a_ : b_;
    const ExactResult share =
        RelateExactly(first, second, start, ExactQuestion::kShareAPoint, RoundBound(first.size(), second.size()));
    ASSERT_NE(share.relation, Relation::kUndecided);
    ASSERT_EQ(share.relation == Relation::kApart, oracle_.relation() == ExactRelation::kDisjoint);
    ASSERT_TRUE(share.relation != Relation::kOverlapping || oracle_.relation() == ExactRelation::kOverlapping);
    const ExactResult result =
        RelateExactly(first, second, start, ExactQuestion::kRelation, RoundBound(first.size(), second.size()));
    ASSERT_EQ(result.relation, Expected(oracle_.relation()));
    ASSERT_GT(result.visits, 0);
    ASSERT_NO_FATAL_FAILURE(CheckBracket(p, q, start, result));
    if (result.relation != Relation::kTouching) return;
    ASSERT_NO_FATAL_FAILURE(CheckNormal(p, q, result.outward));
    ASSERT_NO_FATAL_FAILURE(CheckWitness(result.witness_a, p));
    ASSERT_NO_FATAL_FAILURE(CheckWitness(result.witness_b, q));
    const double apart_m = Norm(result.witness_a - result.witness_b);
    ASSERT_LE(apart_m, WitnessError(result.witness_a) + WitnessError(result.witness_b));
  }

  // The two CSO points beside the ray.
  static void CheckBracket(absl::Span<const Vec2> p, absl::Span<const Vec2> q, const ExactStart& start,
                           const ExactResult& result) {
    const ExactPoint far = Difference(p[start.opposite.a], q[start.opposite.b]);
    // The search has replaced such a point.
    if (far.x == 0 && far.y == 0) return;
    // Positive to the left of the ray from the far side through the origin.
    const auto side = [&](const ExactPoint& point) { return -sgn(ExactCross(far, point)); };
    std::array<int, 3> count{};
    for (const Vec2 v : p) {
      for (const Vec2 w : q) ++count[static_cast<size_t>(side(Difference(v, w)) + 1)];
    }
    if (count[0] == 0 || count[2] == 0) return;
    const ExactPoint right = Difference(p[result.right.a], q[result.right.b]);
    const ExactPoint left = Difference(p[result.left.a], q[result.left.b]);
    if (result.relation != Relation::kTouching) {
      ASSERT_LT(side(right), 0);
      ASSERT_GT(side(left), 0);
      return;
    }
    ASSERT_LE(side(right), 0);
    ASSERT_GE(side(left), 0);
    // The origin is between them, and the CSO on the left of the line through them.
    ASSERT_EQ(sgn(ExactCross(right, left)), 0);
    ASSERT_LE(sgn(ExactDot(right, left)), 0);
    const ExactPoint edge = left - right;
    ASSERT_TRUE(edge.x != 0 || edge.y != 0);
    for (const Vec2 v : p) {
      for (const Vec2 w : q) ASSERT_GE(sgn(ExactCross(edge, Difference(v, w))), 0);
    }
  }

  // No CSO point is beyond the line through the origin with that normal, by more than the normal's
  // rounding.
  static void CheckNormal(absl::Span<const Vec2> p, absl::Span<const Vec2> q, Vec2 outward) {
    const mpq_class x(outward.x);
    const mpq_class y(outward.y);
    bool is_one_point = true;
    for (const Vec2 v : p) {
      for (const Vec2 w : q) {
        const ExactPoint d = Difference(v, w);
        if (d.x != 0 || d.y != 0) is_one_point = false;
        ASSERT_LE(x * d.x + y * d.y, 0x1p-51 * (abs(x * d.x) + abs(y * d.y)));
      }
    }
    ASSERT_EQ(outward == Vec2{}, is_one_point);
  }

  double WitnessError(Vec2 witness) const {
    return kDistanceRelativeError * oracle_.Size() + 0x1p-52 * std::max(std::abs(witness.x), std::abs(witness.y)) +
           4.0 * std::numeric_limits<double>::denorm_min();
  }

  void CheckWitness(Vec2 witness, absl::Span<const Vec2> shape) {
    point_oracle_.SetPair({witness}, shape);
    ASSERT_TRUE(point_oracle_.relation() != ExactRelation::kDisjoint ||
                point_oracle_.IsWithinAbsolute(0, WitnessError(witness)))
        << HexFormat(witness) << " is " << std::sqrt(point_oracle_.DistanceSquared().get_d()) << " m off its shape";
  }

  Random* random_;
  ExactOracle oracle_;
  ExactOracle point_oracle_;
  std::vector<Vec2> a_;
  std::vector<Vec2> b_;
  std::array<int64_t, 3> checked_{};
  int64_t not_convex_ = 0;
};

void ExpectAllRelations(const RelationChecker& checker) {
  for (const ExactRelation relation :
       {ExactRelation::kDisjoint, ExactRelation::kTouching, ExactRelation::kOverlapping}) {
    EXPECT_GT(checker.checked(relation), checker.checked() / 12) << "relation " << static_cast<int>(relation);
  }
}

// The families have points, segments, needles, collinear and shared edges, nested and subnormal
// shapes, up to 10^6 m from the origin.
TEST(RelateExactly, PairFamilies) {
  Random random(TestSeed());
  RelationChecker checker(&random);
  for (int64_t i = 0; i < TestCaseCount(3000); ++i) {
    const auto family = static_cast<PairFamily>(i % kPairFamilyCount);
    const ShapePair pair = RandomPair(family, 8, &random);
    ASSERT_NO_FATAL_FAILURE(checker.Check(pair.a, pair.b, nullptr)) << Name(family) << ", case " << i;
  }
  ExpectAllRelations(checker);
}

// The hull of some points with small whole coordinates and its image 10^7 m away, or as small as
// numbers get: parallel and collinear edges, vertices on edges, points and segments are common.
ConvexPolygon LatticeShape(int exponent, Vec2 offset, Random* random) {
  std::vector<Vec2> points;
  for (int i = 1 + random->Index(7); i > 0; --i) {
    const Vec2 point = {static_cast<double>(random->Index(6)), static_cast<double>(random->Index(6))};
    points.push_back(offset + Vec2{std::ldexp(point.x, exponent), std::ldexp(point.y, exponent)});
  }
  return *ConvexPolygon::Hull(points);
}

TEST(RelateExactly, LatticesFarFromTheOriginAndSubnormal) {
  struct Place {
    int exponent;
    Vec2 offset;
  };
  Random random(TestSeed());
  for (const Place& place : {Place{0, {0, 0}}, Place{-7, {1e7, -1e7}}, Place{-29, {-1e7, 3e6}}, Place{-1074, {0, 0}}}) {
    SCOPED_TRACE(testing::Message() << "units of 2^" << place.exponent << " m at " << HexFormat(place.offset));
    RelationChecker checker(&random);
    for (int64_t i = 0; i < TestCaseCount(1000); ++i) {
      const double shift = std::ldexp(static_cast<double>(random.Index(6)), place.exponent);
      const ConvexPolygon a = LatticeShape(place.exponent, place.offset, &random);
      const ConvexPolygon b = LatticeShape(place.exponent, place.offset + Vec2{shift, 0.0}, &random);
      ASSERT_NO_FATAL_FAILURE(checker.Check(a, b, nullptr)) << "case " << i;
    }
    ExpectAllRelations(checker);
  }
}

// A polygon with a long side that is straight but for less than posing rounds.
ConvexPolygon NearlyStraightSides(Random* random) {
  const double bend = random->LogUniform(1e-17, 1e-13);
  const int count = random->Integer(1, 6);
  std::vector<Vec2> points = {{-1, 0}, {1, 0}, {random->Uniform(-1.0, 1.0), random->LogUniform(1e-15, 2.0)}};
  for (int i = 0; i < count; ++i) {
    const double x = random->Uniform(-0.99, 0.99);
    points.push_back({x, bend * (x * x - 1.0)});
  }
  return *ConvexPolygon::Hull(points);
}

// Posing rounds: rings are no longer convex, vertices fall together. The other shape has a vertex
// or an edge where the posed one has a vertex or the middle of two.
TEST(RelateExactly, PosedRingsThatAreNotConvex) {
  Random random(TestSeed());
  RelationChecker checker(&random);
  for (int64_t i = 0; i < TestCaseCount(3000); ++i) {
    const ConvexPolygon b = NearlyStraightSides(&random);
    const Pose2 a_from_b = RandomPose(random.Chance(0.3) ? 1e7 : 100.0, &random);
    const Vec2 from = a_from_b * b.vertices()[random.Index(b.size())];
    const Vec2 to = a_from_b * b.vertices()[random.Index(b.size())];
    Vec2 contact = random.Chance(0.5) ? from : 0.5 * from + 0.5 * to;
    if (random.Chance(0.3)) contact.x += random.Uniform(-1.0, 1.0);
    std::vector<Vec2> points = {contact};
    if (random.Chance(0.3)) points.push_back(to);
    for (int k = random.Index(4); k > 0; --k) {
      const double length_m = random.LogUniform(1e-6, 3.0);
      const double angle_rad = random.Angle();
      points.push_back(contact + length_m * Vec2{std::cos(angle_rad), std::sin(angle_rad)});
    }
    ASSERT_NO_FATAL_FAILURE(checker.Check(*ConvexPolygon::Hull(points), b, &a_from_b)) << "case " << i;
  }
  EXPECT_GT(checker.not_convex(), checker.checked() / 3);
  for (const ExactRelation relation :
       {ExactRelation::kDisjoint, ExactRelation::kTouching, ExactRelation::kOverlapping}) {
    EXPECT_GT(checker.checked(relation), checker.checked() / 20) << "relation " << static_cast<int>(relation);
  }
}

// All points, segments and triangles of a 3 x 3 grid against each other, from every start.
TEST(RelateExactly, ExhaustiveOnGridFromEveryStart) {
  std::vector<ConvexPolygon> shapes;
  const auto point = [](int i) { return Vec2{static_cast<double>(i % 3), static_cast<double>(i / 3)}; };
  for (int i = 0; i < 9; ++i) {
    shapes.push_back(*ConvexPolygon::Create({point(i)}));
    for (int j = 0; j < i; ++j) {
      shapes.push_back(*ConvexPolygon::Create({point(i), point(j)}));
      for (int k = 0; k < j; ++k) {
        const ConvexPolygon hull = *ConvexPolygon::Hull({point(i), point(j), point(k)});
        if (hull.size() == 3) shapes.push_back(hull);
      }
    }
  }
  ASSERT_EQ(shapes.size(), 9u + 36u + 76u);
  ExactOracle oracle;
  for (const ConvexPolygon& a : shapes) {
    for (const ConvexPolygon& b : shapes) {
      oracle.SetPair(a.vertices(), b.vertices());
      const VertexRing ring_a(a, nullptr, 1.0, true);
      const VertexRing ring_b(b, nullptr, 1.0, true);
      const int starts = a.size() * b.size();
      for (int s = 0; s < starts * starts; ++s) {
        const int near = s % starts;
        const int opposite = s / starts;
        const ExactStart start = {{near % a.size(), near / a.size()}, {opposite % a.size(), opposite / a.size()}};
        const ExactResult result =
            RelateExactly(ring_a, ring_b, start, ExactQuestion::kRelation, RoundBound(ring_a.size(), ring_b.size()));
        ASSERT_EQ(result.relation, Expected(oracle.relation()))
            << HexFormat(a) << ", " << HexFormat(b) << ", start " << near << ' ' << opposite;
      }
    }
  }
}

ConvexPolygon Ngon(int n, double radius_m, Vec2 center) {
  std::vector<Vec2> points;
  for (int i = 0; i < n; ++i) {
    const double angle_rad = 2.0 * 3.141592653589793 * i / n;
    points.push_back(center + radius_m * Vec2{std::cos(angle_rad), std::sin(angle_rad)});
  }
  return *ConvexPolygon::Hull(points);
}

// The vertices visited from good and from any starts, of the largest search of each kind.
struct Costs {
  int64_t good = 0;
  int64_t any = 0;
};

Costs CostsOf(const ConvexPolygon& a, const ConvexPolygon& b, bool is_known_convex, const ExactStart& good,
              Random* random) {
  const VertexRing ring_a(a, nullptr, 1.0, is_known_convex);
  const VertexRing ring_b(b, nullptr, 1.0, is_known_convex);
  Costs costs;
  costs.good =
      RelateExactly(ring_a, ring_b, good, ExactQuestion::kRelation, RoundBound(ring_a.size(), ring_b.size())).visits;
  for (int k = 0; k < 50; ++k) {
    const ExactStart start = {{random->Index(a.size()), random->Index(b.size())},
                              {random->Index(a.size()), random->Index(b.size())}};
    costs.any = std::max(costs.any, RelateExactly(ring_a, ring_b, start, ExactQuestion::kRelation,
                                                  RoundBound(ring_a.size(), ring_b.size()))
                                        .visits);
  }
  return costs;
}

int NearestVertex(const ConvexPolygon& shape, Vec2 point) {
  int nearest = 0;
  for (int i = 1; i < shape.size(); ++i) {
    if (NormSquared(shape.vertices()[i] - point) < NormSquared(shape.vertices()[nearest] - point)) nearest = i;
  }
  return nearest;
}

// Large polygons in contact at (1, 0), the second to the right: tangent in vertices, sharing an
// edge, with parallel edges along one line, with a vertex on an edge, and lens-shaped, with many
// edges that are nearly parallel to each other.
std::vector<std::array<ConvexPolygon, 2>> Contacts(int n) {
  const ConvexPolygon circle = Ngon(n, 1.0, {0, 0});
  std::vector<Vec2> left;
  std::vector<Vec2> mirrored;
  std::vector<Vec2> shifted;
  std::vector<Vec2> lens;
  std::vector<Vec2> other_lens;
  for (int i = 0; i < n; ++i) {
    const double angle_rad = 3.141592653589793 * (0.5 + static_cast<double>(i) / (n - 1));
    const Vec2 v = {i == 0 || i == n - 1 ? 0.0 : std::cos(angle_rad), std::sin(angle_rad)};
    left.push_back(Vec2{1, 0} + v);
    mirrored.push_back(Vec2{1, 0} - v);
    shifted.push_back(Vec2{1, 0.3} - v);
    // Parabolas, each vertex of which is exact.
    const double x = std::ldexp(i - n / 2, -11);
    lens.push_back({1.0 - x * x, x});
    other_lens.push_back({1.0 + x * x, x});
  }
  return {{circle, Ngon(n, 1.0, {2, 0})},
          {*ConvexPolygon::Hull(left), *ConvexPolygon::Hull(mirrored)},
          {*ConvexPolygon::Hull(left), *ConvexPolygon::Hull(shifted)},
          {*ConvexPolygon::Hull(left), Ngon(n, 1.0, {2, 0})},
          {*ConvexPolygon::Hull(lens), *ConvexPolygon::Hull(other_lens)}};
}

TEST(RelateExactly, VisitsFewVerticesOfLargePolygonsInContact) {
  Random random(TestSeed());
  for (const int n : {8, 16, 64, 256, 1024, 2000}) {
    const double size = 2.0 * n;
    int kind = 0;
    for (const auto& [a, b] : Contacts(n)) {
      SCOPED_TRACE(testing::Message() << "n = " << n << ", contact " << kind);
      const ExactStart good = {{NearestVertex(a, {1, 0}), NearestVertex(b, {1, 0})},
                               {NearestVertex(a, {-9, 0}), NearestVertex(b, {9, 0})}};
      const Costs known = CostsOf(a, b, true, good, &random);
      const Costs unknown = CostsOf(a, b, false, good, &random);
      // Good starts of strictly convex rings that meet in a vertex, or whose curvatures face each
      // other, cost a few steps.
      if (kind == 0 || kind == 4) {
        EXPECT_LE(known.good, 30);
      }
      EXPECT_LE(static_cast<double>(known.any), 6.0 * size);
      EXPECT_LE(static_cast<double>(unknown.any), 3.0 * size * std::log2(size));
      ++kind;
    }
  }
}

}  // namespace
}  // namespace collision2d::internal
