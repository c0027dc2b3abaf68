#include "planner_adapter/road/depth_bound.h"

#include <numeric>
#include <vector>

#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/testing/random.h"
#include "collision2d/testing/test_flags.h"
#include "gtest/gtest.h"
#include "planner_adapter/road/farthest_outside.h"
#include "planner_adapter/road/road_edge.h"
#include "planner_adapter/road/testing/road_families.h"

namespace collision2d::planner {
namespace {

// On a straight edge of several pieces the bound is the depth: the corners are nearest to different pieces.
TEST(DepthBoundTest, IsTheDepthBesideAStraightEdge) {
  const std::vector<OutlinePiece> pieces = {{{0, 0}, {2, 0}}, {{2, 0}, {4, 0}}, {{4, 0}, {6, 0}}, {{6, 0}, {8, 0}}};
  const DepthBound bound = BoundDepth({{1, -3}, {7, -3}, {7, -1}, {1, -1}}, 0.5, pieces, 1);
  EXPECT_EQ(bound.depth_m, 3.5);
  EXPECT_EQ(bound.corner, (Vec2{1, -3}));
  EXPECT_EQ(bound.on_edge, (Vec2{1, 0}));
}

TEST(DepthBoundTest, NoPointIsDeeper) {
  Random random(TestSeed());
  int tight = 0;
  int outside = 0;
  for (int i = 0; i < 1300; ++i) {
    const std::vector<OutlinePiece> pieces = RandomRoad(static_cast<RoadFamily>(i % kRoadFamilyCount), &random);
    const ConvexPolygon body = RandomBody(&random);
    const Pose2 pose = RandomPoseNearEdge(body, pieces, &random);
    std::vector<Vec2> hull;
    for (const Vec2 vertex : body.vertices()) hull.push_back(pose * vertex);
    std::vector<int> near(pieces.size());
    std::iota(near.begin(), near.end(), 0);
    const double depth_m =
        FindFarthestOutside(hull, body.radius_m(), *RoadEdge::Create(pieces, /*is_closed=*/true), near).depth_m;
    const int piece = static_cast<int>(random.Uniform(0.0, static_cast<double>(pieces.size())));
    const double bound_m = BoundDepth(hull, body.radius_m(), pieces, piece).depth_m;
    EXPECT_GE(bound_m, depth_m - kDepthTolerance_m) << i;
    if (depth_m == 0.0) continue;
    ++outside;
    tight += bound_m <= 1.001 * depth_m ? 1 : 0;
  }
  EXPECT_GT(outside, 600);
  EXPECT_GT(tight, 20);
}

}  // namespace
}  // namespace collision2d::planner
