#include "collision2d/solid/papers/decision_sphere_search.h"

#include <array>
#include <cstdio>

#include "collision2d/query/query_context.h"
#include "collision2d/solid/geometry/determinant_sign.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/papers/sphere_search.h"
#include "collision2d/solid/query/exact_hulls.h"
#include "collision2d/solid/query/query_types3.h"
#include "collision2d/solid/shapes/support_mapping.h"
#include "collision2d/testing/test.h"

namespace collision2d::solid {
namespace {

// A hull of points whose support mapping is a scan.
struct Points {
  using Hint = NoHint;
  std::vector<Vec3> vertices;

  int num_vertices() const { return static_cast<int>(vertices.size()); }
  Vec3 vertex(int i) const { return vertices[static_cast<size_t>(i)]; }
  Vec3 Support(const Vec3& direction, Hint*) const {
    const Vec3* best = &vertices[0];
    for (const Vec3& v : vertices) {
      if (Dot(direction, v) > Dot(direction, *best)) best = &v;
    }
    return *best;
  }
  Vec3 Center() const {
    Vec3 sum;
    for (const Vec3& v : vertices) sum = sum + v;
    return 1.0 / static_cast<double>(vertices.size()) * sum;
  }
  double Magnitude() const {
    double magnitude = 0.0;
    for (const Vec3& v : vertices) magnitude = std::max(magnitude, NormInfinity(v));
    return magnitude;
  }
};

struct Ball {
  using Hint = NoHint;
  double radius;

  Vec3 Support(const Vec3& direction, Hint*) const { return radius * Normalized(direction); }
  Vec3 Center() const { return {}; }
  double Magnitude() const { return radius; }
};

Vec3 RandomDirection(Random* random) {
  while (true) {
    const double x = random->Uniform(-1.0, 1.0);
    const double y = random->Uniform(-1.0, 1.0);
    const double z = random->Uniform(-1.0, 1.0);
    const Vec3 v{x, y, z};
    if (NormSquared(v) < 1.0 && NormSquared(v) > 0.01) return Normalized(v);
  }
}

Mat3 RandomRotation(Random* random) {
  const Vec3 x = RandomDirection(random);
  const Vec3 y = Normalized(Cross(x, RandomDirection(random)));
  return {{x, y, Cross(x, y)}};
}

// As in Hornus 2017, section 6: points of the unit sphere, or a box of random sides.
Points RandomPolytope(Random* random, int count) {
  Points points;
  for (int i = 0; i < count; ++i) points.vertices.push_back(RandomDirection(random));
  return points;
}

Points RandomBox(Random* random) {
  const double x = random->Uniform(0.0, 1.0);
  const double y = random->Uniform(0.0, 1.0);
  const double z = random->Uniform(0.0, 1.0);
  Points box;
  for (int i = 0; i < 8; ++i) box.vertices.push_back({(i & 1) ? x : -x, (i & 2) ? y : -y, (i & 4) ? z : -z});
  return box;
}

Points RandomLatticePoints(Random* random, int count, int low, int high) {
  Points points;
  for (int i = 0; i < count; ++i) {
    const double x = random->Integer(low, high);
    const double y = random->Integer(low, high);
    const double z = random->Integer(low, high);
    points.vertices.push_back({x, y, z});
  }
  return points;
}

enum class Kind { kTetrahedra, kBoxes, kPolytopes };

const char* Name(Kind kind) {
  return kind == Kind::kTetrahedra ? "Tetrahedra" : kind == Kind::kBoxes ? "Boxes" : "Polytopes";
}

// The translation is uniform in [0, spread) along a random axis; the spreads make about half of the
// pairs collide.
double SpreadOf(Kind kind) { return kind == Kind::kTetrahedra ? 1.05 : kind == Kind::kBoxes ? 2.5 : 3.3; }

Points RandomShape(Random* random, Kind kind) {
  if (kind == Kind::kBoxes) return RandomBox(random);
  return RandomPolytope(random, kind == Kind::kTetrahedra ? 4 : 16);
}

// The origin is in the tetrahedron, for certain or within rounding: no vertex's determinant has the
// wrong sign.
bool HoldsOrigin(const SphereSearchSeed& seed) {
  if (seed.size != 4) return false;
  const auto sign = [&seed](int i, int j, int k) {
    const auto point = [&seed](int index) { return FromOrigin(seed.points[static_cast<size_t>(index)].point); };
    return DeterminantSign(point(i), point(j), point(k));
  };
  const std::array<int, 4> signs = {sign(1, 2, 3), -sign(0, 2, 3), sign(0, 1, 3), -sign(0, 1, 2)};
  return std::all_of(signs.begin(), signs.end(), [](int s) { return s >= 0; }) ||
         std::all_of(signs.begin(), signs.end(), [](int s) { return s <= 0; });
}

class RandomPairsTest : public testing::TestWithParam<Kind> {};

// Failures, as the paper counts them, are none; nearly all pairs are decided in double precision,
// and right.
TEST_P(RandomPairsTest, NoFailures) {
  constexpr int kShapes = 2000;
  Random random(TestSeed() + static_cast<uint64_t>(GetParam()));
  std::vector<Points> shapes;
  for (int i = 0; i < kShapes; ++i) shapes.push_back(RandomShape(&random, GetParam()));
  const int64_t count = TestCaseCount(350000);
  int64_t hits = 0;
  QueryContext::Counters counters;
  QueryContext3<Points, Points> context;
  context.counters = &counters;
  for (int64_t i = 0; i < count; ++i) {
    const Points& a = shapes[static_cast<size_t>(random.Index(kShapes))];
    const Points& b = shapes[static_cast<size_t>(random.Index(kShapes))];
    const double distance = random.Uniform(0.0, SpreadOf(GetParam()));
    const Vec3 translation = distance * RandomDirection(&random);
    const Pose3 pose = {translation, RandomRotation(&random)};
    SphereSearchSeed seed;
    const DecisionResult result = DecideBySphereSearch(a, b, pose, context, &seed);
    ASSERT_EQ(result.intersects, ClassifyHulls(a, b, pose) != Relation::kApart) << "pair " << i;
    ASSERT_TRUE(result.status == DecisionStatus::kCertain || result.status == DecisionStatus::kExact) << "pair " << i;
    if (result.intersects && result.status == DecisionStatus::kCertain) {
      ASSERT_TRUE(HoldsOrigin(seed)) << "pair " << i;
    } else {
      ASSERT_EQ(seed.size, 0) << "pair " << i;
    }
    hits += result.intersects ? 1 : 0;
  }
  const double total = static_cast<double>(count);
  // Long tests show it.
  std::printf(
      "sphere-search %s: %.0f pairs, %.1f %% collide, %.3f plane tests, %.0f by the exact rung, %.0f failures\n",
      Name(GetParam()), total, 100.0 * static_cast<double>(hits) / total,
      static_cast<double>(counters.support_calls) / total, static_cast<double>(counters.exact_path_entries),
      static_cast<double>(counters.limit_hits));
  EXPECT_GT(static_cast<double>(hits) / total, 0.3);
  EXPECT_LT(static_cast<double>(hits) / total, 0.7);
  EXPECT_EQ(counters.limit_hits, 0);
  EXPECT_LT(static_cast<double>(counters.exact_path_entries), 1e-5 * total + 3.0);
  EXPECT_LT(static_cast<double>(counters.support_calls), 3.5 * total);
}

INSTANTIATE_TEST_SUITE_P(Hornus, RandomPairsTest, testing::Values(Kind::kTetrahedra, Kind::kBoxes, Kind::kPolytopes),
                         [](const testing::TestParamInfo<Kind>& kind) { return std::string(Name(kind.param)); });

// Lattices: parallel faces, touching by every feature, flat and repeated points, common centres.
TEST(DecisionSphereSearchTest, Lattices) {
  Random random(TestSeed() + 10);
  int64_t exact = 0;
  int64_t hits = 0;
  const int64_t count = TestCaseCount(150000);
  for (int64_t i = 0; i < count; ++i) {
    const int size = random.Integer(1, 4);
    const int shift = random.Integer(0, size);
    const Points a = RandomLatticePoints(&random, random.Integer(1, 8), 0, size);
    const Points b = RandomLatticePoints(&random, random.Integer(1, 8), shift, shift + size);
    for (const double scale : {1.0, 1e-3, 1e6}) {
      Pose3 pose;
      pose.translation = scale * Vec3{0.0, 1.0 * random.Integer(-2, 1), 0.0};
      Points scaled_a = a;
      Points scaled_b = b;
      for (Vec3& v : scaled_a.vertices) v = scale * v;
      for (Vec3& v : scaled_b.vertices) v = scale * v;
      const DecisionResult result = DecideBySphereSearch(scaled_a, scaled_b, pose);
      ASSERT_EQ(result.intersects, ClassifyHulls(scaled_a, scaled_b, pose) != Relation::kApart) << "pair " << i;
      ASSERT_NE(result.status, DecisionStatus::kIterationLimit);
      ASSERT_NE(result.status, DecisionStatus::kWithinRounding);
      exact += result.status == DecisionStatus::kExact ? 1 : 0;
      hits += result.intersects ? 1 : 0;
    }
  }
  EXPECT_GT(hits, count * 3 * 2 / 10);
  EXPECT_LT(hits, count * 3 * 7 / 10);
  EXPECT_GT(exact, count / 10);  // The exact rung is tested too.
}

// Random pairs moved to within 2^-10 to 2^-60 of contact along the last separating direction.
TEST(DecisionSphereSearchTest, NearContact) {
  Random random(TestSeed() + 11);
  int64_t hits = 0;
  int64_t exact = 0;
  const int64_t count = TestCaseCount(15000);
  for (int64_t i = 0; i < count; ++i) {
    const Points a = RandomPolytope(&random, 8);
    const Points b = RandomPolytope(&random, 8);
    const Vec3 direction = RandomDirection(&random);
    Pose3 pose;
    pose.rotation = RandomRotation(&random);
    // The contact is between near = 0, colliding, and far = 2, apart.
    double near = 0.0;
    double far = 2.0;
    const double resolution = random.LogUniform(0x1p-60, 0x1p-10);
    while (far - near > resolution) {
      const double middle = near + 0.5 * (far - near);
      if (middle == near || middle == far) break;
      pose.translation = middle * direction;
      (ClassifyHulls(a, b, pose) == Relation::kApart ? far : near) = middle;
    }
    pose.translation = (random.Chance(0.5) ? near : far) * direction;
    const DecisionResult result = DecideBySphereSearch(a, b, pose);
    ASSERT_EQ(result.intersects, ClassifyHulls(a, b, pose) != Relation::kApart) << "pair " << i;
    ASSERT_NE(result.status, DecisionStatus::kIterationLimit) << "pair " << i;
    hits += result.intersects ? 1 : 0;
    exact += result.status == DecisionStatus::kExact ? 1 : 0;
  }
  EXPECT_GT(hits, count * 3 / 10);
  EXPECT_LT(hits, count * 7 / 10);
  EXPECT_GT(exact, count / 50);
}

// The same answers a million metres out, where coordinates are rounded to 2^-33 m, for the posed
// vertices as they are.
TEST(DecisionSphereSearchTest, FarFromTheOrigin) {
  Random random(TestSeed() + 12);
  for (int i = 0; i < 20000; ++i) {
    const Points a = RandomPolytope(&random, 6);
    Points far_a = a;
    const Vec3 offset{1e6, -2e6, 5e5};
    for (Vec3& v : far_a.vertices) v = v + offset;
    const Points b = RandomPolytope(&random, 6);
    const double distance = random.Uniform(0.0, 2.5);
    const Pose3 pose = {offset + distance * RandomDirection(&random), RandomRotation(&random)};
    const DecisionResult result = DecideBySphereSearch(far_a, b, pose);
    ASSERT_EQ(result.intersects, ClassifyHulls(far_a, b, pose) != Relation::kApart) << "pair " << i;
    ASSERT_NE(result.status, DecisionStatus::kIterationLimit);
  }
}

// Two balls: by their radii, with gaps down to rounding. An answer of kCertain is right beyond the
// error of the support points; beyond 2^-40 all are certain.
TEST(DecisionSphereSearchTest, Balls) {
  Random random(TestSeed() + 13);
  int64_t certain = 0;
  const int64_t count = TestCaseCount(100000);
  int most_tests = 0;
  for (int64_t i = 0; i < count; ++i) {
    const double scale = random.LogUniform(1e-3, 1e6);
    const Ball a{scale * random.Uniform(0.1, 1.0)};
    const Ball b{scale * random.Uniform(0.1, 1.0)};
    const double gap = random.Sign() * random.LogUniform(0x1p-52, 1.0);
    const double sum = a.radius + b.radius;
    const double distance = random.Chance(0.1) ? 0.0 : sum * (1.0 + gap);
    Pose3 pose;
    pose.translation = distance * RandomDirection(&random);
    const DecisionResult result = DecideBySphereSearch(a, b, pose);
    most_tests = std::max(most_tests, result.plane_tests);
    ASSERT_NE(result.status, DecisionStatus::kIterationLimit) << "gap " << gap;
    const double exact_gap = Norm(pose.translation) - sum;
    const double magnitude = a.radius + 3.0 * b.radius + NormInfinity(pose.translation);
    const bool is_clear = std::abs(exact_gap) > internal::kSphereSearchRelativeError * magnitude;
    if (result.status == DecisionStatus::kCertain) {
      if (is_clear) {
        ASSERT_EQ(result.intersects, exact_gap <= 0.0) << "gap " << gap;
      }
      ++certain;
    } else {
      ASSERT_TRUE(result.intersects);
      ASSERT_LT(std::abs(exact_gap), 0x1p-40 * magnitude);
    }
  }
  EXPECT_GT(certain, count * 9 / 10);
  EXPECT_LT(most_tests, 70);
}

TEST(DecisionSphereSearchTest, BallAndHull) {
  const Points box{{{-1.0, -1.0, -1.0},
                    {1.0, 1.0, 1.0},
                    {1.0, -1.0, -1.0},
                    {-1.0, 1.0, -1.0},
                    {-1.0, -1.0, 1.0},
                    {1.0, 1.0, -1.0},
                    {1.0, -1.0, 1.0},
                    {-1.0, 1.0, 1.0}}};
  const Ball ball{0.5};
  Random random(TestSeed() + 14);
  for (int i = 0; i < 50000; ++i) {
    const double x = random.Uniform(-3.0, 3.0);
    const double y = random.Uniform(-3.0, 3.0);
    const double z = random.Uniform(-3.0, 3.0);
    Pose3 pose;
    pose.translation = {x, y, z};
    const Vec3 out{std::max(std::abs(x) - 1.0, 0.0), std::max(std::abs(y) - 1.0, 0.0),
                   std::max(std::abs(z) - 1.0, 0.0)};
    if (std::abs(Norm(out) - 0.5) < 1e-9) continue;
    const DecisionResult result = DecideBySphereSearch(box, ball, pose);
    ASSERT_EQ(result.status, DecisionStatus::kCertain);
    ASSERT_EQ(result.intersects, Norm(out) < 0.5);
  }
}

TEST(DecisionSphereSearchTest, CountersAddUp) {
  const Points a{{{0.0, 0.0, 0.0}}};
  const Points b{{{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}}};
  QueryContext::Counters counters;
  QueryContext3<Points, Points> context;
  context.counters = &counters;
  const DecisionResult result = DecideBySphereSearch(a, b, Pose3{}, context);
  EXPECT_TRUE(result.intersects);
  EXPECT_EQ(result.status, DecisionStatus::kExact);
  EXPECT_EQ(counters.exact_path_entries, 1);
  EXPECT_EQ(counters.support_calls, result.plane_tests);
  EXPECT_EQ(counters.limit_hits, 0);
}

}  // namespace
}  // namespace collision2d::solid
