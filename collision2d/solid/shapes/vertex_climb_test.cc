#include "collision2d/solid/shapes/vertex_climb.h"

#include <gmpxx.h>

#include "absl/types/span.h"
#include "collision2d/code_generation.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/convex_polytope.h"
#include "collision2d/solid/shapes/polytope_tables.h"
#include "collision2d/testing/allocation_count.h"
#include "collision2d/testing/test.h"
#include "hwy/targets.h"

namespace collision2d::solid {
namespace {

Vec3 OnSphere(Random* random) {
  for (;;) {
    const Vec3 p = {random->Uniform(-1, 1), random->Uniform(-1, 1), random->Uniform(-1, 1)};
    const double norm_sq = NormSquared(p);
    if (norm_sq > 0.01 && norm_sq < 1.0) return Normalized(p);
  }
}

ConvexPolytope Hull(const std::vector<Vec3>& points) { return ConvexPolytope::FromPoints(points).value(); }

mpq_class ExactHeight(const Vec3& v, const Vec3& direction) {
  return mpq_class(v.x) * mpq_class(direction.x) + mpq_class(v.y) * mpq_class(direction.y) +
         mpq_class(v.z) * mpq_class(direction.z);
}

// How far vertex `found` is below the highest, in parts of the bound.
double ErrorInBounds(const ConvexPolytope& polytope, const Vec3& direction, int32_t found) {
  mpq_class highest = ExactHeight(polytope.vertex(0), direction);
  for (const Vec3& v : polytope.vertices()) highest = std::max(highest, ExactHeight(v, direction));
  const mpq_class below = highest - ExactHeight(polytope.vertex(found), direction);
  const double extent = NormInfinity(polytope.Bounds().max - polytope.Bounds().min);
  const mpq_class bound = mpq_class(kSupport3RelativeError) * mpq_class(extent) *
                          (abs(mpq_class(direction.x)) + abs(mpq_class(direction.y)) + abs(mpq_class(direction.z)));
  if (bound == 0) return below == 0 ? 0.0 : 2.0;
  return mpq_class(below / bound).get_d();
}

Vec3 FaceNormal(const ConvexPolytope& polytope, Random* random) {
  const auto face = polytope.face(random->Index(polytope.num_faces()));
  const Vec3 origin = polytope.vertex(face[0]);
  return Cross(polytope.vertex(face[1]) - origin, polytope.vertex(face[2]) - origin);
}

// Directions of all kinds: any, of the axes, normals of faces and of edges (which leave edges in
// doubt), and these nearly.
Vec3 TestDirection(const ConvexPolytope& polytope, Random* random) {
  const Vec3 any = OnSphere(random);
  const int kind = random->Index(6);
  if (kind == 1) {
    const double sign = random->Sign();
    const int axis = random->Index(3);
    return axis == 0 ? Vec3{sign, 0, 0} : axis == 1 ? Vec3{0, sign, 0} : Vec3{0, 0, sign};
  }
  if (kind == 0 || polytope.num_faces() == 0) return any;
  const Vec3 normal = FaceNormal(polytope, random);
  if (NormInfinity(normal) == 0.0) return any;
  if (kind == 2) return normal;
  if (kind == 3) return -Normalized(normal);
  if (kind == 4) return Normalized(normal) + random->LogUniform(1e-20, 1.0) * any;
  const auto& edge = polytope.edges()[random->Index(static_cast<int>(polytope.edges().size()))];
  const Vec3 perpendicular = Cross(any, polytope.vertex(edge[1]) - polytope.vertex(edge[0]));
  return NormInfinity(perpendicular) > 0.0 ? perpendicular : any;
}

// A search from the start table or by a scan, and climbs from `climbs` vertices.
void CheckSupport(const ConvexPolytope& polytope, const Vec3& direction, int climbs, Random* random) {
  ConvexPolytope::Hint hint;
  const Vec3 support = polytope.Support(direction, &hint);
  ASSERT_EQ(support, polytope.vertex(hint.vertex));
  ASSERT_LE(ErrorInBounds(polytope, direction, hint.vertex), 1.0);
  const int32_t first = hint.vertex;
  hint.vertex = random->Index(polytope.num_vertices());
  ASSERT_EQ(polytope.Support(direction, &hint), support);
  ASSERT_EQ(hint.vertex, first);
  if (polytope.num_vertices() <= ConvexPolytope::kScanVertices) return;
  for (int i = 0; i < climbs; ++i) {
    const int32_t start = random->Index(polytope.num_vertices());
    const int32_t found = internal::SupportByHillClimbing(polytope.graph(), direction, start);
    ASSERT_LE(ErrorInBounds(polytope, direction, found), 1.0) << "from " << start;
  }
}

TEST(Support, SpheresOfAnySize) {
  Random random(TestSeed());
  for (const int count : {1, 2, 3, 4, 8, 31, 32, 33, 34, 60, 200, 1000}) {
    for (const double scale : {1e-150, 1e-3, 1.0, 1e6}) {
      std::vector<Vec3> points;
      for (int i = 0; i < count; ++i) points.push_back(scale * (OnSphere(&random) + Vec3{5, 7, -3}));
      const ConvexPolytope polytope = Hull(points);
      ASSERT_EQ(polytope.num_vertices(), count);
      for (int i = 0; i < 40 && !HasFatalFailure(); ++i) {
        CheckSupport(polytope, TestDirection(polytope, &random), 4, &random);
      }
    }
  }
}

// Polytopes with needles, blunt corners and clusters of vertices that are one point to the eye:
// where the rounded rises of all edges of a low vertex may say that it is the highest.
TEST(Support, BluntAndClustered) {
  Random random(TestSeed());
  int long_lists = 0;
  for (int64_t n = 0; n < TestCaseCount(300); ++n) {
    const int count = random.Integer(33, 4 * ConvexPolytope::kScanVertices);
    const int family = random.Index(4);
    const Vec3 u = OnSphere(&random);
    const Vec3 v = Normalized(Cross(u, OnSphere(&random)));
    const Vec3 w = Cross(u, v);
    const double small = random.LogUniform(1e-20, 1e-3);
    const double smaller = small * random.LogUniform(1e-10, 1.0);
    const Vec3 offset = random.Chance(0.5) ? Vec3{1e6, -1e6, 2e5} : Vec3{};
    std::vector<Vec3> points;
    for (int i = 0; i < count; ++i) {
      Vec3 p = OnSphere(&random);
      if (family == 0) {  // A flat bowl under a spire.
        const double angle = random.Angle();
        const double radius = random.Uniform(0.0, 1.0);
        p = i == 0 ? w : radius * std::cos(angle) * u + radius * std::sin(angle) * v + small * radius * radius * w;
      } else if (family == 1) {  // Flat.
        p = p.x * u + p.y * v + small * p.z * w;
      } else if (family == 2) {  // Thin.
        p = p.x * u + small * p.y * v + smaller * p.z * w;
      } else {  // Clusters at a few corners.
        const double size = random.Chance(0.5) ? small : smaller;
        p = Vec3{1.0 * random.Index(2), 1.0 * random.Index(2), 0.3 * random.Index(2)} + size * p;
      }
      points.push_back(offset + p);
    }
    const ConvexPolytope polytope = Hull(points);
    if (polytope.num_vertices() > ConvexPolytope::kScanVertices) ++long_lists;
    for (int i = 0; i < 20; ++i) CheckSupport(polytope, TestDirection(polytope, &random), 3, &random);
    for (int i = 0; i < 4; ++i) CheckSupport(polytope, random.Sign() * w, 8, &random);
    if (HasFatalFailure()) FAIL() << n << " family " << family;
  }
  EXPECT_GT(long_lists, TestCaseCount(300) / 4);
}

// From the lowest point of a bowl as flat as rounding, to the spire above it.
TEST(Support, ClimbsOutOfTheBluntestCorner) {
  Random random(TestSeed());
  int blunt_corners = 0;
  for (int64_t n = 0; n < TestCaseCount(2000) && !HasFatalFailure(); ++n) {
    const Vec3 up = OnSphere(&random);
    const Vec3 u = Normalized(Cross(up, OnSphere(&random)));
    const Vec3 v = Cross(up, u);
    std::vector<Vec3> points = {up};
    for (int i = 0; i < 40; ++i) {
      const double angle = random.Angle();
      const double radius = i == 0 ? 0.0 : random.Uniform(0.5, 1.0);
      points.push_back(radius * std::cos(angle) * u + radius * std::sin(angle) * v + 0x1p-54 * radius * up);
    }
    const ConvexPolytope polytope = Hull(points);
    if (polytope.dimension() < 3) continue;
    const internal::VertexGraph graph = polytope.graph();
    for (int32_t start = 0; start < polytope.num_vertices(); ++start) {
      if (!internal::IsPointed(graph, start)) ++blunt_corners;
      const int32_t found = internal::SupportByHillClimbing(graph, up, start);
      ASSERT_LE(ErrorInBounds(polytope, up, found), 1.0);
    }
  }
  EXPECT_GT(blunt_corners, 100);
}

// The upper end of a prism of many sides is a plateau.
TEST(Support, Plateaus) {
  std::vector<Vec3> points;
  for (int i = 0; i < 100; ++i) {
    const double angle = 0.0628318530717958 * i;
    points.push_back({std::cos(angle), std::sin(angle), 0});
    points.push_back({std::cos(angle), std::sin(angle), 1});
  }
  const ConvexPolytope prism = Hull(points);
  ASSERT_EQ(prism.num_vertices(), 200);
  for (int32_t start = 0; start < 200; ++start) {
    EXPECT_EQ(prism.vertex(internal::SupportByHillClimbing(prism.graph(), {0, 0, 1}, start)).z, 1.0);
    EXPECT_EQ(prism.vertex(internal::SupportByHillClimbing(prism.graph(), {0, 0, -1e-300}, start)).z, 0.0);
  }
}

// Directions and shapes so small or so large that products underflow or overflow.
TEST(Support, AnyMagnitude) {
  Random random(TestSeed());
  for (const int count : {6, 60}) {
    for (const double size : {1e-320, 1e-300, 1e-200, 1.0, 1e8}) {
      std::vector<Vec3> points;
      for (int i = 0; i < count; ++i) points.push_back(size * OnSphere(&random));
      const ConvexPolytope polytope = Hull(points);
      for (const double length : {1e-320, 1e-300, 1e-160, 1.0, 1e160, 1e300, 1.7e308}) {
        for (int i = 0; i < 10; ++i) {
          CheckSupport(polytope, length * OnSphere(&random), 3, &random);
          if (HasFatalFailure()) FAIL() << count << " " << size << " " << length;
        }
      }
    }
  }
}

TEST(Support, DoesNotAllocate) {
  Random random(TestSeed());
  for (const int count : {20, 200}) {
    std::vector<Vec3> points;
    for (int i = 0; i < count; ++i) points.push_back(OnSphere(&random));
    const ConvexPolytope polytope = Hull(points);
    std::vector<Vec3> directions;
    for (int i = 0; i < 100; ++i) directions.push_back(TestDirection(polytope, &random));
    ConvexPolytope::Hint hint;
    double sum = 0.0;
    const int64_t before = AllocationCount();
    for (const Vec3& direction : directions) sum += polytope.Support(direction, &hint).x;
    EXPECT_EQ(AllocationCount(), before);
    EXPECT_TRUE(std::isfinite(sum));
  }
}

TEST(IsPointed, KnowsSharpFromBlunt) {
  const auto corner = [](double height) {
    // Vertex 0 is the apex of a pyramid of this height.
    const ConvexPolytope pyramid = Hull({{0, 0, height}, {1, 1, 0}, {-1, 1, 0}, {-1, -1, 0}, {1, -1, 0}, {0, 0, -1}});
    return internal::IsPointed(pyramid.graph(), 0);
  };
  EXPECT_TRUE(corner(10.0));
  EXPECT_TRUE(corner(1.0));
  EXPECT_TRUE(corner(0.19));   // The cosine is 0.19 / |(1, 1, 0.19)| = 0.133.
  EXPECT_FALSE(corner(0.17));  // 0.119.
  EXPECT_FALSE(corner(1e-30));
}

}  // namespace
}  // namespace collision2d::solid

namespace collision2d::solid::internal {
namespace {

int32_t FirstHighest(const std::vector<Vec3>& points, const Vec3& direction) {
  int32_t best = 0;
  for (int32_t i = 1; i < static_cast<int32_t>(points.size()); ++i) {
    if (Dot(direction, points[i]) > Dot(direction, points[best])) best = i;
  }
  return best;
}

Vec3 RandomVec3(int reach, Random* random) {
  const double scale = reach > 0 ? 1.0 : 0.1;
  const int range = reach > 0 ? reach : 1000000;
  Vec3 v;
  v.x = scale * random->Integer(-range, range);
  v.y = scale * random->Integer(-range, range);
  v.z = scale * random->Integer(-range, range);
  return v;
}

// Points of a small lattice have many equal heights.
TEST(ScanForSupport, FirstOfTheHighestWithEveryInstructionSet) {
  Random random(TestSeed());
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    for (int count = 1; count <= 70; ++count) {
      for (int i = 0; i < 200; ++i) {
        const int reach = i % 2 == 0 ? 2 : 0;
        std::vector<Vec3> points;
        for (int k = 0; k < count; ++k) points.push_back(RandomVec3(reach, &random));
        std::vector<double> coordinates(static_cast<size_t>(3 * ScanStride(count)));
        FillScanCoordinates(points, coordinates.data());
        const Vec3 direction = RandomVec3(reach, &random);
        ASSERT_EQ(ScanForSupport(coordinates.data(), count, direction), FirstHighest(points, direction)) << count;
      }
    }
  }
  hwy::SetSupportedTargetsForTest(0);
}

}  // namespace
}  // namespace collision2d::solid::internal
