// All points, segments and triangles of a 3 x 3 grid against each other, at every level, against
// exact answers: small integers are full of shared corners, parallel edges and collinear vertices.

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/orientation.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/exact_oracle.h"
#include "collision2d/testing/query_checker.h"
#include "collision2d/testing/test.h"

namespace collision2d {
namespace {

Vec2 GridPoint(int i) { return {static_cast<double>(i % 3), static_cast<double>(i / 3)}; }

// Every counter-clockwise order of every shape with up to three vertices: each vertex comes first
// once.
std::vector<ConvexPolygon> GridShapes() {
  std::vector<ConvexPolygon> shapes;
  for (int i = 0; i < 9; ++i) {
    shapes.push_back(ConvexPolygon::Create({GridPoint(i)}).value());
    for (int j = 0; j < 9; ++j) {
      if (j != i) shapes.push_back(ConvexPolygon::Create({GridPoint(i), GridPoint(j)}).value());
      for (int k = 0; k < 9; ++k) {
        if (Orient2d(GridPoint(i), GridPoint(j), GridPoint(k)) <= 0.0) continue;
        shapes.push_back(ConvexPolygon::Create({GridPoint(i), GridPoint(j), GridPoint(k)}).value());
      }
    }
  }
  return shapes;
}

TEST(Grid, EveryPairOfShapes) {
  const std::vector<ConvexPolygon> shapes = GridShapes();
  // 9 points, 72 segments and 84 - 8 triangles with three orders each.
  ASSERT_EQ(shapes.size(), 9u + 72u + 3u * 76u);
  QueryChecker checker;
  int touching = 0;
  for (const ConvexPolygon& a : shapes) {
    for (const ConvexPolygon& b : shapes) {
      ASSERT_TRUE(checker.Check(a, b));
      touching += checker.relation() == ExactRelation::kTouching;
    }
  }
  EXPECT_GT(touching, checker.checked() / 10);
  EXPECT_EQ(checker.counters().limit_hits, 0);
}

// The same with b in a frame of its own, turned by each right angle, which rounds nothing.
TEST(Grid, EveryPairOfShapesPosed) {
  const std::vector<ConvexPolygon> shapes = GridShapes();
  const std::vector<Pose2> poses = {Pose2({0, 0}, UnitRotation(1, 0)), Pose2({2, 0}, UnitRotation(0, 1)),
                                    Pose2({2, 1}, UnitRotation(-1, 0)), Pose2({-1, 2}, UnitRotation(0, -1))};
  QueryChecker checker;
  for (size_t i = 0; i < shapes.size(); ++i) {
    for (size_t j = 0; j < shapes.size(); ++j) {
      ASSERT_TRUE(checker.Check(shapes[i], shapes[j], poses[(i + j) % poses.size()]));
    }
  }
}

// Not representable in binary: the same grid in units of 0.1 and turned by 30 degrees, where
// "touching" is decided by the rounding of each vertex.
TEST(Grid, EveryPairOfShapesRounded) {
  const std::vector<ConvexPolygon> shapes = GridShapes();
  const Pose2 turn = Pose2::FromYaw({0.1, 0.7}, 0.5235987755982988);
  std::vector<ConvexPolygon> rounded;
  for (const ConvexPolygon& shape : shapes) {
    std::vector<Vec2> vertices;
    for (const Vec2 v : shape.vertices()) vertices.push_back(turn * (0.1 * v));
    rounded.push_back(ConvexPolygon::Create(vertices).value());
  }
  QueryChecker checker;
  for (const ConvexPolygon& a : rounded) {
    for (const ConvexPolygon& b : rounded) ASSERT_TRUE(checker.Check(a, b));
  }
}

}  // namespace
}  // namespace collision2d
