#include "planner_adapter/road/road_raster.h"

#include <vector>

#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"
#include "planner_adapter/road/road_edge.h"
#include "planner_adapter/road/testing/containment_oracle.h"
#include "planner_adapter/road/testing/lattice_roads.h"
#include "planner_adapter/road/testing/road_families.h"

namespace collision2d::planner {
namespace {

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

// A cell is never smaller than half a metre, nor are there more than 2^18 of them.
TEST(RoadRasterTest, AHugeRoadHasLargeCells) {
  const double size_m = 1e6;
  const RoadEdge edge = *RoadEdge::Create(Ring({{0, 0}, {size_m, 0}, {size_m, size_m}, {0, size_m}}), true);
  EXPECT_EQ(edge.SideAt({0.5 * size_m, 0.5 * size_m}), RoadRaster::Side::kInside);
  EXPECT_EQ(edge.SideAt({0.5 * size_m, 1.0}), RoadRaster::Side::kUnknown);
  EXPECT_EQ(edge.SideAt({0.5 * size_m, -1.0}), RoadRaster::Side::kOutside);
}

}  // namespace
}  // namespace collision2d::planner
