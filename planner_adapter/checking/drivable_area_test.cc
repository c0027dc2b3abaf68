#include "planner_adapter/checking/drivable_area.h"

#include <cmath>
#include <limits>
#include <vector>

#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "gtest/gtest.h"

namespace collision2d::planner {
namespace {

ConvexPolygon Polygon(std::vector<Vec2> vertices, double radius_m = 0.0) {
  return ConvexPolygon::Create(vertices, radius_m).value();
}

// The axis-parallel rectangle between two corners.
ConvexPolygon Box(Vec2 min, Vec2 max) { return Polygon({min, {max.x, min.y}, max, {min.x, max.y}}); }

// Cells, and how far outside of them still counts as inside.
struct Area {
  absl::Span<const ConvexPolygon> cells;
  double tolerance_m;
};

bool Contains(const Area& area, absl::Span<const ConvexPolygon> body, const Pose2& pose) {
  int first_step = 7;
  const DrivableArea drivable_area(area.cells, area.tolerance_m, body);
  drivable_area.FirstOutside({{pose}, 1, {}}, absl::MakeSpan(&first_step, 1));
  return first_step < 0;
}

// The answer for a body of one shape at a position.
bool Contains(const Area& area, const ConvexPolygon& shape, Vec2 position) {
  return Contains(area, {shape}, Pose2{position});
}

TEST(DrivableAreaTest, WithoutCellsEverythingIsInside) {
  const Area area = {{}, 0.0};
  EXPECT_TRUE(Contains(area, Box({-1, -1}, {1, 1}), {1e7, 0}));
}

TEST(DrivableAreaTest, CellsAreClosed) {
  const std::vector<ConvexPolygon> cells = {Box({0, 0}, {10, 4})};
  const Area area = {cells, 0.0};
  const ConvexPolygon body = Box({-1, -1}, {1, 1});
  EXPECT_TRUE(Contains(area, body, {5, 2}));
  EXPECT_TRUE(Contains(area, body, {1, 1}));
  EXPECT_TRUE(Contains(area, body, {9, 3}));
  EXPECT_FALSE(Contains(area, body, {std::nextafter(9.0, 10.0), 3}));
  EXPECT_FALSE(Contains(area, body, {5, 0.9}));
  EXPECT_FALSE(Contains(area, body, {50, 2}));
}

TEST(DrivableAreaTest, ACornerWithinTheToleranceIsInside) {
  const std::vector<ConvexPolygon> cells = {Box({0, 0}, {10, 4})};
  const Area area = {cells, 0.25};
  const ConvexPolygon body = Box({-1, -1}, {1, 1});
  EXPECT_TRUE(Contains(area, body, {9.25, 2}));
  EXPECT_FALSE(Contains(area, body, {9.2500001, 2}));
  // The corner (10.2, 4.2) is within the tolerance of each side's line, but 0.28 m from the cell.
  EXPECT_FALSE(Contains(area, body, {9.2, 3.2}));
}

TEST(DrivableAreaTest, IsTheUnionOfItsCells) {
  const std::vector<ConvexPolygon> cells = {Box({0, 0}, {10, 4}), Box({10, 0}, {20, 4}), Box({20.5, 0}, {30, 4})};
  const ConvexPolygon body = Box({-1, -1}, {1, 1});
  const Area area = {cells, 0.0};
  EXPECT_TRUE(Contains(area, body, {10, 2}));
  EXPECT_FALSE(Contains(area, body, {21.25, 2}));  // Two corners in the gap between the cells.
  EXPECT_TRUE(Contains(area, body, {22, 2}));
  EXPECT_TRUE(Contains(Area{cells, 0.25}, body, {21.25, 2}));
}

// The documented limit: an edge that cuts across a notch between two vertices is not seen.
TEST(DrivableAreaTest, SeesVerticesNotEdges) {
  const std::vector<ConvexPolygon> cells = {Box({0, 0}, {3, 4}), Box({4, 0}, {7, 4})};
  const Area area = {cells, 0.0};
  EXPECT_TRUE(Contains(area, Box({-1, -1}, {1, 1}), {3.5, 2}));
  EXPECT_FALSE(Contains(area, Polygon({{0, 0}}), {3.5, 2}));
}

TEST(DrivableAreaTest, TurnsTheBody) {
  const std::vector<ConvexPolygon> cells = {Box({0, 0}, {10, 4})};
  const Area area = {cells, 0.0};
  const ConvexPolygon truck = Box({-1, -1}, {5, 1});
  EXPECT_TRUE(Contains(area, {truck}, Pose2{{2, 2}, 1.0, 0.0}));
  EXPECT_FALSE(Contains(area, {truck}, Pose2{{2, 2}, 0.0, 1.0}));
  EXPECT_FALSE(Contains(area, {truck}, Pose2{{2, 2}, -1.0, 0.0}));
  EXPECT_TRUE(Contains(area, {truck}, Pose2{{8, 2}, -1.0, 0.0}));
}

TEST(DrivableAreaTest, LooksAtEveryShapeOfTheBody) {
  const std::vector<ConvexPolygon> cells = {Box({0, 0}, {10, 4})};
  const Area area = {cells, 0.0};
  const std::vector<ConvexPolygon> body = {Box({-1, -1}, {1, 1}), Box({-4, -1}, {-2, 1})};
  EXPECT_TRUE(Contains(area, body, Pose2{{5, 2}}));
  EXPECT_FALSE(Contains(area, body, Pose2{{3, 2}}));
}

TEST(DrivableAreaTest, ProbesTheCircleOfARoundedVertex) {
  const std::vector<ConvexPolygon> cells = {Box({0, 0}, {10, 4})};
  const Area area = {cells, 0.0};
  const ConvexPolygon disc = Polygon({{0, 0}}, 1.0);
  EXPECT_TRUE(Contains(area, disc, {5, 2}));
  EXPECT_TRUE(Contains(area, disc, {1, 1}));
  for (const Vec2 outside : {Vec2{0.9, 2}, {9.1, 2}, {5, 0.9}, {5, 3.1}}) EXPECT_FALSE(Contains(area, disc, outside));
  // In a diamond the diagonal probes are the ones that leave.
  const std::vector<ConvexPolygon> diamond = {Polygon({{0, -4}, {4, 0}, {0, 4}, {-4, 0}})};
  const Area rotated = {diamond, 0.0};
  const double inside = 2.0 - 0.5 * std::sqrt(2.0) - 0.01;
  const double outside = inside + 0.02;
  for (const Vec2 sign : {Vec2{1, 1}, {-1, 1}, {-1, -1}, {1, -1}}) {
    EXPECT_TRUE(Contains(rotated, disc, {sign.x * inside, sign.y * inside}));
    EXPECT_FALSE(Contains(rotated, disc, {sign.x * outside, sign.y * outside}));
  }
}

// Driving over three cells and out: more corners than are looked at together.
TEST(DrivableAreaTest, TheFirstStepOutsideIsNamed) {
  const std::vector<ConvexPolygon> cells = {Box({0, 0}, {10, 4}), Box({10, 0}, {20, 4}), Box({20, 0}, {30, 4})};
  const std::vector<ConvexPolygon> body = {Box({-1, -1}, {1, 1}), Box({-0.5, -0.5}, {0.5, 0.5})};
  const DrivableArea area(cells, 0.0, body);
  std::vector<Pose2> poses;
  for (const double y : {2.0, 1.0, 0.5}) {
    for (int step = 0; step < 40; ++step) poses.push_back({{1.0 + 0.75 * step, y}});
  }
  std::vector<int> first_step(3, 7);
  area.FirstOutside({poses, 40, {}}, absl::MakeSpan(first_step));
  EXPECT_EQ(first_step, (std::vector<int>{38, 38, 0}));
  const std::vector<int> lengths = {38, 39, 0};
  area.FirstOutside({poses, 40, lengths}, absl::MakeSpan(first_step));
  EXPECT_EQ(first_step, (std::vector<int>{-1, 38, -1}));
}

TEST(DrivableAreaTest, APoseThatIsNotFiniteIsOutside) {
  const std::vector<ConvexPolygon> cells = {Box({0, 0}, {10, 4})};
  const Area area = {cells, 0.1};
  const ConvexPolygon body = Box({-1, -1}, {1, 1});
  EXPECT_FALSE(Contains(area, body, {std::numeric_limits<double>::quiet_NaN(), 2}));
  EXPECT_FALSE(Contains(area, body, {std::numeric_limits<double>::infinity(), 2}));
  EXPECT_FALSE(Contains(area, body, {1e300, 2}));
}

}  // namespace
}  // namespace collision2d::planner
