#include "planner_adapter/road/road_edge.h"

#include <set>

#include "collision2d/batch/static_map.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/tolerances.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/hex_format.h"
#include "collision2d/testing/test.h"
#include "planner_adapter/road/outline_vertices.h"
#include "planner_adapter/road/road_raster.h"
#include "planner_adapter/road/testing/clearance_oracle.h"
#include "planner_adapter/road/testing/containment_oracle.h"
#include "planner_adapter/road/testing/hex_pieces.h"
#include "planner_adapter/road/testing/lattice_roads.h"
#include "planner_adapter/road/testing/road_families.h"

namespace collision2d::planner {
namespace {

constexpr double kLeastGap_m = 1e-11;

std::vector<PieceShape> ShapesOf(const std::vector<OutlinePiece>& pieces) {
  std::vector<ConvexPolygon> segments;
  for (const OutlinePiece& piece : pieces) segments.push_back(*ConvexPolygon::Create({piece.from, piece.to}));
  return ShapesOfPieces(pieces, segments, kLeastGap_m);
}

TEST(PieceShapesTest, TrianglesLieBeyondTheirPieces) {
  const std::vector<OutlinePiece> pieces = {{{0, 0}, {4, 0}}, {{4, 0}, {4, 4}}, {{4, 4}, {0, 0}}};
  const std::vector<PieceShape> shapes = ShapesOf(pieces);
  for (size_t i = 0; i < pieces.size(); ++i) {
    ASSERT_EQ(shapes[i].shape.size(), 3);
    const Vec2 apex = shapes[i].shape.vertices()[1];
    EXPECT_EQ(shapes[i].shape.vertices()[0], pieces[i].from);
    EXPECT_EQ(shapes[i].shape.vertices()[2], pieces[i].to);
    const double height_m = Cross(Normalized(pieces[i].to - pieces[i].from), apex - pieces[i].from);
    EXPECT_LT(height_m, 0.0);
    EXPECT_GE(height_m, -1.01 * kMostPieceHeight_m);
  }
}

// The angles at the ends of a triangle are small, however short it is.
TEST(PieceShapesTest, ShortTrianglesAreLow) {
  const ConvexPolygon shape = ShapesOf({{{0, 0}, {0.002, 0}}})[0].shape;
  ASSERT_EQ(shape.size(), 3);
  EXPECT_GE(shape.vertices()[1].y, -0x1p-8 * 0.002);
}

// Two pieces that are back to back, a few micrometres apart, remain segments; farther apart they
// become triangles.
TEST(PieceShapesTest, SlitsKeepSegments) {
  const auto sizes = [](double gap_m) {
    const std::vector<PieceShape> shapes = ShapesOf({{{0, 0}, {4, 0}}, {{4, -gap_m}, {0, -gap_m}}});
    return std::make_pair(shapes[0].shape.size(), shapes[1].shape.size());
  };
  EXPECT_EQ(sizes(1e-5), std::make_pair(2, 2));
  EXPECT_EQ(sizes(1e-2), std::make_pair(3, 3));
}

// In a sharp notch the triangle of one piece would cross the other piece.
TEST(PieceShapesTest, SharpNotchesKeepSegments) {
  const auto size_of = [](double width_m) {
    return ShapesOf({{{0, 0}, {4, width_m}}, {{4, width_m}, {0, 2.0 * width_m}}})[0].shape.size();
  };
  EXPECT_EQ(size_of(-1e-6), 2);
  EXPECT_EQ(size_of(-1.0), 3);
}

TEST(PieceShapesTest, ShortPiecesRemainSegments) { EXPECT_EQ(ShapesOf({{{0, 0}, {1e-6, 0}}})[0].shape.size(), 2); }

// A piece is alone unless another one is within the least gap of it, or leaves one of its ends at a
// very small angle.
TEST(PieceShapesTest, IsAlone) {
  const auto is_alone = [](const std::vector<OutlinePiece>& pieces) { return ShapesOf(pieces)[0].is_alone; };

  const OutlinePiece piece{{0, 0}, {4, 0}};
  EXPECT_TRUE(is_alone({piece, {{4, -1e-5}, {0, -1e-5}}}));
  EXPECT_FALSE(is_alone({piece, {{4, 0.5 * kLeastGap_m}, {0, 0.5 * kLeastGap_m}}}));
  EXPECT_FALSE(is_alone({piece, {{4, 2}, {2, 0.5 * kLeastGap_m}}}));
  EXPECT_TRUE(is_alone({piece, {{4, 0}, {0, 0.1}}}));
  EXPECT_TRUE(is_alone({piece, {{4, 0}, {9, 1e-9}}}));
  EXPECT_FALSE(is_alone({piece, {{4, 0}, {0, 0.001}}}));
  EXPECT_FALSE(is_alone({piece, {{-4, 0.001}, {0, 0}}, {{0, 0}, {1e-9, 1e-9}}}));
}

// Next to the tip of a wedge the two pieces are as near as rounding: the one behind the other has
// the point on its left.
TEST(RoadEdgeTest, TheSideNextToASharpCorner) {
  const double slope = 0x1p-6;
  const RoadEdge edge = *RoadEdge::Create(Ring({{0, 0}, {100, 0}, {100, 100 * slope}}), /*is_closed=*/true);
  const double rounding_m = kPosingError * edge.max_coordinate_m();
  // Just above the upper piece, which ends at the tip, and just below the lower one, which begins
  // there.
  const double x = 16.0 * rounding_m;
  for (const int nearest : {0, 2}) {
    EXPECT_FALSE(edge.IsOnRoad({x, slope * x + 0.01 * rounding_m}, nearest, rounding_m));
    EXPECT_FALSE(edge.IsOnRoad({x, -0.01 * rounding_m}, nearest, rounding_m));
    EXPECT_TRUE(edge.IsOnRoad({x, 0.01 * rounding_m}, nearest, rounding_m));
  }
}

// Which of two pieces back to back is nearer to a point is not certain; the one behind has it on
// its right.
TEST(RoadEdgeTest, TheSideBesideASlitNarrowerThanRounding) {
  const double slit_m = 0x1p-43;
  std::vector<OutlinePiece> pieces = Ring({{-9, -9}, {0, -9}, {0, 9}, {-9, 9}});
  for (const OutlinePiece& piece : Ring({{slit_m, -9}, {9, -9}, {9, 9}, {slit_m, 9}})) pieces.push_back(piece);
  const RoadEdge edge = *RoadEdge::Create(pieces, /*is_closed=*/true);
  EXPECT_EQ(edge.max_coordinate_m(), 9.0);
  for (const int nearest : {1, 7}) {
    EXPECT_TRUE(edge.IsOnRoad({-0.5, 1}, nearest, slit_m));
    EXPECT_TRUE(edge.IsOnRoad({0.5, 1}, nearest, slit_m));
  }
}

TEST(RoadRasterTest, KnowsNothingWithoutAnEdge) {
  EXPECT_EQ(RoadRaster().At({0, 0}), RoadRaster::Side::kUnknown);
  EXPECT_EQ(RoadEdge::Create({}, /*is_closed=*/true)->SideAt({0, 0}), RoadRaster::Side::kUnknown);
}

TEST(RoadRasterTest, WhatItKnowsIsRight) {
  Random random(TestSeed());
  int inside = 0;
  int outside = 0;
  for (int i = 0; i < 260; ++i) {
    const std::vector<OutlinePiece> pieces = RandomRoad(static_cast<RoadFamily>(i % kRoadFamilyCount), &random);
    const RoadEdge edge = *RoadEdge::Create(pieces, /*is_closed=*/true);
    for (int k = 0; k < 200; ++k) {
      const double x = random.Uniform(-60.0, 60.0);
      const Vec2 p{x, random.Uniform(-60.0, 60.0)};
      const RoadRaster::Side side = edge.SideAt(p);
      if (side == RoadRaster::Side::kUnknown) continue;
      EXPECT_EQ(side == RoadRaster::Side::kInside, PointIsOnRoad(p.x, p.y, pieces)) << i << ": " << p.x << ", " << p.y;
      (side == RoadRaster::Side::kInside ? inside : outside) += 1;
    }
  }
  EXPECT_GT(inside, 500);
  EXPECT_GT(outside, 500);
}

TEST(RoadRasterTest, TheEndsOfTheBoxAreInTheLastCells) {
  for (const double size_m : {8.0, 8.25, 0.1, 1e-3, 1e6 + 1.0 / 3.0}) {
    const RoadEdge edge = *RoadEdge::Create(Ring({{0, 0}, {size_m, 0}, {size_m, size_m}, {0, size_m}}), true);
    for (const Vec2 p : {Vec2{size_m, size_m}, {0.0, size_m}, {size_m, 0.0}, {0.0, 0.0}}) {
      EXPECT_EQ(edge.SideAt(p), RoadRaster::Side::kUnknown) << size_m;
    }
  }
}

// A cell is never smaller than half a metre, nor are there more than 2^18 of them.
TEST(RoadRasterTest, AHugeRoadHasLargeCells) {
  const double size_m = 1e6;
  const RoadEdge edge = *RoadEdge::Create(Ring({{0, 0}, {size_m, 0}, {size_m, size_m}, {0, size_m}}), true);
  EXPECT_EQ(edge.SideAt({0.5 * size_m, 0.5 * size_m}), RoadRaster::Side::kInside);
  EXPECT_EQ(edge.SideAt({0.5 * size_m, 1.0}), RoadRaster::Side::kUnknown);
  EXPECT_EQ(edge.SideAt({0.5 * size_m, -1.0}), RoadRaster::Side::kOutside);
}

// The lowest cells are on known sides, and reach to the limit of coordinates.
TEST(RoadRasterTest, ARoadAtTheLimitOfCoordinates) {
  const double limit_m = kMaxCoordinate_m;
  const RoadEdge edge = *RoadEdge::Create(Ring({{0, -limit_m}, {limit_m, limit_m}, {-limit_m, limit_m}}), true);
  EXPECT_EQ(edge.SideAt({0, 0}), RoadRaster::Side::kInside);
  EXPECT_EQ(edge.SideAt({-0.9 * limit_m, -limit_m}), RoadRaster::Side::kOutside);
  EXPECT_EQ(edge.SideAt({0.9 * limit_m, -limit_m}), RoadRaster::Side::kOutside);
}

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
