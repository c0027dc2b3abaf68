#include "collision2d/solid/query/exact_hulls.h"

#include "absl/numeric/int128.h"
#include "collision2d/solid/geometry/pose3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/testing/test.h"

namespace collision2d::solid {
namespace {

struct Points {
  std::vector<Vec3> vertices;
  int num_vertices() const { return static_cast<int>(vertices.size()); }
  Vec3 vertex(int i) const { return vertices[static_cast<size_t>(i)]; }
};

// The oracle: 128-bit integers, by the definition. C = {n : n . p <= 0 for all CSO vertices p},
// within their span.
using Int = absl::int128;

struct IntVec {
  Int x, y, z;
};

IntVec Sub(const IntVec& a, const IntVec& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
IntVec Cross(const IntVec& a, const IntVec& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
Int Dot(const IntVec& a, const IntVec& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
bool IsZero(const IntVec& a) { return a.x == 0 && a.y == 0 && a.z == 0; }

std::vector<IntVec> CsoVertices(const Points& a, const Points& b) {
  const auto integer = [](const Vec3& v) {
    return IntVec{static_cast<Int>(v.x), static_cast<Int>(v.y), static_cast<Int>(v.z)};
  };
  std::vector<IntVec> cso;
  for (const Vec3& on_a : a.vertices) {
    for (const Vec3& on_b : b.vertices) cso.push_back(Sub(integer(on_a), integer(on_b)));
  }
  return cso;
}

// The normals from which the extreme rays of C come: all planes through two CSO vertices; of a flat
// CSO, all lines.
std::vector<IntVec> Candidates(const std::vector<IntVec>& cso, bool* flat) {
  std::vector<IntVec> normals;
  *flat = true;
  for (size_t i = 0; i < cso.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      const IntVec n = Cross(cso[i], cso[j]);
      if (!IsZero(n)) normals.push_back(n);
    }
  }
  if (normals.empty()) return cso;  // On a line.
  for (const IntVec& p : cso) {
    if (Dot(normals[0], p) != 0) *flat = false;
  }
  if (*flat) {
    const IntVec normal = normals[0];
    normals.clear();
    for (const IntVec& p : cso) normals.push_back(Cross(normal, p));
  }
  return normals;
}

// The hulls are disjoint exactly if some n has n . p < 0 for all p; then so has the sum of the
// extreme rays of C. They penetrate exactly if C is {0} and the CSO is not flat. REQUIRES: integers
// of magnitude up to 2^30; up to 2^20 if the CSO is flat.
Relation Oracle(const Points& a, const Points& b) {
  const std::vector<IntVec> cso = CsoVertices(a, b);
  bool flat;
  IntVec sum{0, 0, 0};
  bool weakly_separable = false;
  for (const IntVec& n : Candidates(cso, &flat)) {
    for (const int sign : {-1, 1}) {
      const IntVec m{sign * n.x, sign * n.y, sign * n.z};
      if (IsZero(m)) continue;
      if (!std::all_of(cso.begin(), cso.end(), [&m](const IntVec& p) { return Dot(m, p) <= 0; })) continue;
      weakly_separable = true;
      sum = {sum.x + m.x, sum.y + m.y, sum.z + m.z};
    }
  }
  if (std::all_of(cso.begin(), cso.end(), [&sum](const IntVec& p) { return Dot(sum, p) < 0; })) {
    return Relation::kApart;
  }
  return weakly_separable || flat ? Relation::kTouching : Relation::kOverlapping;
}

std::string Print(const Points& a, const Points& b) {
  std::string text;
  for (const Points* points : {&a, &b}) {
    text += points == &a ? "a:" : " b:";
    for (const Vec3& v : points->vertices) {
      text += " (" + std::to_string(v.x) + "," + std::to_string(v.y) + "," + std::to_string(v.z) + ")";
    }
  }
  return text;
}

// Asks for (a, b), (b, a), and for b posed by a quarter turn.
void ExpectContact(const Points& a, const Points& b, Relation expected) {
  ASSERT_EQ(ClassifyHulls(a, b, Pose3{}), expected) << Print(a, b);
  ASSERT_EQ(ClassifyHulls(b, a, Pose3{}), expected) << Print(a, b);
  const Pose3 quarter_turn = {{3.0, -5.0, 7.0}, {{{0.0, -1.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}}}};
  Points turned;
  for (const Vec3& v : b.vertices) turned.vertices.push_back(quarter_turn.RotateBack(v - quarter_turn.translation));
  ASSERT_EQ(ClassifyHulls(a, turned, quarter_turn), expected) << Print(a, b);
}

struct Tally {
  int64_t disjoint = 0;
  int64_t touching = 0;
  int64_t penetrating = 0;
  void Add(Relation contact) {
    (contact == Relation::kApart ? disjoint : contact == Relation::kTouching ? touching : penetrating) += 1;
  }
  double Total() const { return static_cast<double>(disjoint + touching + penetrating); }
};

Points Box(const Vec3& low, const Vec3& high) {
  Points box;
  for (int i = 0; i < 8; ++i) {
    box.vertices.push_back({(i & 1) ? high.x : low.x, (i & 2) ? high.y : low.y, (i & 4) ? high.z : low.z});
  }
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

TEST(ExactHullsTest, BoxesByTheirIntervals) {
  for (const double scale : {1.0, 0x1p-400, 0x1p20}) {
    const Points a = Box({}, scale * Vec3{2.0, 2.0, 2.0});
    for (int x = -4; x <= 4; ++x) {
      for (int y = -4; y <= 4; ++y) {
        for (int z = -4; z <= 4; ++z) {
          const Vec3 low = scale * Vec3{1.0 * x, 1.0 * y, 1.0 * z};
          const Points b = Box(low, low + scale * Vec3{2.0, 2.0, 2.0});
          const int most = std::max({std::abs(x), std::abs(y), std::abs(z)});
          const Relation expected = most > 2    ? Relation::kApart
                                    : most == 2 ? Relation::kTouching
                                                : Relation::kOverlapping;
          ASSERT_EQ(ClassifyHulls(a, b, Pose3{}), expected) << x << " " << y << " " << z << " scale " << scale;
        }
      }
    }
  }
}

TEST(ExactHullsTest, PointsSegmentsAndFlatShapes) {
  const Points point{{{1.0, 2.0, 3.0}}};
  const Points other{{{1.0, 2.0, 4.0}}};
  ExpectContact(point, point, Relation::kTouching);
  ExpectContact(point, other, Relation::kApart);
  const Points x_axis{{{-2.0, 0.0, 0.0}, {2.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}};
  const Points y_axis{{{0.0, -2.0, 0.0}, {0.0, 2.0, 0.0}}};
  const Points y_beyond{{{3.0, -2.0, 0.0}, {3.0, 2.0, 0.0}}};
  const Points x_beyond{{{2.0, 0.0, 0.0}, {4.0, 0.0, 0.0}}};
  ExpectContact(x_axis, x_axis, Relation::kTouching);
  ExpectContact(x_axis, y_axis, Relation::kTouching);
  ExpectContact(x_axis, y_beyond, Relation::kApart);
  ExpectContact(x_axis, x_beyond, Relation::kTouching);
  ExpectContact(x_axis, Points{{{3.0, 0.0, 0.0}, {4.0, 0.0, 0.0}}}, Relation::kApart);
  const Points triangle{{{-4.0, -4.0, 0.0}, {4.0, -4.0, 0.0}, {0.0, 4.0, 0.0}}};
  const Points piercing{{{0.0, 0.0, -1.0}, {0.0, 0.0, 1.0}}};
  const Points in_plane{{{-1.0, -1.0, 0.0}, {1.0, -1.0, 0.0}, {0.0, 1.0, 0.0}}};
  ExpectContact(triangle, piercing, Relation::kOverlapping);
  ExpectContact(triangle, in_plane, Relation::kTouching);
  ExpectContact(triangle, Points{{{0.0, 0.0, 0.0}}}, Relation::kTouching);
  ExpectContact(triangle, Points{{{0.0, 0.0, 1.0}}}, Relation::kApart);
  ExpectContact(triangle, Points{{{0.0, 5.0, 0.0}, {5.0, 5.0, 0.0}}}, Relation::kApart);
  const Points box = Box({-1.0, -1.0, -1.0}, {1.0, 1.0, 1.0});
  ExpectContact(box, Points{{{0.0, 0.0, 0.0}}}, Relation::kOverlapping);
  ExpectContact(box, Points{{{1.0, 1.0, 1.0}}}, Relation::kTouching);
  ExpectContact(box, box, Relation::kOverlapping);
}

// Every pair of subsets of one to four corners of the unit cube, one of them shifted by every
// corner.
TEST(ExactHullsTest, AllSubsetsOfTheCube) {
  std::vector<Points> subsets;
  for (int mask = 1; mask < 256; ++mask) {
    Points points;
    for (int i = 0; i < 8; ++i) {
      if (mask & (1 << i)) points.vertices.push_back({1.0 * (i & 1), 1.0 * ((i >> 1) & 1), 1.0 * (i >> 2)});
    }
    if (points.num_vertices() <= 4) subsets.push_back(points);
  }
  ASSERT_EQ(subsets.size(), 162u);
  Tally tally;
  for (const Points& a : subsets) {
    for (const Points& subset : subsets) {
      for (int shift = 0; shift < 8; ++shift) {
        Points b = subset;
        const Vec3 step{1.0 * (shift & 1), 1.0 * ((shift >> 1) & 1), 1.0 * (shift >> 2)};
        for (Vec3& v : b.vertices) v = v + step;
        const Relation expected = Oracle(a, b);
        tally.Add(expected);
        ASSERT_EQ(ClassifyHulls(a, b, Pose3{}), expected) << Print(a, b);
      }
    }
  }
  EXPECT_GT(tally.disjoint, 10000);
  EXPECT_GT(tally.touching, 10000);
  EXPECT_GT(tally.penetrating, 1000);
}

TEST(ExactHullsTest, RandomLatticePoints) {
  Random random(TestSeed() + 1);
  Tally tally;
  for (int64_t i = 0; i < TestCaseCount(100000); ++i) {
    const int size = random.Integer(1, 4);
    const int shift = random.Integer(0, size);
    const Points a = RandomLatticePoints(&random, random.Integer(1, 7), 0, size);
    const Points b = RandomLatticePoints(&random, random.Integer(1, 7), shift, shift + size);
    const Relation expected = Oracle(a, b);
    tally.Add(expected);
    ASSERT_NO_FATAL_FAILURE(ExpectContact(a, b, expected));
  }
  EXPECT_GT(static_cast<double>(tally.disjoint) / tally.Total(), 0.2);
  EXPECT_GT(static_cast<double>(tally.touching) / tally.Total(), 0.1);
  EXPECT_GT(static_cast<double>(tally.penetrating) / tally.Total(), 0.1);
}

TEST(ExactHullsTest, RandomPointsInGeneralPosition) {
  Random random(TestSeed() + 2);
  Tally tally;
  int64_t pivots = 0;
  const int64_t count = TestCaseCount(40000);
  for (int64_t i = 0; i < count; ++i) {
    const int shift = random.Integer(0, 1 << 28);
    const Points a = RandomLatticePoints(&random, random.Integer(4, 8), -(1 << 28), 1 << 28);
    const Points b = RandomLatticePoints(&random, random.Integer(4, 8), shift - (1 << 28), shift + (1 << 28));
    const Relation expected = Oracle(a, b);
    tally.Add(expected);
    ASSERT_EQ(ClassifyHulls(a, b, Pose3{}, &pivots), expected) << Print(a, b);
  }
  EXPECT_GT(static_cast<double>(tally.disjoint) / tally.Total(), 0.3);
  EXPECT_GT(static_cast<double>(tally.penetrating) / tally.Total(), 0.3);
  EXPECT_LT(static_cast<double>(pivots), 10.0 * static_cast<double>(count));
}

// b touches a by a vertex, an edge or a face, at integers up to 2^26, and is then moved by one
// unit: filters cannot see it.
TEST(ExactHullsTest, TouchingWithinAUnit) {
  Random random(TestSeed() + 3);
  Tally tally;
  for (int64_t i = 0; i < TestCaseCount(40000); ++i) {
    Points a = RandomLatticePoints(&random, 4, -(1 << 24), 1 << 24);
    Points b = RandomLatticePoints(&random, random.Integer(1, 5), -(1 << 24), 1 << 24);
    for (Vec3& v : a.vertices) v = 4.0 * v;
    // A point of a vertex, an edge, a face of a: exact, since the vertices are multiples of 4.
    const Vec3 p = a.vertices[0];
    const Vec3 q = a.vertices[static_cast<size_t>(random.Index(2))];
    const Vec3 r = a.vertices[static_cast<size_t>(random.Index(3))];
    const Vec3 contact = 0.25 * (2.0 * p + q + r);
    const Vec3 step = contact - b.vertices[0];
    for (Vec3& v : b.vertices) v = v + step;
    if (random.Chance(0.7)) {
      const int axis = random.Index(3);
      const double unit = random.Sign();
      for (Vec3& v : b.vertices) (axis == 0 ? v.x : axis == 1 ? v.y : v.z) += unit;
    }
    const Relation expected = Oracle(a, b);
    tally.Add(expected);
    ASSERT_NO_FATAL_FAILURE(ExpectContact(a, b, expected));
    // The same at scales at which products underflow, or are large.
    for (const double scale : {0x1p-1000, 0x1p-350, 0x1p-53}) {
      Points small_a = a;
      Points small_b = b;
      for (Vec3& v : small_a.vertices) v = scale * v;
      for (Vec3& v : small_b.vertices) v = scale * v;
      ASSERT_EQ(ClassifyHulls(small_a, small_b, Pose3{}), expected) << scale << " " << Print(a, b);
    }
  }
  EXPECT_GT(static_cast<double>(tally.disjoint) / tally.Total(), 0.02);
  EXPECT_GT(static_cast<double>(tally.touching) / tally.Total(), 0.05);
  EXPECT_GT(static_cast<double>(tally.penetrating) / tally.Total(), 0.3);
}

// Needles and flakes: the one as thin as a unit, at 2^20.
TEST(ExactHullsTest, SliversOfOneUnit) {
  Random random(TestSeed() + 4);
  Tally tally;
  for (int64_t i = 0; i < TestCaseCount(40000); ++i) {
    const Points direction = RandomLatticePoints(&random, 2, -(1 << 19), 1 << 19);
    Points shape[2];
    for (Points& points : shape) {
      for (int k = 0; k < 5; ++k) {
        const double along = random.Integer(-2, 2);
        const double across = random.Integer(-1, 1);
        const Vec3 noise = RandomLatticePoints(&random, 1, -1, 1).vertices[0];
        points.vertices.push_back(along * direction.vertices[0] + across * direction.vertices[1] + noise);
      }
    }
    const Relation expected = Oracle(shape[0], shape[1]);
    tally.Add(expected);
    ASSERT_NO_FATAL_FAILURE(ExpectContact(shape[0], shape[1], expected));
  }
  EXPECT_GT(static_cast<double>(tally.disjoint) / tally.Total(), 0.1);
  EXPECT_GT(static_cast<double>(tally.touching) / tally.Total(), 0.01);
  EXPECT_GT(static_cast<double>(tally.penetrating) / tally.Total(), 0.1);
}

// A grid of the sphere: many coplanar vertices, faces parallel to those of the mirror image. Counts
// the planes.
TEST(ExactHullsTest, ManyVertices) {
  Points sphere;
  for (int x = -10; x <= 10; ++x) {
    for (int y = -10; y <= 10; ++y) {
      for (int z = -10; z <= 10; ++z) {
        const int norm_sq = x * x + y * y + z * z;
        if (norm_sq >= 81 && norm_sq <= 100) sphere.vertices.push_back({1.0 * x, 1.0 * y, 1.0 * z});
      }
    }
  }
  ASSERT_GT(sphere.num_vertices(), 1000);
  for (int shift = 0; shift <= 30; ++shift) {
    Pose3 pose;
    pose.translation = {1.0 * shift, 0.0, 0.0};
    int64_t pivots = 0;
    const Relation expected = shift > 20    ? Relation::kApart
                              : shift == 20 ? Relation::kTouching
                                            : Relation::kOverlapping;
    EXPECT_EQ(ClassifyHulls(sphere, sphere, pose, &pivots), expected) << shift;
    EXPECT_LT(pivots, 40) << shift;
  }
}

}  // namespace
}  // namespace collision2d::solid
