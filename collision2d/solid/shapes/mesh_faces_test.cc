#include <array>

#include "absl/status/status.h"
#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/convex_mesh.h"
#include "collision2d/solid/shapes/convex_polytope.h"
#include "collision2d/solid/shapes/polytope_tables.h"
#include "collision2d/solid/shapes/support_mapping.h"
#include "collision2d/testing/test.h"
#include "gmock/gmock.h"

namespace collision2d::solid {
namespace {

using Faces = std::vector<std::vector<int32_t>>;
using testing::HasSubstr;

// vertex i has x = bit 0, y = bit 1, z = bit 2.
std::vector<Vec3> CubeVertices() {
  std::vector<Vec3> vertices;
  for (int i = 0; i < 8; ++i) vertices.push_back({1.0 * (i & 1), 1.0 * (i >> 1 & 1), 1.0 * (i >> 2)});
  return vertices;
}

Faces CubeFaces() { return {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}}; }

std::string ErrorOf(const std::vector<Vec3>& vertices, const Faces& faces) {
  const auto polytope = ConvexPolytope::Create(vertices, faces);
  if (polytope.ok()) return "no error";
  EXPECT_EQ(polytope.status().code(), absl::StatusCode::kInvalidArgument);
  return std::string(polytope.status().message());
}

TEST(CreatePolytope, TakesACube) {
  const auto cube = ConvexPolytope::Create(CubeVertices(), CubeFaces());
  ASSERT_TRUE(cube.ok()) << cube.status();
  EXPECT_EQ(cube->num_vertices(), 8);
  EXPECT_EQ(cube->num_faces(), 6);
  EXPECT_EQ(cube->edges().size(), 12u);
  EXPECT_EQ(cube->dimension(), 3);
}

// Coplanar triangles are legal, and are merged.
TEST(CreatePolytope, TakesATriangulatedCube) {
  Faces triangles;
  for (const auto& f : CubeFaces()) {
    triangles.push_back({f[0], f[1], f[2]});
    triangles.push_back({f[0], f[2], f[3]});
  }
  const auto cube = ConvexPolytope::Create(CubeVertices(), triangles);
  ASSERT_TRUE(cube.ok()) << cube.status();
  EXPECT_EQ(cube->num_faces(), 6);
  EXPECT_EQ(cube->edges().size(), 12u);
}

// A quadrilateral that is not planar is what its fan makes of it: convex from one corner, not from
// the next.
TEST(CreatePolytope, BentFaceMustBeConvexAsAFan) {
  std::vector<Vec3> vertices = CubeVertices();
  vertices[7].z = std::nextafter(1.0, 2.0);
  // The top is 4, 5, 7, 6: with 7 raised it is convex if folded along 4-7, with 7 lowered along
  // 5-6.
  Faces along_4_7 = CubeFaces();
  Faces along_5_6 = CubeFaces();
  along_4_7[1] = {4, 5, 7, 6};
  along_5_6[1] = {5, 7, 6, 4};
  EXPECT_EQ(ErrorOf(vertices, along_4_7), "no error");
  EXPECT_EQ(ErrorOf(vertices, along_5_6),
            "faces[1]: the triangle of vertices 5, 7, 6 has vertices[4] = (0, 0, 1) above it: not convex");
  vertices[7].z = std::nextafter(1.0, 0.0);
  EXPECT_EQ(ErrorOf(vertices, along_5_6), "no error");
  EXPECT_EQ(ErrorOf(vertices, along_4_7),
            "faces[1]: the triangle of vertices 4, 5, 7 has vertices[6] = (0, 1, 1) above it: not convex");
}

TEST(CreatePolytope, NamesBadCoordinates) {
  std::vector<Vec3> vertices = CubeVertices();
  vertices[3].y = kNaN;
  EXPECT_EQ(ErrorOf(vertices, CubeFaces()), "vertices[3].y: nan is not finite");
  vertices[3].y = -kInf;
  EXPECT_EQ(ErrorOf(vertices, CubeFaces()), "vertices[3].y: -inf is not finite");
  vertices[3].y = 1;
  vertices[5].z = -2e8;
  EXPECT_EQ(ErrorOf(vertices, CubeFaces()), "vertices[5].z: -200000000 m is beyond the limit of 1e+08 m");
  EXPECT_EQ(ErrorOf({}, CubeFaces()), "vertices: empty; at least one is needed");
}

TEST(CreatePolytope, NamesBadIndices) {
  Faces faces = CubeFaces();
  faces[2] = {0, 1};
  EXPECT_EQ(ErrorOf(CubeVertices(), faces), "faces[2]: 2 corners; at least three are needed");
  faces[2] = {0, 1, 8, 4};
  EXPECT_EQ(ErrorOf(CubeVertices(), faces), "faces[2][2] = 8: there are vertices 0 to 7 only");
  faces[2] = {0, -1, 5, 4};
  EXPECT_EQ(ErrorOf(CubeVertices(), faces), "faces[2][1] = -1: there are vertices 0 to 7 only");
  faces[2] = {0, 1, 5, 1};
  EXPECT_EQ(ErrorOf(CubeVertices(), faces), "faces[2][3] = 1: repeats a corner");
  std::vector<Vec3> vertices = CubeVertices();
  vertices.push_back({5, 6, 7});
  EXPECT_EQ(ErrorOf(vertices, CubeFaces()), "vertices[8]: (5, 6, 7) is in no face");
  EXPECT_EQ(ErrorOf(CubeVertices(), {}), "vertices[0]: (0, 0, 0) is in no face");
}

TEST(CreatePolytope, NamesVerticesThatAreNotExtreme) {
  const auto with_top_corner = [](const Vec3& apex) {
    std::vector<Vec3> vertices = CubeVertices();
    vertices.push_back(apex);
    Faces faces = CubeFaces();
    faces[1] = {4, 5, 8};
    faces.push_back({5, 7, 8});
    faces.push_back({7, 6, 8});
    faces.push_back({6, 4, 8});
    return ErrorOf(vertices, faces);
  };
  EXPECT_EQ(with_top_corner({0.5, 0.5, 1.5}), "no error");
  for (const Vec3& apex : {Vec3{0.5, 0.5, 1}, Vec3{0.5, 0.5, 0.5}, Vec3{0.5, 0, 1}, Vec3{1, 1, 1}}) {
    EXPECT_THAT(with_top_corner(apex), HasSubstr("vertices[8]: ("));
    EXPECT_THAT(with_top_corner(apex), HasSubstr("is no corner of the convex hull of the vertices"));
  }
}

TEST(CreatePolytope, NamesAFlatSolid) {
  EXPECT_THAT(ErrorOf({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 1}}),
              HasSubstr("vertices[0..2] lie in one plane"));
}

TEST(CreatePolytope, NamesAnEdgeThatIsOpenOrShared) {
  Faces faces = CubeFaces();
  faces.pop_back();
  EXPECT_EQ(ErrorOf(CubeVertices(), faces),
            "faces[2]: no face on the other side of the edge from vertex 1 to vertex 5: not closed");
  faces.push_back({1, 5, 7, 3});
  EXPECT_THAT(ErrorOf(CubeVertices(), faces), HasSubstr("both go from vertex 1 to vertex 5"));
}

// A point of a paraboloid: all such points are extreme.
Vec3 OnParaboloid(double x, double y) { return {x, y, x * x + y * y}; }

TEST(CreatePolytope, NamesSurfacesThatAreNoSphere) {
  std::vector<Vec3> vertices;
  for (int i = 0; i < 7; ++i) vertices.push_back(OnParaboloid(i, i * i % 5));
  const Faces tetrahedron = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
  // Two tetrahedra with a common vertex.
  Faces joined = tetrahedron;
  for (const auto& f : tetrahedron) joined.push_back({f[0] + 3, f[1] + 3, f[2] + 3});
  EXPECT_EQ(ErrorOf(vertices, joined), "faces: 7 vertices - 12 edges + 8 faces = 3, not 2: not a sphere");
  // Without one.
  vertices.push_back(OnParaboloid(7, 4));
  Faces two = tetrahedron;
  for (const auto& f : tetrahedron) two.push_back({f[0] + 4, f[1] + 4, f[2] + 4});
  EXPECT_EQ(ErrorOf(vertices, two), "vertices[4]: no edges lead to vertex 0: two surfaces");
}

TEST(CreatePolytope, NamesClockwiseFaces) {
  Faces faces = CubeFaces();
  for (auto& f : faces) f = {f[3], f[2], f[1], f[0]};
  EXPECT_EQ(ErrorOf(CubeVertices(), faces),
            "faces[0]: the triangle of vertices 1, 3, 2 is in clockwise order seen from outside; counter-clockwise is "
            "needed");
}

// The edge 0-1 of an octahedron flipped to 4-5, the axis through the inside.
TEST(CreatePolytope, NamesAReflexEdge) {
  const std::vector<Vec3> vertices = {{1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  const Faces octahedron = {{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}, {1, 0, 5}, {2, 1, 5}, {3, 2, 5}, {0, 3, 5}};
  ASSERT_EQ(ErrorOf(vertices, octahedron), "no error");
  Faces dented = octahedron;
  dented[0] = {0, 5, 4};
  dented[4] = {1, 4, 5};
  EXPECT_EQ(
      ErrorOf(vertices, dented),
      "faces[4] and faces[0]: the edge of vertices 4 and 5 is reflex: vertices[0] = (1, 0, 0) is above the triangle "
      "4, 5, 1");
}

// A vertex in the middle of an edge, where the fan triangle would be degenerate.
TEST(CreatePolytope, NamesAVertexOnAnEdge) {
  std::vector<Vec3> vertices = CubeVertices();
  vertices.push_back({0.5, 0, 1});
  Faces faces = CubeFaces();
  faces[1] = {4, 8, 5, 7, 6};
  faces[2] = {0, 1, 5, 8, 4};
  EXPECT_THAT(ErrorOf(vertices, faces), testing::StartsWith("vertices[8]: (0.5, 0, 1) is no corner"));
}

// A star-shaped order of the corners of a face: closed and with Euler's number, but no convex
// polygon.
TEST(CreatePolytope, NamesACrossedFace) {
  const std::vector<Vec3> vertices = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {1, 1, 1}};
  const Faces pyramid = {{3, 2, 1, 0}, {0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}};
  ASSERT_EQ(ErrorOf(vertices, pyramid), "no error");
  const Faces crossed = {{3, 1, 2, 0}, {0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}};
  EXPECT_THAT(ErrorOf(vertices, crossed), HasSubstr("is reflex"));
}

static_assert(!kIsVertexHull<ConvexMesh>, "a mesh is no shape of queries");

using Edges = std::vector<std::array<int32_t, 2>>;

Edges EdgesOf(const ConvexMesh& mesh) { return {mesh.edges().begin(), mesh.edges().end()}; }

TEST(ConvexMesh, EveryDimension) {
  const ConvexMesh point = ConvexMesh::FromPoints({{1, 2, -3}, {1, 2, -3}}).value();
  EXPECT_EQ(point.dimension(), 0);
  EXPECT_TRUE(point.edges().empty());
  EXPECT_EQ(point.num_faces(), 0);
  EXPECT_EQ(point.Magnitude(), 3.0);
  const ConvexMesh segment = ConvexMesh::FromPoints({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}}).value();
  EXPECT_EQ(segment.dimension(), 1);
  EXPECT_EQ(EdgesOf(segment), (Edges{{0, 1}}));
  const ConvexMesh square = ConvexMesh::FromPoints({{0, 0, 5}, {1, 0, 5}, {1, 1, 5}, {0, 1, 5}}).value();
  EXPECT_EQ(square.dimension(), 2);
  EXPECT_EQ(EdgesOf(square), (Edges{{0, 1}, {0, 3}, {1, 2}, {2, 3}}));
  EXPECT_EQ(square.num_faces(), 2);
  const ConvexMesh tetrahedron = ConvexMesh::FromPoints({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}).value();
  EXPECT_EQ(EdgesOf(tetrahedron), (Edges{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}));
  EXPECT_EQ(tetrahedron.Triangles().size(), 4u);
  EXPECT_EQ(tetrahedron.Bounds().max, (Vec3{1, 1, 1}));
}

TEST(ConvexMesh, MovedFromIsUnchanged) {
  ConvexMesh mesh = ConvexMesh::FromPoints({{0, 0, 0}, {1, 0, 0}}).value();
  const ConvexMesh moved = std::move(mesh);
  EXPECT_EQ(mesh.vertices(), moved.vertices());
}

// A polytope converts to its mesh, and a mesh makes the polytope of the same points.
TEST(ConvexMesh, OfAPolytope) {
  Random random(TestSeed());
  for (const int count : {1, 2, 3, 4, 20, 200}) {
    std::vector<Vec3> points;
    for (int i = 0; i < count; ++i) {
      points.push_back({random.Uniform(-1, 1), random.Uniform(-1, 1), random.Uniform(-1, 1)});
    }
    const ConvexPolytope polytope = ConvexPolytope::FromPoints(points).value();
    const ConvexMesh& mesh = polytope;
    EXPECT_EQ(mesh.vertices(), polytope.vertices());
    EXPECT_EQ(mesh.Magnitude(), polytope.Magnitude());
    const ConvexPolytope again(ConvexMesh::FromPoints(points).value());
    EXPECT_EQ(again.vertices(), polytope.vertices());
    EXPECT_EQ(again.Center(), polytope.Center());
    EXPECT_EQ(again.InnerRadius(), polytope.InnerRadius());
  }
}

}  // namespace
}  // namespace collision2d::solid
