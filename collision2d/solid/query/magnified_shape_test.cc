#include "collision2d/solid/query/magnified_shape.h"

#include <gmpxx.h>

#include <type_traits>

#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/papers/bounded_shapes.h"
#include "collision2d/solid/query/face_plane.h"
#include "collision2d/solid/shapes/simple_shapes.h"
#include "collision2d/solid/shapes/support_mapping.h"
#include "collision2d/solid/testing/random_pose3.h"
#include "collision2d/testing/test.h"

namespace collision2d::solid::internal {
namespace {

static_assert(std::is_same_v<MagnifiedType<BoxShape, BoxShape>, MagnifiedHull>);
static_assert(std::is_same_v<MagnifiedType<BoxShape, EllipsoidShape>, MagnifiedShape>);
static_assert(kIsVertexHull<MagnifiedHull> && !kIsVertexHull<MagnifiedShape>);

constexpr double kTiny_m = 0x1p-300;

Vec3 RandomDirection(Random* random) {
  return {random->Uniform(-1.0, 1.0), random->Uniform(-1.0, 1.0), random->Uniform(0.1, 1.0)};
}

TEST(MagnifiedShape, ScaleBringsLengthsNearOne) {
  for (const double length_m : {0x1p-1074, 0x1p-1022, kTiny_m, 0x1.8p-101}) {
    const double scale = MagnifyingScale(length_m);
    EXPECT_EQ(std::ldexp(1.0, std::ilogb(scale)), scale);
    EXPECT_LT(scale * length_m, 1.0);
    if (length_m >= 0x1p-1000) {
      EXPECT_GE(scale * length_m, 0.5);
    }
  }
}

// Vertices are posed first and then magnified, to the bit; the support point is the highest of
// them.
TEST(MagnifiedShape, HullOfPosedVertices) {
  Random random(TestSeed());
  const BoxShape box = *BoxShape::Create({kTiny_m, 0.5 * kTiny_m, 0.25 * kTiny_m});
  for (int64_t i = 0; i < TestCaseCount(200); ++i) {
    Pose3 pose = RandomPose3(1.0, &random);
    pose.translation = kTiny_m * pose.translation;
    for (const Pose3* posed : {static_cast<const Pose3*>(nullptr), static_cast<const Pose3*>(&pose)}) {
      const MagnifiedHull hull(box, posed, 1.0 / kTiny_m);
      const Vec3 direction = RandomDirection(&random);
      NoHint hint;
      const Vec3 support = hull.Support(direction, &hint);
      bool is_vertex = false;
      ASSERT_EQ(hull.num_vertices(), 8);
      for (int k = 0; k < 8; ++k) {
        const Vec3 vertex = box.vertex(k);
        ASSERT_EQ(hull.vertex(k), (1.0 / kTiny_m) * (posed != nullptr ? pose * vertex : vertex));
        ASSERT_LE(Dot(direction, hull.vertex(k)), Dot(direction, support));
        ASSERT_LE(NormInfinity(hull.vertex(k)), hull.Magnitude());
        is_vertex = is_vertex || hull.vertex(k) == support;
      }
      ASSERT_TRUE(is_vertex);
    }
  }
}

TEST(MagnifiedShape, SmoothShapesKeepTheirSupportMapping) {
  Random random(TestSeed() + 1);
  const EllipsoidShape ellipsoid = *EllipsoidShape::Create({kTiny_m, 2.0 * kTiny_m, 3.0 * kTiny_m});
  for (int64_t i = 0; i < TestCaseCount(200); ++i) {
    Pose3 pose = RandomPose3(1.0, &random);
    pose.translation = kTiny_m * pose.translation;
    const MagnifiedShape magnified(ellipsoid, &pose, 1.0 / kTiny_m);
    const Vec3 direction = RandomDirection(&random);
    NoHint hint;
    ASSERT_EQ(magnified.Support(direction, &hint),
              (1.0 / kTiny_m) * (pose * ellipsoid.Support(pose.RotateBack(direction), &hint)));
    ASSERT_EQ(magnified.Center(), (1.0 / kTiny_m) * (pose * ellipsoid.Center()));
  }
}

constexpr int kOperations = 20000;

mpq_class Exact(const DoubleDouble& a) { return mpq_class(a.hi) + mpq_class(a.lo); }

mpq_class Exact(double a) { return mpq_class(a); }

double Scalar(Random* random) { return random->Sign() * random->LogUniform(1e-8, 1e8); }

// With a low part of any size up to half an ulp of the high one.
DoubleDouble TwoParts(Random* random) {
  const double hi = Scalar(random);
  return FastTwoSum(hi, hi * random->Uniform(-0x1p-54, 0x1p-54));
}

Vec3 Point(Random* random) {
  Vec3 p;
  p.x = Scalar(random);
  p.y = Scalar(random);
  p.z = Scalar(random);
  return p;
}

// Two parts that do not overlap.
bool IsNormal(const DoubleDouble& a) { return a.hi + a.lo == a.hi; }

void ExpectWithin(const DoubleDouble& actual, const mpq_class& expected, const mpq_class& bound) {
  EXPECT_TRUE(IsNormal(actual));
  EXPECT_LE(abs(mpq_class(Exact(actual) - expected)), bound);
}

TEST(DoubleDouble, SumsAndProductsOfDoublesAreExact) {
  Random random(TestSeed());
  for (int i = 0; i < kOperations; ++i) {
    const double a = Scalar(&random);
    const double b = Scalar(&random);
    EXPECT_EQ(TwoSum(a, b).hi, a + b);
    EXPECT_EQ(Exact(TwoSum(a, b)), mpq_class(Exact(a) + Exact(b)));
    EXPECT_EQ(TwoDiff(a, b).hi, a - b);
    EXPECT_EQ(Exact(TwoDiff(a, b)), mpq_class(Exact(a) - Exact(b)));
    EXPECT_EQ(TwoProduct(a, b).hi, a * b);
    EXPECT_EQ(Exact(TwoProduct(a, b)), mpq_class(Exact(a) * Exact(b)));
    const double smaller = a * random.Uniform(-1.0, 1.0);
    EXPECT_EQ(Exact(FastTwoSum(a, smaller)), mpq_class(Exact(a) + Exact(smaller)));
  }
  EXPECT_EQ(Exact(FastTwoSum(0.0, 3.0)), 3);
}

TEST(DoubleDouble, RelativeErrorsOfSumsAndProducts) {
  Random random(TestSeed());
  for (int i = 0; i < kOperations; ++i) {
    const DoubleDouble a = TwoParts(&random);
    const DoubleDouble b = TwoParts(&random);
    const mpq_class sum = Exact(a) + Exact(b);
    ExpectWithin(a + b, sum, abs(sum) * mpq_class(0x1p-103));
    const mpq_class product = Exact(a) * Exact(b);
    ExpectWithin(a * b, product, abs(product) * mpq_class(0x1p-101));
  }
}

// Nearly all cancels: the error stays relative to what is left.
TEST(DoubleDouble, DifferencesOfNearlyEqualNumbers) {
  Random random(TestSeed());
  for (int i = 0; i < kOperations; ++i) {
    const DoubleDouble a = TwoParts(&random);
    const DoubleDouble b = a * DoubleDouble{1.0, random.Sign() * random.LogUniform(0x1p-100, 0x1p-54)};
    const mpq_class difference = Exact(a) - Exact(b);
    ExpectWithin(a - b, difference, abs(difference) * mpq_class(0x1p-103));
    EXPECT_EQ(Exact(-a), mpq_class(-Exact(a)));
    EXPECT_EQ(Exact(a - a), 0);
  }
}

// Errors of sums of products are relative to the sum of their magnitudes: two products, or three,
// below 2^-101 each, and at most two sums.
TEST(DoubleDoubleVec3, DotAndCross) {
  Random random(TestSeed());
  for (int i = 0; i < kOperations / 4; ++i) {
    const Vec3 from = Point(&random);
    const DoubleDoubleVec3 a = ExactEdge(from, Point(&random));
    const DoubleDoubleVec3 b = ExactEdge(from, Point(&random));
    const mpq_class ax = Exact(a.x), ay = Exact(a.y), az = Exact(a.z);
    const mpq_class bx = Exact(b.x), by = Exact(b.y), bz = Exact(b.z);
    const mpq_class error(0x1p-100);
    ExpectWithin(Dot(a, b), ax * bx + ay * by + az * bz, error * (abs(ax * bx) + abs(ay * by) + abs(az * bz)));
    const DoubleDoubleVec3 cross = Cross(a, b);
    ExpectWithin(cross.x, ay * bz - az * by, error * (abs(ay * bz) + abs(az * by)));
    ExpectWithin(cross.y, az * bx - ax * bz, error * (abs(az * bx) + abs(ax * bz)));
    ExpectWithin(cross.z, ax * by - ay * bx, error * (abs(ax * by) + abs(ay * bx)));
    const DoubleDoubleVec3 difference = a - b;
    ExpectWithin(difference.x, ax - bx, abs(mpq_class(ax - bx)) * mpq_class(0x1p-103));
    EXPECT_EQ(difference.rounded(), (Vec3{difference.x.hi, difference.y.hi, difference.z.hi}));
  }
}

TEST(DoubleDoubleVec3, EdgesAreExact) {
  Random random(TestSeed());
  for (int i = 0; i < kOperations; ++i) {
    const Vec3 from = Point(&random);
    const Vec3 to = Point(&random);
    const DoubleDoubleVec3 edge = ExactEdge(from, to);
    EXPECT_EQ(Exact(edge.x), mpq_class(Exact(to.x) - Exact(from.x)));
    EXPECT_EQ(Exact(edge.y), mpq_class(Exact(to.y) - Exact(from.y)));
    EXPECT_EQ(Exact(edge.z), mpq_class(Exact(to.z) - Exact(from.z)));
    EXPECT_EQ(edge.rounded(), to - from);
  }
}

}  // namespace
}  // namespace collision2d::solid::internal
