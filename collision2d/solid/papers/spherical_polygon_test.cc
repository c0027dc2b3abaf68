#include "collision2d/solid/papers/spherical_polygon.h"

#include <array>

#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/cso3.h"
#include "collision2d/testing/test.h"

namespace collision2d::solid::internal {
namespace {

using Clipped = SphericalPolygon::Clipped;

Clipped Clip(SphericalPolygon* polygon, const Vec3& p, double error_m = 0.0) {
  return polygon->Clip({p, {}, {}}, error_m);
}

Vec3 RandomPoint(Random* random) {
  const double x = random->Uniform(-1.0, 1.0);
  const double y = random->Uniform(-1.0, 1.0);
  const double z = random->Uniform(-1.0, 1.0);
  return {x, y, z};
}

TEST(SphericalPolygonTest, OctantByThreeAxes) {
  SphericalPolygon polygon;
  EXPECT_EQ(polygon.size(), 0);
  EXPECT_EQ(Clip(&polygon, {1.0, 0.0, 0.0}), Clipped::kSmaller);
  EXPECT_EQ(polygon.Center(), (Vec3{-1.0, 0.0, 0.0}));
  EXPECT_EQ(Clip(&polygon, {0.0, 2.0, 0.0}), Clipped::kSmaller);
  EXPECT_EQ(polygon.Center(), (Vec3{-2.0, -2.0, 0.0}));
  EXPECT_EQ(Clip(&polygon, {0.0, 0.0, 3.0}), Clipped::kSmaller);
  EXPECT_EQ(polygon.size(), 3);
  EXPECT_EQ(polygon.Center(), (Vec3{-1.0, -1.0, -1.0}));
  // A corner off, which makes a quadrilateral; then nothing; then everything.
  EXPECT_EQ(Clip(&polygon, {-3.0, 1.0, 1.0}), Clipped::kSmaller);
  EXPECT_EQ(polygon.size(), 4);
  EXPECT_EQ(Clip(&polygon, {1.0, 2.0, 3.0}), Clipped::kUnchanged);
  EXPECT_EQ(polygon.num_points(), 4);
  EXPECT_FALSE(polygon.was_uncertain());
  EXPECT_EQ(Clip(&polygon, {-1.0, -1.0, -1.0}), Clipped::kEmpty);
}

TEST(SphericalPolygonTest, ParallelAndCoplanarPointsTellNothing) {
  SphericalPolygon polygon;
  Clip(&polygon, {1.0, 0.0, 0.0});
  EXPECT_EQ(Clip(&polygon, {-1.0, 0.0, 0.0}), Clipped::kUnchanged);
  EXPECT_EQ(polygon.size(), 1);
  const Vec3 tilted = polygon.Tilted(0);
  EXPECT_LT(tilted.x, 0.0);
  EXPECT_GT(NormSquared(Cross(tilted, {1.0, 0.0, 0.0})), 0.1);
  EXPECT_EQ(Clip(&polygon, {0.0, 1.0, 0.0}), Clipped::kSmaller);
  EXPECT_EQ(Clip(&polygon, {-3.0, -2.0, 0.0}), Clipped::kUnchanged);
  EXPECT_EQ(polygon.size(), 2);
  EXPECT_GT(polygon.Tilted(0).z * polygon.Tilted(1).z, -1.0);
  EXPECT_LT(polygon.Tilted(0).z * polygon.Tilted(1).z, 0.0);
}

TEST(SphericalPolygonTest, AnErrorKeepsACorner) {
  SphericalPolygon polygon;
  Clip(&polygon, {1.0, 0.0, 0.0});
  Clip(&polygon, {0.0, 1.0, 0.0});
  Clip(&polygon, {0.0, 0.0, 1.0});
  EXPECT_EQ(Clip(&polygon, {-0.5, 1.0, 1.0}, 1.0), Clipped::kUnchanged);
  EXPECT_FALSE(polygon.was_uncertain());
  EXPECT_EQ(Clip(&polygon, {-0.5, 1.0, 1.0}, 0.1), Clipped::kSmaller);
  EXPECT_FALSE(polygon.was_uncertain());
  // Takes a corner away, and goes through another.
  SphericalPolygon octant;
  Clip(&octant, {1.0, 0.0, 0.0});
  Clip(&octant, {0.0, 1.0, 0.0});
  Clip(&octant, {0.0, 0.0, 1.0});
  EXPECT_EQ(Clip(&octant, {-1.0, 1.0, 0.0}), Clipped::kSmaller);
  EXPECT_TRUE(octant.was_uncertain());
}

TEST(SphericalPolygonTest, LengthsOfAnySize) {
  for (const double scale : {0x1p-1000, 0x1p-400, 0x1p-100, 1.0, 0x1p27}) {
    SphericalPolygon polygon;
    bool certain = true;
    for (const Vec3& p : {Vec3{1.0, 0.1, 0.0}, Vec3{0.0, 2.0, 0.3}, Vec3{0.2, 0.0, 3.0}}) {
      certain = certain && Clip(&polygon, scale * p) == Clipped::kSmaller;
    }
    const Clipped last = Clip(&polygon, scale * Vec3{-1.0, -1.0, -1.0});
    // Where products underflow, nothing may be claimed.
    if (scale < 0x1p-450) {
      EXPECT_NE(last, Clipped::kEmpty);
    } else {
      EXPECT_TRUE(certain);
      EXPECT_EQ(last, Clipped::kEmpty);
    }
  }
}

// Random half-spaces: the centre is inside all; what is cut off is outside; empty only if a
// tetrahedron contains the origin.
TEST(SphericalPolygonTest, RandomHalfSpaces) {
  Random random(TestSeed());
  int empties = 0;
  int most_edges = 0;
  for (int i = 0; i < 20000; ++i) {
    SphericalPolygon polygon;
    std::vector<Vec3> points;
    const Vec3 up = RandomPoint(&random);
    Clipped clipped = Clipped::kSmaller;
    for (int k = 0; k < 12 && clipped != Clipped::kEmpty; ++k) {
      Vec3 p = RandomPoint(&random);
      // About half of the cases stay on one side, and are never empty.
      if (i % 2 == 0 && Dot(p, up) < 0.0) p = -p;
      points.push_back(p);
      clipped = Clip(&polygon, p);
      if (clipped == Clipped::kEmpty) break;
      const Vec3 center = polygon.Center();
      for (const Vec3& q : points) ASSERT_LT(Dot(center, q), 0.0);
      most_edges = std::max(most_edges, polygon.size());
    }
    if (clipped != Clipped::kEmpty) continue;
    ++empties;
    ASSERT_EQ(i % 2, 1);
    std::array<int, 3> index{};
    ASSERT_TRUE(polygon.FindEnclosing({points.back(), {}, {}}, 0.0, &index));
  }
  EXPECT_GT(empties, 6000);
  EXPECT_GE(most_edges, 6);
}

TEST(SphericalPolygonTest, ManyEdges) {
  SphericalPolygon polygon;
  constexpr int kEdges = 100;
  for (int i = 0; i < kEdges; ++i) {
    // Strides of 37 steps around a cone: every point is an edge.
    const double angle = 2.0 * 3.14159265358979 * ((37 * i) % kEdges) / kEdges;
    ASSERT_EQ(Clip(&polygon, {std::cos(angle), std::sin(angle), 0.5}), Clipped::kSmaller) << i;
  }
  EXPECT_EQ(polygon.size(), kEdges);
  const Vec3 center = Normalized(polygon.Center());
  EXPECT_NEAR(center.z, -1.0, 1e-3);
}

}  // namespace
}  // namespace collision2d::solid::internal
