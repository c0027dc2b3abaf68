// The baselines that go through lists of planes, held against each other.

#include <array>
#include <cstdint>
#include <vector>

#include "bench/solid/box_sat.h"
#include "bench/solid/generic_planes.h"
#include "bench/solid/hull_facets.h"
#include "bench/solid/tetrahedron_sat.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"

namespace collision2d::bench {
namespace {

using solid::Pose3;
using solid::Vec3;

Vec3 RandomVec(Random* random, double low, double high) {
  Vec3 v;
  v.x = random->Uniform(low, high);
  v.y = random->Uniform(low, high);
  v.z = random->Uniform(low, high);
  return v;
}

HullFacets BoxFacets(const Vec3& half) {
  std::vector<Vec3> vertices;
  for (int i = 0; i < 8; ++i) {
    vertices.push_back({i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z});
  }
  const std::vector<std::array<int, 3>> triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                                                     {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  return MakeHullFacets(vertices, triangles);
}

HullFacets TetrahedronFacets(const Vec3 (&v)[4]) {
  const bool turned = Dot(v[3] - v[0], Cross(v[1] - v[0], v[2] - v[0])) > 0.0;
  std::vector<std::array<int, 3>> triangles = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
  if (turned) {
    for (std::array<int, 3>& t : triangles) t = {t[0], t[2], t[1]};
  }
  return MakeHullFacets(v, triangles);
}

TEST(SeparatingPlanes, FacetsOfABoxAreSixAndEdgesTwelve) {
  const HullFacets box = BoxFacets({1.0, 2.0, 3.0});
  EXPECT_EQ(box.facets.size(), 6u);
  EXPECT_EQ(box.edges.size(), 12u);
  for (const HullFacets::Edge& edge : box.edges) {
    const Vec3 along = box.vertices[static_cast<size_t>(edge.to)] - box.vertices[static_cast<size_t>(edge.from)];
    const Vec3& left = box.facets[static_cast<size_t>(edge.left)].normal;
    const Vec3& right = box.facets[static_cast<size_t>(edge.right)].normal;
    EXPECT_GT(Dot(Cross(left, right), along), 0.0);
  }
}

// Random pairs are not near contact, so that all of them are right in spite of rounding.
TEST(SeparatingPlanes, GenericAgreesWithTheSatOfBoxes) {
  Random random(TestSeed());
  int hits = 0;
  int64_t axes = 0;
  int64_t planes = 0;
  constexpr int kPairs = 20000;
  for (int i = 0; i < kPairs; ++i) {
    const Vec3 half_a = RandomVec(&random, 0.2, 1.0);
    const Vec3 half_b = RandomVec(&random, 0.2, 1.0);
    const double yaw = random.Angle();
    const double pitch = random.Angle();
    const double roll = random.Angle();
    const Pose3 a_from_b = Pose3::FromYawPitchRoll(RandomVec(&random, -1.4, 1.4), yaw, pitch, roll);
    HullFacets b;
    PoseFacets(BoxFacets(half_b), a_from_b, &b);
    const bool collides = BoxSatCollides(half_a, half_b, a_from_b, &axes);
    ASSERT_EQ(GenericCollides(BoxFacets(half_a), b, &planes), collides) << i;
    hits += collides;
  }
  EXPECT_GT(hits, kPairs * 3 / 10);
  EXPECT_LT(hits, kPairs * 7 / 10);
  EXPECT_GT(axes, 15 * hits);
  EXPECT_LE(axes, 15 * kPairs);
}

TEST(SeparatingPlanes, GenericAgreesWithTheSatOfTetrahedra) {
  Random random(TestSeed());
  int hits = 0;
  int64_t axes = 0;
  int64_t planes = 0;
  constexpr int kPairs = 20000;
  for (int i = 0; i < kPairs; ++i) {
    Vec3 a[4];
    Vec3 b[4];
    const Vec3 offset = {random.Uniform(0.0, 1.2), 0.0, 0.0};
    for (Vec3& p : a) p = RandomVec(&random, -1.0, 1.0);
    for (Vec3& p : b) p = RandomVec(&random, -1.0, 1.0) + offset;
    const bool collides = TetrahedronSatCollides(a, b, &axes);
    ASSERT_EQ(GenericCollides(TetrahedronFacets(a), TetrahedronFacets(b), &planes), collides) << i;
    hits += collides;
  }
  EXPECT_GT(hits, kPairs * 3 / 10);
  EXPECT_LT(hits, kPairs * 7 / 10);
  EXPECT_GT(axes, 44 * hits);
}

TEST(SeparatingPlanes, TouchingIsACollision) {
  const Vec3 half = {0.5, 0.5, 0.5};
  const Pose3 beside = {{1.0, 0.25, 0.0}, {}};
  int64_t count = 0;
  HullFacets b;
  PoseFacets(BoxFacets(half), beside, &b);
  EXPECT_TRUE(BoxSatCollides(half, half, beside, &count));
  EXPECT_TRUE(GenericCollides(BoxFacets(half), b, &count));
}

}  // namespace
}  // namespace collision2d::bench
