#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/solid/query/epa_workspace.h"
#include "collision2d/solid/query/expanding_polytope.h"
#include "collision2d/solid/testing/random_pose3.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"

namespace collision2d::solid::internal {
namespace {

CsoPoint Of(const Vec3& p) { return {p, p, {}}; }

// No point of the triangle is closer: the vector from the closest point to x has no part into the
// triangle.
TEST(ClosestOfTriangleTest, IsClosest) {
  Random random(TestSeed());
  for (int i = 0; i < 20000; ++i) {
    const Vec3 corner[3] = {RandomUnitVector(&random), RandomUnitVector(&random), RandomUnitVector(&random)};
    const Vec3 x = random.Uniform(0.0, 2.0) * RandomUnitVector(&random);
    const TriangleWeights weights = ClosestOfTriangle(corner[0], corner[1], corner[2], x);
    EXPECT_NEAR(weights.w[0] + weights.w[1] + weights.w[2], 1.0, 0x1p-50);
    const Vec3 closest = weights.Of(corner[0], corner[1], corner[2]);
    for (int k = 0; k < 3; ++k) {
      EXPECT_GE(weights.w[k], 0.0);
      EXPECT_LE(Dot(x - closest, corner[k] - closest), 1e-9);
    }
  }
}

TEST(ClosestOfTriangleTest, Degenerate) {
  const Vec3 p{1, 0, 0};
  const Vec3 q{3, 0, 0};
  EXPECT_EQ(ClosestOfTriangle(p, p, p, {2, 1, 0}).Of(p, p, p), p);
  EXPECT_EQ(ClosestOfTriangle(p, q, q, {2, 1, 0}).Of(p, q, q), (Vec3{2, 0, 0}));
  EXPECT_EQ(ClosestOfTriangle(p, {2, 0, 0}, q, {2.5, 1, 0}).Of(p, {2, 0, 0}, q), (Vec3{2.5, 0, 0}));
}

// The facet at x = 1 of a cube is two triangles; the foot is found from either.
TEST(FindFootTest, WalksWithinTheFacet) {
  EpaStackWorkspace room;
  ExpandingPolytope polytope(room.storage());
  ASSERT_TRUE(polytope.Start(Of({1, -1, -2}), Of({1, 3, -2}), Of({1, -1, 2}), Of({-5, 0, 0})));
  polytope.Insert(Of({1, 3, 2}));
  polytope.Insert(Of({-5, 9, 9}));
  for (int f = 0; f < polytope.face_range(); ++f) {
    if (!polytope.face(f).is_alive || polytope.face(f).plane.normal.x <= 0.0) continue;
    bool is_in_front = true;
    for (int i = 0; i < 3; ++i) is_in_front &= polytope.corner(f, i).point.x == 1.0;
    if (!is_in_front) continue;
    const FaceFoot foot = FindFoot(polytope, f, 1e-12);
    const Vec3 point = foot.weights.Of(polytope.corner(foot.face, 0).point, polytope.corner(foot.face, 1).point,
                                       polytope.corner(foot.face, 2).point);
    EXPECT_LE(NormInfinity(point - Vec3{1, 0, 0}), 0x1p-50);
  }
}

}  // namespace
}  // namespace collision2d::solid::internal
