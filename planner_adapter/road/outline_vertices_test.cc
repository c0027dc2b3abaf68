#include "planner_adapter/road/outline_vertices.h"

#include <algorithm>
#include <set>
#include <vector>

#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"
#include "planner_adapter/road/testing/clearance_oracle.h"
#include "planner_adapter/road/testing/containment_oracle.h"
#include "planner_adapter/road/testing/hex_pieces.h"
#include "planner_adapter/road/testing/lattice_roads.h"

namespace collision2d::planner {
namespace {

std::set<int> PiecesAt(const OutlineVertices& vertices, int piece, bool at_start) {
  std::set<int> pieces;
  for (const Spoke& spoke : vertices.At(piece, at_start)) pieces.insert(spoke.piece);
  return pieces;
}

TEST(OutlineVerticesTest, PiecesThatMeet) {
  // Two squares that share the vertex (1, 1).
  std::vector<OutlinePiece> pieces = Ring({{0, 0}, {1, 0}, {1, 1}, {0, 1}});
  for (const OutlinePiece& piece : Ring({{1, 1}, {2, 1}, {2, 2}, {1, 2}})) pieces.push_back(piece);
  const OutlineVertices vertices(pieces);
  EXPECT_EQ(PiecesAt(vertices, 0, true), (std::set<int>{0, 3}));
  EXPECT_EQ(PiecesAt(vertices, 1, false), (std::set<int>{1, 2, 4, 7}));
  EXPECT_EQ(PiecesAt(vertices, 4, true), (std::set<int>{1, 2, 4, 7}));
  for (const Spoke& spoke : vertices.At(2, true)) {
    EXPECT_EQ(spoke.starts_here, spoke.piece == 2 || spoke.piece == 4) << spoke.piece;
  }
}

TEST(OutlineVerticesTest, OpenBordersEnd) {
  const std::vector<OutlinePiece> pieces = {{{0, 0}, {1, 0}}, {{1, 0}, {2, 0}}};
  const OutlineVertices vertices(pieces);
  EXPECT_EQ(PiecesAt(vertices, 0, true), (std::set<int>{0}));
  EXPECT_EQ(PiecesAt(vertices, 1, true), (std::set<int>{0, 1}));
  // Beyond the ends the last piece is extended.
  EXPECT_TRUE(vertices.IsLeftOf({-5, 1}, 0));
  EXPECT_FALSE(vertices.IsLeftOf({-5, -1}, 0));
  EXPECT_TRUE(vertices.IsLeftOf({7, 1}, 1));
  EXPECT_FALSE(vertices.IsLeftOf({7, -1}, 1));
}

// A reflex corner has the road also behind it, at any distance.
TEST(OutlineVerticesTest, FarBehindACorner) {
  for (const double distance_m : {1e-6, 1.0, 3.0, 1e4}) {
    const std::vector<OutlinePiece> reflex = {{{2, 1}, {0, 0}}, {{0, 0}, {1, 2}}};
    const std::vector<OutlinePiece> convex = {{{-1, 2}, {0, 0}}, {{0, 0}, {2, -1}}};
    for (const int piece : {0, 1}) {
      EXPECT_TRUE(OutlineVertices(reflex).IsLeftOf({-distance_m, -0.9 * distance_m}, piece)) << distance_m;
      EXPECT_FALSE(OutlineVertices(convex).IsLeftOf({-distance_m, -0.9 * distance_m}, piece)) << distance_m;
    }
  }
}

TEST(OutlineVerticesTest, SideOfPointsIsThatOfTheOracle) {
  Random random(TestSeed());
  int on_road = 0;
  const int roads = 1000;
  for (int i = 0; i < roads; ++i) {
    const std::vector<OutlinePiece> pieces = RandomLatticeRoad(&random);
    const OutlineVertices vertices(pieces);
    for (int k = 0; k < 10; ++k) {
      const Vec2 p{random.Integer(-4, 64) / 4.0 + 0x1p-5, random.Integer(-4, 64) / 4.0};
      const double distance_m = static_cast<double>(DistanceFromEdge(p, pieces));
      if (distance_m < 1e-9) continue;
      const bool is_on_road = PointIsOnRoad(p.x, p.y, pieces);
      on_road += is_on_road ? 1 : 0;
      for (int piece = 0; piece < static_cast<int>(pieces.size()); ++piece) {
        if (static_cast<double>(DistanceFromEdge(p, {pieces[piece]})) > distance_m) continue;
        ASSERT_EQ(vertices.IsLeftOf(p, piece), is_on_road) << HexFormat(p) << " piece " << piece << "\n"
                                                           << HexPieces(pieces);
      }
    }
  }
  EXPECT_GT(on_road, roads);
}

// Every direction of the lattice from every vertex.
TEST(OutlineVerticesTest, RoadTowardsIsThatOfTheOracle) {
  Random random(TestSeed() + 1);
  for (int i = 0; i < 60; ++i) {
    const std::vector<OutlinePiece> pieces = RandomLatticeRoad(&random);
    const OutlineVertices vertices(pieces);
    for (int piece = 0; piece < static_cast<int>(pieces.size()); ++piece) {
      for (const bool at_start : {true, false}) {
        const Vec2 corner = at_start ? pieces[piece].from : pieces[piece].to;
        const Vec2 step{static_cast<double>(random.Integer(-3, 3)), static_cast<double>(random.Integer(-3, 3))};
        if (step == Vec2{}) continue;
        const bool is_road = IsExactlyOnRoad({corner, corner + 0x1p-20 * step}, pieces);
        ASSERT_EQ(vertices.IsRoadTowards(piece, at_start, corner + step), is_road)
            << HexFormat(corner) << " + " << HexFormat(step) << "\n"
            << HexPieces(pieces);
      }
    }
  }
}

}  // namespace
}  // namespace collision2d::planner
