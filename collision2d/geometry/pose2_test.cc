#include "collision2d/geometry/pose2.h"

#include <type_traits>

#include "collision2d/geometry/sine_cosine.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

constexpr double kPi = 3.141592653589793;

void ExpectNear(Vec2 actual, Vec2 expected, double error_m) { EXPECT_LE(Norm(actual - expected), error_m); }

// A position and a bare number do not make a pose: the number could be meant as a heading.
static_assert(!std::is_constructible_v<Pose2, Vec2, double> && !std::is_convertible_v<double, UnitRotation>, "");
static_assert(!std::is_constructible_v<Pose2, Vec2, double, double>, "");

TEST(Pose2, IdentityByDefault) { EXPECT_EQ(Pose2() * Vec2({3, 4}), (Vec2{3, 4})); }

TEST(Pose2, TurnsThenMoves) {
  const Pose2 quarter_turn({10, 20}, UnitRotation(0.0, 1.0));
  EXPECT_EQ(quarter_turn * Vec2({1, 2}), (Vec2{8, 21}));
  EXPECT_EQ(quarter_turn.Rotate({1, 2}), (Vec2{-2, 1}));
  EXPECT_EQ(quarter_turn.RotateBack({-2, 1}), (Vec2{1, 2}));
}

TEST(Pose2, YawIsCounterClockwiseInRadians) {
  const Pose2 pose = Pose2::FromYaw({1, 2}, 0.5 * kPi);
  ExpectNear(pose * Vec2{1, 0}, {1, 3}, 1e-15);
  for (const double yaw_rad : {-3.0, -0.5, 0.0, 0.25, 3.1}) {
    EXPECT_NEAR(Pose2::FromYaw({}, yaw_rad).yaw_rad(), yaw_rad, 1e-15);
  }
  EXPECT_NEAR(Pose2::FromYaw({}, 3.0 * kPi).yaw_rad(), kPi, 1e-14);
}

// A rotation of single precision becomes one that queries accept.
TEST(Pose2, FromCosSinIsAUnitRotation) {
  Random random(TestSeed());
  for (int i = 0; i < 1000; ++i) {
    const double yaw_rad = random.Uniform(-3.0, 3.0);
    const double scale = std::exp2(random.Uniform(-500.0, 500.0));
    const Pose2 pose = Pose2::FromCosSin({1, 2}, scale * static_cast<float>(std::cos(yaw_rad)),
                                         scale * static_cast<float>(std::sin(yaw_rad)));
    EXPECT_EQ(pose.translation, (Vec2{1, 2}));
    EXPECT_NEAR(pose.cos * pose.cos + pose.sin * pose.sin, 1.0, 1e-15);
    EXPECT_NEAR(pose.yaw_rad(), yaw_rad, 1e-7);
  }
  EXPECT_EQ(Pose2::FromCosSin({}, 0.0, -4.0).sin, -1.0);
}

// "Posed vertex" is defined by this expression, to the bit.
TEST(Pose2, PosedVertexIsTheDocumentedExpression) {
  Random random(TestSeed());
  for (int i = 0; i < 1000; ++i) {
    const Pose2 pose = RandomPose(1e6, &random);
    const Vec2 p = {random.Uniform(-9.0, 9.0), random.Uniform(-9.0, 9.0)};
    const volatile double cos_x = pose.cos * p.x;
    const volatile double sin_y = pose.sin * p.y;
    const volatile double sin_x = pose.sin * p.x;
    const volatile double cos_y = pose.cos * p.y;
    EXPECT_EQ(pose * p, (Vec2{(cos_x - sin_y) + pose.translation.x, (sin_x + cos_y) + pose.translation.y}));
  }
}

TEST(Pose2, ComposesInOrder) {
  const Pose2 a_from_b({1, 0}, UnitRotation(0.0, 1.0));
  const Pose2 b_from_c({0, 5}, UnitRotation(-1.0, 0.0));
  EXPECT_EQ((a_from_b * b_from_c) * Vec2({2, 3}), a_from_b * (b_from_c * Vec2{2, 3}));
}

TEST(Pose2, RandomPosesComposeAndInvert) {
  Random random(TestSeed());
  for (int i = 0; i < 1000; ++i) {
    const Pose2 a_from_b = RandomPose(10.0, &random);
    const Pose2 b_from_c = RandomPose(10.0, &random);
    const Vec2 p = {random.Uniform(-5.0, 5.0), random.Uniform(-5.0, 5.0)};
    ExpectNear((a_from_b * b_from_c) * p, a_from_b * (b_from_c * p), 1e-13);
    ExpectNear(a_from_b.Inverse() * (a_from_b * p), p, 1e-13);
    ExpectNear(a_from_b * (a_from_b.Inverse() * p), p, 1e-13);
  }
}

TEST(RelativePose, IsInverseTimesPose) {
  Random random(TestSeed());
  for (int i = 0; i < 1000; ++i) {
    const Pose2 world_from_a = RandomPose(10.0, &random);
    const Pose2 world_from_b = RandomPose(10.0, &random);
    const Vec2 p = {random.Uniform(-5.0, 5.0), random.Uniform(-5.0, 5.0)};
    ExpectNear(RelativePose(world_from_a, world_from_b) * p, world_from_a.Inverse() * (world_from_b * p), 1e-13);
  }
}

TEST(RelativePose, LosesNothingFarFromTheOrigin) {
  // 0.25 is a multiple of the spacing of doubles at 10^7, so the world poses are exact and so is
  // their difference.
  const Pose2 world_from_a = Pose2::FromYaw({1e7, -1e7}, 0.7);
  const Pose2 world_from_b = Pose2::FromYaw({1e7 + 0.25, -1e7 + 0.5}, 0.7);
  const Pose2 near_from_a = Pose2::FromYaw({0.0, 0.0}, 0.7);
  const Pose2 near_from_b = Pose2::FromYaw({0.25, 0.5}, 0.7);
  EXPECT_EQ(RelativePose(world_from_a, world_from_b).translation, RelativePose(near_from_a, near_from_b).translation);
}

TEST(Vec2, IsZeroByDefault) { EXPECT_EQ(Vec2(), (Vec2{0, 0})); }

TEST(Vec2, Arithmetic) {
  EXPECT_EQ((Vec2{1, 2} + Vec2{3, 5}), (Vec2{4, 7}));
  EXPECT_EQ((Vec2{1, 2} - Vec2{3, 5}), (Vec2{-2, -3}));
  EXPECT_EQ((-Vec2{1, -2}), (Vec2{-1, 2}));
  EXPECT_EQ((2.0 * Vec2{1, -2}), (Vec2{2, -4}));
}

TEST(Vec2, EqualityComparesBothCoordinates) {
  EXPECT_TRUE((Vec2{1, 2} == Vec2{1, 2}));
  EXPECT_TRUE((Vec2{1, 2} != Vec2{1, 3}));
  EXPECT_TRUE((Vec2{1, 2} != Vec2{0, 2}));
  EXPECT_TRUE((Vec2{0.0, 0.0} == Vec2{-0.0, 0.0}));
}

TEST(Vec2, Products) {
  EXPECT_EQ(Dot({1, 2}, {3, 5}), 13);
  EXPECT_EQ(Cross({1, 2}, {3, 5}), -1);
  EXPECT_EQ(Cross({1, 0}, {0, 1}), 1) << "counter-clockwise is positive";
  EXPECT_EQ(NormSquared({3, 4}), 25);
}

TEST(Vec2, NormHoldsWhereSquaresDoNot) {
  EXPECT_EQ(Norm({3, 4}), 5);
  EXPECT_EQ(Norm({0, 0}), 0);
  EXPECT_EQ(Norm({0x3p-1000, 0x4p-1000}), 0x5p-1000);
  EXPECT_EQ(Norm({0x3p+1000, 0x4p+1000}), 0x5p+1000);
}

// Powers of two that keep squares in range cost no accuracy.
TEST(Vec2, LengthsOfAnyScaleHaveTheSameBits) {
  Random random(TestSeed());
  for (int i = 0; i < 1000; ++i) {
    const Vec2 v = {random.Uniform(-1.0, 1.0), random.Uniform(-1.0, 1.0)};
    for (const double scale : {0x1p-900, 0x1p-500, 0x1p-452, 0x1p-448, 0x1p498, 0x1p503, 0x1p1000}) {
      ASSERT_EQ(Norm(scale * v), scale * Norm(v));
      ASSERT_EQ(Normalized(scale * v), Normalized(v));
    }
  }
}

TEST(Vec2, PerpendicularLeftTurnsCounterClockwise) {
  EXPECT_EQ(PerpendicularLeft({1, 0}), (Vec2{0, 1}));
  EXPECT_EQ(PerpendicularLeft({2, 3}), (Vec2{-3, 2}));
}

TEST(Vec2, LexicographicOrder) {
  EXPECT_TRUE(internal::LexicographicallyLess({0, 5}, {1, 0}));
  EXPECT_FALSE(internal::LexicographicallyLess({1, 0}, {0, 5}));
  EXPECT_TRUE(internal::LexicographicallyLess({1, 0}, {1, 5}));
  EXPECT_FALSE(internal::LexicographicallyLess({1, 5}, {1, 0}));
  EXPECT_FALSE(internal::LexicographicallyLess({1, 5}, {1, 5}));
}

Aabb2 Box(Vec2 min, Vec2 max) { return {min, max}; }

TEST(Aabb2, EmptyByDefault) {
  const Aabb2 empty;
  EXPECT_TRUE(empty.empty());
  EXPECT_FALSE(empty.Contains({0, 0}));
  EXPECT_FALSE(Overlap(empty, Box({-1, -1}, {1, 1})));
  EXPECT_TRUE(empty.Inflated(3.0).empty());
  EXPECT_TRUE(Box({0, 1}, {1, 0}).empty());
  EXPECT_TRUE(Box({1, 0}, {0, 1}).empty());
}

TEST(Aabb2, ExtendsByPoints) {
  Aabb2 box;
  box.Extend(Vec2{1, 2});
  EXPECT_FALSE(box.empty());
  EXPECT_TRUE(box.Contains({1, 2}));
  EXPECT_FALSE(box.Contains({1, 2.5}));
  box.Extend(Vec2{-1, 5});
  EXPECT_EQ(box.min, (Vec2{-1, 2}));
  EXPECT_EQ(box.max, (Vec2{1, 5}));
  EXPECT_EQ(box.center(), (Vec2{0, 3.5}));
}

TEST(Aabb2, ExtendsByBoxes) {
  Aabb2 box = Box({0, 0}, {1, 1});
  box.Extend(Aabb2());
  EXPECT_EQ(box.min, (Vec2{0, 0}));
  EXPECT_EQ(box.max, (Vec2{1, 1}));
  box.Extend(Box({-2, 0.5}, {0.5, 3}));
  EXPECT_EQ(box.min, (Vec2{-2, 0}));
  EXPECT_EQ(box.max, (Vec2{1, 3}));
}

TEST(Aabb2, ContainsItsBoundary) {
  const Aabb2 box = Box({0, 0}, {2, 1});
  for (const Vec2 p : {Vec2{0, 0}, Vec2{2, 1}, Vec2{2, 0.5}, Vec2{1, 0.5}}) EXPECT_TRUE(box.Contains(p));
  for (const Vec2 p : {Vec2{-0.1, 0}, Vec2{2.1, 1}, Vec2{1, 1.1}, Vec2{1, -0.1}}) EXPECT_FALSE(box.Contains(p));
}

TEST(Aabb2, TouchingBoxesOverlap) {
  const Aabb2 box = Box({0, 0}, {2, 1});
  EXPECT_TRUE(Overlap(box, Box({2, 1}, {3, 3})));
  EXPECT_TRUE(Overlap(box, Box({-1, -1}, {0, 5})));
  EXPECT_TRUE(Overlap(box, Box({-1, -1}, {5, 0})));
  EXPECT_TRUE(Overlap(box, Box({0.5, 0.5}, {0.6, 0.6})));
  EXPECT_FALSE(Overlap(box, Box({2.1, 0}, {3, 1})));
  EXPECT_FALSE(Overlap(box, Box({0, 1.1}, {2, 2})));
  EXPECT_FALSE(Overlap(box, Box({-2, 0}, {-0.1, 1})));
  EXPECT_FALSE(Overlap(box, Box({0, -2}, {2, -0.1})));
}

TEST(Aabb2, InflatedMovesEverySide) {
  const Aabb2 box = Box({0, 0}, {2, 1}).Inflated(0.5);
  EXPECT_EQ(box.min, (Vec2{-0.5, -0.5}));
  EXPECT_EQ(box.max, (Vec2{2.5, 1.5}));
}

TEST(Aabb2, CenterOfHugeBoxDoesNotOverflow) {
  EXPECT_EQ(Box({-1.5e308, 1.5e308}, {1.5e308, 1.5e308}).center(), (Vec2{0, 1.5e308}));
}

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
    const Pose2 start({}, UnitRotation(from.cos, from.sin));
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
