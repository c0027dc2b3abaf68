#include "bench/peers/johnson.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "bench/peers/hull_facets.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"

namespace collision2d::bench {
namespace {

using solid::Vec3;

// Points in 80-bit arithmetic: the truth shares nothing with the cofactors.
struct LongVec {
  long double x;
  long double y;
  long double z;
};
LongVec Long(const Vec3& v) { return {v.x, v.y, v.z}; }
LongVec Minus(const LongVec& a, const LongVec& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
LongVec Along(const LongVec& a, long double t, const LongVec& d) {
  return {a.x + t * d.x, a.y + t * d.y, a.z + t * d.z};
}
long double Times(const LongVec& a, const LongVec& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
LongVec Crossed(const LongVec& a, const LongVec& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
long double Length(const LongVec& a) { return std::sqrt(Times(a, a)); }

long double SegmentDistance(const LongVec& a, const LongVec& b) {
  const LongVec d = Minus(b, a);
  const long double t = std::clamp(-Times(a, d) / Times(d, d), 0.0L, 1.0L);
  return Length(Along(a, t, d));
}

long double TriangleDistance(const LongVec& a, const LongVec& b, const LongVec& c) {
  const LongVec n = Crossed(Minus(b, a), Minus(c, a));
  // The origin is over the triangle if it is inside of all three edges.
  if (Times(Crossed(n, Minus(b, a)), a) <= 0.0L && Times(Crossed(n, Minus(c, b)), b) <= 0.0L &&
      Times(Crossed(n, Minus(a, c)), c) <= 0.0L) {
    return std::abs(Times(n, a)) / Length(n);
  }
  return std::min({SegmentDistance(a, b), SegmentDistance(b, c), SegmentDistance(c, a)});
}

long double TetrahedronDistance(const LongVec (&v)[4]) {
  bool inside = true;
  long double distance = INFINITY;
  for (int i = 0; i < 4; ++i) {
    const LongVec& a = v[(i + 1) % 4];
    const LongVec& b = v[(i + 2) % 4];
    const LongVec& c = v[(i + 3) % 4];
    const LongVec n = Crossed(Minus(b, a), Minus(c, a));
    // The origin and the fourth vertex on one side.
    if (Times(n, Minus(v[i], a)) * -Times(n, a) < 0.0L) inside = false;
    distance = std::min(distance, TriangleDistance(a, b, c));
  }
  return inside ? 0.0L : distance;
}

long double TrueDistance(const Vec3* v, int size) {
  if (size == 1) return Length(Long(v[0]));
  if (size == 2) return SegmentDistance(Long(v[0]), Long(v[1]));
  if (size == 3) return TriangleDistance(Long(v[0]), Long(v[1]), Long(v[2]));
  return TetrahedronDistance({Long(v[0]), Long(v[1]), Long(v[2]), Long(v[3])});
}

double DistanceOf(const NearestFace& face, const Vec3* vertices, int size) {
  Vec3 point;
  for (int i = 0; i < size; ++i) point = point + face.weight[i] * vertices[i];
  return Norm(point);
}

TEST(Johnson, TheBackupProcedureFindsTheNearestPointOfRandomSimplices) {
  Random random(TestSeed());
  for (int trial = 0; trial < 40000; ++trial) {
    const int size = 1 + trial % 4;
    Vec3 v[4];
    for (Vec3& p : v) {
      p.x = random.Uniform(-1.0, 1.0);
      p.y = random.Uniform(-1.0, 1.0);
      p.z = random.Uniform(-1.0, 1.0);
    }
    const NearestFace face = Backup(v, size);
    ASSERT_NE(face.vertices, 0u);
    // Cofactors lose digits with the square of the simplex's condition; random ones stay far above
    // this.
    ASSERT_NEAR(DistanceOf(face, v, size), static_cast<double>(TrueDistance(v, size)), 1e-6) << trial;
  }
}

// Random points do not come from GJK, so that the nearest face need not hold the newest vertex:
// Johnson's algorithm then finds nothing. What it finds is right.
TEST(Johnson, JohnsonsAlgorithmAgreesWhereItAnswers) {
  Random random(TestSeed());
  int answered = 0;
  int inside = 0;
  for (int trial = 0; trial < 40000; ++trial) {
    const int size = 1 + trial % 4;
    Vec3 v[4];
    for (Vec3& p : v) {
      p.x = random.Uniform(-1.0, 1.0);
      p.y = random.Uniform(-1.0, 1.0);
      p.z = random.Uniform(-0.7, 1.0);
    }
    const NearestFace face = Johnson(v, size);
    if (face.vertices == 0) continue;
    ++answered;
    if (face.vertices == 15u) ++inside;
    ASSERT_NE(face.vertices >> (size - 1) & 1u, 0u) << "not of the newest vertex";
    ASSERT_NEAR(DistanceOf(face, v, size), static_cast<double>(TrueDistance(v, size)), 1e-6) << trial;
  }
  EXPECT_GT(answered, 40000 * 3 / 10);
  EXPECT_GT(inside, 100);
}

TEST(Johnson, SubdistancesKeepTheNearestFaceAndCountTheirBackups) {
  JohnsonSubdistance<JohnsonMode::kJohnsonBackup> with_backup;
  JohnsonSubdistance<JohnsonMode::kJohnson> without;
  JohnsonSubdistance<JohnsonMode::kBackup> backup;
  const Vec3 first = {3.0, 1.0, 0.0};
  const Vec3 second = {3.0, -1.0, 0.0};
  for (int i = 0; i < 2; ++i) {
    with_backup.Clear();
    ASSERT_TRUE(with_backup.Add(first) && with_backup.Add(second));
    ASSERT_TRUE(backup.Add(i == 0 ? first : second));
  }
  EXPECT_EQ(with_backup.nearest(), (Vec3{3.0, 0.0, 0.0}));
  EXPECT_EQ(backup.nearest(), (Vec3{3.0, 0.0, 0.0}));
  EXPECT_EQ(with_backup.backups(), 0);
  EXPECT_EQ(backup.backups(), 2);
  // The newest vertex is farther: Johnson's search among its faces finds none.
  ASSERT_TRUE(without.Add({1.0, 0.0, 0.0}));
  EXPECT_FALSE(without.Add({2.0, 0.0, 0.0}));
  with_backup.Clear();
  ASSERT_TRUE(with_backup.Add({1.0, 0.0, 0.0}) && with_backup.Add({2.0, 0.0, 0.0}));
  EXPECT_EQ(with_backup.backups(), 1);
  EXPECT_EQ(with_backup.size(), 1);
  EXPECT_EQ(with_backup.nearest(), (Vec3{1.0, 0.0, 0.0}));
}

// The baselines that go through lists of planes, held against each other.

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
