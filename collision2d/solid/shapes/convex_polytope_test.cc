#include "collision2d/solid/shapes/convex_polytope.h"

#include <array>
#include <set>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/solid/geometry/convex_hull3.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/support_mapping.h"
#include "collision2d/solid/shapes/vertex_climb.h"
#include "collision2d/testing/test.h"

namespace collision2d::solid {
namespace {

static_assert(kIsVertexHull<ConvexPolytope>, "Level 1 is exact for polytopes");

using Edge = std::array<int32_t, 2>;

Vec3 InCube(Random* random) { return {random->Uniform(-1, 1), random->Uniform(-1, 1), random->Uniform(-1, 1)}; }

std::vector<Vec3> CubePoints() {
  std::vector<Vec3> points;
  for (int i = 0; i < 8; ++i) points.push_back({1.0 * (i & 1), 1.0 * (i >> 1 & 1), 1.0 * (i >> 2)});
  return points;
}

double Volume(const ConvexPolytope& polytope) {
  double six_times = 0.0;
  for (const auto& [a, b, c] : polytope.Triangles()) {
    six_times += Dot(polytope.vertex(a), Cross(polytope.vertex(b), polytope.vertex(c)));
  }
  return six_times / 6.0;
}

// Checks that faces, edges and neighbours are consistent.
void CheckAdjacency(const ConvexPolytope& polytope) {
  std::set<Edge> directed;
  for (int f = 0; f < polytope.num_faces(); ++f) {
    const auto face = polytope.face(f);
    for (size_t i = 0; i < face.size(); ++i) {
      ASSERT_TRUE(directed.insert({face[i], face[(i + 1) % face.size()]}).second);
    }
  }
  if (polytope.dimension() == 1) directed = {{0, 1}, {1, 0}};
  std::set<Edge> by_neighbors;
  for (int i = 0; i < polytope.num_vertices(); ++i) {
    const auto neighbors = polytope.neighbors(i);
    ASSERT_TRUE(std::is_sorted(neighbors.begin(), neighbors.end()));
    for (const int32_t j : neighbors) by_neighbors.insert({static_cast<int32_t>(i), j});
  }
  ASSERT_EQ(by_neighbors, directed);
  ASSERT_EQ(polytope.edges().size() * 2, directed.size());
  ASSERT_TRUE(std::is_sorted(polytope.edges().begin(), polytope.edges().end()));
  for (const Edge& edge : polytope.edges()) {
    ASSERT_LT(edge[0], edge[1]);
    ASSERT_EQ(directed.count(edge), 1u);
  }
  if (polytope.dimension() < 3) return;
  ASSERT_EQ(polytope.num_vertices() - static_cast<int>(polytope.edges().size()) + polytope.num_faces(), 2);
}

TEST(ConvexPolytope, OfAPoint) {
  const auto point = ConvexPolytope::FromPoints({{1, 2, 3}, {1, 2, 3}});
  ASSERT_TRUE(point.ok());
  EXPECT_EQ(point->dimension(), 0);
  EXPECT_EQ(point->num_vertices(), 1);
  EXPECT_EQ(point->num_faces(), 0);
  EXPECT_TRUE(point->edges().empty());
  EXPECT_TRUE(point->neighbors(0).empty());
  EXPECT_TRUE(point->Triangles().empty());
  EXPECT_EQ(point->Center(), (Vec3{1, 2, 3}));
  ConvexPolytope::Hint hint;
  EXPECT_EQ(point->Support({0, 0, 1}, &hint), (Vec3{1, 2, 3}));
}

TEST(ConvexPolytope, OfASegment) {
  const auto segment = ConvexPolytope::FromPoints({{1, 1, 1}, {3, 3, 3}, {0, 0, 0}, {2, 2, 2}});
  ASSERT_TRUE(segment.ok());
  EXPECT_EQ(segment->dimension(), 1);
  ASSERT_EQ(segment->num_vertices(), 2);
  EXPECT_EQ(segment->vertex(0), (Vec3{3, 3, 3}));
  EXPECT_EQ(segment->vertex(1), (Vec3{0, 0, 0}));
  EXPECT_EQ(segment->num_faces(), 0);
  EXPECT_EQ(segment->Center(), (Vec3{1.5, 1.5, 1.5}));
  CheckAdjacency(*segment);
}

TEST(ConvexPolytope, OfAFlatPolygon) {
  const auto square = ConvexPolytope::FromPoints({{0, 0, 1}, {2, 0, 1}, {1, 1, 1}, {2, 2, 1}, {0, 2, 1}, {1, 0, 1}});
  ASSERT_TRUE(square.ok());
  EXPECT_EQ(square->dimension(), 2);
  EXPECT_EQ(square->num_vertices(), 4);
  EXPECT_EQ(square->edges().size(), 4u);
  EXPECT_EQ(square->num_faces(), 2);
  EXPECT_EQ(square->Triangles().size(), 4u);
  EXPECT_EQ(Volume(*square), 0.0);
  CheckAdjacency(*square);
}

TEST(ConvexPolytope, OfACube) {
  std::vector<Vec3> points = CubePoints();
  points.insert(points.begin() + 3, Vec3{0.5, 0.5, 0.5});
  points.push_back({0.5, 0.5, 1});
  const auto cube = ConvexPolytope::FromPoints(points);
  ASSERT_TRUE(cube.ok());
  EXPECT_EQ(cube->dimension(), 3);
  ASSERT_EQ(cube->num_vertices(), 8);
  for (int i = 0; i < 8; ++i) EXPECT_EQ(cube->vertex(i), CubePoints()[i]) << "the order given";
  EXPECT_EQ(cube->edges().size(), 12u);
  EXPECT_EQ(cube->num_faces(), 6);
  for (int i = 0; i < 8; ++i) {
    ASSERT_EQ(cube->neighbors(i).size(), 3u);
    for (const int32_t j : cube->neighbors(i)) EXPECT_EQ(NormSquared(cube->vertex(i) - cube->vertex(j)), 1.0);
  }
  EXPECT_EQ(Volume(*cube), 1.0);
  EXPECT_EQ(cube->Center(), (Vec3{0.5, 0.5, 0.5}));
  EXPECT_EQ(cube->Magnitude(), 1.0);
  EXPECT_EQ(cube->Bounds().min, (Vec3{0, 0, 0}));
  EXPECT_EQ(cube->Bounds().max, (Vec3{1, 1, 1}));
  CheckAdjacency(*cube);
}

// Made from its own vertices and faces a polytope is the same.
TEST(ConvexPolytope, FromPointsAndCreateAgree) {
  Random random(TestSeed());
  for (int64_t n = 0; n < TestCaseCount(200); ++n) {
    const double scale = random.LogUniform(1e-6, 1e6);
    const int count = random.Integer(4, 80);
    std::vector<Vec3> points;
    for (int i = 0; i < count; ++i) points.push_back(scale * InCube(&random));
    const auto hull = ConvexPolytope::FromPoints(points);
    ASSERT_TRUE(hull.ok());
    CheckAdjacency(*hull);
    ASSERT_GT(Volume(*hull), 0.0);
    std::vector<std::vector<int32_t>> faces;
    for (int f = 0; f < hull->num_faces(); ++f) faces.emplace_back(hull->face(f).begin(), hull->face(f).end());
    const auto again = ConvexPolytope::Create(hull->vertices(), faces);
    ASSERT_TRUE(again.ok()) << again.status();
    ASSERT_EQ(again->vertices(), hull->vertices());
    ASSERT_EQ(again->edges(), hull->edges());
    // The centre is inside.
    for (const auto& [a, b, c] : hull->Triangles()) {
      const Vec3 normal = Cross(hull->vertex(b) - hull->vertex(a), hull->vertex(c) - hull->vertex(a));
      ASSERT_LT(Dot(normal, hull->Center() - hull->vertex(a)), 0.0);
    }
  }
}

// Exact predicates, and supports scaled by powers of two: the same bits at any scale.
TEST(ConvexPolytope, ScalesByPowersOfTwo) {
  Random random(TestSeed());
  for (int64_t n = 0; n < TestCaseCount(50); ++n) {
    std::vector<Vec3> points;
    const int count = random.Integer(4, 100);
    for (int i = 0; i < count; ++i) points.push_back(InCube(&random));
    const auto hull = ConvexPolytope::FromPoints(points);
    ASSERT_TRUE(hull.ok());
    for (const int exponent : {-500, -20, 20}) {
      std::vector<Vec3> scaled;
      for (const Vec3& p : points) scaled.push_back(std::ldexp(1.0, exponent) * p);
      const auto other = ConvexPolytope::FromPoints(scaled);
      ASSERT_TRUE(other.ok());
      ASSERT_EQ(other->edges(), hull->edges());
      for (int i = 0; i < 20; ++i) {
        const Vec3 direction = InCube(&random);
        ConvexPolytope::Hint hint;
        ConvexPolytope::Hint other_hint;
        hull->Support(direction, &hint);
        other->Support(direction, &other_hint);
        ASSERT_EQ(hint.vertex, other_hint.vertex);
      }
    }
  }
}

TEST(ConvexPolytope, FromPointsNamesBadPoints) {
  const auto error_of = [](const std::vector<Vec3>& points) {
    const auto polytope = ConvexPolytope::FromPoints(points);
    EXPECT_EQ(polytope.status().code(), absl::StatusCode::kInvalidArgument);
    return std::string(polytope.status().message());
  };
  EXPECT_EQ(error_of({}), "points: empty; at least one is needed");
  EXPECT_EQ(error_of({{0, 0, 0}, {0, 0, std::nan("")}}), "points[1].z: nan is not finite");
  EXPECT_EQ(error_of({{kInf, 0, 0}}), "points[0].x: inf is not finite");
  EXPECT_EQ(error_of({{0, 0, 0}, {0, 0, 0}, {0, 100000001, 0}}),
            "points[2].y: 100000001 m is beyond the limit of 1e+08 m");
  // The points do not exist: their number is refused before they are read.
  const Vec3 point;
  EXPECT_EQ(ConvexPolytope::FromPoints(absl::MakeConstSpan(&point, kMaxHullPoints + 1)).status(),
            absl::InvalidArgumentError("points: 268435457 are more than the limit of 268435456"));
  EXPECT_TRUE(ConvexPolytope::FromPoints({{1e8, -1e8, 1e8}}).ok());
}

TEST(ConvexPolytope, CopiesAndMoves) {
  auto cube = ConvexPolytope::FromPoints(CubePoints());
  ASSERT_TRUE(cube.ok());
  const ConvexPolytope copy = *cube;
  *cube = ConvexPolytope::FromPoints({{0, 0, 0}}).value();
  ConvexPolytope::Hint hint;
  EXPECT_EQ(copy.Support({1, 2, 3}, &hint), (Vec3{1, 1, 1}));
  EXPECT_EQ(cube->Support({1, 2, 3}, &hint), (Vec3{0, 0, 0}));
}

// The point at the origin, whatever it was, and however it was moved from.
TEST(ConvexPolytope, MovedFromIsThePointAtTheOrigin) {
  Random random(TestSeed());
  for (const int count : {1, 8, 60, 300}) {
    std::vector<Vec3> points;
    for (int i = 0; i < count; ++i) points.push_back(InCube(&random));
    ConvexPolytope by_constructor = ConvexPolytope::FromPoints(points).value();
    ConvexPolytope by_assignment = by_constructor;
    const ConvexPolytope original = by_constructor;
    const ConvexPolytope constructed = std::move(by_constructor);
    ConvexPolytope assigned = ConvexPolytope::FromPoints({{1, 2, 3}}).value();
    assigned = std::move(by_assignment);
    for (const ConvexPolytope* moved : {&constructed, static_cast<const ConvexPolytope*>(&assigned)}) {
      EXPECT_EQ(moved->vertices(), original.vertices());
      ConvexPolytope::Hint hint;
      ConvexPolytope::Hint original_hint;
      EXPECT_EQ(moved->Support({1, 2, 3}, &hint), original.Support({1, 2, 3}, &original_hint));
    }
    for (const ConvexPolytope* empty : {&by_constructor, &by_assignment}) {
      EXPECT_EQ(empty->dimension(), 0);
      ASSERT_EQ(empty->num_vertices(), 1);
      EXPECT_EQ(empty->vertex(0), Vec3{});
      EXPECT_EQ(empty->Magnitude(), 0.0);
      EXPECT_EQ(empty->Center(), Vec3{});
      EXPECT_EQ(empty->num_faces(), 0);
      ConvexPolytope::Hint hint;
      EXPECT_EQ(empty->Support({1, 2, 3}, &hint), Vec3{});
    }
    by_constructor = assigned;
    EXPECT_EQ(by_constructor.vertices(), original.vertices());
    // To itself.
    ConvexPolytope& same = assigned;
    assigned = std::move(same);
    EXPECT_EQ(assigned.vertices(), original.vertices());
  }
}

// Supports need no tables: up to kScanVertices the same vertex, of more one as high within
// rounding.
TEST(ConvexPolytope, SupportsWithoutTables) {
  Random random(TestSeed());
  for (const int count : {1, 2, 3, 8, 25, 60, 128, 129, 300}) {
    std::vector<Vec3> points;
    for (int i = 0; i < count; ++i) points.push_back(InCube(&random));
    const ConvexPolytope with = ConvexPolytope::FromPoints(points).value();
    const ConvexPolytope without = ConvexPolytope::FromPoints(points, PolytopeTables::kNone).value();
    EXPECT_TRUE(without.shadow().empty());
    EXPECT_TRUE(without.gauss_map().empty());
    for (int64_t i = 0; i < TestCaseCount(200); ++i) {
      const Vec3 direction = InCube(&random);
      ConvexPolytope::Hint hint;
      const Vec3 expected = with.Support(direction, &hint);
      const Vec3 found = without.Support(direction, &hint);
      if (with.num_vertices() <= ConvexPolytope::kScanVertices) {
        ASSERT_EQ(found, expected);
      } else {
        ASSERT_NEAR(Dot(direction, found), Dot(direction, expected), 2.0 * kSupport3RelativeError * Norm1(direction));
      }
    }
  }
}

}  // namespace
}  // namespace collision2d::solid
