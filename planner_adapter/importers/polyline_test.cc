#include "planner_adapter/importers/polyline.h"

#include <cmath>
#include <vector>

#include "collision2d/geometry/vec2.h"
#include "gtest/gtest.h"

namespace collision2d::planner {
namespace {

using Line = std::vector<Vec2>;

const Line kCorner = {{0, 0}, {3, 0}, {3, 4}};

TEST(PolylineLengthTest, SumsTheSegments) {
  EXPECT_EQ(PolylineLength(kCorner), 7);
  EXPECT_EQ(PolylineLength(Line{{1, 1}}), 0);
  EXPECT_EQ(PolylineLength(Line{}), 0);
}

TEST(ProjectOnPolylineTest, FindsTheClosestPoint) {
  const struct {
    Line line;
    Vec2 point;
    double station_m;
    double distance_m;
    double yaw_rad;
  } cases[] = {
      {kCorner, {1, 2}, 1, 2, 0},
      {kCorner, {2, 3}, 6, 1, M_PI / 2},
      {kCorner, {-3, 4}, 0, 5, 0},
      {kCorner, {6, 8}, 7, 5, M_PI / 2},
      {{{1, 1}}, {4, 5}, 0, 5, 0},
      {{{1, 1}, {1, 1}}, {4, 5}, 0, 5, 0},
      {{{0, 0}, {0, 5}}, {0, 0}, 0, 0, M_PI / 2},
  };
  for (const auto& test : cases) {
    const PolylineProjection projection = ProjectOnPolyline(test.line, test.point);
    EXPECT_EQ(projection.station_m, test.station_m);
    EXPECT_EQ(projection.distance_m, test.distance_m);
    EXPECT_EQ(projection.yaw_rad, test.yaw_rad);
  }
}

TEST(PolylinePartTest, CutsBetweenStations) {
  EXPECT_EQ(PolylinePart(kCorner, 1, 5), (Line{{1, 0}, {3, 0}, {3, 2}}));
  EXPECT_EQ(PolylinePart(kCorner, 1, 2), (Line{{1, 0}, {2, 0}}));
  EXPECT_EQ(PolylinePart(kCorner, 3, 3), (Line{{3, 0}}));
  EXPECT_EQ(PolylinePart(kCorner, 4, 4), (Line{{3, 1}}));
  EXPECT_EQ(PolylinePart(kCorner, -1, 99), kCorner);
  EXPECT_EQ(PolylinePart(kCorner, 8, 9), (Line{{3, 4}}));
  EXPECT_EQ(PolylinePart(kCorner, -9, -8), (Line{{0, 0}}));
}

TEST(EndYawTest, IsTheLastSegmentsDirection) { EXPECT_EQ(EndYaw(kCorner), M_PI / 2); }

}  // namespace
}  // namespace collision2d::planner
