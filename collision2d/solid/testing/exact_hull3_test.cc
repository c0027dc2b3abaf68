#include "collision2d/solid/testing/exact_hull3.h"

#include <gmpxx.h>

#include <array>
#include <set>
#include <utility>
#include <vector>

#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/testing/double_bits.h"
#include "collision2d/solid/testing/integer_vec3.h"
#include "collision2d/solid/testing/shape_generators3.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"

namespace collision2d::solid {
namespace {

using MpzVec3 = IntegerVec3<mpz_class>;

TEST(ExactHull3, DimensionOfFlatSets) {
  EXPECT_EQ(ExactHull3({{1, 2, 3}, {1, 2, 3}}).dimension(), 0);
  EXPECT_EQ(ExactHull3({{1, 2, 3}, {1, 2, 3}, {3, 2, 1}, {-1, 2, 5}}).dimension(), 1);
  EXPECT_EQ(ExactHull3({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {1, 0, 0}, {0, 1, 1}}).dimension(), 2);
  const ExactHull3 tetrahedron({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  EXPECT_EQ(tetrahedron.dimension(), 3);
  EXPECT_EQ(tetrahedron.facets().size(), 4u);
}

// Lattices small enough that nearly all points are coplanar with others: convex, closed, no
// degenerate triangle, and all that Euler says of a sphere.
TEST(ExactHull3, IsAClosedConvexSurface) {
  Random random(TestSeed());
  int solid = 0;
  constexpr int kSets = 500;
  for (int k = 0; k < kSets; ++k) {
    const int reach = random.Integer(1, 3);
    const std::vector<MpzVec3> points = ScaledToIntegers(LatticePoints(random.Integer(4, 40), reach, &random), 0);
    const ExactHull3 hull(points);
    std::set<std::pair<int, int>> edges;
    std::set<int> vertices;
    for (const ExactHull3::Facet& f : hull.facets()) {
      const auto& [i, j, l] = f.vertices;
      vertices.insert({i, j, l});
      for (const std::pair<int, int>& edge : {std::pair(i, j), std::pair(j, l), std::pair(l, i)}) {
        EXPECT_TRUE(edges.insert(edge).second) << "set " << k << " of seed " << TestSeed();
      }
      EXPECT_FALSE(f.normal.IsZero());
      EXPECT_EQ(Dot(f.normal, points[i]), f.offset);
      EXPECT_TRUE(f.normal == Cross(points[j] - points[i], points[l] - points[i]));
      for (const MpzVec3& p : points) EXPECT_LE(Dot(f.normal, p), f.offset);
    }
    for (const auto& [u, v] : edges) EXPECT_EQ(edges.count({v, u}), 1u);
    if (hull.dimension() < 3) {
      EXPECT_TRUE(hull.facets().empty());
      continue;
    }
    EXPECT_EQ(vertices.size() - edges.size() / 2 + hull.facets().size(), 2u);
    ++solid;
  }
  EXPECT_GT(solid, kSets * 3 / 4);
}

// The volume of a hull of nearly coplanar points: by far below what a rounded sign would see.
TEST(ExactHull3, SeesOneUlp) {
  const std::vector<Vec3> points = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.25, 0.25, 0.5 + 0x1p-53}, {0.25, 0.25, 0.5}};
  EXPECT_EQ(ExactHullTriangles(points).size(), 4u);
  const std::vector<Vec3> flat(points.begin(), points.begin() + 3);
  EXPECT_TRUE(ExactHullTriangles(flat).empty());
}

TEST(DoubleBits, OfKnownNumbers) {
  const auto bits = [](double x) { return std::pair(BitsOf(x).begin, BitsOf(x).end); };
  EXPECT_EQ(bits(1.0), std::pair(0, 1));
  EXPECT_EQ(bits(-6.0), std::pair(1, 3));
  EXPECT_EQ(bits(0.375), std::pair(-3, -1));
  EXPECT_EQ(bits(0x1p-1074), std::pair(-1074, -1073));
  EXPECT_EQ(bits(0x1.fffffffffffffp1023), std::pair(971, 1024));
  EXPECT_TRUE(BitsOf(-0.0).IsEmpty());
}

}  // namespace
}  // namespace collision2d::solid
