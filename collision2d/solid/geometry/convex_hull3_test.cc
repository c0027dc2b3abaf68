#include "collision2d/solid/geometry/convex_hull3.h"

#include <gmpxx.h>

#include <array>
#include <iterator>
#include <map>
#include <set>

#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/testing/test.h"

namespace collision2d::solid {
namespace {

// ---- The oracle on integer points: every plane through three of them, in integers.

using IntPoint = std::array<int64_t, 3>;

IntPoint Minus(const IntPoint& a, const IntPoint& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
IntPoint IntCross(const IntPoint& a, const IntPoint& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
int64_t IntDot(const IntPoint& a, const IntPoint& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
bool IsZero(const IntPoint& a) { return a == IntPoint{0, 0, 0}; }

int DimensionOf(const std::vector<IntPoint>& p) {
  int dimension = 0;
  for (const IntPoint& a : p) {
    if (dimension < 1 && !IsZero(Minus(a, p[0]))) dimension = 1;
    for (const IntPoint& b : p) {
      const IntPoint normal = IntCross(Minus(a, p[0]), Minus(b, p[0]));
      if (IsZero(normal)) continue;
      dimension = std::max(dimension, 2);
      for (const IntPoint& c : p) {
        if (IntDot(normal, Minus(c, p[0])) != 0) return 3;
      }
    }
  }
  return dimension;
}

struct Expected {
  int dimension = 0;
  std::set<IntPoint> vertices;
  // Each face by its corners.
  std::set<std::set<IntPoint>> faces;
};

// REQUIRES: dimension 3.
Expected ExpectedSolid(const std::vector<IntPoint>& p) {
  std::set<std::set<IntPoint>> planes;
  for (const IntPoint& a : p) {
    for (const IntPoint& b : p) {
      for (const IntPoint& c : p) {
        const IntPoint normal = IntCross(Minus(b, a), Minus(c, a));
        if (IsZero(normal)) continue;
        std::set<IntPoint> on_plane;
        bool all_below = true;
        for (const IntPoint& d : p) {
          const int64_t height = IntDot(normal, Minus(d, a));
          if (height > 0) all_below = false;
          if (height == 0) on_plane.insert(d);
        }
        if (all_below) planes.insert(on_plane);
      }
    }
  }
  Expected expected;
  expected.dimension = 3;
  std::map<IntPoint, int> degree;
  for (const auto& plane : planes) {
    for (const IntPoint& a : plane) ++degree[a];
  }
  for (const auto& [a, count] : degree) {
    if (count >= 3) expected.vertices.insert(a);
  }
  for (const auto& plane : planes) {
    std::set<IntPoint> corners;
    std::set_intersection(plane.begin(), plane.end(), expected.vertices.begin(), expected.vertices.end(),
                          std::inserter(corners, corners.begin()));
    expected.faces.insert(corners);
  }
  return expected;
}

// The extreme points of a flat set are those of a pyramid on it.
Expected ExpectedHull(const std::vector<IntPoint>& p) {
  Expected expected;
  expected.dimension = DimensionOf(p);
  if (expected.dimension == 3) return ExpectedSolid(p);
  std::vector<IntPoint> raised = p;
  std::vector<IntPoint> apexes;
  for (const IntPoint& apex : {IntPoint{1000, 7, 3}, IntPoint{5, 1009, 17}, IntPoint{11, 23, 1013}}) {
    if (DimensionOf(raised) == 3) break;
    const int before = DimensionOf(raised);
    raised.push_back(apex);
    if (DimensionOf(raised) == before) raised.pop_back();
  }
  const Expected solid = ExpectedSolid(raised);
  for (const IntPoint& a : p) {
    if (solid.vertices.count(a) > 0) expected.vertices.insert(a);
  }
  if (expected.dimension == 2) expected.faces.insert(expected.vertices);
  return expected;
}

Vec3 ToVec3(const IntPoint& a, int exponent) {
  return {std::ldexp(static_cast<double>(a[0]), exponent), std::ldexp(static_cast<double>(a[1]), exponent),
          std::ldexp(static_cast<double>(a[2]), exponent)};
}

void CheckAgainstOracle(const std::vector<IntPoint>& p, int exponent = 0) {
  const Expected expected = ExpectedHull(p);
  std::vector<Vec3> points;
  for (const IntPoint& a : p) points.push_back(ToVec3(a, exponent));
  const ConvexHull3 hull = ComputeConvexHull3(points);
  ASSERT_EQ(hull.dimension, expected.dimension);
  ASSERT_EQ(hull.vertices.size(), expected.vertices.size());
  ASSERT_TRUE(std::is_sorted(hull.vertices.begin(), hull.vertices.end()));
  for (const int32_t i : hull.vertices) {
    ASSERT_EQ(expected.vertices.count(p[i]), 1u);
    ASSERT_EQ(std::find(p.begin(), p.end(), p[i]) - p.begin(), i) << "of equal points the first";
  }
  ASSERT_EQ(hull.num_faces(), hull.dimension == 2 ? 2 : static_cast<int>(expected.faces.size()));
  for (int f = 0; f < hull.num_faces(); ++f) {
    std::set<IntPoint> corners;
    for (const int32_t i : hull.face(f)) corners.insert(p[hull.vertices[i]]);
    ASSERT_EQ(corners.size(), hull.face(f).size());
    ASSERT_EQ(expected.faces.count(corners), 1u);
    // Counter-clockwise and strictly convex: every corner turns to the same outward side.
    const int n = static_cast<int>(hull.face(f).size());
    const auto corner = [&](int i) { return p[hull.vertices[hull.face(f)[i % n]]]; };
    const IntPoint normal = IntCross(Minus(corner(1), corner(0)), Minus(corner(2), corner(0)));
    for (const IntPoint& a : p) ASSERT_LE(IntDot(normal, Minus(a, corner(0))), 0);
    for (int i = 0; i < n; ++i) {
      const IntPoint turn = IntCross(Minus(corner(i + 1), corner(i)), Minus(corner(i + 2), corner(i + 1)));
      ASSERT_GT(IntDot(normal, turn), 0);
    }
  }
}

IntPoint GridPoint(int i, int size) { return {i % size, i / size % size, i / size / size}; }

TEST(ConvexHull3, AllSubsetsOfTheCube) {
  for (int mask = 1; mask < 256; ++mask) {
    std::vector<IntPoint> p;
    for (int i = 0; i < 8; ++i) {
      if ((mask >> i) & 1) p.push_back(GridPoint(i, 2));
    }
    for (const int exponent : {0, -1074, -500, 26, 1000}) CheckAgainstOracle(p, exponent);
    if (HasFatalFailure()) FAIL() << mask;
  }
}

// Every five different points of the 3 x 3 x 3 grid.
TEST(ConvexHull3, AllQuintuplesOfTheGrid) {
  for (int a = 0; a < 27; ++a) {
    for (int b = a + 1; b < 27; ++b) {
      for (int c = b + 1; c < 27; ++c) {
        for (int d = c + 1; d < 27; ++d) {
          for (int e = d + 1; e < 27; ++e) {
            CheckAgainstOracle({GridPoint(e, 3), GridPoint(b, 3), GridPoint(c, 3), GridPoint(a, 3), GridPoint(d, 3)});
            if (HasFatalFailure()) FAIL() << a << " " << b << " " << c << " " << d << " " << e;
          }
        }
      }
    }
  }
}

TEST(ConvexHull3, RandomSubsetsOfGrids) {
  Random random(TestSeed());
  std::array<int, 4> dimensions = {};
  for (int64_t n = 0; n < TestCaseCount(2000); ++n) {
    const int size = random.Integer(2, 5);
    const int count = random.Integer(1, 18);
    const IntPoint plane = {random.Integer(-2, 2), random.Integer(-2, 2), random.Integer(1, 2)};
    const bool flat = random.Chance(0.2);
    std::vector<IntPoint> p;
    while (static_cast<int>(p.size()) < count) {
      IntPoint a = GridPoint(random.Index(size * size * size), size);
      if (flat) a = {a[0] * plane[2], a[1] * plane[2], -plane[0] * a[0] - plane[1] * a[1]};
      p.push_back(a);
    }
    CheckAgainstOracle(p, random.Integer(-20, 20));
    if (HasFatalFailure()) FAIL() << n;
    ++dimensions[DimensionOf(p)];
  }
  EXPECT_GT(dimensions[2], TestCaseCount(2000) / 20);
  EXPECT_GT(dimensions[3], TestCaseCount(2000) / 3);
}

TEST(ConvexHull3, FullGridIsACube) {
  for (const int size : {3, 12}) {
    std::vector<Vec3> points;
    for (int i = 0; i < size * size * size; ++i) points.push_back(ToVec3(GridPoint(i, size), -3));
    const ConvexHull3 hull = ComputeConvexHull3(points);
    EXPECT_EQ(hull.dimension, 3);
    EXPECT_EQ(hull.vertices.size(), 8u);
    EXPECT_EQ(hull.num_faces(), 6);
    for (int f = 0; f < hull.num_faces(); ++f) EXPECT_EQ(hull.face(f).size(), 4u);
  }
}

// ---- Properties in rational numbers, for points in no particular position.

using Rational3 = std::array<mpq_class, 3>;

Rational3 Difference(const Vec3& a, const Vec3& b) {
  return {mpq_class(a.x) - mpq_class(b.x), mpq_class(a.y) - mpq_class(b.y), mpq_class(a.z) - mpq_class(b.z)};
}

Rational3 RationalCross(const Rational3& a, const Rational3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

int SignOfDot(const Rational3& a, const Rational3& b) {
  return sgn(mpq_class(a[0] * b[0] + a[1] * b[1] + a[2] * b[2]));
}

// That the faces are planes of support, close up to one surface, and that each vertex is a corner
// of three of them.
void CheckSolid(const std::vector<Vec3>& points, const ConvexHull3& hull) {
  ASSERT_EQ(hull.dimension, 3);
  std::set<std::array<int32_t, 2>> edges;
  std::vector<int> degree(hull.vertices.size(), 0);
  const auto vertex = [&](int32_t i) { return points[hull.vertices[i]]; };
  for (int f = 0; f < hull.num_faces(); ++f) {
    const auto face = hull.face(f);
    const int n = static_cast<int>(face.size());
    ASSERT_GE(n, 3);
    const Vec3 origin = vertex(face[0]);
    const Rational3 normal = RationalCross(Difference(vertex(face[1]), origin), Difference(vertex(face[2]), origin));
    const std::set<int32_t> corners(face.begin(), face.end());
    for (int32_t i = 0; i < static_cast<int32_t>(hull.vertices.size()); ++i) {
      ASSERT_EQ(SignOfDot(normal, Difference(vertex(i), origin)), corners.count(i) > 0 ? 0 : -1);
    }
    for (const Vec3& p : points) ASSERT_LE(SignOfDot(normal, Difference(p, origin)), 0);
    for (int i = 0; i < n; ++i) {
      ++degree[face[i]];
      ASSERT_TRUE(edges.insert({face[i], face[(i + 1) % n]}).second);
      const Rational3 turn = RationalCross(Difference(vertex(face[(i + 1) % n]), vertex(face[i])),
                                           Difference(vertex(face[(i + 2) % n]), vertex(face[(i + 1) % n])));
      ASSERT_GT(SignOfDot(normal, turn), 0);
    }
  }
  for (const auto& [from, to] : edges) ASSERT_EQ(edges.count({to, from}), 1u);
  for (const int count : degree) ASSERT_GE(count, 3);
  EXPECT_EQ(static_cast<int>(hull.vertices.size()) + hull.num_faces() - static_cast<int>(edges.size()) / 2, 2);
}

Vec3 OnSphere(Random* random) {
  for (;;) {
    const Vec3 p = {random->Uniform(-1, 1), random->Uniform(-1, 1), random->Uniform(-1, 1)};
    const double norm_sq = NormSquared(p);
    if (norm_sq > 0.01 && norm_sq < 1.0) return Normalized(p);
  }
}

TEST(ConvexHull3, DegeneratedByRounding) {
  Random random(TestSeed());
  for (int64_t n = 0; n < TestCaseCount(100); ++n) {
    const double scale = random.LogUniform(1e-150, 1e7);
    const Vec3 offset = scale * std::trunc(random.Uniform(0.0, 3.0)) * Vec3{10, -7, 3};
    const int family = random.Index(5);
    const int count = random.Integer(4, 60);
    const Vec3 u = OnSphere(&random);
    const Vec3 v = OnSphere(&random);
    const Vec3 w = OnSphere(&random);
    std::vector<Vec3> points;
    for (int i = 0; i < count; ++i) {
      Vec3 p = OnSphere(&random);
      const double a = 0.1 * random.Integer(0, 3);
      const double b = 0.1 * random.Integer(0, 3);
      const double c = 0.1 * random.Integer(0, 3);
      if (family == 1) p = {a, b, c};
      if (family == 2) p = a * u + b * v + c * w;
      if (family == 3) p = a * u + b * v + (i == 0 ? 1e-9 : 0.0) * w;
      if (family == 4) p = a * u + (i < 3 ? 1e-12 * b : 0.0) * v + (i == 0 ? 1e-14 : 0.0) * w;
      points.push_back(offset + scale * p);
    }
    const ConvexHull3 hull = ComputeConvexHull3(points);
    if (hull.dimension == 3) CheckSolid(points, hull);
    if (family == 0) {
      EXPECT_EQ(hull.dimension, 3);
    }
    if (HasFatalFailure()) FAIL() << n << " family " << family;
  }
}

TEST(ConvexHull3, EveryPointOfACoarseSphereIsAVertex) {
  Random random(TestSeed());
  std::vector<Vec3> points;
  for (int i = 0; i < 150; ++i) points.push_back(OnSphere(&random));
  const ConvexHull3 hull = ComputeConvexHull3(points);
  EXPECT_EQ(hull.vertices.size(), points.size());
  CheckSolid(points, hull);
}

// Integer points of one sphere (x^2 + y^2 + z^2 = 1105): cospherical exactly, with large coplanar
// sets.
TEST(ConvexHull3, IntegerPointsOfASphere) {
  std::vector<IntPoint> p;
  std::vector<Vec3> points;
  for (int64_t x = -33; x <= 33; ++x) {
    for (int64_t y = -33; y <= 33; ++y) {
      for (int64_t z = -33; z <= 33; ++z) {
        if (x * x + y * y + z * z != 1105) continue;
        p.push_back({x, y, z});
        points.push_back(ToVec3(p.back(), 0));
      }
    }
  }
  ASSERT_GT(points.size(), 100u);
  const ConvexHull3 hull = ComputeConvexHull3(points);
  EXPECT_EQ(hull.vertices.size(), points.size());
  CheckSolid(points, hull);
}

TEST(ConvexHull3, OrderOfPointsDoesNotMatter) {
  Random random(TestSeed());
  std::vector<Vec3> points;
  for (int i = 0; i < 80; ++i) points.push_back(OnSphere(&random));
  const auto faces_of = [](const std::vector<Vec3>& p) {
    const ConvexHull3 hull = ComputeConvexHull3(p);
    std::set<std::set<std::array<double, 3>>> faces;
    for (int f = 0; f < hull.num_faces(); ++f) {
      std::set<std::array<double, 3>> corners;
      for (const int32_t i : hull.face(f)) {
        const Vec3& v = p[hull.vertices[i]];
        corners.insert({v.x, v.y, v.z});
      }
      faces.insert(corners);
    }
    return faces;
  };
  const auto expected = faces_of(points);
  for (int n = 0; n < 10; ++n) {
    for (int i = 79; i > 0; --i) std::swap(points[i], points[random.Index(i + 1)]);
    EXPECT_EQ(faces_of(points), expected);
  }
}

}  // namespace
}  // namespace collision2d::solid
