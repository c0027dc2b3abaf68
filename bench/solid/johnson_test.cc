#include "bench/solid/johnson.h"

#include <algorithm>
#include <cmath>

#include "bench/solid/johnson_subdistance.h"
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

}  // namespace
}  // namespace collision2d::bench
