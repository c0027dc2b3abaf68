#include "collision2d/solid/geometry/wide_integer.h"

#include <gmpxx.h>

#include <type_traits>

#include "collision2d/testing/test.h"

// Against GMP's integers.
namespace collision2d::solid::internal {
namespace {

using Int4 = WideInteger<4>;

// Returns a number of up to 126 bits, often short, often ending at a limb.
double RandomDouble(Random* random) {
  if (random->Chance(0.1)) return random->Integer(-2, 2);
  const double power = std::ldexp(1.0, random->Integer(0, 125));
  if (random->Chance(0.2)) return random->Sign() * power;
  if (random->Chance(0.2)) return random->Sign() * (power - 1.0);
  return random->Sign() * std::floor(power * random->Uniform(1.0, 1.999));
}

TEST(WideIntegerTest, SumsAndProducts) {
  Random random(TestSeed());
  for (int64_t i = 0; i < TestCaseCount(20000); ++i) {
    const double x = RandomDouble(&random);
    const double y = RandomDouble(&random);
    const double z = RandomDouble(&random);
    const Int4 a = Int4::FromDouble(x);
    const Int4 b = Int4::FromDouble(y);
    const Int4 c = Int4::FromDouble(z);
    const mpz_class m(x);
    const mpz_class n(y);
    const mpz_class o(z);
    ASSERT_EQ(a.sign(), sgn(m));
    ASSERT_EQ(a.ToDouble(), x);
    ASSERT_EQ(a == b, m == n);
    const auto expect_equal = [](const auto& wide, const mpz_class& exact) {
      ASSERT_EQ(wide.sign(), sgn(exact));
      // A double has the first 53 bits; the rest has the next ones, and so on to the last.
      auto rest = wide;
      mpz_class exact_rest = exact;
      while (rest.sign() != 0) {
        const double first = rest.ToDouble();
        rest = rest - std::decay_t<decltype(wide)>::FromDouble(first);
        ASSERT_LE(cmp(abs(mpz_class(exact_rest - mpz_class(first))) * mpz_class(0x1p52), abs(exact_rest)), 0);
        exact_rest -= mpz_class(first);
        ASSERT_EQ(rest.sign(), sgn(exact_rest));
      }
      ASSERT_EQ(sgn(exact_rest), 0);
    };
    // 127 bits at most, as a and b.
    if (std::abs(x) < 0x1p125 && std::abs(y) < 0x1p125) {
      expect_equal(a + b, m + n);
      expect_equal(a - b, m - n);
    }
    expect_equal(-a, -m);
    expect_equal(a * b, m * n);
    expect_equal(a * b * c, m * n * o);
    expect_equal((a * b).Widened<16>() * a, m * n * m);
  }
}

TEST(WideIntegerTest, FromDoubleDropsTheFraction) {
  EXPECT_EQ(Int4::FromDouble(0.75).ToDouble(), 0.0);
  EXPECT_EQ(Int4::FromDouble(-7.75).ToDouble(), -7.0);
  EXPECT_EQ(Int4::FromDouble(0x1p40 + 0.5).ToDouble(), 0x1p40);
  EXPECT_EQ(Int4::FromDouble(-0.0).sign(), 0);
}

TEST(WideIntegerTest, VectorProducts) {
  const WideVec3<1> u = {WideInteger<1>::FromDouble(3.0), WideInteger<1>::FromDouble(-5.0),
                         WideInteger<1>::FromDouble(7.0)};
  const WideVec3<1> v = {WideInteger<1>::FromDouble(-2.0), WideInteger<1>::FromDouble(11.0),
                         WideInteger<1>::FromDouble(13.0)};
  EXPECT_EQ(Dot(u, v).ToDouble(), 30.0);
  const WideVec3<2> cross = Cross(u, v);
  EXPECT_EQ(cross.x.ToDouble(), -142.0);
  EXPECT_EQ(cross.y.ToDouble(), -53.0);
  EXPECT_EQ(cross.z.ToDouble(), 23.0);
  EXPECT_EQ(Dot(cross, u).sign(), 0);
  EXPECT_FALSE(cross.is_zero());
  EXPECT_TRUE((cross - cross).is_zero());
}

}  // namespace
}  // namespace collision2d::solid::internal
