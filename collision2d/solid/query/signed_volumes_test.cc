#include "collision2d/solid/query/signed_volumes.h"

#include <gmpxx.h>

#include "absl/strings/str_cat.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/query/simplex_step.h"
#include "collision2d/testing/test.h"

namespace collision2d::solid {
namespace {

struct Exact {
  mpq_class x, y, z;
};

Exact operator-(const Exact& a, const Exact& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
mpq_class DotOf(const Exact& a, const Exact& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

// The square of the distance of the affine hull of the points from the origin, if its foot is
// inside their hull: by the normal equations, solved by elimination in rational numbers. Otherwise,
// or if the points are dependent, -1.
mpq_class FootDistanceSquared(const std::vector<Exact>& points) {
  const size_t n = points.size() - 1;
  std::vector<Exact> edge;
  for (size_t i = 1; i <= n; ++i) edge.push_back(points[i] - points[0]);
  std::vector<std::vector<mpq_class>> m(n, std::vector<mpq_class>(n + 1));
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = 0; j < n; ++j) m[i][j] = DotOf(edge[i], edge[j]);
    m[i][n] = -DotOf(edge[i], points[0]);
  }
  for (size_t i = 0; i < n; ++i) {
    // A Gram matrix needs no pivoting; a zero pivot means dependent edges.
    if (m[i][i] == 0) return -1;
    for (size_t k = 0; k < n; ++k) {
      if (k == i) continue;
      const mpq_class factor = m[k][i] / m[i][i];
      for (size_t j = i; j <= n; ++j) m[k][j] -= factor * m[i][j];
    }
  }
  Exact foot = points[0];
  mpq_class rest = 1;
  for (size_t i = 0; i < n; ++i) {
    const mpq_class weight = m[i][n] / m[i][i];
    if (weight < 0) return -1;
    rest -= weight;
    foot = {foot.x + weight * edge[i].x, foot.y + weight * edge[i].y, foot.z + weight * edge[i].z};
  }
  if (rest < 0) return -1;
  return DotOf(foot, foot);
}

// The distance of a simplex from the origin: the least over all of its parts, in rational numbers;
// then rounded.
double ExactDistance(const std::vector<Vec3>& simplex) {
  mpq_class least = -1;
  for (unsigned part = 1; part < 1u << simplex.size(); ++part) {
    std::vector<Exact> points;
    for (size_t i = 0; i < simplex.size(); ++i) {
      if ((part >> i & 1u) != 0) points.push_back({simplex[i].x, simplex[i].y, simplex[i].z});
    }
    const mpq_class square = FootDistanceSquared(points);
    if (square >= 0 && (least < 0 || square < least)) least = square;
  }
  return mpf_class(sqrt(mpf_class(least, 3000))).get_d();
}

Vec3 RandomVec(Random* random) {
  const double x = random->Uniform(-1.0, 1.0);
  const double y = random->Uniform(-1.0, 1.0);
  const double z = random->Uniform(-1.0, 1.0);
  return {x, y, z};
}

double Magnitude(const std::vector<Vec3>& simplex) {
  double magnitude = 0.0;
  for (const Vec3& p : simplex) magnitude = std::max(magnitude, NormInfinity(p));
  return magnitude;
}

enum Family { kPlain, kLattice, kFar, kNeedle, kFlat, kRepeated, kTinyPart, kFamilies };

std::vector<Vec3> RandomSimplex(int family, int size, Random* random) {
  std::vector<Vec3> simplex;
  const Vec3 far = random->LogUniform(1.0, 1e6) * RandomVec(random);
  const Vec3 axis = RandomVec(random);
  const Vec3 other = RandomVec(random);
  const double thin = random->LogUniform(1e-18, 1e-2);
  const Vec3 middle = random->Chance(0.5) ? Vec3{} : random->LogUniform(1e-15, 1.0) * RandomVec(random);
  for (int i = 0; i < size; ++i) {
    const double along = random->Uniform(-1.0, 1.0);
    const double across = random->Uniform(-1.0, 1.0);
    Vec3 p = RandomVec(random);
    if (family == kLattice) {
      p = {static_cast<double>(random->Integer(-2, 2)), static_cast<double>(random->Integer(-2, 2)),
           static_cast<double>(random->Integer(-2, 2))};
    }
    if (family == kFar) p = p + far;
    if (family == kNeedle) p = middle + along * axis + thin * p;
    if (family == kFlat) p = middle + along * axis + across * other + thin * p;
    if (family == kRepeated && i > 0 && random->Chance(0.4)) p = simplex[static_cast<size_t>(random->Index(i))];
    if (family == kTinyPart && random->Chance(0.5)) p = thin * p;
    simplex.push_back(p);
  }
  return simplex;
}

class SignedVolumesFamilyTest : public testing::TestWithParam<int> {};

// Against all sub-simplices, in rational numbers; scaled from 2^-300 to 2^300.
TEST_P(SignedVolumesFamilyTest, NearestPointOfAnySimplex) {
  Random random(TestSeed() + static_cast<uint64_t>(GetParam()));
  for (int64_t i = 0; i < TestCaseCount(3000); ++i) {
    std::vector<Vec3> simplex = RandomSimplex(GetParam(), 1 + random.Index(4), &random);
    const double exact = ExactDistance(simplex);
    const double bound = kNearestRelativeError * Magnitude(simplex);
    const double scale = std::ldexp(1.0, random.Integer(-300, 300));
    for (Vec3& p : simplex) p = scale * p;
    const NearestOnSimplex3 nearest = NearestOnSimplex(simplex);
    SCOPED_TRACE(absl::StrCat("case ", i, " size ", simplex.size(), " exact ", exact));
    ASSERT_NE(nearest.part, 0u);
    ASSERT_LE(std::abs(nearest.distance / scale - exact), bound);
    ASSERT_LE(std::abs(Norm(nearest.point) / scale - exact), bound);
    double sum = 0.0;
    for (size_t k = 0; k < 4; ++k) {
      ASSERT_GE(nearest.weight[k], 0.0);
      ASSERT_EQ(nearest.weight[k] > 0.0 || (nearest.part >> k & 1u) != 0, (nearest.part >> k & 1u) != 0);
      sum += nearest.weight[k];
    }
    ASSERT_NEAR(sum, 1.0, 0x1p-48);
  }
}

// The steps of the loop: the newest vertex is beyond the older ones towards the origin, as in GJK.
TEST_P(SignedVolumesFamilyTest, NearestPartWithTheNewestVertex) {
  Random random(TestSeed() + 100 + static_cast<uint64_t>(GetParam()));
  int64_t checked = 0;
  for (int64_t i = 0; i < TestCaseCount(6000); ++i) {
    std::vector<Vec3> simplex = RandomSimplex(GetParam(), 2 + random.Index(3), &random);
    const Vec3 newest = simplex.back();
    simplex.pop_back();
    const NearestOnSimplex3 older = NearestOnSimplex(simplex);
    const double magnitude = Magnitude(simplex);
    // The older ones are what the last step has left: all of them hold the nearest point.
    if (older.part != (1u << simplex.size()) - 1 || simplex.size() == 4) continue;
    if (!(Dot(older.point, older.point - newest) > 1e-3 * older.distance * magnitude)) continue;
    ++checked;
    internal::SimplexStep step;
    bool inside = false;
    // Parts of very different size.
    bool is_one_sided = GetParam() == kTinyPart && simplex.size() >= 2;
    if (simplex.size() == 1) step = internal::StepInSegment(simplex[0], newest);
    if (simplex.size() == 2) step = internal::StepInTriangle(simplex[0], simplex[1], newest);
    if (simplex.size() == 3) {
      const internal::StepInTetrahedron tetrahedron(simplex[0], simplex[1], simplex[2], newest);
      inside = tetrahedron.IsInside();
      const double size = std::max(magnitude, NormInfinity(newest));
      is_one_sided =
          is_one_sided || !(tetrahedron.volumes().whole > 4.0 * internal::kEnclosureRelativeError * size * size * size);
      step = tetrahedron.ToFaces();
      if (!inside && !(step.distance_sq < older.distance * older.distance)) step = tetrahedron.ToAllFaces();
    }
    simplex.push_back(newest);
    const double exact = ExactDistance(simplex);
    const double bound = 16.0 * kNearestRelativeError * Magnitude(simplex);
    SCOPED_TRACE(absl::StrCat("case ", i, " size ", simplex.size(), " exact ", exact));
    // No step: the newest is not nearer beyond rounding. Where the step promises a point of the
    // simplex and no more, no distance is too small.
    const double distance = std::min(std::sqrt(step.distance_sq), older.distance);
    ASSERT_GE(distance, exact - bound);
    if (!is_one_sided) {
      ASSERT_NEAR(inside ? 0.0 : distance, exact, bound);
    }
  }
  EXPECT_GT(checked, TestCaseCount(6000) / 100);
}

INSTANTIATE_TEST_SUITE_P(Families, SignedVolumesFamilyTest, testing::Range(0, static_cast<int>(kFamilies)));

TEST(SignedVolumesTest, Regions) {
  const Vec3 a{1, 0, 1}, b{-1, 1, 1}, c{-1, -1, 1}, d{0, 0, 3};
  EXPECT_EQ(NearestOnSimplex(std::vector<Vec3>{a}).part, 1u);
  EXPECT_EQ(NearestOnSimplex(std::vector<Vec3>{b, c}).part, 3u);
  EXPECT_EQ(NearestOnSimplex(std::vector<Vec3>{a, b, c}).part, 7u);
  EXPECT_EQ(NearestOnSimplex(std::vector<Vec3>{a, b, c, d}).part, 7u);
  EXPECT_EQ(NearestOnSimplex(std::vector<Vec3>{d, a, b, c}).part, 14u);
  const NearestOnSimplex3 inside = NearestOnSimplex(std::vector<Vec3>{a, b, c, {0, 0, -1}});
  EXPECT_EQ(inside.part, 15u);
  EXPECT_EQ(inside.distance, 0.0);
  EXPECT_EQ(inside.weight[3], 0.5);
}

TEST(SignedVolumesTest, TheOriginItself) {
  EXPECT_EQ(NearestOnSimplex(std::vector<Vec3>{Vec3{}}).distance, 0.0);
  EXPECT_EQ(NearestOnSimplex(std::vector<Vec3>(4, Vec3{})).distance, 0.0);
  EXPECT_EQ(NearestOnSimplex(std::vector<Vec3>{{1, 2, 3}, {-1, -2, -3}}).distance, 0.0);
}

}  // namespace
}  // namespace collision2d::solid
