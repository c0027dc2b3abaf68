#include "collision2d/query/separation_gradient.h"

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/separation.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/pair_generators.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

constexpr double kError = 1e-14;

// A pair in one frame, and the derivatives as b turns about the origin. The interval of bounds, if
// it is not that of both sides.
struct KnownSlopes {
  std::string name;
  std::vector<Vec2> a;
  std::vector<Vec2> b;
  double radius_m;
  double left;
  double right;
  bool is_smooth;
  double low;
  double high;
};

KnownSlopes Smooth(const std::string& name, std::vector<Vec2> a, std::vector<Vec2> b, double slope,
                   double radius_m = 0.0) {
  return {name, std::move(a), std::move(b), radius_m, slope, slope, true, slope, slope};
}

KnownSlopes Tied(const std::string& name, std::vector<Vec2> a, std::vector<Vec2> b, double left, double right,
                 double radius_m = 0.0) {
  return {name, std::move(a), std::move(b), radius_m, left, right, false, std::min(left, right), std::max(left, right)};
}

std::vector<KnownSlopes> KnownPairs() {
  const std::vector<Vec2> unit = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  const std::vector<Vec2> big = {{0, 0}, {4, 0}, {4, 4}, {0, 4}};
  const double arm = std::sqrt(13.0);
  return {
      Smooth("corner, corner", {{1, 0}}, {{4, 4}, {6, 4}, {6, 6}}, 0.8),
      Smooth("edge, corner", unit, {{2, 0.5}, {3, 0}, {3, 1}}, -0.5),
      Smooth("corner, edge", {{0, 0}, {1, 0.5}, {0, 1}}, {{2, 0}, {3, 0}, {3, 1}, {2, 1}}, -0.5),
      Smooth("parallel edges that share no part", unit, {{4, 5}, {6, 5}, {6, 6}, {4, 6}}, 4 * 0.8 - 5 * 0.6),
      Smooth("corner on an edge", unit, {{1, 0.5}, {3, 0}, {3, 1}}, -0.5),
      Smooth("corner within", big, {{3.5, 1}, {9, -6}, {9, 8}}, -1),
      Smooth("segments crossing", {{0, 0}, {4, 0}}, {{2, -1}, {2, 3}}, 2),
      Smooth("discs apart", {{1, 0}}, {{4, 4}}, 0.8, 1),
      Smooth("discs that touch", {{1, 0}}, {{4, 4}}, 0.8, 2.5),
      Smooth("disc in a disc", {{1, 0}}, {{4, 4}}, 0.8, 6),
      Tied("parallel edges", unit, {{2, 0.25}, {3, 0.25}, {3, 2}, {2, 2}}, -0.25, -1),
      Tied("parallel edges that touch", unit, {{1, 0.25}, {3, 0.25}, {3, 2}, {1, 2}}, -0.25, -1),
      Tied("parallel edges within", unit, {{0.75, -1}, {3, -1}, {3, 3}, {0.75, 3}}, 0, -1),
      Tied("corners that touch", unit, {{1, 1}, {2, 1}, {2, 2}, {1, 2}}, -1, 1),
      Tied("capsules side by side", {{0, 0}, {4, 0}}, {{1, 3}, {9, 3}}, 4, 1, 0.5),
      Tied("point on a segment", {{0, 0}, {4, 0}}, {{1, 0}}, -1, 1),
      {"collinear segments", {{0, 0}, {4, 0}}, {{1, 0}, {9, 0}}, 0, -1, 1, false, -4, 4},
      Tied("coincident centres", {{2, 3}}, {{2, 3}}, -arm, arm, 1),
      // Each of the axes has parallel edges.
      {"two axes", big, {{3.5, 3.5}, {9, 3.5}, {9, 9}, {3.5, 9}}, 0, -3.5, 3.5, false, -4, 4},
      {"equal squares", unit, unit, 0, 0, 0, false, -1, 1},
  };
}

void ExpectSlopes(const SeparationGradient& gradient, const KnownSlopes& known) {
  EXPECT_NEAR(gradient.yaw_left_m_per_rad, known.left, kError);
  EXPECT_NEAR(gradient.yaw_right_m_per_rad, known.right, kError);
  EXPECT_NEAR(gradient.yaw_low_m_per_rad, known.low, kError);
  EXPECT_NEAR(gradient.yaw_high_m_per_rad, known.high, kError);
  EXPECT_EQ(gradient.is_smooth, known.is_smooth);
  EXPECT_NEAR(Norm(gradient.translation), 1.0, kError);
}

TEST(SeparationGradient, KnownPairs) {
  for (const KnownSlopes& known : KnownPairs()) {
    SCOPED_TRACE(known.name);
    const ConvexPolygon a = ConvexPolygon::Create(known.a, known.radius_m).value();
    const ConvexPolygon b = ConvexPolygon::Create(known.b, known.radius_m).value();
    ExpectSlopes(ComputeSeparationGradient(a, b), known);
    ExpectSlopes(ComputeSeparationGradient(b, a, MovingShape::kA), known);
    ExpectSlopes(ComputeSeparationGradient(a, b, Pose2{}), known);
    const SeparationGradient gradient = ComputeSeparationGradient(a, b);
    EXPECT_EQ(gradient.translation, gradient.separation.direction);
  }
}

// In one frame both shapes turn about one origin: what a's turn does is what b's turn does, the
// other way round.
TEST(SeparationGradient, BothOrdersAndBothShapes) {
  Random random(TestSeed());
  for (int64_t i = 0; i < TestCaseCount(20000); ++i) {
    const ShapePair pair = RandomPair(RandomFamily(&random), 8, &random);
    const SeparationGradient of_b = ComputeSeparationGradient(pair.a, pair.b, MovingShape::kB);
    const SeparationGradient swapped = ComputeSeparationGradient(pair.b, pair.a, MovingShape::kA);
    const SeparationGradient of_a = ComputeSeparationGradient(pair.a, pair.b, MovingShape::kA);
    ASSERT_EQ(swapped.yaw_left_m_per_rad, of_b.yaw_left_m_per_rad) << HexFormat(pair.a) << HexFormat(pair.b);
    ASSERT_EQ(swapped.yaw_right_m_per_rad, of_b.yaw_right_m_per_rad);
    ASSERT_EQ(swapped.yaw_low_m_per_rad, of_b.yaw_low_m_per_rad);
    ASSERT_EQ(swapped.yaw_high_m_per_rad, of_b.yaw_high_m_per_rad);
    ASSERT_EQ(swapped.is_smooth, of_b.is_smooth);
    ASSERT_EQ(of_a.yaw_left_m_per_rad, -of_b.yaw_right_m_per_rad);
    ASSERT_EQ(of_a.yaw_right_m_per_rad, -of_b.yaw_left_m_per_rad);
    ASSERT_EQ(of_a.yaw_low_m_per_rad, -of_b.yaw_high_m_per_rad);
    ASSERT_EQ(of_a.translation, -of_b.translation);
    ASSERT_EQ(of_a.is_smooth, of_b.is_smooth);
  }
}

ConvexPolygon Scaled(const ConvexPolygon& shape, double scale) {
  std::vector<Vec2> vertices;
  for (const Vec2 v : shape.vertices()) vertices.push_back(scale * v);
  return ConvexPolygon::Create(vertices, scale * shape.radius_m()).value();
}

TEST(SeparationGradient, Scales) {
  Random random(TestSeed());
  for (int64_t i = 0; i < TestCaseCount(20000); ++i) {
    const ConvexPolygon a = RandomPolygon(8, &random);
    const ConvexPolygon b = RandomPolygon(8, &random);
    const Pose2 pose = RandomPose(2.0, &random);
    const SeparationGradient gradient = ComputeSeparationGradient(a, b, pose);
    for (const int exponent : {-40, -10, 20}) {
      const double scale = std::ldexp(1.0, exponent);
      const Pose2 scaled_pose(scale * pose.translation, UnitRotation(pose.cos, pose.sin));
      const SeparationGradient scaled = ComputeSeparationGradient(Scaled(a, scale), Scaled(b, scale), scaled_pose);
      ASSERT_EQ(scaled.is_smooth, gradient.is_smooth) << HexFormat(a) << HexFormat(b) << HexFormat(pose);
      if (!gradient.is_smooth) continue;
      ASSERT_EQ(scaled.translation, gradient.translation);
      ASSERT_EQ(scaled.yaw_m_per_rad, scale * gradient.yaw_m_per_rad);
    }
  }
}

// The derivatives by the pose of b and by that of a, in the world, far from its origin: the signed
// distance does not change if both move as one body.
TEST(SeparationGradient, RigidMotions) {
  Random random(TestSeed());
  for (int64_t i = 0; i < TestCaseCount(20000); ++i) {
    const ConvexPolygon a = RandomPolygon(8, &random);
    const ConvexPolygon b = RandomPolygon(8, &random);
    Pose2 world_from_a = RandomPose(4.0, &random);
    Pose2 world_from_b = RandomPose(4.0, &random);
    const Vec2 far = random.Chance(0.5) ? Vec2{0x1p20, -0x1p20} : Vec2{};
    world_from_a.translation = world_from_a.translation + far;
    world_from_b.translation = world_from_b.translation + far;
    const Pose2 a_from_b = RelativePose(world_from_a, world_from_b);
    const SeparationGradient of_a = InWorld(ComputeSeparationGradient(a, b, a_from_b, MovingShape::kA), world_from_a);
    const SeparationGradient of_b = InWorld(ComputeSeparationGradient(a, b, a_from_b, MovingShape::kB), world_from_a);
    ASSERT_EQ(of_a.translation, -of_b.translation);
    ASSERT_EQ(of_a.is_smooth, of_b.is_smooth);
    // About the origin of a, that of b moves.
    const Vec2 arm = world_from_b.translation - world_from_a.translation;
    ASSERT_NEAR(of_a.yaw_m_per_rad + of_b.yaw_m_per_rad + Cross(arm, of_b.translation), 0.0, 1e-9);
    // In the other order the frame is that of b.
    const SeparationGradient other = InWorld(
        ComputeSeparationGradient(b, a, RelativePose(world_from_b, world_from_a), MovingShape::kB), world_from_b);
    if (!of_a.is_smooth || !other.is_smooth || std::abs(of_a.separation.signed_distance_m) < 1e-3) continue;
    ASSERT_LE(Norm(other.translation - of_a.translation), 1e-9) << HexFormat(a) << HexFormat(b);
    ASSERT_NEAR(other.yaw_m_per_rad, of_a.yaw_m_per_rad, 1e-8);
  }
}

// A round shape has the derivatives of its hull. Only the tolerance of ties grows with the radii.
TEST(SeparationGradient, Radii) {
  Random random(TestSeed());
  int64_t smooth = 0;
  for (int64_t i = 0; i < TestCaseCount(20000); ++i) {
    const ConvexPolygon a = RandomPolygon(8, &random);
    const ConvexPolygon b = RandomPolygon(8, &random);
    const Pose2 pose = RandomPose(2.0, &random);
    const ConvexPolygon round_a = ConvexPolygon::Create(a.vertices(), random.Uniform(0.0, 2.0)).value();
    const ConvexPolygon round_b = ConvexPolygon::Create(b.vertices(), random.Uniform(0.0, 2.0)).value();
    const SeparationGradient hulls = ComputeSeparationGradient(a, b, pose);
    const SeparationGradient round = ComputeSeparationGradient(round_a, round_b, pose);
    ASSERT_TRUE(hulls.is_smooth || !round.is_smooth);
    if (!round.is_smooth) continue;
    ++smooth;
    ASSERT_EQ(round.translation, hulls.translation);
    ASSERT_NEAR(round.yaw_m_per_rad, hulls.yaw_m_per_rad, kError * 10.0);
  }
  EXPECT_GT(smooth, TestCaseCount(20000) * 9 / 10);
}

}  // namespace
}  // namespace collision2d
