#include "collision2d/motion/search/edge_gap.h"

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/query/separation.h"
#include "collision2d/testing/polygon_generators.h"
#include "collision2d/testing/test.h"

namespace collision2d::internal {
namespace {

TEST(EdgeGapTest, IsTheDistanceAcrossAnEdgeAndLessBetweenCorners) {
  const ConvexPolygon square = *ConvexPolygon::Rectangle(2.0, 2.0);
  ScaledEdgeGaps all;
  const EdgeGap beside = WidestEdgeGap(square, square, Pose2({5.0, 0.5}, UnitRotation(1.0, 0.0)), &all);
  EXPECT_EQ(beside.gap_m, 3.0);
  EXPECT_EQ(beside.direction, (Vec2{1.0, 0.0}));
  const EdgeGap corner = WidestEdgeGap(square, square, Pose2({5.0, 6.0}, UnitRotation(1.0, 0.0)), &all);
  EXPECT_EQ(corner.gap_m, 4.0);  // The distance is 5.
  EXPECT_EQ(corner.direction, (Vec2{0.0, 1.0}));
}

TEST(EdgeGapTest, IsMinusTheDepthOfAnOverlap) {
  const ConvexPolygon square = *ConvexPolygon::Rectangle(2.0, 2.0);
  ScaledEdgeGaps all;
  const EdgeGap overlap = WidestEdgeGap(square, square, Pose2({-1.75, 0.5}, UnitRotation(1.0, 0.0)), &all);
  EXPECT_EQ(overlap.gap_m, -0.25);
  EXPECT_EQ(overlap.direction, (Vec2{-1.0, 0.0}));
}

TEST(EdgeGapTest, HasTheSignAndTheBoundsOfComputeSeparation) {
  Random random(TestSeed());
  int overlapping = 0;
  for (int i = 0; i < 20'000; ++i) {
    const ConvexPolygon a = RandomPolygon(kMostEdgeGapVertices, &random);
    const ConvexPolygon b = RandomPolygon(kMostEdgeGapVertices, &random);
    const Pose2 a_from_b = RandomPose(2.0, &random);
    if (!HasEdgeGap(a) || !HasEdgeGap(b)) continue;
    ScaledEdgeGaps all;
    const EdgeGap gap = WidestEdgeGap(a, b, a_from_b, &all);
    const Separation separation = ComputeSeparation(a, b, a_from_b);
    const double error_m = 100.0 * kDistanceRelativeError;
    ASSERT_LE(gap.gap_m, separation.signed_distance_m + error_m);
    ASSERT_NEAR(NormSquared(gap.direction), 1.0, 1e-14);
    if (separation.signed_distance_m > 0.0) {
      ASSERT_GT(gap.gap_m, -error_m);
    } else {
      ++overlapping;
      ASSERT_NEAR(gap.gap_m, separation.signed_distance_m, error_m);
    }
  }
  EXPECT_GT(overlapping, 3000);
  EXPECT_LT(overlapping, 14'000);
}

}  // namespace
}  // namespace collision2d::internal
