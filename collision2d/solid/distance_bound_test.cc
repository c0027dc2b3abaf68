#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/posed_solid.h"
#include "collision2d/solid/query/collides3.h"
#include "collision2d/solid/query/distance3.h"
#include "collision2d/solid/shapes/convex_polytope.h"
#include "collision2d/solid/testing/random_pose3.h"
#include "collision2d/testing/test.h"

namespace collision2d::solid {
namespace {

PosedSolid Make(const ConvexPolytope& polytope, const Pose3& pose) {
  PosedSolid solid;
  solid.AssignPolytope(polytope, pose);
  return solid;
}

// The solid's corners as a polytope.
ConvexPolytope HullOf(const PosedSolid& solid) {
  return *ConvexPolytope::FromPoints(std::vector<Vec3>(solid.corners().begin(), solid.corners().end()));
}

TEST(DistanceBoundTest, OfBoxesFaceToFaceIsTheirDistance) {
  const ConvexPolygon square = *ConvexPolygon::Rectangle(2.0, 2.0);
  PosedSolid a;
  PosedSolid b;
  a.AssignPrism(square, {0.0, 1.0}, Pose3{{1e6, -2e6, 0.0}, {}});
  b.AssignPrism(square, {0.0, 1.0}, Pose3{{1e6 + 5.0, -2e6, 0.5}, {}});
  EXPECT_DOUBLE_EQ(DistanceLowerBound(a, b), 3.0);
  EXPECT_DOUBLE_EQ(DistanceLowerBound(b, a), 3.0);
  EXPECT_EQ(DistanceLowerBound(a, a), 0.0);
}

TEST(DistanceBoundTest, OfAnInvalidSolidIsZero) {
  const ConvexPolygon square = *ConvexPolygon::Rectangle(2.0, 2.0);
  PosedSolid a;
  PosedSolid b;
  a.AssignPrism(square, {0.0, 1.0}, {});
  b.AssignPrism(square, {0.0, 1.0}, Pose3{{kNaN, 0.0, 0.0}, {}});
  EXPECT_EQ(DistanceLowerBound(a, b), 0.0);
}

TEST(DistanceBoundTest, IsTheDistanceWithinRounding) {
  Random random(TestSeed());
  int apart = 0;
  constexpr int kPairs = 20000;
  for (int i = 0; i < kPairs; ++i) {
    std::vector<Vec3> points[2];
    for (std::vector<Vec3>& of_shape : points) {
      for (int k = 0; k < 4 + i % 12; ++k) of_shape.push_back(RandomUnitVector(&random));
    }
    const PosedSolid a = Make(*ConvexPolytope::FromPoints(points[0]), RandomPose3(1.0, &random));
    const PosedSolid b = Make(*ConvexPolytope::FromPoints(points[1]), RandomPose3(1.0, &random));
    const Pose3 a_from_b{b.origin() - a.origin(), {}};
    const ConvexPolytope hull_a = HullOf(a);
    const ConvexPolytope hull_b = HullOf(b);
    const double distance_m = Distance(hull_a, hull_b, a_from_b);
    const double bound_m = DistanceLowerBound(a, b);
    EXPECT_LE(bound_m, distance_m + 1e-12) << i;
    EXPECT_GE(bound_m, distance_m - 1e-9) << i;
    apart += Collides(hull_a, hull_b, a_from_b) ? 0 : 1;
  }
  EXPECT_GT(apart, kPairs / 5);
  EXPECT_LT(apart, 4 * kPairs / 5);
}

}  // namespace
}  // namespace collision2d::solid
