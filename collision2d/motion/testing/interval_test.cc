#include "collision2d/motion/testing/interval.h"

#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

TEST(Interval, EnclosesWhatDoublesCannotHold) {
  const Interval third = Interval(1.0) / Interval(3.0);
  EXPECT_LT(third.lower(), third.upper());
  EXPECT_LE(third.upper() - third.lower(), 0x1p-53);
  EXPECT_FALSE((third * Interval(3.0) - Interval(1.0)).IsPositive());
  // 2^-100 is lost in double precision, and is kept here.
  EXPECT_TRUE((Interval(1.0) + Interval(0x1p-100) - Interval(1.0)).IsPositive());
}

TEST(Interval, CopiesAreIndependent) {
  const Interval one(1.0);
  Interval two = one;
  two += one;
  EXPECT_EQ(one.upper(), 1.0);
  EXPECT_EQ(two.lower(), 2.0);
  two = two * two;
  EXPECT_EQ(two.middle(), 4.0);
}

TEST(Interval, SignsNeedTheWholeInterval) {
  EXPECT_TRUE(Interval::Between(0x1p-1000, 1.0).IsPositive());
  EXPECT_FALSE(Interval::Between(0.0, 1.0).IsPositive());
  EXPECT_TRUE(Interval::Between(-1.0, 0.0).IsAtMostZero());
  EXPECT_FALSE(Interval::Within(1.0).IsAtMostZero());
  EXPECT_EQ(Abs(Interval::Between(-3.0, 2.0)).upper(), 3.0);
  EXPECT_EQ(Square(Interval::Between(-3.0, 2.0)).lower(), 0.0);
}

TEST(Interval, SineAndCosineAgreeWithTheCLibrary) {
  Random random(TestSeed());
  for (int i = 0; i < 1000; ++i) {
    const Interval angle(random.Uniform(-1000.0, 1000.0));
    EXPECT_NEAR(Sin(angle).middle(), std::sin(angle.middle()), 0x1p-52);
    EXPECT_NEAR(Cos(angle).middle(), std::cos(angle.middle()), 0x1p-52);
    const Interval one = Square(Sin(angle)) + Square(Cos(angle));
    EXPECT_TRUE((Interval(0x1p-110) - Abs(one - Interval(1.0))).IsPositive());
  }
}

}  // namespace
}  // namespace collision2d
