#include "collision2d/geometry/orientation.h"

#include <gmpxx.h>

#include <array>

#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

constexpr double kTiny = std::numeric_limits<double>::denorm_min();
constexpr double kHuge = std::numeric_limits<double>::max();

int Sign(double x) { return (x > 0.0) - (x < 0.0); }

mpq_class ExactDeterminant(Vec2 a, Vec2 b, Vec2 c) {
  const mpq_class ax(a.x), ay(a.y), bx(b.x), by(b.y), cx(c.x), cy(c.y);
  return (ax - cx) * (by - cy) - (ay - cy) * (bx - cx);
}

std::string Format(Vec2 a, Vec2 b, Vec2 c) { return HexFormat(std::array<Vec2, 3>{a, b, c}); }

// Which rung answered, after a check of the sign in all six orders of the points.
internal::OrientationRung CheckedRung(Vec2 a, Vec2 b, Vec2 c) {
  const int expected = sgn(ExactDeterminant(a, b, c));
  internal::OrientationRung rung;
  EXPECT_EQ(Sign(Orient2d(a, b, c, &rung)), expected) << Format(a, b, c);
  EXPECT_EQ(Sign(Orient2d(b, c, a)), expected) << Format(b, c, a);
  EXPECT_EQ(Sign(Orient2d(c, a, b)), expected) << Format(c, a, b);
  EXPECT_EQ(Sign(Orient2d(b, a, c)), -expected) << Format(b, a, c);
  EXPECT_EQ(Sign(Orient2d(a, c, b)), -expected) << Format(a, c, b);
  EXPECT_EQ(Sign(Orient2d(c, b, a)), -expected) << Format(c, b, a);
  return rung;
}

TEST(Orient2d, IsTwiceTheSignedArea) {
  EXPECT_EQ(Orient2d({0, 0}, {4, 0}, {0, 3}), 12);
  EXPECT_EQ(Orient2d({0, 0}, {0, 3}, {4, 0}), -12);
  EXPECT_EQ(Orient2d({0, 0}, {1, 1}, {3, 3}), 0);
  EXPECT_EQ(Orient2d({1, 2}, {1, 2}, {5, 7}), 0);
  EXPECT_EQ(Orient2d({1, 2}, {1, 2}, {1, 2}), 0);
}

TEST(Orient2d, EachRungAnswersItsOwn) {
  // A clear turn.
  EXPECT_EQ(CheckedRung({0, 0}, {1, 0}, {0, 1}), internal::OrientationRung::kFiltered);
  // Collinear, with exact differences.
  EXPECT_EQ(CheckedRung({0, 0}, {1, 1}, {3, 3}), internal::OrientationRung::kExactDifference);
  // Nearly collinear, differences not exact: 0.1 and 0.3 are rounded, 1e-20 disappears beside them.
  EXPECT_EQ(CheckedRung({1e-20, 0}, {0.1, 0.1}, {0.3, 0.3}), internal::OrientationRung::kExpansion);
  // Products that underflow.
  EXPECT_EQ(CheckedRung({0, 0}, {kTiny, 0}, {0, kTiny}), internal::OrientationRung::kFixedPoint);
  // Products that overflow.
  EXPECT_EQ(CheckedRung({-kHuge, -kHuge}, {kHuge, kHuge}, {0, kTiny}), internal::OrientationRung::kFixedPoint);
  EXPECT_EQ(CheckedRung({-kHuge, -kHuge}, {kHuge, kHuge}, {kTiny, kTiny}), internal::OrientationRung::kFixedPoint);
}

TEST(Orient2d, UnderflowingValueKeepsItsSign) {
  EXPECT_EQ(Orient2d({0, 0}, {kTiny, 0}, {0, kTiny}), kTiny);
  EXPECT_EQ(Orient2d({0, 0}, {0, kTiny}, {kTiny, 0}), -kTiny);
}

// All 9^3 triples of a 3 x 3 grid, at its own size, at 2^-1074 and at 2^1000.
TEST(Orient2d, ExhaustiveOnGrid) {
  for (const int exponent : {0, -1074, 1000}) {
    const auto point = [exponent](int i) { return Vec2{std::ldexp(i % 3, exponent), std::ldexp(i / 3, exponent)}; };
    for (int i = 0; i < 9; ++i) {
      for (int j = 0; j < 9; ++j) {
        for (int k = 0; k < 9; ++k) CheckedRung(point(i), point(j), point(k));
      }
    }
  }
}

struct RungCounts {
  std::array<int, 4> count = {};
  void Add(internal::OrientationRung rung) { ++count[static_cast<int>(rung)]; }
  int operator[](internal::OrientationRung rung) const { return count[static_cast<int>(rung)]; }
};

// Three points whose distance from collinear is log-uniform from 10^-40 to 1 of their size.
TEST(Orient2d, NearlyCollinearAgreesWithIntegers) {
  Random random(TestSeed());
  RungCounts rungs;
  const int64_t count = TestCaseCount(100000);
  for (int64_t i = 0; i < count && !HasFailure(); ++i) {
    const double scale = random.LogUniform(1e-3, 1e6);
    const Vec2 a = {random.Uniform(-scale, scale), random.Uniform(-scale, scale)};
    const Vec2 b = {random.Uniform(-scale, scale), random.Uniform(-scale, scale)};
    const Vec2 on_line = a + random.Uniform(-1.0, 2.0) * (b - a);
    const double sign = random.Sign();
    const double off_line = sign * random.LogUniform(1e-40, 1.0);
    rungs.Add(CheckedRung(a, b, on_line + off_line * PerpendicularLeft(b - a)));
  }
  EXPECT_GT(rungs[internal::OrientationRung::kFiltered], count / 10);
  EXPECT_GT(rungs[internal::OrientationRung::kExactDifference] + rungs[internal::OrientationRung::kExpansion],
            count / 10);
  EXPECT_GT(rungs[internal::OrientationRung::kExpansion], count / 100);
  EXPECT_EQ(rungs[internal::OrientationRung::kFixedPoint], 0);
}

// As above, with coordinates anywhere in the range of doubles, subnormals and the largest included.
TEST(Orient2d, WholeRangeOfDoublesAgreesWithIntegers) {
  Random random(TestSeed());
  RungCounts rungs;
  const int64_t count = TestCaseCount(30000);
  for (int64_t i = 0; i < count && !HasFailure(); ++i) {
    const bool common_exponent = random.Chance(0.5);
    const int exponent = random.Integer(-1090, 1023);
    const auto coordinate = [&] {
      const double fraction = random.Uniform(-1.0, 1.0);
      return std::ldexp(fraction, common_exponent ? exponent : random.Integer(-1090, 1023));
    };
    const Vec2 a = {coordinate(), coordinate()};
    const Vec2 b = {coordinate(), coordinate()};
    const Vec2 middle = 0.5 * a + 0.5 * b;
    rungs.Add(CheckedRung(a, b, random.Chance(0.5) ? middle : Vec2{coordinate(), coordinate()}));
  }
  EXPECT_GT(rungs[internal::OrientationRung::kFiltered], count / 10);
  EXPECT_GT(rungs[internal::OrientationRung::kFixedPoint], count / 10);
}

// The value's documented error: 4 u times the sum of the magnitudes on the first rung, 2^-51 of the
// value on the others.
TEST(Orient2d, ValueIsWithinItsBound) {
  Random random(TestSeed());
  for (int64_t i = 0; i < TestCaseCount(20000) && !HasFailure(); ++i) {
    const Vec2 a = {random.Uniform(-1.0, 1.0), random.Uniform(-1.0, 1.0)};
    const Vec2 b = {random.Uniform(-1.0, 1.0), random.Uniform(-1.0, 1.0)};
    const Vec2 on_line = a + random.Uniform(0.0, 1.0) * (b - a);
    const Vec2 c = on_line + random.LogUniform(1e-30, 1.0) * Vec2{1, 1};
    internal::OrientationRung rung;
    const double value = Orient2d(a, b, c, &rung);
    const mpq_class exact = ExactDeterminant(a, b, c);
    const double magnitude = std::abs((a.x - c.x) * (b.y - c.y)) + std::abs((a.y - c.y) * (b.x - c.x));
    const mpq_class bound = rung == internal::OrientationRung::kFiltered
                                ? mpq_class(4.0 * 0x1p-53) * mpq_class(magnitude)
                                : mpq_class(mpq_class(0x1p-51) * abs(exact));
    EXPECT_LE(abs(mpq_class(value) - exact), bound) << Format(a, b, c);
  }
}

// Two edges, from p to q and from r to s.
struct EdgePair {
  Vec2 p;
  Vec2 q;
  Vec2 r;
  Vec2 s;
};

std::string Format(const EdgePair& e) { return HexFormat(std::array<Vec2, 4>{e.p, e.q, e.r, e.s}); }

mpq_class ExactCross(const EdgePair& e) {
  const mpq_class px(e.p.x), py(e.p.y), qx(e.q.x), qy(e.q.y), rx(e.r.x), ry(e.r.y), sx(e.s.x), sy(e.s.y);
  return (qx - px) * (sy - ry) - (qy - py) * (sx - rx);
}

// The sum of the magnitudes of the two products.
mpq_class ExactMagnitude(const EdgePair& e) {
  const mpq_class px(e.p.x), py(e.p.y), qx(e.q.x), qy(e.q.y), rx(e.r.x), ry(e.r.y), sx(e.s.x), sy(e.s.y);
  return abs((qx - px) * (sy - ry)) + abs((qy - py) * (sx - rx));
}

// Which rung answered, after a check of the sign with the edges swapped and reversed, and of the
// value.
internal::OrientationRung CheckedRung(const EdgePair& e) {
  const mpq_class exact = ExactCross(e);
  const int expected = sgn(exact);
  internal::OrientationRung rung;
  const double value = internal::EdgeCross(e.p, e.q, e.r, e.s, &rung);
  EXPECT_EQ(Sign(value), expected) << Format(e);
  EXPECT_EQ(Sign(internal::EdgeCross(e.q, e.p, e.r, e.s)), -expected) << Format(e) << ", the first edge reversed";
  EXPECT_EQ(Sign(internal::EdgeCross(e.p, e.q, e.s, e.r)), -expected) << Format(e) << ", the second edge reversed";
  EXPECT_EQ(Sign(internal::EdgeCross(e.r, e.s, e.p, e.q)), -expected) << Format(e) << ", swapped";
  EXPECT_EQ(Sign(internal::EdgeCross(e.s, e.r, e.q, e.p)), -expected) << Format(e) << ", swapped and both reversed";
  EXPECT_EQ(internal::EdgeCross(e.p, e.q, e.p, e.q), 0.0) << Format(e) << ", one edge twice";
  EXPECT_EQ(internal::EdgeCross(e.p, e.q, e.q, e.p), 0.0) << Format(e) << ", one edge both ways";
  const bool underflows = exact != 0 && abs(exact) < mpq_class(std::numeric_limits<double>::min());
  const bool overflows = abs(exact) > mpq_class(kHuge);
  if (underflows || overflows) return rung;
  const mpq_class bound = rung == internal::OrientationRung::kFiltered
                              ? mpq_class(mpq_class(0x1p-51) * ExactMagnitude(e))
                              : mpq_class(mpq_class(0x1p-51) * abs(exact));
  EXPECT_LE(abs(mpq_class(value) - exact), bound) << Format(e);
  return rung;
}

TEST(EdgeCross, IsTheCrossProduct) {
  EXPECT_EQ(internal::EdgeCross({1, 2}, {3, 2}, {-5, 7}, {-5, 10}), 6);
  EXPECT_EQ(internal::EdgeCross({1, 2}, {3, 2}, {-5, 10}, {-5, 7}), -6);
  // Parallel, antiparallel, and of no length.
  EXPECT_EQ(internal::EdgeCross({0, 0}, {1, 2}, {7, 7}, {10, 13}), 0);
  EXPECT_EQ(internal::EdgeCross({0, 0}, {1, 2}, {10, 13}, {7, 7}), 0);
  EXPECT_EQ(internal::EdgeCross({3, 1}, {3, 1}, {10, 13}, {7, 7}), 0);
  EXPECT_EQ(internal::EdgeCross({10, 13}, {7, 7}, {3, 1}, {3, 1}), 0);
}

TEST(EdgeCross, EachRungAnswersItsOwn) {
  EXPECT_EQ(CheckedRung({{0, 0}, {1, 0}, {5, 5}, {5, 6}}), internal::OrientationRung::kFiltered);
  EXPECT_EQ(CheckedRung({{0, 0}, {1, 1}, {7, 5}, {10, 8}}), internal::OrientationRung::kExactDifference);
  EXPECT_EQ(CheckedRung({{0, 0}, {1, 1}, {0, 0}, {1, 1 + 0x1p-52}}), internal::OrientationRung::kExactDifference);
  EXPECT_EQ(CheckedRung({{1e-20, 0}, {0.1, 0.1}, {7, 5}, {10, 8}}), internal::OrientationRung::kExpansion);
  EXPECT_EQ(CheckedRung({{7, 5}, {10, 8}, {1e-20, 0}, {0.1, 0.1}}), internal::OrientationRung::kExpansion);
  EXPECT_EQ(CheckedRung({{1, 1}, {1, 1 + 0x1p-52}, {kTiny, 0}, {0, 0}}), internal::OrientationRung::kFixedPoint);
  EXPECT_EQ(CheckedRung({{-kHuge, -kHuge}, {kHuge, kHuge}, {-kHuge, 0}, {kHuge, kTiny}}),
            internal::OrientationRung::kFixedPoint);
}

TEST(EdgeCross, UnderflowingValueKeepsItsSign) {
  EXPECT_EQ(internal::EdgeCross({1, 1}, {1 + 0x1p-52, 1}, {0, 0}, {0, kTiny}), kTiny);
  EXPECT_EQ(internal::EdgeCross({0, 0}, {0, kTiny}, {1, 1}, {1 + 0x1p-52, 1}), -kTiny);
}

TEST(EdgeCross, ToACommonPointIsOrient2d) {
  Random random(TestSeed());
  for (int64_t i = 0; i < TestCaseCount(20000); ++i) {
    const int exponent = random.Integer(-1070, 1020);
    const auto coordinate = [&] { return std::ldexp(random.Uniform(-1.0, 1.0), exponent); };
    const Vec2 a = {coordinate(), coordinate()};
    const Vec2 b = {coordinate(), coordinate()};
    const Vec2 c = random.Chance(0.5) ? 0.5 * a + 0.5 * b : Vec2{coordinate(), coordinate()};
    internal::OrientationRung rung;
    internal::OrientationRung orientation_rung;
    ASSERT_EQ(internal::EdgeCross(c, a, c, b, &rung), Orient2d(a, b, c, &orientation_rung)) << Format(a, b, c);
    ASSERT_EQ(rung, orientation_rung) << Format(a, b, c);
    ASSERT_EQ(Sign(internal::EdgeCross(a, b, a, c)), Sign(Orient2d(a, b, c))) << Format(a, b, c);
  }
}

// All 9^4 pairs of edges of a 3 x 3 grid, at its own size, at 2^-1074 and at 2^1000, and the second
// edge with other bits of scale.
TEST(EdgeCross, ExhaustiveOnGrid) {
  for (const auto [exponent, other_exponent] :
       {std::array{0, 0}, {-1074, -1074}, {1000, 1000}, {1000, -1074}, {0, -1074}}) {
    const auto point = [](int i, int e) { return Vec2{std::ldexp(i % 3, e), std::ldexp(i / 3, e)}; };
    for (int i = 0; i < 9; ++i) {
      for (int j = 0; j < 9; ++j) {
        for (int k = 0; k < 9; ++k) {
          for (int l = 0; l < 9; ++l) {
            CheckedRung({point(i, exponent), point(j, exponent), point(k, other_exponent), point(l, other_exponent)});
          }
        }
      }
    }
    ASSERT_FALSE(testing::Test::HasFailure());
  }
}

// Two edges whose directions differ by 10^-40 to 1 rad, or by rounding only; their starts anywhere,
// also 10^7 m from the origin.
TEST(EdgeCross, NearlyParallelAgreesWithIntegers) {
  Random random(TestSeed());
  RungCounts rungs;
  const int64_t count = TestCaseCount(50000);
  for (int64_t i = 0; i < count && !HasFailure(); ++i) {
    const double reach = random.Chance(0.5) ? 1e7 : 1.0;
    const Vec2 p = {random.Uniform(-reach, reach), random.Uniform(-reach, reach)};
    const Vec2 r = {random.Uniform(-reach, reach), random.Uniform(-reach, reach)};
    const double length = random.LogUniform(1e-6, 1e3);
    const Vec2 edge = {random.Uniform(-length, length), random.Uniform(-length, length)};
    const double part = random.LogUniform(1e-3, 1e3);
    const double turn = random.Chance(0.3) ? 0.0 : random.LogUniform(1e-40, 1.0);
    const double sense = random.Sign();
    rungs.Add(CheckedRung({p, p + edge, r, r + sense * part * (edge + turn * PerpendicularLeft(edge))}));
  }
  EXPECT_GT(rungs[internal::OrientationRung::kFiltered], count / 10);
  EXPECT_GT(rungs[internal::OrientationRung::kExactDifference] + rungs[internal::OrientationRung::kExpansion],
            count / 10);
  EXPECT_EQ(rungs[internal::OrientationRung::kFixedPoint], 0);
}

// Products that lose bits to underflow, although neither is zero.
TEST(EdgeCross, ProductsNearUnderflow) {
  Random random(TestSeed());
  for (int64_t i = 0; i < TestCaseCount(20000) && !HasFailure(); ++i) {
    const int exponent = random.Integer(-600, -480);
    const int other_exponent = -1074 - exponent + random.Integer(0, 120);
    const auto coordinate = [&](int e) { return std::ldexp(random.Uniform(-1.0, 1.0), e); };
    const Vec2 p = {coordinate(exponent), coordinate(exponent)};
    const Vec2 q = {coordinate(exponent), coordinate(exponent)};
    const Vec2 r = {coordinate(other_exponent), coordinate(other_exponent)};
    const Vec2 parallel = {std::ldexp(q.x - p.x, other_exponent - exponent),
                           std::ldexp(q.y - p.y, other_exponent - exponent)};
    CheckedRung(
        {p, q, r, random.Chance(0.5) ? r + parallel : Vec2{coordinate(other_exponent), coordinate(other_exponent)}});
  }
}

// An edge and its multiple by a power of two, the last bits of which are changed: over the whole
// range of doubles, so that one product may overflow and the other underflow.
TEST(EdgeCross, WholeRangeOfDoublesAgreesWithIntegers) {
  Random random(TestSeed());
  RungCounts rungs;
  const int64_t count = TestCaseCount(30000);
  for (int64_t i = 0; i < count && !HasFailure(); ++i) {
    const int exponent = random.Integer(-1080, 1020);
    const int shift = random.Integer(-1080, 1020) - exponent;
    const auto coordinate = [&] { return std::ldexp(random.Uniform(-1.0, 1.0), exponent); };
    const auto shifted = [shift](Vec2 v) { return Vec2{std::ldexp(v.x, shift), std::ldexp(v.y, shift)}; };
    EdgePair e = {{coordinate(), coordinate()}, {coordinate(), coordinate()}, {}, {}};
    e.r = shifted(e.p);
    e.s = shifted(e.q);
    if (random.Chance(0.3)) e.r = {random.Chance(0.5) ? coordinate() : 0.0, coordinate()};
    if (random.Chance(0.5)) e.s.x = std::nextafter(e.s.x, random.Sign() * kHuge);
    if (random.Chance(0.2)) e.p = {0.0, 0.0};
    rungs.Add(CheckedRung(e));
  }
  EXPECT_GT(rungs[internal::OrientationRung::kFiltered], count / 10);
  EXPECT_GT(rungs[internal::OrientationRung::kFixedPoint], count / 10);
}

}  // namespace
}  // namespace collision2d
