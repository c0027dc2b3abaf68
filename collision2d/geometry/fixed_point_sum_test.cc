#include "collision2d/geometry/fixed_point_sum.h"

#include <gmpxx.h>

#include <array>

#include "collision2d/testing/test.h"

namespace collision2d::internal {
namespace {

constexpr double kTiny = std::numeric_limits<double>::denorm_min();
constexpr double kHuge = std::numeric_limits<double>::max();

TEST(FixedPointSum, EmptyIsZero) {
  EXPECT_EQ(FixedPointSum<3>().Sign(), 0);
  EXPECT_EQ(FixedPointSum<2>().Value(), 0.0);
}

TEST(FixedPointSum, EndsOfTheRange) {
  FixedPointSum<3> sum;
  const auto tiny = Exactly(kTiny) * Exactly(kTiny) * Exactly(kTiny);
  const auto huge = Exactly(kHuge) * Exactly(kHuge) * Exactly(kHuge);
  sum.Add(tiny);
  EXPECT_EQ(sum.Sign(), 1);
  EXPECT_EQ(sum.Value(), kTiny);
  sum.Add(huge, /*subtract=*/true);
  EXPECT_EQ(sum.Sign(), -1);
  EXPECT_EQ(sum.Value(), -kHuge);
  sum.Add(huge);
  EXPECT_EQ(sum.Sign(), 1);
  sum.Add(tiny, /*subtract=*/true);
  EXPECT_EQ(sum.Sign(), 0);
  EXPECT_EQ(sum.Value(), 0.0);
}

TEST(FixedPointSum, SmallestTerms) {
  for (const double term : {kTiny, -kTiny, 3 * kTiny, -3 * kTiny}) {
    FixedPointSum<1> sum;
    sum.Add(Exactly(term));
    EXPECT_EQ(sum.Value(), term);
  }
}

TEST(FixedPointSum, ManyOfTheLargestProduct) {
  const auto huge = Exactly(-kHuge) * Exactly(kHuge);
  FixedPointSum<2> sum;
  for (int i = 0; i < 100000; ++i) sum.Add(huge);
  EXPECT_EQ(sum.Sign(), -1);
  for (int i = 0; i < 99999; ++i) sum.Add(huge, /*subtract=*/true);
  EXPECT_EQ(sum.Sign(), -1);
  sum.Add(huge, /*subtract=*/true);
  EXPECT_EQ(sum.Sign(), 0);
}

// So many terms that the sum is longer than any of them by more than its spare digit.
TEST(FixedPointSum, SumLongerThanItsTerms) {
  const double most = std::nextafter(std::ldexp(1.0, 64 - 1022), 0.0);
  for (const double term : {most, -most}) {
    FixedPointSum<1> sum;
    for (int i = 0; i < 1 << 13; ++i) sum.Add(Exactly(term));
    EXPECT_EQ(sum.Value(), 0x1p13 * term);
    EXPECT_EQ(sum.Sign(), term > 0.0 ? 1 : -1);
  }
}

template <int kFactors>
ExactProduct<kFactors> Product(const std::array<double, kFactors>& factor) {
  if constexpr (kFactors == 2) {
    return Exactly(factor[0]) * Exactly(factor[1]);
  } else {
    return Exactly(factor[0]) * Exactly(factor[1]) * Exactly(factor[2]);
  }
}

// Random products, most of which are subtracted again, against rational numbers.
template <int kFactors>
void CheckRandomSums() {
  Random random(TestSeed());
  for (int64_t n = 0; n < TestCaseCount(20000) && !testing::Test::HasFailure(); ++n) {
    FixedPointSum<kFactors> sum;
    mpq_class expected = 0;
    std::array<double, kFactors> factor;
    const int lowest = random.Integer(-1090, 900);
    const int highest = random.Integer(lowest, 1023);
    const int count = random.Integer(1, 12);
    for (int i = 0; i < count; ++i) {
      mpq_class product = 1;
      for (double& f : factor) {
        const double fraction = random.Uniform(-1.0, 1.0);
        f = std::ldexp(fraction, random.Integer(lowest, highest));
        product *= mpq_class(f);
      }
      const bool subtract = random.Chance(0.5);
      sum.Add(Product<kFactors>(factor), subtract);
      expected += subtract ? -product : product;
      if (!random.Chance(0.7)) continue;
      sum.Add(Product<kFactors>(factor), !subtract);
      expected -= subtract ? -product : product;
    }
    EXPECT_EQ(sum.Sign(), sgn(expected));
    const double value = sum.Value();
    EXPECT_EQ((value > 0.0) - (value < 0.0), sgn(expected));
    if (std::abs(value) > 1e-290 && std::abs(value) < kHuge) {
      const mpq_class error = abs(mpq_class(value) - expected);
      EXPECT_LE(error, mpq_class(0x1p-52) * abs(expected));
    }
  }
}

TEST(FixedPointSum, RandomSumsOfTwoFactors) { CheckRandomSums<2>(); }
TEST(FixedPointSum, RandomSumsOfThreeFactors) { CheckRandomSums<3>(); }

}  // namespace
}  // namespace collision2d::internal
