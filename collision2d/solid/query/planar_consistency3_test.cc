// Upright prisms and flat polygons in space against the planar core.

#include "absl/strings/str_cat.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/query/collides.h"
#include "collision2d/query/distance.h"
#include "collision2d/query/separation.h"
#include "collision2d/query/separation_result.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/papers/decision_sphere_search.h"
#include "collision2d/solid/query/collides3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/distance3.h"
#include "collision2d/solid/query/epa3.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/query/separation3.h"
#include "collision2d/solid/shapes/prism_shape.h"
#include "collision2d/testing/pair_generators.h"
#include "collision2d/testing/test.h"

namespace collision2d::solid {
namespace {

// What the planar core answers is within kDistanceRelativeError (2^-48 or better) of the pair's
// size, no more than the magnitude.
constexpr double kBothErrors = kDistance3RelativeError + 0x1p-48;

class PlanarConsistency3Test : public testing::TestWithParam<int> {
 protected:
  // The size of a pair, for spans of z that are to be as large.
  static double Extent(const ShapePair& pair) {
    return std::max(pair.a.bounding_radius_m(), pair.b.bounding_radius_m());
  }
};

// One span of z: the verdict of the planar core, and its distance.
TEST_P(PlanarConsistency3Test, PrismsOfOneSpan) {
  Random random(TestSeed() + static_cast<uint64_t>(GetParam()));
  int64_t colliding = 0;
  const int64_t count = TestCaseCount(6000);
  for (int64_t i = 0; i < count; ++i) {
    const ShapePair pair = RandomPair(static_cast<PairFamily>(GetParam()), 12, &random);
    const double height_m = std::min(Extent(pair) * random.LogUniform(1e-3, 1e3), kMaxCoordinate_m);
    const PrismShape a = *PrismShape::Create(pair.a, 0.0, height_m);
    const PrismShape b = *PrismShape::Create(pair.b, 0.0, height_m);
    SCOPED_TRACE(absl::StrCat("pair ", i));
    const bool collide = collision2d::Collides(pair.a, pair.b);
    colliding += collide ? 1 : 0;
    ASSERT_EQ(Collides(a, b, Pose3{}), collide);
    ASSERT_EQ(DecideBySphereSearch(a, b, Pose3{}).intersects, collide);
    ASSERT_EQ(DecideByHybridSearch(a, b, Pose3{}).intersects, collide);
    const double distance_m = Distance(a, b, Pose3{});
    ASSERT_EQ(distance_m == 0.0, collide);
    ASSERT_NEAR(distance_m, collision2d::Distance(pair.a, pair.b),
                kBothErrors * internal::Cso3(a, b, Pose3{}).Magnitude());
  }
  const auto family = static_cast<PairFamily>(GetParam());
  if (family == PairFamily::kIdentical || family == PairFamily::kNested || family == PairFamily::kSharedEdge) return;
  EXPECT_GT(colliding, count * 2 / 10);
  EXPECT_LT(colliding, count * 9 / 10);
}

// Two spans: the relation is that of the plane and that of the spans together, touching where
// either touches; the depth is the lesser of the two, and a prism can also leave past the other end
// of the span.
TEST_P(PlanarConsistency3Test, PrismsOfTwoSpans) {
  Random random(TestSeed() + 100 + static_cast<uint64_t>(GetParam()));
  for (int64_t i = 0; i < TestCaseCount(2000); ++i) {
    const ShapePair pair = RandomPair(static_cast<PairFamily>(GetParam()), 12, &random);
    const double unit_m = std::ldexp(1.0, std::ilogb(std::max(Extent(pair), 0x1p-1000)) - 2);
    // Small integers times a power of two: exact, and often touching.
    const double a_min = unit_m * random.Integer(-4, 0);
    const double a_max = unit_m * random.Integer(1, 4);
    const double b_min = unit_m * random.Integer(-6, 4);
    const double b_max = b_min + unit_m * random.Integer(1, 3);
    const PrismShape a = *PrismShape::Create(pair.a, a_min, a_max);
    const PrismShape b = *PrismShape::Create(pair.b, b_min, b_max);
    SCOPED_TRACE(absl::StrCat("pair ", i));
    const double overlap_m = std::min(a_max - b_min, b_max - a_min);  // Negative: the gap.
    const Separation planar = ComputeSeparation(pair.a, pair.b);
    const Separation3 separation = ComputeSeparation(a, b, Pose3{});
    const double magnitude_m = internal::Cso3(a, b, Pose3{}).Magnitude();
    const bool collide = overlap_m >= 0.0 && planar.status != SeparationStatus::kSeparated;
    ASSERT_EQ(Collides(a, b, Pose3{}), collide);
    if (!collide) {
      ASSERT_EQ(separation.status, SeparationStatus::kSeparated);
      const double across_m = std::max(planar.signed_distance_m, 0.0);
      const double up_m = std::max(-overlap_m, 0.0);
      const double larger_m = std::max(across_m, up_m);
      const double ratio = std::min(across_m, up_m) / larger_m;
      ASSERT_NEAR(separation.signed_distance_m, larger_m * std::sqrt(1.0 + ratio * ratio),
                  kBothErrors * magnitude_m + 0x1p-1073);
      continue;
    }
    const bool penetrate = overlap_m > 0.0 && planar.status == SeparationStatus::kPenetrating;
    ASSERT_EQ(separation.status, penetrate ? SeparationStatus::kPenetrating : SeparationStatus::kTouching);
    if (!penetrate) {
      ASSERT_EQ(separation.signed_distance_m, 0.0);
      continue;
    }
    ASSERT_NEAR(separation.signed_distance_m, -std::min(overlap_m, -planar.signed_distance_m),
                (kEpaDepthError + 0x1p-48) * magnitude_m);
  }
}

// Polygons at z = 0: the planar distance and verdict. Their CSO is flat, and touches where they
// collide.
TEST_P(PlanarConsistency3Test, FlatPolygons) {
  Random random(TestSeed() + 200 + static_cast<uint64_t>(GetParam()));
  for (int64_t i = 0; i < TestCaseCount(3000); ++i) {
    const ShapePair pair = RandomPair(static_cast<PairFamily>(GetParam()), 12, &random);
    const PrismShape a = *PrismShape::Create(pair.a, 0.0, 0.0);
    const PrismShape b = *PrismShape::Create(pair.b, 0.0, 0.0);
    SCOPED_TRACE(absl::StrCat("pair ", i));
    const bool collide = collision2d::Collides(pair.a, pair.b);
    ASSERT_EQ(Collides(a, b, Pose3{}), collide);
    ASSERT_EQ(DecideBySphereSearch(a, b, Pose3{}).intersects, collide);
    const Separation3 separation = ComputeSeparation(a, b, Pose3{});
    ASSERT_EQ(separation.status, collide ? SeparationStatus::kTouching : SeparationStatus::kSeparated);
    ASSERT_LE(std::abs(Norm(separation.direction) - 1.0), 0x1p-50);
    const double magnitude_m = internal::Cso3(a, b, Pose3{}).Magnitude();
    ASSERT_NEAR(separation.signed_distance_m, collision2d::Distance(pair.a, pair.b), kBothErrors * magnitude_m);
    ASSERT_EQ(separation.witness_a.z, 0.0);
    ASSERT_EQ(separation.witness_b.z, 0.0);
    const double between_m = Norm(separation.witness_b - separation.witness_a);
    ASSERT_NEAR(between_m, separation.signed_distance_m, 2.0 * kDistance3RelativeError * magnitude_m + 0x1p-1073);
  }
}

INSTANTIATE_TEST_SUITE_P(AllFamilies, PlanarConsistency3Test, testing::Range(0, kPairFamilyCount),
                         [](const testing::TestParamInfo<int>& family) {
                           return std::string(Name(static_cast<PairFamily>(family.param)));
                         });

}  // namespace
}  // namespace collision2d::solid
