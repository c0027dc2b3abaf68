#include "planner_adapter/road/road_edge.h"

#include <cstddef>
#include <utility>
#include <vector>

#include "collision2d/batch/static_map.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/vec2.h"
#include "gtest/gtest.h"

namespace collision2d::planner {
namespace {

constexpr double kLeastGap_m = 1e-11;

std::vector<ConvexPolygon> ShapesOf(const std::vector<OutlinePiece>& pieces) {
  std::vector<ConvexPolygon> segments;
  for (const OutlinePiece& piece : pieces) segments.push_back(*ConvexPolygon::Create({piece.from, piece.to}));
  const StaticMap map = *StaticMap::Create(segments);
  std::vector<ConvexPolygon> shapes;
  for (size_t i = 0; i < pieces.size(); ++i) {
    shapes.push_back(
        ShapeOfPiece(static_cast<int>(i), pieces, OutlineVertices(pieces), segments, map, kLeastGap_m).shape);
  }
  return shapes;
}

TEST(PieceShapesTest, TrianglesLieBeyondTheirPieces) {
  const std::vector<OutlinePiece> pieces = {{{0, 0}, {4, 0}}, {{4, 0}, {4, 4}}, {{4, 4}, {0, 0}}};
  const std::vector<ConvexPolygon> shapes = ShapesOf(pieces);
  for (size_t i = 0; i < pieces.size(); ++i) {
    ASSERT_EQ(shapes[i].size(), 3);
    const Vec2 apex = shapes[i].vertices()[1];
    EXPECT_EQ(shapes[i].vertices()[0], pieces[i].from);
    EXPECT_EQ(shapes[i].vertices()[2], pieces[i].to);
    const double height_m = Cross(Normalized(pieces[i].to - pieces[i].from), apex - pieces[i].from);
    EXPECT_LT(height_m, 0.0);
    EXPECT_GE(height_m, -1.01 * kMostPieceHeight_m);
  }
}

// Two pieces that are back to back, a few micrometres apart, remain segments; farther apart they
// become triangles.
TEST(PieceShapesTest, SlitsKeepSegments) {
  const auto sizes = [](double gap_m) {
    const std::vector<ConvexPolygon> shapes = ShapesOf({{{0, 0}, {4, 0}}, {{4, -gap_m}, {0, -gap_m}}});
    return std::make_pair(shapes[0].size(), shapes[1].size());
  };
  EXPECT_EQ(sizes(1e-5), std::make_pair(2, 2));
  EXPECT_EQ(sizes(1e-2), std::make_pair(3, 3));
}

// In a sharp notch the triangle of one piece would cross the other piece.
TEST(PieceShapesTest, SharpNotchesKeepSegments) {
  const auto size_of = [](double width_m) {
    return ShapesOf({{{0, 0}, {4, width_m}}, {{4, width_m}, {0, 2.0 * width_m}}})[0].size();
  };
  EXPECT_EQ(size_of(-1e-6), 2);
  EXPECT_EQ(size_of(-1.0), 3);
}

TEST(PieceShapesTest, ShortPiecesRemainSegments) { EXPECT_EQ(ShapesOf({{{0, 0}, {1e-6, 0}}})[0].size(), 2); }

// A piece is alone unless another one is within the least gap of it, or leaves one of its ends at a
// very small angle.
TEST(PieceShapesTest, IsAlone) {
  const auto is_alone = [](const std::vector<OutlinePiece>& pieces) {
    std::vector<ConvexPolygon> segments;
    for (const OutlinePiece& piece : pieces) segments.push_back(*ConvexPolygon::Create({piece.from, piece.to}));
    return ShapeOfPiece(0, pieces, OutlineVertices(pieces), segments, *StaticMap::Create(segments), kLeastGap_m)
        .is_alone;
  };
  const OutlinePiece piece{{0, 0}, {4, 0}};
  EXPECT_TRUE(is_alone({piece, {{4, -1e-5}, {0, -1e-5}}}));
  EXPECT_FALSE(is_alone({piece, {{4, 0.5 * kLeastGap_m}, {0, 0.5 * kLeastGap_m}}}));
  EXPECT_FALSE(is_alone({piece, {{4, 2}, {2, 0.5 * kLeastGap_m}}}));
  EXPECT_TRUE(is_alone({piece, {{4, 0}, {0, 0.1}}}));
  EXPECT_TRUE(is_alone({piece, {{4, 0}, {9, 1e-9}}}));
  EXPECT_FALSE(is_alone({piece, {{4, 0}, {0, 0.001}}}));
  EXPECT_FALSE(is_alone({piece, {{-4, 0.001}, {0, 0}}, {{0, 0}, {1e-9, 1e-9}}}));
}

}  // namespace

}  // namespace collision2d::planner
