#include "collision2d/solid/geometry/determinant_sign.h"

#include <gmpxx.h>

#include <array>

#include "absl/strings/str_format.h"
#include "collision2d/geometry/orientation.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/testing/test.h"

namespace collision2d::solid {
namespace {

constexpr double kTiny = std::numeric_limits<double>::denorm_min();
constexpr double kHuge = std::numeric_limits<double>::max();

using Rational3 = std::array<mpq_class, 3>;

Rational3 Exact(const ExactDifference& u) {
  return {mpq_class(u.to.x) - mpq_class(u.from.x), mpq_class(u.to.y) - mpq_class(u.from.y),
          mpq_class(u.to.z) - mpq_class(u.from.z)};
}

Rational3 ExactCross(const Rational3& a, const Rational3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

mpq_class ExactDot(const Rational3& a, const Rational3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

std::string Format(const Vec3& v) { return absl::StrFormat("{%a, %a, %a}", v.x, v.y, v.z); }

std::string Format(const ExactDifference& u) { return Format(u.to) + " - " + Format(u.from); }

// Which rung answered, after a check of the sign for all orders of the arguments, and of all minors
// and dot products.
OrientationRung CheckedRung(const ExactDifference& u, const ExactDifference& v, const ExactDifference& w) {
  SCOPED_TRACE(Format(u) + "; " + Format(v) + "; " + Format(w));
  const Rational3 cross = ExactCross(Exact(v), Exact(w));
  const int expected = sgn(ExactDot(Exact(u), cross));
  OrientationRung rung;
  EXPECT_EQ(DeterminantSign(u, v, w, &rung), expected);
  EXPECT_EQ(DeterminantSign(v, w, u), expected);
  EXPECT_EQ(DeterminantSign(w, u, v), expected);
  EXPECT_EQ(DeterminantSign(v, u, w), -expected);
  EXPECT_EQ(DeterminantSign(u, w, v), -expected);
  EXPECT_EQ(DeterminantSign(w, v, u), -expected);
  for (int axis = 0; axis < 3; ++axis) {
    EXPECT_EQ(MinorSign(v, w, axis), sgn(cross[axis]));
    EXPECT_EQ(MinorSign(w, v, axis), -sgn(cross[axis]));
  }
  EXPECT_EQ(DotSign(u, v), sgn(ExactDot(Exact(u), Exact(v))));
  EXPECT_EQ(DotSign(u, w.to), sgn(ExactDot(Exact(u), Exact(FromOrigin(w.to)))));
  return rung;
}

OrientationRung CheckedRung(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const OrientationRung rung = CheckedRung({a, d}, {b, d}, {c, d});
  EXPECT_EQ(Orient3dSign(a, b, c, d), DeterminantSign({a, d}, {b, d}, {c, d}));
  EXPECT_EQ(Orient3dSign(b, a, c, d), -Orient3dSign(a, b, c, d));
  EXPECT_EQ(Orient3dSign(a, b, d, c), -Orient3dSign(a, b, c, d));
  return rung;
}

TEST(Orient3dSign, IsPositiveBelowAFaceSeenCounterClockwise) {
  EXPECT_EQ(Orient3dSign({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, -1}), 1);
  EXPECT_EQ(Orient3dSign({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}), -1);
  EXPECT_EQ(Orient3dSign({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {5, 7, 0}), 0);
  EXPECT_EQ(Orient3dSign({1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}), 0);
}

TEST(DeterminantSign, IsPositiveForTheAxes) {
  EXPECT_EQ(DeterminantSign(FromOrigin({1, 0, 0}), FromOrigin({0, 1, 0}), FromOrigin({0, 0, 1})), 1);
  EXPECT_EQ(MinorSign(FromOrigin({0, 1, 0}), FromOrigin({0, 0, 1}), 0), 1);
  EXPECT_EQ(MinorSign(FromOrigin({0, 0, 1}), FromOrigin({1, 0, 0}), 1), 1);
  EXPECT_EQ(MinorSign(FromOrigin({1, 0, 0}), FromOrigin({0, 1, 0}), 2), 1);
}

TEST(DeterminantSign, EachRungAnswersItsOwn) {
  EXPECT_EQ(CheckedRung({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}), OrientationRung::kFiltered);
  EXPECT_EQ(CheckedRung({0, 0, 0}, {1, 0, 1}, {0, 1, 1}, {1, 1, 2}), OrientationRung::kExactDifference);
  EXPECT_EQ(CheckedRung({1e-30, 0, 0}, {0.1, 0.1, 0.3}, {0.3, 0.7, 0.1}, {0.2, 0.4, 0.2}),
            OrientationRung::kFixedPoint);
  // Only 1e-40 holds them apart.
  EXPECT_EQ(DeterminantSign({{1, 0, 0}, {1e-40, 0, 0}}, {{0, 1, 0}, {0, 1e-40, 0}}, {{1, 1, 1e-40}, {1, 1, 0}}), 1);
  // Products that underflow, and that overflow.
  EXPECT_EQ(CheckedRung({0, 0, 0}, {kTiny, 0, 0}, {0, kTiny, 0}, {0, 0, -kTiny}), OrientationRung::kExactDifference);
  EXPECT_EQ(CheckedRung({-kHuge, -kHuge, kHuge}, {kHuge, kHuge, kHuge}, {kHuge, -kHuge, kHuge}, {0, 0, kTiny}),
            OrientationRung::kFixedPoint);
}

// An inner product that underflows to nothing but is multiplied by a number so large that it
// decides.
TEST(DeterminantSign, InnerUnderflowIsNotAmplified) {
  const ExactDifference u = FromOrigin({0x1p1000, 0, 1e-40});
  const ExactDifference v = FromOrigin({1, 0x1p-540, 0});
  const ExactDifference w = FromOrigin({0, 1, -0x1p-540});
  CheckedRung(u, v, w);
}

// All quadruples of a 2 x 2 x 3 grid, at its own size, at 2^-1074 and at 2^1000.
TEST(Orient3dSign, ExhaustiveOnGrid) {
  for (const int exponent : {0, -1074, 1000}) {
    const auto point = [exponent](int i) {
      return Vec3{std::ldexp(i % 2, exponent), std::ldexp(i / 2 % 2, exponent), std::ldexp(i / 4, exponent)};
    };
    for (int i = 0; i < 12 * 12 * 12 * 12 && !testing::Test::HasFailure(); i += exponent == 0 ? 1 : 7) {
      CheckedRung(point(i % 12), point(i / 12 % 12), point(i / 144 % 12), point(i / 1728));
    }
  }
}

struct RungCounts {
  std::array<int, 4> count = {};
  void Add(OrientationRung rung) { ++count[static_cast<int>(rung)]; }
  int operator[](OrientationRung rung) const { return count[static_cast<int>(rung)]; }
};

Vec3 InCube(double half, Random* random) {
  return {random->Uniform(-half, half), random->Uniform(-half, half), random->Uniform(-half, half)};
}

// Four points whose distance from coplanar is log-uniform from 10^-40 to 1 of their size.
TEST(Orient3dSign, NearlyCoplanarAgreesWithRationals) {
  Random random(TestSeed());
  RungCounts rungs;
  const int64_t count = TestCaseCount(60000);
  for (int64_t i = 0; i < count && !HasFailure(); ++i) {
    const double scale = random.LogUniform(1e-3, 1e6);
    const Vec3 a = InCube(scale, &random);
    const Vec3 b = InCube(scale, &random);
    const Vec3 c = InCube(scale, &random);
    const double s = random.Uniform(-1.0, 2.0);
    const double t = random.Uniform(-1.0, 2.0);
    const double off = random.LogUniform(1e-40, 1.0) * scale;
    const Vec3 d = a + s * (b - a) + t * (c - a) + random.Sign() * off * Normalized(Cross(b - a, c - a));
    rungs.Add(CheckedRung(a, b, c, d));
  }
  EXPECT_GT(rungs[OrientationRung::kFiltered], count / 10);
  EXPECT_GT(rungs[OrientationRung::kExactDifference] + rungs[OrientationRung::kFixedPoint], count / 10);
}

// Vectors of three bits, moved off the plane by the least bits of their end points: signs that only
// the errors of the differences decide.
TEST(DeterminantSign, ErrorsOfDifferencesDecide) {
  Random random(TestSeed());
  RungCounts rungs;
  std::array<int, 3> signs = {};
  const int64_t count = TestCaseCount(60000);
  const auto small_vector = [&random] {
    return Vec3{0.125 * random.Integer(-3, 3), 0.125 * random.Integer(-3, 3), 0.125 * random.Integer(-3, 3)};
  };
  for (int64_t i = 0; i < count && !HasFailure(); ++i) {
    const auto nearly = [&](const Vec3& v) {
      const double size = random.LogUniform(1e-60, 1e-17);
      return ExactDifference{v, InCube(size, &random)};
    };
    const Vec3 u = small_vector();
    const Vec3 v = small_vector();
    const ExactDifference first = nearly(u);
    const ExactDifference second = nearly(v);
    const ExactDifference third = nearly(u + v);
    rungs.Add(CheckedRung(first, second, third));
    ++signs[DeterminantSign(first, second, third) + 1];
  }
  EXPECT_GT(rungs[OrientationRung::kFixedPoint], count / 5);
  EXPECT_GT(signs[0], count / 4);
  EXPECT_GT(signs[2], count / 4);
}

// Coordinates anywhere in the range of doubles, subnormals and the largest included.
TEST(DeterminantSign, WholeRangeOfDoublesAgreesWithRationals) {
  Random random(TestSeed());
  RungCounts rungs;
  const int64_t count = TestCaseCount(10000);
  for (int64_t i = 0; i < count && !HasFailure(); ++i) {
    const bool common_exponent = random.Chance(0.5);
    const int exponent = random.Integer(-1090, 1022);
    const auto coordinate = [&] {
      const double fraction = random.Uniform(-1.0, 1.0);
      return std::ldexp(fraction, common_exponent ? exponent : random.Integer(-1090, 1023));
    };
    const auto point = [&] { return Vec3{coordinate(), coordinate(), coordinate()}; };
    const ExactDifference u = {point(), point()};
    const ExactDifference v = {point(), point()};
    const Vec3 middle = 0.5 * u.to + 0.5 * v.to;
    rungs.Add(CheckedRung(u, v, {random.Chance(0.5) ? middle : point(), point()}));
  }
  EXPECT_GT(rungs[OrientationRung::kFiltered], count / 20);
  EXPECT_GT(rungs[OrientationRung::kFixedPoint], count / 10);
}

}  // namespace
}  // namespace collision2d::solid
