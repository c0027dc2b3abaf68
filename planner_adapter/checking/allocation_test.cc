// The inner loop of the checker does not allocate: its functions are called here with every
// allocation counted.

#include <cstdint>
#include <limits>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/solid/posed_solid.h"
#include "collision2d/testing/allocation_count.h"
#include "gtest/gtest.h"
#include "planner_adapter/checking/pose_clearance.h"
#include "planner_adapter/checking/space_clearance.h"
#include "planner_adapter/checking/space_pair.h"
#include "planner_adapter/scene/obstacle_snapshot.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {
namespace {

ConvexPolygon SquareAt(Vec2 center) { return ConvexPolygon::Rectangle(1.0, 1.0, center).value(); }

ConvexPolygon Disc(Vec2 center) { return ConvexPolygon::Create(std::vector<Vec2>{center}, 0.5).value(); }

Scene SceneWithObstacles() {
  Scene scene;
  scene.static_obstacles = {{"wall", "", {SquareAt({3, 0}), SquareAt({0.5, 0}), Disc({0, 1})}, {}}};
  Prediction driving;
  driving.poses = {{0.0, {-5.0, 0.0}, 0.0}, {2.0, {5.0, 0.0}, 3.0}};
  Prediction spreading;
  spreading.occupancies = {{0.0, {SquareAt({1, 1})}}, {1.0, {SquareAt({1, 1}), SquareAt({2, 2}), SquareAt({1, 2})}}};
  scene.moving_obstacles = {{"car", "", {SquareAt({})}, {driving, spreading}, {}}};
  return scene;
}

TEST(AllocationTest, TheCounterCounts) {
  const int64_t before = AllocationCount();
  const std::vector<int> numbers(10);
  EXPECT_GT(AllocationCount(), before);
}

TEST(AllocationTest, PlacingAllocatesOnlyUntilTheLargestInstant) {
  const Scene scene = SceneWithObstacles();
  std::vector<PlacedShape> placed;
  PlaceObstacles(scene, 1.0, BeyondPrediction::kAbsent, 0.0, &placed);
  ASSERT_EQ(placed.size(), 7u);
  const int64_t before = AllocationCount();
  for (const double time_s : {0.0, 0.7, 1.0, 1.9, 3.0}) {
    PlaceObstacles(scene, time_s, BeyondPrediction::kHold, 0.0, &placed);
  }
  EXPECT_EQ(AllocationCount(), before);
}

TEST(AllocationTest, ClearancesAllocateOnlyUntilTheShapesStayTheSame) {
  const Scene scene = SceneWithObstacles();
  std::vector<PlacedShape> placed;
  PlaceObstacles(scene, 1.0, BeyondPrediction::kAbsent, 0.0, &placed);
  const std::vector<ConvexPolygon> body = {SquareAt({}), Disc({-1, 0})};
  std::vector<Pose2> poses;
  for (int k = 0; k < 40; ++k) poses.push_back(Pose2::FromYaw({-10.0 + 0.5 * k, 0.25}, 0.1 * k));
  const std::vector<double> bounds_m(poses.size(), std::numeric_limits<double>::infinity());
  std::vector<PoseClearance> clearances(poses.size());
  ClearanceScratch scratch;
  ASSERT_TRUE(ComputePoseClearances(body, poses, bounds_m, placed, &scratch, absl::MakeSpan(clearances)).ok());
  PlaceObstacles(scene, 1.5, BeyondPrediction::kAbsent, 0.0, &placed);
  ASSERT_EQ(placed.size(), 4u);  // The spreading hypothesis has ended.
  ASSERT_TRUE(ComputePoseClearances(body, poses, bounds_m, placed, &scratch, absl::MakeSpan(clearances)).ok());
  PlaceObstacles(scene, 1.9, BeyondPrediction::kAbsent, 0.0, &placed);
  const int64_t before = AllocationCount();
  const absl::Status status =
      ComputePoseClearances(body, poses, bounds_m, placed, &scratch, absl::MakeSpan(clearances));
  EXPECT_EQ(AllocationCount(), before);
  EXPECT_TRUE(status.ok()) << status;
  EXPECT_LT(clearances[20].nearest.signed_distance_m, 0.0);
  EXPECT_GT(clearances[0].nearest.signed_distance_m, 0.0);
}

// A bridge over level ground: some obstacles are looked at one by one.
TEST(AllocationTest, HeightsOnLevelGroundAllocateOnlyUntilTheShapesStayTheSame) {
  Scene scene = SceneWithObstacles();
  scene.static_obstacles[0].height = HeightSpan{2.0, 3.0};
  scene.moving_obstacles[0].height = HeightSpan{0.0, 1.5};
  std::vector<PlacedShape> placed;
  PlaceObstacles(scene, 1.5, BeyondPrediction::kAbsent, 0.0, &placed);
  const std::vector<ConvexPolygon> shapes = {SquareAt({}), Disc({-1, 0})};
  const SpaceBody body{shapes, solid::ZSpan{0.25, 1.75}};
  std::vector<SpacePose> poses;
  for (int k = 0; k < 40; ++k) poses.push_back({Pose2::FromYaw({-10.0 + 0.5 * k, 0.25}, 0.1 * k), {}});
  const std::vector<double> bounds_m(poses.size(), std::numeric_limits<double>::infinity());
  std::vector<SpaceClearance> clearances(poses.size());
  SpaceScratch scratch;
  ASSERT_TRUE(ComputeSpaceClearances(body, poses, bounds_m, placed, &scratch, absl::MakeSpan(clearances)).ok());
  PlaceObstacles(scene, 1.9, BeyondPrediction::kAbsent, 0.0, &placed);
  const int64_t before = AllocationCount();
  const absl::Status status =
      ComputeSpaceClearances(body, poses, bounds_m, placed, &scratch, absl::MakeSpan(clearances));
  EXPECT_EQ(AllocationCount(), before);
  EXPECT_TRUE(status.ok()) << status;
  EXPECT_EQ(clearances[20].vertical.clearance_m, 0.25);
}

}  // namespace
}  // namespace collision2d::planner
