// Every number of a gradient is finite, whatever is asked. 10^5 pairs; as
// separation_gradient_finite_long_test 10^8.

#include <cinttypes>
#include <cstdio>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/separation.h"
#include "collision2d/query/separation_gradient.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/pair_generators.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

constexpr int64_t kDefaultPairs = 100000;

// The pairs are shared by this many tests, so that they can be sharded; each has all families.
constexpr int kParts = 16;

// Each pair of shapes is asked about at this many poses: shapes take longer to make than answers.
constexpr int kPoses = 32;

bool IsFinite(Vec2 v) { return std::isfinite(v.x) && std::isfinite(v.y); }

bool IsFinite(const SeparationGradient& gradient) {
  const Separation& separation = gradient.separation;
  return std::isfinite(separation.signed_distance_m) && IsFinite(separation.witness_a) &&
         IsFinite(separation.witness_b) && IsFinite(separation.direction) && IsFinite(gradient.translation) &&
         std::isfinite(gradient.yaw_m_per_rad) && std::isfinite(gradient.yaw_left_m_per_rad) &&
         std::isfinite(gradient.yaw_right_m_per_rad) && std::isfinite(gradient.yaw_low_m_per_rad) &&
         std::isfinite(gradient.yaw_high_m_per_rad);
}

// One that is smooth has one derivative; one that is not has all of them within the bounds.
bool IsConsistent(const SeparationGradient& gradient) {
  const double low = gradient.yaw_low_m_per_rad;
  const double high = gradient.yaw_high_m_per_rad;
  if (gradient.is_smooth) return low == gradient.yaw_m_per_rad && high == gradient.yaw_m_per_rad;
  return low <= gradient.yaw_left_m_per_rad && gradient.yaw_left_m_per_rad <= high &&
         low <= gradient.yaw_right_m_per_rad && gradient.yaw_right_m_per_rad <= high;
}

bool IsSame(const Separation& left, const Separation& right) {
  return left.signed_distance_m == right.signed_distance_m && left.witness_a == right.witness_a &&
         left.witness_b == right.witness_b && left.direction == right.direction && left.status == right.status;
}

// A pose near the one that poses the centre of b at the centre of a, at a distance of up to the sum
// of the radii or twice that; with exact turns in every second one.
Pose2 PoseFor(const ConvexPolygon& a, const ConvexPolygon& b, Random* random) {
  Pose2 pose = RandomPose(0.0, random);
  const double reach_m = 2.0 * random->Uniform(0.0, 1.0) * (a.bounding_radius_m() + b.bounding_radius_m());
  const double x = random->Uniform(-reach_m, reach_m);
  const double y = random->Uniform(-reach_m, reach_m);
  pose.translation = a.center() - pose.Rotate(b.center()) + Vec2{x, y};
  return pose;
}

class SeparationGradientFiniteTest : public testing::TestWithParam<int> {};

TEST_P(SeparationGradientFiniteTest, EveryFamily) {
  const int64_t shares = static_cast<int64_t>(kParts) * kPairFamilyCount * (kPoses + 1);
  const int64_t pairs = (TestCaseCount(kDefaultPairs) + shares - 1) / shares;
  Random random(TestSeed() * kParts + static_cast<uint64_t>(GetParam()));
  for (int family = 0; family < kPairFamilyCount; ++family) {
    int64_t smooth = 0;
    for (int64_t i = 0; i < pairs; ++i) {
      const ShapePair pair = RandomPair(static_cast<PairFamily>(family), random.Chance(0.0625) ? 24 : 8, &random);
      const MovingShape moving = random.Chance(0.5) ? MovingShape::kA : MovingShape::kB;
      const SeparationGradient in_one_frame = ComputeSeparationGradient(pair.a, pair.b, moving);
      ASSERT_TRUE(IsFinite(in_one_frame) && IsConsistent(in_one_frame)) << HexFormat(pair.a) << HexFormat(pair.b);
      ASSERT_TRUE(IsSame(in_one_frame.separation, ComputeSeparation(pair.a, pair.b)));
      for (int k = 0; k < kPoses; ++k) {
        const Pose2 pose = PoseFor(pair.a, pair.b, &random);
        const SeparationGradient gradient = ComputeSeparationGradient(pair.a, pair.b, pose, moving);
        ASSERT_TRUE(IsFinite(gradient) && IsConsistent(gradient))
            << HexFormat(pair.a) << "\n"
            << HexFormat(pair.b) << "\n"
            << HexFormat(pose) << "\n"
            << gradient.yaw_low_m_per_rad << " " << gradient.yaw_left_m_per_rad << " " << gradient.yaw_right_m_per_rad
            << " " << gradient.yaw_high_m_per_rad;
        if (k == 0) {
          ASSERT_TRUE(IsSame(gradient.separation, ComputeSeparation(pair.a, pair.b, pose)));
        }
        smooth += gradient.is_smooth;
      }
    }
    std::printf("gradient-finite %-18s %9" PRId64 " pairs  smooth %9" PRId64 "\n",
                Name(static_cast<PairFamily>(family)), pairs * (kPoses + 1), smooth);
  }
}

INSTANTIATE_TEST_SUITE_P(Parts, SeparationGradientFiniteTest, testing::Range(0, kParts));

TEST(SeparationGradient, PosesThatAreNotFinite) {
  Random random(TestSeed());
  const double infinity = kInf;
  for (const double bad : {kNaN, infinity, -infinity}) {
    for (const Pose2& pose :
         {Pose2{{bad, 0.0}}, Pose2{{0.0, bad}}, Pose2({}, UnitRotation(bad, 0.0)), Pose2({}, UnitRotation(0.0, bad))}) {
      for (int i = 0; i < 100; ++i) {
        const ConvexPolygon a = RandomPolygon(8, &random);
        const ConvexPolygon b = RandomPolygon(8, &random);
        const SeparationGradient gradient = ComputeSeparationGradient(a, b, pose);
        EXPECT_EQ(gradient.separation.status, SeparationStatus::kInvalid);
        EXPECT_EQ(gradient.translation, Vec2{});
        EXPECT_EQ(gradient.yaw_m_per_rad, 0.0);
        EXPECT_EQ(gradient.yaw_low_m_per_rad, 0.0);
        EXPECT_EQ(gradient.yaw_high_m_per_rad, 0.0);
        EXPECT_FALSE(gradient.is_smooth);
      }
    }
  }
}

}  // namespace
}  // namespace collision2d
