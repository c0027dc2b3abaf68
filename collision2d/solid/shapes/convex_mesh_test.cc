#include "collision2d/solid/shapes/convex_mesh.h"

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "collision2d/solid/geometry/vec3.h"
#include "collision2d/solid/shapes/convex_polytope.h"
#include "collision2d/solid/shapes/support_mapping.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"

namespace collision2d::solid {
namespace {

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
