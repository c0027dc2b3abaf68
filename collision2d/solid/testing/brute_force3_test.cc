#include "collision2d/solid/testing/brute_force3.h"

#include <gmpxx.h>

#include <array>
#include <set>

#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/testing/double_bits.h"
#include "collision2d/solid/testing/exact_hull3.h"
#include "collision2d/solid/testing/exact_oracle3.h"
#include "collision2d/solid/testing/integer_vec3.h"
#include "collision2d/solid/testing/random_pose3.h"
#include "collision2d/solid/testing/shape_generators3.h"
#include "collision2d/testing/exact_oracle.h"
#include "collision2d/testing/test.h"

namespace collision2d::solid {
namespace {

TEST(RawHull, IsClosedAndHasNoInnerPoints) {
  std::vector<Vec3> points = BoxPoints({1, 2, 3});
  points.push_back({0, 0, 0});
  points.push_back({1, 0, 0});
  const RawPolytope3 box = RawHull(points);
  EXPECT_EQ(box.vertices.size(), 8u);
  EXPECT_EQ(box.triangles.size(), 12u);
  EXPECT_EQ(box.edges.size(), 18u);
  const RawPolytope3 sphere = RawHull(PolygonalSphere(100));
  EXPECT_EQ(sphere.vertices.size(), 100u);
  EXPECT_EQ(sphere.triangles.size(), 196u);
  EXPECT_EQ(sphere.edges.size(), 294u);
}

TEST(RawHull, KeepsEveryPointOfAFlatHull) {
  const RawPolytope3 square = RawHull(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}});
  EXPECT_EQ(square.vertices.size(), 4u);
  EXPECT_EQ(square.edges.size(), 6u);
  EXPECT_EQ(square.triangles.size(), 8u);
  EXPECT_EQ(RawHull(std::vector<Vec3>{{1, 2, 3}}).edges.size(), 0u);
}

TEST(BruteForce3, KnownPairs) {
  const RawPolytope3 cube = RawHull(BoxPoints({1, 1, 1}));
  const auto moved = [](double x, double y, double z) { return RawHull(Posed(BoxPoints({1, 1, 1}), {{x, y, z}, {}})); };
  EXPECT_DOUBLE_EQ(BruteForceSignedDistance(cube, moved(3, 4, 4)), 3.0);
  EXPECT_DOUBLE_EQ(BruteForceSignedDistance(cube, moved(0, 0, 5)), 3.0);
  EXPECT_DOUBLE_EQ(BruteForceSignedDistance(cube, moved(0, 6, 5)), 5.0);
  EXPECT_DOUBLE_EQ(BruteForceSignedDistance(cube, moved(0, 0.5, 1.75)), -0.25);
  EXPECT_DOUBLE_EQ(BruteForceSignedDistance(cube, cube), -2.0);
  EXPECT_DOUBLE_EQ(BruteForceSignedDistance(cube, RawHull(std::vector<Vec3>{{3, 0, 0}})), 2.0);
  EXPECT_DOUBLE_EQ(BruteForceSignedDistance(cube, RawHull(std::vector<Vec3>{{0.75, 0, 0}})), -0.25);
  // The nearest points are inside of two crossing edges.
  const RawPolytope3 low = RawHull(std::vector<Vec3>{{-2, 0, 0}, {2, 0, 0}, {0, -1, -1}, {0, 1, -1}});
  const RawPolytope3 high = RawHull(std::vector<Vec3>{{0, -2, 0.5}, {0, 2, 0.5}, {-1, 0, 2}, {1, 0, 2}});
  EXPECT_DOUBLE_EQ(BruteForceSignedDistance(low, high), 0.5);
}

// Every kind of shape but the extremely thin, against the exact oracle; one of both has interior.
TEST(BruteForce3, AgreesWithTheExactOracle) {
  constexpr std::array<ShapeKind3, 9> kKinds = {
      ShapeKind3::kPoint,       ShapeKind3::kSegment,         ShapeKind3::kTriangle,
      ShapeKind3::kFlatPolygon, ShapeKind3::kTetrahedron,     ShapeKind3::kBox,
      ShapeKind3::kSphere,      ShapeKind3::kPolygonalSphere, ShapeKind3::kPrism};
  constexpr int kFlatKinds = 4;
  Random random(TestSeed());
  ExactOracle3 oracle;
  int colliding = 0;
  constexpr int kPairs = 2000;
  for (int k = 0; k < kPairs; ++k) {
    const std::vector<Vec3> a = RandomPoints3(kKinds[random.Integer(kFlatKinds, 8)], 12, &random);
    const std::vector<Vec3> at_origin = RandomPoints3(kKinds[random.Index(9)], 12, &random);
    const double distance_m = random.Uniform(0.0, 1.8);
    const std::vector<Vec3> b = Posed(at_origin, {distance_m * RandomUnitVector(&random), {}});
    oracle.SetPair(a, b);
    // Normals of such shapes are known to 10^-15 divided by the sine between two edges: rarely less
    // than 10^-4.
    EXPECT_NEAR(BruteForceSignedDistance(RawHull(a), RawHull(b)), oracle.SignedDistance(), 1e-10) << "pair " << k;
    colliding += oracle.relation() != ExactRelation::kDisjoint;
  }
  EXPECT_TRUE(colliding > kPairs * 3 / 10 && colliding < kPairs * 7 / 10) << colliding;
}

// Two flat shapes have a CSO with interior, if they are not in parallel planes.
TEST(BruteForce3, FlatShapesThatPierceEachOther) {
  Random random(TestSeed());
  ExactOracle3 oracle;
  int colliding = 0;
  constexpr int kPairs = 600;
  for (int k = 0; k < kPairs; ++k) {
    const ShapeKind3 kind = random.Chance(0.3) ? ShapeKind3::kSegment : ShapeKind3::kFlatPolygon;
    const Pose3 turn{{}, RandomRotation(&random)};
    const std::vector<Vec3> a = Posed(RandomPoints3(ShapeKind3::kFlatPolygon, 8, &random), turn);
    const std::vector<Vec3> at_origin = RandomPoints3(kind, 8, &random);
    const double distance_m = random.Uniform(0.0, 1.2);
    const std::vector<Vec3> b = Posed(at_origin, {distance_m * RandomUnitVector(&random), {}});
    oracle.SetPair(a, b);
    // A rotated polygon is flat but for rounding: its exact hull is a flake of slivers, whose
    // normals may be any.
    EXPECT_NEAR(BruteForceSignedDistance(FlatRawHull(a), FlatRawHull(b)), oracle.SignedDistance(), 1e-10)
        << "pair " << k;
    colliding += oracle.relation() != ExactRelation::kDisjoint;
  }
  EXPECT_TRUE(colliding > kPairs * 3 / 10 && colliding < kPairs * 7 / 10) << colliding;
}

// Spheres of many vertices: between those of the inscribed balls and of the circumscribed ones.
TEST(BruteForce3, LargeSpheres) {
  const std::vector<Vec3> points = PolygonalSphere(1000);
  const RawPolytope3 sphere = RawHull(points);
  for (const double distance_m : {3.0, 1.5}) {
    const double computed =
        BruteForceSignedDistance(sphere, RawHull(Posed(points, {distance_m * Normalized({1, 2, 3}), {}})));
    EXPECT_GE(computed, distance_m - 2.0 - 1e-12);
    EXPECT_LE(computed, distance_m - 2.0 + 0.02);
  }
}

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
