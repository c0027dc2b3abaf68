#include "collision2d/geometry/sine_cosine.h"

#include <cmath>

#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"

namespace collision2d {
namespace {

// What the C library's long double functions may be wrong by is far below the bound where long
// double is wider than double, and adds half a unit in the last place where it is not.
constexpr double kBound = internal::kTrigonometryError;

void ExpectClose(double angle_rad) {
  const internal::SineCosine computed = internal::ComputeSineCosine(angle_rad);
  EXPECT_NEAR(computed.sin, static_cast<double>(std::sin(static_cast<long double>(angle_rad))), kBound) << angle_rad;
  EXPECT_NEAR(computed.cos, static_cast<double>(std::cos(static_cast<long double>(angle_rad))), kBound) << angle_rad;
}

TEST(SineCosineTest, IsWithinItsErrorOverTheWholeRange) {
  Random random(TestSeed());
  for (int i = 0; i < 200'000; ++i) {
    const double angle = random.LogUniform(0x1p-40, 0x1p20);
    ExpectClose(angle);
    ExpectClose(-angle);
  }
}

TEST(SineCosineTest, IsWithinItsErrorNextToMultiplesOfAnEighthTurn) {
  for (int k = -1000; k <= 1000; ++k) {
    const double angle = k * (M_PI / 4.0);
    for (const double offset : {-1e-9, -1e-16, 0.0, 1e-16, 1e-9}) ExpectClose(angle + offset);
  }
  ExpectClose(kMaxAngle_rad);
  ExpectClose(-kMaxAngle_rad);
}

TEST(SineCosineTest, SineOfASmallAngleIsAccurateRelativeToItself) {
  for (double angle = 0.78; angle > 1e-300; angle *= 0.37) {
    EXPECT_NEAR(internal::ComputeSineCosine(angle).sin / static_cast<double>(std::sin(static_cast<long double>(angle))),
                1.0, kBound);
  }
  EXPECT_EQ(internal::ComputeSineCosine(0.0).sin, 0.0);
  EXPECT_EQ(internal::ComputeSineCosine(0.0).cos, 1.0);
}

TEST(SineCosineTest, IsOddAndEven) {
  for (double angle = 1e-3; angle < 1e5; angle *= 1.7) {
    EXPECT_EQ(internal::ComputeSineCosine(-angle).sin, -internal::ComputeSineCosine(angle).sin);
    EXPECT_EQ(internal::ComputeSineCosine(-angle).cos, internal::ComputeSineCosine(angle).cos);
  }
}

// The bits that every machine must give.
TEST(SineCosineTest, HasTheSameBitsEverywhere) {
  EXPECT_EQ(internal::ComputeSineCosine(0.5).sin, 0x1.eaee8744b05fp-2);
  EXPECT_EQ(internal::ComputeSineCosine(100.0).cos, 0x1.b981dbf665fep-1);
  EXPECT_EQ(internal::TurnBetween({0.6, 0.8}, {-1.0, 0.0}), 0x1.1b6e192ebbe44p+1);
}

TEST(TurnBetweenTest, UndoesARotation) {
  Random random(TestSeed());
  for (int i = 0; i < 100'000; ++i) {
    const double turn = random.Angle() * std::exp2(-20.0 * (i % 7) / 7.0);
    const internal::SineCosine from = internal::ComputeSineCosine(random.Angle());
    const internal::SineCosine by = internal::ComputeSineCosine(turn);
    const Pose2 start{{}, from.cos, from.sin};
    // The rotations are rounded themselves.
    EXPECT_NEAR(internal::TurnBetween({start.cos, start.sin}, start.Rotate({by.cos, by.sin})), turn, 3.0 * kBound);
  }
}

TEST(TurnBetweenTest, HandlesRightAnglesAndHalfTurnsExactly) {
  EXPECT_EQ(internal::TurnBetween({1.0, 0.0}, {1.0, 0.0}), 0.0);
  EXPECT_EQ(internal::TurnBetween({1.0, 0.0}, {-1.0, 0.0}), M_PI);
  EXPECT_EQ(internal::TurnBetween({0.0, -1.0}, {0.0, 1.0}), M_PI);
  EXPECT_EQ(internal::TurnBetween({1.0, 0.0}, {0.0, 1.0}), M_PI / 2.0);
  EXPECT_EQ(internal::TurnBetween({1.0, 0.0}, {0.0, -1.0}), -M_PI / 2.0);
}

TEST(TurnBetweenTest, DoesNotDependOnTheLengths) {
  EXPECT_NEAR(internal::TurnBetween({0.5, 0.0}, {1.0, 1.0}), M_PI / 4.0, kBound);
  EXPECT_NEAR(internal::TurnBetween({2.0, 0.0}, {-0.5, -0.5}), -3.0 * M_PI / 4.0, kBound);
}

}  // namespace
}  // namespace collision2d
