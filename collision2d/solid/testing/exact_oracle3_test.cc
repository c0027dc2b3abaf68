#include "collision2d/solid/testing/exact_oracle3.h"

#include <gmpxx.h>

#include <array>

#include "collision2d/geometry/vec2.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/testing/pair_generators3.h"
#include "collision2d/solid/testing/point_pair3.h"
#include "collision2d/solid/testing/random_pose3.h"
#include "collision2d/solid/testing/shape_generators3.h"
#include "collision2d/testing/exact_oracle.h"
#include "collision2d/testing/test.h"

namespace collision2d::solid {
namespace {

constexpr ExactRelation kDisjoint = ExactRelation::kDisjoint;
constexpr ExactRelation kTouching = ExactRelation::kTouching;
constexpr ExactRelation kOverlapping = ExactRelation::kOverlapping;

struct Case {
  const char* name;
  std::vector<Vec3> a;
  std::vector<Vec3> b;
  ExactRelation relation;
  mpq_class distance_sq;
  mpq_class depth_sq;
};

TEST(ExactOracle3, KnownPairsInBothOrders) {
  const std::vector<Vec3> cube = BoxPoints({1, 1, 1});
  const std::vector<Vec3> corner = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 4}};
  const std::vector<Vec3> triangle = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
  const std::vector<Case> cases = {
      {"points", {{0, 0, 0}}, {{2, 3, 6}}, kDisjoint, 49, 0},
      {"the same point", {{2, 3, 6}}, {{2, 3, 6}}, kTouching, 0, 0},
      {"the same origin", {{0, 0, 0}}, {{0, 0, 0}}, kTouching, 0, 0},
      {"point in segment", {{0, 0, 0}, {4, 2, 2}}, {{2, 1, 1}}, kTouching, 0, 0},
      {"point beside segment", {{0, 0, 0}, {2, 1, 0}}, {{1, 1, 0}}, kDisjoint, mpq_class(1, 5), 0},
      {"crossing segments", {{0, 0, 0}, {4, 0, 0}}, {{1, -1, 0}, {1, 3, 0}}, kTouching, 0, 0},
      {"skew segments", {{0, 0, 0}, {4, 0, 0}}, {{1, -1, 2}, {1, 3, 2}}, kDisjoint, 4, 0},
      {"segments on a line, apart", {{0, 0, 0}, {1, 1, 1}}, {{3, 3, 3}, {2, 2, 2}}, kDisjoint, 3, 0},
      {"segments on a line, overlapping", {{0, 0, 0}, {2, 2, 2}}, {{3, 3, 3}, {1, 1, 1}}, kTouching, 0, 0},
      {"segment pierces triangle", triangle, {{1, 1, -1}, {1, 1, 3}}, kOverlapping, 0, 1},
      {"segment ends in triangle", triangle, {{1, 1, 0}, {1, 1, 3}}, kTouching, 0, 0},
      {"segment pierces an edge", triangle, {{2, 2, -1}, {2, 2, 1}}, kTouching, 0, 0},
      {"point in triangle", triangle, {{1, 1, 0}}, kTouching, 0, 0},
      {"point above triangle", triangle, {{1, 1, 3}}, kDisjoint, 9, 0},
      {"coplanar triangles", triangle, {{1, 1, 0}, {5, 1, 0}, {1, 5, 0}}, kTouching, 0, 0},
      {"point in tetrahedron", corner, {{1, 1, 1}}, kOverlapping, 0, mpq_class(1, 3)},
      {"point near a face of tetrahedron", corner, {{1, 1, 0.25}}, kOverlapping, 0, mpq_class(1, 16)},
      {"point on skew face", corner, {{1, 1, 2}}, kTouching, 0, 0},
      {"point off skew face", corner, {{2, 2, 2}}, kDisjoint, mpq_class(4, 3), 0},
      {"tetrahedra vertex to face", corner, {{1, 1, 0}, {1, 1, -2}, {3, 1, -1}, {1, 3, -1}}, kTouching, 0, 0},
      {"cube and itself", cube, cube, kOverlapping, 0, 4},
      {"cubes face to face", cube, Posed(cube, {{2, 0.5, 0.5}, {}}), kTouching, 0, 0},
      {"cubes edge to edge", cube, Posed(cube, {{2, 2, 0.5}, {}}), kTouching, 0, 0},
      {"cubes corner to corner", cube, Posed(cube, {{2, 2, 2}, {}}), kTouching, 0, 0},
      {"cubes apart across a corner", cube, Posed(cube, {{3, 4, 4}, {}}), kDisjoint, 9, 0},
      {"cubes edges crossing at a distance",
       {{-1, 0, 0}, {1, 0, 0}, {0, -1, -1}, {0, 1, -1}},
       {{0, -1, 0.5}, {0, 1, 0.5}, {-1, 0, 2}, {1, 0, 2}},
       kDisjoint,
       mpq_class(1, 4),
       0},
      {"repeated and coplanar points",
       {{0, 0, 0}, {0, 0, 0}, {2, 0, 0}, {1, 0, 0}, {0, 2, 0}},
       {{1, 0, 1}},
       kDisjoint,
       1,
       0},
  };
  ExactOracle3 oracle;
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    for (const bool swapped : {false, true}) {
      oracle.SetPair(swapped ? c.b : c.a, swapped ? c.a : c.b);
      EXPECT_EQ(oracle.relation(), c.relation);
      EXPECT_EQ(oracle.DistanceSquared(), c.distance_sq);
      EXPECT_EQ(oracle.DepthSquared(), c.depth_sq);
    }
  }
}

TEST(ExactOracle3, OneUlpDecidesTouching) {
  const std::vector<Vec3> corner = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  ExactOracle3 oracle;
  oracle.SetPair(corner, std::vector<Vec3>{{0.25, 0.25, 0.5}});
  EXPECT_EQ(oracle.relation(), kTouching);
  oracle.SetPair(corner, std::vector<Vec3>{{0.25, 0.25, std::nextafter(0.5, 1.0)}});
  EXPECT_EQ(oracle.relation(), kDisjoint);
  EXPECT_EQ(oracle.DistanceSquared(), mpq_class(0x1p-106) / 3);
  oracle.SetPair(corner, std::vector<Vec3>{{0.25, 0.25, std::nextafter(0.5, 0.0)}});
  EXPECT_EQ(oracle.relation(), kOverlapping);
  EXPECT_EQ(oracle.DepthSquared(), mpq_class(0x1p-108) / 3);
}

TEST(ExactOracle3, HoldsTheWholeRangeOfDoubles) {
  const double huge = std::numeric_limits<double>::max();
  const double tiny = std::numeric_limits<double>::denorm_min();
  const std::vector<Vec3> triangle = {{-huge, -huge, 0}, {huge, -huge, 0}, {0, huge, 0}};
  ExactOracle3 oracle;
  oracle.SetPair(triangle, std::vector<Vec3>{{0, 0, tiny}, {0, 0, huge}});
  EXPECT_EQ(oracle.relation(), kDisjoint);
  EXPECT_EQ(oracle.DistanceSquared(), mpq_class(tiny) * mpq_class(tiny));
  EXPECT_EQ(oracle.SignedDistance(), tiny);
  EXPECT_EQ(oracle.Direction().x, 0.0);
  EXPECT_GT(oracle.Direction().z, 0.0);
  oracle.SetPair(triangle, std::vector<Vec3>{{0, 0, -tiny}, {0, 0, huge}});
  EXPECT_EQ(oracle.relation(), kOverlapping);
  EXPECT_EQ(oracle.DepthSquared(), mpq_class(tiny) * mpq_class(tiny));
}

TEST(ExactOracle3, IsWithinDecidesAtTheBoundary) {
  ExactOracle3 oracle;
  oracle.SetPair(std::vector<Vec3>{{0, 0, 0}}, std::vector<Vec3>{{3, 4, 0}});
  EXPECT_TRUE(oracle.IsWithin(5.0, 0.0));
  EXPECT_FALSE(oracle.IsWithin(std::nextafter(5.0, 6.0), 0.0));
  EXPECT_TRUE(oracle.IsWithin(6.25, 0.25));
  EXPECT_FALSE(oracle.IsWithin(std::nextafter(6.25, 7.0), 0.25));
  EXPECT_TRUE(oracle.IsWithin(3.75, 0.25));
  EXPECT_FALSE(oracle.IsWithin(std::nextafter(3.75, 3.0), 0.25));
  EXPECT_FALSE(oracle.IsWithin(std::nan(""), 1e9));
  EXPECT_TRUE(oracle.IsWithin(-5.0, 2.0));
  EXPECT_FALSE(oracle.IsWithin(std::nextafter(-5.0, -6.0), 2.0));

  const std::vector<Vec3> cube = BoxPoints({0.5, 0.5, 0.5});
  oracle.SetPair(cube, cube);
  EXPECT_TRUE(oracle.IsWithin(-1.0, 0.0));
  EXPECT_FALSE(oracle.IsWithin(1.0, 0.0));
  EXPECT_TRUE(oracle.IsWithinAbsolute(-1.25, 0.25));
  EXPECT_FALSE(oracle.IsWithinAbsolute(std::nextafter(-1.25, -2.0), 0.25));
  EXPECT_TRUE(oracle.IsWithinAbsolute(0.5, 1.5));
  EXPECT_FALSE(oracle.IsWithinAbsolute(std::nextafter(0.5, 1.0), 1.5));
  EXPECT_EQ(oracle.SizeSquared(), 3);
}

TEST(SquareRoot, IsWithinOneUlp) {
  Random random(TestSeed());
  for (int i = 0; i < 2000; ++i) {
    const double root = std::ldexp(random.Uniform(1.0, 2.0), random.Integer(-500, 500));
    EXPECT_EQ(SquareRoot(mpq_class(root) * mpq_class(root)), root);
    const mpq_class square = mpq_class(root) / random.Integer(1, 1000);
    const double computed = SquareRoot(square);
    const mpq_class below(std::nextafter(computed, 0.0));
    const mpq_class above(std::nextafter(computed, HUGE_VAL));
    EXPECT_TRUE(below * below < square && square < above * above) << root;
  }
  EXPECT_EQ(SquareRoot(0), 0.0);
}

// The answers for boxes along the axes, from their intervals.
TEST(ExactOracle3, BoxesByIntervals) {
  Random random(TestSeed());
  ExactOracle3 oracle;
  int counts[3] = {};
  for (int k = 0; k < 2000; ++k) {
    const Vec3 half_a = Vec3{4, 4, 4} + LatticeVector(3, &random);
    const Vec3 half_b = Vec3{4, 4, 4} + LatticeVector(3, &random);
    const Vec3 centre = LatticeVector(10, &random);
    const auto gap = [](double c, double ha, double hb) { return static_cast<int>(std::abs(c) - ha - hb); };
    const std::array<int, 3> gaps = {gap(centre.x, half_a.x, half_b.x), gap(centre.y, half_a.y, half_b.y),
                                     gap(centre.z, half_a.z, half_b.z)};
    const int widest = *std::max_element(gaps.begin(), gaps.end());
    int distance_sq = 0;
    for (const int g : gaps) distance_sq += g > 0 ? g * g : 0;
    oracle.SetPair(BoxPoints(half_a), Posed(BoxPoints(half_b), {centre, {}}));
    const ExactRelation expected = widest > 0 ? kDisjoint : widest == 0 ? kTouching : kOverlapping;
    EXPECT_EQ(oracle.relation(), expected);
    EXPECT_EQ(oracle.DistanceSquared(), distance_sq);
    EXPECT_EQ(oracle.DepthSquared(), widest < 0 ? widest * widest : 0);
    ++counts[static_cast<int>(expected)];
  }
  for (const int count : counts) EXPECT_GT(count, 100);
}

std::vector<Vec3> Lifted(const std::vector<Vec2>& polygon, double z) {
  std::vector<Vec3> points;
  for (const Vec2 p : polygon) points.push_back({p.x, p.y, z});
  return points;
}

std::vector<Vec3> Prism(const std::vector<Vec2>& polygon, double z_min, double z_max) {
  std::vector<Vec3> points = Lifted(polygon, z_min);
  const std::vector<Vec3> top = Lifted(polygon, z_max);
  points.insert(points.end(), top.begin(), top.end());
  return points;
}

// Against the 2D oracle, which decides by the edges of the CSO: flat shapes in one plane, in
// parallel planes, and prisms.
TEST(ExactOracle3, FlatShapesAndPrismsAsIn2D) {
  Random random(TestSeed());
  ExactOracle flat_oracle;
  ExactOracle3 oracle;
  int counts[3] = {};
  for (int k = 0; k < 2000; ++k) {
    std::vector<Vec2> a;
    std::vector<Vec2> b;
    for (const Vec3& p : LatticePoints(random.Integer(1, 6), 4, &random)) a.push_back({p.x, p.y});
    for (const Vec3& p : LatticePoints(random.Integer(1, 6), 4, &random)) b.push_back({p.x + p.z, p.y + 2.0});
    flat_oracle.SetPair(a, b);
    ++counts[static_cast<int>(flat_oracle.relation())];
    const Pose3 turn{LatticeVector(5, &random), RightAngleRotation(random.Index(24))};

    oracle.SetPair(Posed(Lifted(a, 1.0), turn), Posed(Lifted(b, 1.0), turn));
    EXPECT_EQ(oracle.relation(), flat_oracle.relation() == kDisjoint ? kDisjoint : kTouching);
    EXPECT_EQ(oracle.DistanceSquared(), flat_oracle.DistanceSquared());

    oracle.SetPair(Posed(Lifted(a, 1.0), turn), Posed(Lifted(b, 3.0), turn));
    EXPECT_EQ(oracle.relation(), kDisjoint);
    EXPECT_EQ(oracle.DistanceSquared(), flat_oracle.DistanceSquared() + 4);

    oracle.SetPair(Posed(Prism(a, 0.0, 4.0), turn), Posed(Prism(b, 2.5, 6.0), turn));
    EXPECT_EQ(oracle.relation(), flat_oracle.relation());
    EXPECT_EQ(oracle.DistanceSquared(), flat_oracle.DistanceSquared());
    EXPECT_EQ(oracle.DepthSquared(), std::min(flat_oracle.DepthSquared(), mpq_class(9, 4)));
  }
  for (const int count : counts) EXPECT_GT(count, 50);
}

// Two ways to the relation, and symmetry of all answers.
TEST(ExactOracle3, RelationAgreesWithFacetsOnEveryFamily) {
  Random random(TestSeed());
  ExactOracle3 oracle;
  int counts[3] = {};
  const int64_t pairs = TestCaseCount(4000);
  for (int64_t k = 0; k < pairs; ++k) {
    const auto family = static_cast<PairFamily3>(k % kPairFamily3Count);
    const PointPair3 pair = RandomPair3(family, 14, &random);
    oracle.SetPair(pair.a, pair.b);
    const ExactRelation relation = oracle.relation();
    const mpq_class distance_sq = oracle.DistanceSquared();
    EXPECT_EQ(relation == kDisjoint, distance_sq > 0);
    EXPECT_EQ(relation == kOverlapping, oracle.DepthSquared() > 0);
    EXPECT_TRUE(oracle.IsWithin(oracle.SignedDistance(), 0x1p-52)) << Name(family);
    const bool flat = ExactHullTriangles(pair.a).empty() && ExactHullTriangles(pair.b).empty();
    if (!flat) {
      EXPECT_EQ(oracle.RelationByFacets(), relation) << Name(family) << " of seed " << TestSeed();
    }
    oracle.SetPair(pair.b, pair.a);
    EXPECT_EQ(oracle.relation(), relation);
    EXPECT_EQ(oracle.DistanceSquared(), distance_sq);
    ++counts[static_cast<int>(relation)];
  }
  for (const int count : counts) EXPECT_GT(count, pairs / 12);
}

}  // namespace
}  // namespace collision2d::solid
