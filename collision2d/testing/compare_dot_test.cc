#include "collision2d/testing/compare_dot.h"

#include <gmpxx.h>

#include <cmath>
#include <cstdint>
#include <limits>

#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"

namespace collision2d {
namespace {

TEST(CompareDot, TiesAndTheirNeighbors) {
  const double least = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ(CompareDot({1.0, 2.0}, {3.0, 4.0}, {4.0, 5.0}, 3), 0);
  EXPECT_EQ(CompareDot({1.0, 2.0}, {3.0, 4.0}, {4.0, 5.0}, mpq_class(3.0) + mpq_class(least)), -1);
  EXPECT_EQ(CompareDot({1.0, 2.0}, {3.0, 4.0}, {4.0, 5.0}, mpq_class(3.0) - mpq_class(least)), 1);
  // Rounded to doubles, the difference of the points would be 2^60.
  EXPECT_EQ(CompareDot({1.0, 0.0}, {-1.0, 0.0}, {0x1p60, 0.0}, mpq_class(0x1p60)), 1);
  // The products underflow.
  EXPECT_EQ(CompareDot({least, 0.0}, {0.0, 0.0}, {least, 0.0}, 0), 1);
  // The difference overflows.
  const double most = std::numeric_limits<double>::max();
  EXPECT_EQ(CompareDot({1.0, 1.0}, {-most, most}, {most, -most}, 0), 0);
}

// Integers of up to 20 bits, whose dot products are exact in double precision; the bound is off by
// nothing, by little, or by 1.
TEST(CompareDot, AgreesWithIntegers) {
  Random random(TestSeed());
  int64_t ties = 0;
  const int64_t count = TestCaseCount(20000);
  for (int64_t i = 0; i < count; ++i) {
    const int most = 1 << random.Integer(1, 20);
    const auto number = [&] { return static_cast<double>(random.Integer(-most, most)); };
    const Vec2 direction = {number(), number()};
    const Vec2 from = {number(), number()};
    const Vec2 to = {number(), number()};
    const double dot = direction.x * (to.x - from.x) + direction.y * (to.y - from.y);
    const double step = random.Integer(-1, 1);
    ties += step == 0.0 ? 1 : 0;
    const double tiny = std::ldexp(step, -1000);
    ASSERT_EQ(CompareDot(direction, from, to, mpq_class(dot) - mpq_class(tiny)), (step > 0.0) - (step < 0.0));
    ASSERT_EQ(CompareDot(direction, from, to, mpq_class(dot) - mpq_class(step)), (step > 0.0) - (step < 0.0));
  }
  EXPECT_GT(ties, count / 6);
}

}  // namespace
}  // namespace collision2d
