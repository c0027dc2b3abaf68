#include "collision2d/query/exact/exact_support.h"

#include <gmpxx.h>

#include <array>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/testing/exact_rings.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/pair_generators.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/test.h"

namespace collision2d::internal {
namespace {

constexpr double kTiny = std::numeric_limits<double>::denorm_min();
constexpr double kHuge = std::numeric_limits<double>::max();

int SignOf(double x) { return (x > 0.0) - (x < 0.0); }

ExactPoint Exactly(const CsoDirection& direction) {
  return Difference(direction.to_a, direction.from_a) - Difference(direction.to_b, direction.from_b);
}

ExactPoint Exactly(const CsoPoint& point) { return Difference(point.p, point.q); }

int ExactCrossSign(const CsoDirection& direction, Vec2 from, Vec2 to) {
  return sgn(ExactCross(Exactly(direction), Difference(to, from)));
}

// Compares CrossSign of the six points with rationals, also with either vector reversed. Returns
// the sign.
int CheckedCrossSign(const CsoDirection& direction, Vec2 from, Vec2 to) {
  const std::array<Vec2, 6> points = {direction.from_a, direction.to_a, direction.from_b, direction.to_b, from, to};
  const int expected = ExactCrossSign(direction, from, to);
  EXPECT_EQ(SignOf(CrossSign(direction, from, to)), expected) << HexFormat(points);
  EXPECT_EQ(SignOf(CrossSign(direction, to, from)), -expected) << HexFormat(points);
  EXPECT_EQ(SignOf(CrossSign(-direction, from, to)), -expected) << HexFormat(points);
  // The same direction as a difference of the other shape's vertices.
  const CsoDirection exchanged = {direction.to_b, direction.from_b, direction.to_a, direction.from_a};
  EXPECT_EQ(SignOf(CrossSign(exchanged, from, to)), expected) << HexFormat(points);
  return expected;
}

struct SignCounts {
  std::array<int64_t, 3> count = {};
  void Add(int sign) { ++count[static_cast<size_t>(sign + 1)]; }
  // Whether each of the three signs came up in at least this part of the cases.
  bool AllAbove(double part) const {
    const double least = part * static_cast<double>(count[0] + count[1] + count[2]);
    return static_cast<double>(count[0]) > least && static_cast<double>(count[1]) > least &&
           static_cast<double>(count[2]) > least;
  }
};

TEST(CrossSign, KnownDirections) {
  const CsoDirection right = {{0, 0}, {1, 0}, {5, 5}, {5, 5}};
  EXPECT_GT(CrossSign(right, {0, 0}, {0, 1}), 0.0);
  EXPECT_LT(CrossSign(right, {0, 0}, {0, -1}), 0.0);
  EXPECT_EQ(CrossSign(right, {0, 0}, {7, 0}), 0.0);
  // (3, 1) - (1, 0) = (2, 1).
  const CsoDirection oblique = {{0, 0}, {3, 1}, {0, 0}, {1, 0}};
  EXPECT_GT(CrossSign(oblique, {1, 1}, {2, 2}), 0.0);
  EXPECT_LT(CrossSign(oblique, {1, 1}, {4, 2}), 0.0);
  EXPECT_EQ(CrossSign(oblique, {1, 1}, {5, 3}), 0.0);
}

TEST(CrossSign, ZeroDirectionsAndEdges) {
  const CsoDirection equal_edges = {{1, 2}, {4, 7}, {-1, 0}, {2, 5}};
  EXPECT_EQ(CheckedCrossSign(equal_edges, {0, 0}, {3, 1}), 0);
  const CsoDirection no_edges = {{1, 2}, {1, 2}, {3, 4}, {3, 4}};
  EXPECT_EQ(CheckedCrossSign(no_edges, {0, 0}, {3, 1}), 0);
  const CsoDirection oblique = {{0, 0}, {3, 1}, {0, 0}, {1, 0}};
  EXPECT_EQ(CheckedCrossSign(oblique, {0.1, 0.2}, {0.1, 0.2}), 0);
}

// Sums and products that underflow, overflow, or lose a bit in the fifty-third place.
TEST(CrossSign, ExtremeCoordinates) {
  EXPECT_EQ(CheckedCrossSign({{0, 0}, {kTiny, 0}, {0, 0}, {0, kTiny}}, {0, 0}, {0, kTiny}), 1);
  EXPECT_EQ(CheckedCrossSign({{0, 0}, {kTiny, 0}, {0, 0}, {0, kTiny}}, {0, 0}, {-kTiny, kTiny}), 0);
  EXPECT_EQ(CheckedCrossSign({{-kHuge, 0}, {kHuge, 0}, {0, -kHuge}, {0, kHuge}}, {-kHuge, kHuge}, {kHuge, -kHuge}), 0);
  EXPECT_EQ(CheckedCrossSign({{-kHuge, 0}, {kHuge, kTiny}, {0, -kHuge}, {0, kHuge}}, {-kHuge, kHuge}, {kHuge, -kHuge}),
            -1);
  EXPECT_EQ(CheckedCrossSign({{-kHuge, 0}, {kHuge, 0}, {-kHuge, kTiny}, {kHuge, 0}}, {0, 0}, {kHuge, 0}), -1);
  // (1 + 2^-53) - 1 along x, which rounds to zero.
  EXPECT_EQ(CheckedCrossSign({{-0x1p-53, 0}, {1, 0}, {0, 0}, {1, 0}}, {0, 0}, {0, 1}), 1);
}

// Both products are about 1.5 of the smallest double. Rounded differences take the greater one down
// to 1 and the other one up to 2.
TEST(CrossSign, ProductsThatUnderflowDifferently) {
  const CsoDirection direction = {{0x7p-57, -0x7p-56}, {1, 1}, {0, 0}, {-0.5 + 0x1p-54, -0.5 + 0x3p-54}};
  EXPECT_EQ(CheckedCrossSign(direction, {0, 0}, {kTiny, kTiny}), -1);
}

// All directions between the corners of two unit squares, and all edges of a third, at their own
// size, at 2^-1074 and 2^1020.
TEST(CrossSign, ExhaustiveOnGrid) {
  for (const int exponent : {0, -1074, 1020}) {
    const auto corner = [exponent](int i) { return Vec2{std::ldexp(i & 1, exponent), std::ldexp(i >> 1, exponent)}; };
    for (int i = 0; i < 4096; ++i) {
      CheckedCrossSign({corner(i & 3), corner(i >> 2 & 3), corner(i >> 4 & 3), corner(i >> 6 & 3)}, corner(i >> 8 & 3),
                       corner(i >> 10 & 3));
    }
  }
}

// Edges whose angle with the direction is log-uniform from 10^-40 to 1, or zero.
TEST(CrossSign, NearlyParallelAgreesWithRationals) {
  Random random(TestSeed());
  SignCounts signs;
  for (int64_t i = 0; i < TestCaseCount(100000) && !HasFailure(); ++i) {
    const double scale = random.LogUniform(1e-3, 1e6);
    // Multiples of a power of two have exact differences, with which an edge can be exactly
    // parallel.
    const double unit = random.Chance(0.5) ? 0x1p-20 : 0.0;
    const auto coordinate = [&] {
      const double x = random.Uniform(-scale, scale);
      return unit == 0.0 ? x : std::nearbyint(x) * unit;
    };
    const auto point = [&] { return Vec2{coordinate(), coordinate()}; };
    const CsoDirection direction = {point(), point(), point(), point()};
    const Vec2 along = direction.Rounded();
    const double factor = unit == 0.0 ? random.Uniform(-2.0, 2.0) : random.Integer(-2, 2);
    const double side = random.Sign();
    const double turn = random.Chance(0.5) ? 0.0 : side * random.LogUniform(1e-40, 1.0);
    const Vec2 from = point();
    signs.Add(CheckedCrossSign(direction, from, from + factor * along + turn * PerpendicularLeft(along)));
  }
  EXPECT_TRUE(signs.AllAbove(0.1));
}

// Vectors that cancel but for what rounding takes from one of them.
TEST(CrossSign, DifferencesThatRoundingHides) {
  const CsoDirection along_y = {{0, 0}, {0x1p-62, 1}, {0, 0x1p-60}, {0, 1}};
  EXPECT_LT(CrossSign(along_y, {0, 0}, {1, 1}), 0.0);
  CheckedCrossSign(along_y, {0, 0}, {1, 1});
  const CsoDirection along_x = {{0, 0}, {1, 0x1p-62}, {0x1p-60, 0}, {1, 0}};
  EXPECT_GT(CrossSign(along_x, {0, 0}, {1, 1}), 0.0);
  CheckedCrossSign(along_x, {0, 0}, {1, 1});
}

// Coordinates anywhere in the range of doubles, subnormals and the largest included.
TEST(CrossSign, WholeRangeOfDoublesAgreesWithRationals) {
  Random random(TestSeed());
  for (int64_t i = 0; i < TestCaseCount(30000) && !HasFailure(); ++i) {
    const bool common_exponent = random.Chance(0.5);
    const int exponent = random.Integer(-1090, 1023);
    const auto coordinate = [&] {
      const double fraction = random.Uniform(-1.0, 1.0);
      return std::ldexp(fraction, common_exponent ? exponent : random.Integer(-1090, 1023));
    };
    const auto point = [&] { return Vec2{coordinate(), coordinate()}; };
    CheckedCrossSign({point(), point(), point(), point()}, point(), point());
  }
}

// The cross product with RightOf(point) is the dot product with the point, as a vector from the
// origin.
TEST(CsoDirection, RightOfIsAQuarterTurn) {
  EXPECT_EQ(CsoDirection::RightOf({{}, {3, 1}, {1, 1}}).Rounded(), (Vec2{0, -2}));
  Random random(TestSeed());
  SignCounts signs;
  for (int64_t i = 0; i < TestCaseCount(30000) && !HasFailure(); ++i) {
    const double scale = random.LogUniform(1e-300, 1e6);
    const auto point = [&] { return Vec2{random.Uniform(-scale, scale), random.Uniform(-scale, scale)}; };
    const CsoPoint w = {{}, point(), random.Chance(0.1) ? Vec2{} : point()};
    const Vec2 from = point();
    const double side = random.Sign();
    const double off = random.Chance(0.3) ? 0.0 : side * random.LogUniform(1e-20, 1.0);
    const Vec2 to = from + PerpendicularLeft(w.difference()) + off * w.difference();
    const int expected = sgn(ExactDot(Exactly(w), Difference(to, from)));
    ASSERT_EQ(SignOf(CrossSign(CsoDirection::RightOf(w), from, to)), expected)
        << HexFormat(std::array<Vec2, 4>{w.p, w.q, from, to});
    signs.Add(expected);
  }
  EXPECT_GT(signs.count[0], 0);
  EXPECT_GT(signs.count[2], 0);
}

// Support points of two rings, against all their vertices.
class SupportChecker {
 public:
  explicit SupportChecker(Random* random) : random_(random) {}

  // `a_from_b` may be null. Both rings are scaled by a power of two.
  void Check(const ConvexPolygon& a, const ConvexPolygon& b, const Pose2* a_from_b, double scale) {
    SCOPED_TRACE(testing::Message() << HexFormat(a) << ", " << HexFormat(b) << ", scale " << scale
                                    << (a_from_b != nullptr ? ", pose " + HexFormat(*a_from_b) : ""));
    const std::vector<Vec2> posed = VerticesOf(VertexRing(b, a_from_b, 1.0, false));
    const bool is_b_convex = IsStrictlyConvex(posed);
    not_convex_ += !is_b_convex;
    for (int k = 0; k < 4; ++k) {
      // The search must also work for rings that are not marked as convex.
      const VertexRing ring_a(a, nullptr, scale, k != 0);
      const VertexRing ring_b(b, a_from_b, scale, k != 1 && is_b_convex);
      ASSERT_NO_FATAL_FAILURE(CheckRings(ring_a, ring_b));
      ASSERT_NO_FATAL_FAILURE(CheckRings(ring_b, ring_a));
    }
  }

  int64_t not_convex() const { return not_convex_; }
  int64_t ties() const { return ties_; }
  int64_t kept() const { return kept_; }
  int64_t moved() const { return moved_; }

 private:
  void CheckRings(const VertexRing& a, const VertexRing& b) {
    const CsoPoint from = RandomPoint(a, b);
    const CsoPoint to = random_->Chance(0.1) ? from : RandomPoint(a, b);
    ASSERT_NO_FATAL_FAILURE(CheckDirection(a, b, CsoDirection::Between(from, to)));
    ASSERT_NO_FATAL_FAILURE(CheckDirection(a, b, CsoDirection::RightOf(from)));
    ASSERT_NO_FATAL_FAILURE(CheckChord(a, b, from, to));
    // Edges of the CSO, if the rings are convex and the point is a vertex of the CSO.
    ASSERT_NO_FATAL_FAILURE(CheckChord(a, b, from, At(a, b, {a.Next(from.index.a), from.index.b})));
    ASSERT_NO_FATAL_FAILURE(CheckChord(a, b, from, At(a, b, {from.index.a, b.Next(from.index.b)})));
  }

  void CheckDirection(const VertexRing& a, const VertexRing& b, const CsoDirection& direction) {
    ExactSupports supports(a, b);
    const CsoPoint start = RandomPoint(a, b);
    const CsoPoint support = supports.SupportToTheRight(direction, start.index);
    ASSERT_NO_FATAL_FAILURE(CheckSupport(a, b, direction, support));
    ASSERT_LE(supports.visits(), a.size() + b.size() + 6);
    ASSERT_EQ(IsBeyond(direction, start, support), IsBeyondExactly(direction, start, support));
    // No vertex is farther than the support point itself.
    ASSERT_EQ(supports.SupportToTheRight(direction, support.index).index, support.index);
  }

  void CheckChord(const VertexRing& a, const VertexRing& b, const CsoPoint& right, const CsoPoint& left) {
    ExactSupports supports(a, b);
    const CsoDirection chord = CsoDirection::Between(right, left);
    const CsoPoint support = supports.SupportBeyondChord(chord, right, left);
    ASSERT_NO_FATAL_FAILURE(CheckSupport(a, b, chord, support));
    const bool is_beyond = IsBeyondExactly(chord, right, support);
    ASSERT_EQ(IsBeyond(chord, right, support), is_beyond);
    ASSERT_EQ(support.index == right.index, !is_beyond);
    ++(is_beyond ? moved_ : kept_);
  }

  // No vertex of a is farther to the right, and none of b farther to the left.
  void CheckSupport(const VertexRing& a, const VertexRing& b, const CsoDirection& direction, const CsoPoint& support) {
    ASSERT_EQ(support.p, a[support.index.a]);
    ASSERT_EQ(support.q, b[support.index.b]);
    for (int i = 0; i < a.size(); ++i)
      ASSERT_GE(ExactCrossSign(direction, support.p, a[i]), 0) << "vertex " << i << " of a";
    for (int j = 0; j < b.size(); ++j) {
      const int side = ExactCrossSign(direction, support.q, b[j]);
      ASSERT_LE(side, 0) << "vertex " << j << " of b";
      ties_ += side == 0 && j != support.index.b;
    }
  }

  static bool IsBeyondExactly(const CsoDirection& direction, const CsoPoint& point, const CsoPoint& support) {
    return sgn(ExactCross(Exactly(direction), Exactly(support) - Exactly(point))) < 0;
  }

  static CsoPoint At(const VertexRing& a, const VertexRing& b, CsoIndex index) {
    return {index, a[index.a], b[index.b]};
  }

  CsoPoint RandomPoint(const VertexRing& a, const VertexRing& b) {
    const int i = random_->Index(a.size());
    return At(a, b, {i, random_->Index(b.size())});
  }

  Random* random_;
  int64_t not_convex_ = 0;
  int64_t ties_ = 0;
  int64_t kept_ = 0;
  int64_t moved_ = 0;
};

// The families have points, segments, needles, collinear and shared edges, nested and subnormal
// shapes.
TEST(ExactSupports, AgreeWithAllVertices) {
  Random random(TestSeed());
  SupportChecker checker(&random);
  for (int64_t i = 0; i < TestCaseCount(2000) && !HasFatalFailure(); ++i) {
    const ShapePair pair = RandomPair(RandomFamily(&random), 12, &random);
    ASSERT_NO_FATAL_FAILURE(checker.Check(pair.a, pair.b, nullptr, 1.0));
  }
  EXPECT_GT(checker.ties(), TestCaseCount(2000));
  EXPECT_GT(checker.kept(), TestCaseCount(2000));
  EXPECT_GT(checker.moved(), TestCaseCount(2000));
}

// Rounding of posed vertices folds corners of slivers.
TEST(ExactSupports, AgreeWithAllPosedVertices) {
  Random random(TestSeed());
  SupportChecker checker(&random);
  for (int64_t i = 0; i < TestCaseCount(2000) && !HasFatalFailure(); ++i) {
    const ShapePair pair = RandomPair(random.Chance(0.5) ? PairFamily::kSlivers : RandomFamily(&random), 12, &random);
    const Pose2 a_from_b = RandomPose(random.LogUniform(1e-3, 1e6), &random);
    ASSERT_NO_FATAL_FAILURE(checker.Check(pair.a, pair.b, &a_from_b, 1.0));
  }
  EXPECT_GT(checker.not_convex(), TestCaseCount(2000) / 100);
}

TEST(ExactSupports, HugeAndTinyRings) {
  Random random(TestSeed());
  SupportChecker checker(&random);
  for (int64_t i = 0; i < TestCaseCount(300) && !HasFatalFailure(); ++i) {
    const ConvexPolygon a = RandomPolygon(8, &random);
    const ConvexPolygon b = RandomPolygon(8, &random);
    for (const double scale : {0x1p-1000, 0x1p-500, 0x1p500, 0x1p1020}) {
      ASSERT_NO_FATAL_FAILURE(checker.Check(a, b, nullptr, scale));
    }
  }
}

}  // namespace
}  // namespace collision2d::internal
