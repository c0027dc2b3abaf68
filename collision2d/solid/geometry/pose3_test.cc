#include "collision2d/solid/geometry/pose3.h"

#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/testing/random_pose3.h"
#include "collision2d/testing/test.h"

namespace collision2d::solid {
namespace {

constexpr double kPi = 3.141592653589793;

// A few roundings of vectors of length about 1.
constexpr double kRounding = 1e-15;

void ExpectNear(const Vec3& actual, const Vec3& expected, double error_m) {
  EXPECT_LE(Norm(actual - expected), error_m);
}

TEST(Mat3, RowsAndColumns) {
  const Mat3 m = {{{1, 2, 3}, {4, 5, 6}, {7, 8, 10}}};
  EXPECT_EQ(m * Vec3({1, 0, -1}), (Vec3{-2, -2, -3}));
  EXPECT_EQ(m.TransposeTimes({1, 0, -1}), (Vec3{-6, -6, -7}));
  EXPECT_EQ(m.Column(1), (Vec3{2, 5, 8}));
  EXPECT_EQ(m.Transposed().row[2], (Vec3{3, 6, 10}));
  EXPECT_EQ((m * m).row[0], (Vec3{30, 36, 45}));
  EXPECT_EQ(Determinant(m), -3);
  EXPECT_EQ(Determinant(Mat3::Identity()), 1);
}

TEST(Mat3, IsRotation) {
  Random random(TestSeed());
  for (int i = 0; i < 1000; ++i) EXPECT_TRUE(IsRotation(RandomRotation(&random)));
  for (int i = 0; i < 24; ++i) EXPECT_TRUE(IsRotation(RightAngleRotation(i)));
  EXPECT_TRUE(IsRotation(Pose3::FromYawPitchRoll({}, 1.0, 2.0, 3.0).rotation));
  EXPECT_FALSE(IsRotation({{{-1, 0, 0}, {0, 1, 0}, {0, 0, 1}}})) << "mirrored";
  EXPECT_FALSE(IsRotation({{{1, 0, 0}, {0, 1, 0}, {0, 0, 1.0 + 1e-11}}})) << "stretched";
  EXPECT_FALSE(IsRotation({{{1, 1e-11, 0}, {0, 1, 0}, {0, 0, 1}}})) << "sheared";
  EXPECT_FALSE(IsRotation({{{1, 0, 0}, {0, 1, 0}, {0, 0, kNaN}}}));
  // Composed a thousand times, as the tolerance allows for.
  Mat3 composed;
  for (int i = 0; i < 1000; ++i) composed = RandomRotation(&random) * composed;
  EXPECT_TRUE(IsRotation(composed));
}

TEST(Pose3, IdentityByDefault) { EXPECT_EQ(Pose3() * Vec3({3, 4, 5}), (Vec3{3, 4, 5})); }

TEST(Pose3, TurnsThenMoves) {
  const Pose3 quarter_turn = {{10, 20, 30}, {{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}}};
  EXPECT_EQ(quarter_turn * Vec3({1, 2, 3}), (Vec3{8, 21, 33}));
  EXPECT_EQ(quarter_turn.Rotate({1, 2, 3}), (Vec3{-2, 1, 3}));
  EXPECT_EQ(quarter_turn.RotateBack({-2, 1, 3}), (Vec3{1, 2, 3}));
}

TEST(Pose3, AnglesOfAVehicle) {
  const Vec3 forward = {1, 0, 0};
  const Vec3 left = {0, 1, 0};
  const double angle_rad = kPi / 6;
  const Pose3 yawed = Pose3::FromYawPitchRoll({}, angle_rad, 0, 0);
  EXPECT_GT((yawed * forward).y, 0.4) << "yaw turns to the left";
  const Pose3 pitched = Pose3::FromYawPitchRoll({}, 0, angle_rad, 0);
  EXPECT_LT((pitched * forward).z, -0.4) << "pitch lowers the nose";
  const Pose3 rolled = Pose3::FromYawPitchRoll({}, 0, 0, angle_rad);
  EXPECT_GT((rolled * left).z, 0.4) << "roll lowers the right side";
}

TEST(Pose3, YawThenPitchThenRollFromTheOutside) {
  const Pose3 pose = Pose3::FromYawPitchRoll({1, 2, 3}, 0.5, -0.2, 0.1);
  const Pose3 composed = Pose3::FromYawPitchRoll({1, 2, 3}, 0.5, 0, 0) * Pose3::FromYawPitchRoll({}, 0, -0.2, 0) *
                         Pose3::FromYawPitchRoll({}, 0, 0, 0.1);
  for (int i = 0; i < 3; ++i) ExpectNear(pose.rotation.row[i], composed.rotation.row[i], kRounding);
  EXPECT_EQ(pose.translation, composed.translation);
}

// "Posed vertex" is defined by this expression, to the bit.
TEST(Pose3, PosedVertexIsTheDocumentedExpression) {
  Random random(TestSeed());
  for (int i = 0; i < 1000; ++i) {
    const Pose3 pose = RandomPose3(1e6, &random);
    const Vec3 p = {random.Uniform(-9.0, 9.0), random.Uniform(-9.0, 9.0), random.Uniform(-9.0, 9.0)};
    const Vec3& row = pose.rotation.row[1];
    const volatile double x = row.x * p.x;
    const volatile double y = row.y * p.y;
    const volatile double z = row.z * p.z;
    EXPECT_EQ((pose * p).y, ((x + y) + z) + pose.translation.y);
  }
}

TEST(Pose3, RandomPosesComposeAndInvert) {
  Random random(TestSeed());
  for (int i = 0; i < 1000; ++i) {
    const Pose3 a_from_b = RandomPose3(10.0, &random);
    const Pose3 b_from_c = RandomPose3(10.0, &random);
    const Vec3 p = {random.Uniform(-9.0, 9.0), random.Uniform(-9.0, 9.0), random.Uniform(-9.0, 9.0)};
    ExpectNear((a_from_b * b_from_c) * p, a_from_b * (b_from_c * p), 100 * kRounding);
    ExpectNear(a_from_b.Inverse() * (a_from_b * p), p, 100 * kRounding);
  }
}

TEST(Pose3, RelativePoseKeepsItsDigitsFarFromTheOrigin) {
  const Pose3 world_from_a = Pose3::FromYawPitchRoll({4e6, 5e6, 100}, 0.3, 0.02, -0.01);
  const Pose3 near = {{0.25, -0.5, 0.125}, {}};
  const Pose3 world_from_b = {world_from_a.translation + Vec3{0.25, -0.5, 0.125}, {}};
  const Pose3 a_from_b = RelativePose(world_from_a, world_from_b);
  ExpectNear(a_from_b.translation, world_from_a.RotateBack(near.translation), kRounding);
}

TEST(Vec3, IsZeroByDefault) { EXPECT_EQ(Vec3(), (Vec3{0, 0, 0})); }

TEST(Vec3, Arithmetic) {
  EXPECT_EQ((Vec3{1, 2, 3} + Vec3{3, 5, 7}), (Vec3{4, 7, 10}));
  EXPECT_EQ((Vec3{1, 2, 3} - Vec3{3, 5, 7}), (Vec3{-2, -3, -4}));
  EXPECT_EQ((-Vec3{1, -2, 3}), (Vec3{-1, 2, -3}));
  EXPECT_EQ((2.0 * Vec3{1, -2, 3}), (Vec3{2, -4, 6}));
}

TEST(Vec3, EqualityComparesAllCoordinates) {
  EXPECT_TRUE((Vec3{1, 2, 3} == Vec3{1, 2, 3}));
  EXPECT_TRUE((Vec3{1, 2, 3} != Vec3{0, 2, 3}));
  EXPECT_TRUE((Vec3{1, 2, 3} != Vec3{1, 0, 3}));
  EXPECT_TRUE((Vec3{1, 2, 3} != Vec3{1, 2, 0}));
}

TEST(Vec3, Products) {
  EXPECT_EQ(Dot({1, 2, 3}, {4, 5, 6}), 32);
  EXPECT_EQ(Cross({1, 0, 0}, {0, 1, 0}), (Vec3{0, 0, 1})) << "right-handed";
  EXPECT_EQ(Cross({1, 2, 3}, {4, 5, 6}), (Vec3{-3, 6, -3}));
}

TEST(Vec3, Norms) {
  EXPECT_EQ(NormSquared({2, 3, 6}), 49);
  EXPECT_EQ(Norm({2, 3, 6}), 7);
  EXPECT_EQ(Norm1({2, -3, 6}), 11);
  EXPECT_EQ(NormInfinity({2, -7, 6}), 7);
}

TEST(Vec3, NormHoldsWhereSquaresDoNot) {
  EXPECT_EQ(Norm({0, 0, 0}), 0);
  EXPECT_EQ(Norm({0x2p-1000, 0x3p-1000, 0x6p-1000}), 0x7p-1000);
  EXPECT_EQ(Norm({0x2p+1000, 0x3p+1000, 0x6p+1000}), 0x7p+1000);
}

TEST(Vec3, NormalizedIsAUnitVectorAtAnyScale) {
  for (const double scale : {0x1p-1000, 1.0, 0x1p+1000}) {
    const Vec3 unit = Normalized(scale * Vec3{2, 3, 6});
    EXPECT_DOUBLE_EQ(unit.x, 2.0 / 7.0);
    EXPECT_DOUBLE_EQ(unit.y, 3.0 / 7.0);
    EXPECT_DOUBLE_EQ(unit.z, 6.0 / 7.0);
  }
}

TEST(Vec3, FiniteOnlyIfAllCoordinatesAre) {
  EXPECT_TRUE(IsFinite({1, 2, 3}));
  EXPECT_FALSE(IsFinite({kNaN, 2, 3}));
  EXPECT_FALSE(IsFinite({1, kInf, 3}));
  EXPECT_FALSE(IsFinite({1, 2, -kInf}));
}

Aabb3 Box(const Vec3& min, const Vec3& max) {
  Aabb3 box;
  box.Extend(min);
  box.Extend(max);
  return box;
}

TEST(Aabb3, IsEmptyAsConstructed) {
  const Aabb3 box;
  EXPECT_TRUE(box.empty());
  EXPECT_FALSE(box.Contains({0, 0, 0}));
  EXPECT_FALSE(Overlap(box, Box({-1, -1, -1}, {1, 1, 1})));
  EXPECT_TRUE(box.Inflated(5.0).empty());
}

TEST(Aabb3, ContainsWhatItWasExtendedBy) {
  Aabb3 box = Box({1, -2, 3}, {-1, 2, 4});
  EXPECT_EQ(box.min, (Vec3{-1, -2, 3}));
  EXPECT_EQ(box.max, (Vec3{1, 2, 4}));
  EXPECT_EQ(box.center(), (Vec3{0, 0, 3.5}));
  EXPECT_TRUE(box.Contains({1, 2, 4}));
  EXPECT_FALSE(box.Contains({1, 2, 4.5}));
  box.Extend(Aabb3());
  EXPECT_EQ(box.max, (Vec3{1, 2, 4}));
  box.Extend(Box({7, 7, 7}, {8, 8, 8}));
  EXPECT_EQ(box.max, (Vec3{8, 8, 8}));
}

TEST(Aabb3, TouchingBoxesOverlapInEveryAxis) {
  const Aabb3 box = Box({0, 0, 0}, {1, 1, 1});
  const Vec3 axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (const Vec3& axis : axes) {
    for (const double side : {-1.0, 1.0}) {
      EXPECT_TRUE(Overlap(box, Box(box.min + side * axis, box.max + side * axis)));
      const double apart = side * 1.0625;
      EXPECT_FALSE(Overlap(box, Box(box.min + apart * axis, box.max + apart * axis)));
      EXPECT_TRUE(Overlap(box.Inflated(0.0625), Box(box.min + apart * axis, box.max + apart * axis)));
    }
  }
}

}  // namespace
}  // namespace collision2d::solid
