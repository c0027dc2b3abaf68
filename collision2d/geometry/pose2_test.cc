#include "collision2d/geometry/pose2.h"

#include <cmath>

#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"

namespace collision2d {
namespace {

constexpr double kPi = 3.141592653589793;

void ExpectNear(Vec2 actual, Vec2 expected, double error_m) { EXPECT_LE(Norm(actual - expected), error_m); }

TEST(Pose2, IdentityByDefault) { EXPECT_EQ(Pose2() * Vec2({3, 4}), (Vec2{3, 4})); }

TEST(Pose2, TurnsThenMoves) {
  const Pose2 quarter_turn = {{10, 20}, 0.0, 1.0};
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
  const Pose2 a_from_b = {{1, 0}, 0.0, 1.0};
  const Pose2 b_from_c = {{0, 5}, -1.0, 0.0};
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

}  // namespace
}  // namespace collision2d
