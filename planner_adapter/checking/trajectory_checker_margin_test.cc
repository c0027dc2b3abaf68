// Margins in scenes that are small enough to be worked out by hand.

#include <memory>
#include <optional>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/margin.h"
#include "collision2d/geometry/vec2.h"
#include "collision2d/testing/test.h"
#include "gmock/gmock.h"
#include "planner_adapter/checking/testing/small_scenes.h"
#include "planner_adapter/checking/trajectory_checker.h"
#include "planner_adapter/road/road.h"
#include "planner_adapter/scene/scene.h"

namespace collision2d::planner {
namespace {

using ::testing::StartsWith;

// A box that drives along the x axis at 10 m/s for 10 s, past a post at (50, 4) and towards a wall
// at (80, 0), which it reaches after 7.8 s.
Scene PostAndWall() {
  Scene scene = SceneOf(TwoMetreBox(), 1.0);
  scene.static_obstacles = {{"post", "post", {TwoMetreBox({50.0, 4.0})}, {}},
                            {"wall", "wall", {TwoMetreBox({80.0, 0.0})}, {}}};
  scene.candidates = {{"c", {{0.0, {0.0, 0.0}, 0.0}, {10.0, {100.0, 0.0}, 0.0}}, 0.0}};
  return scene;
}

void ExpectWithin(const Verdict& verdict, double time_s, int step, int obstacle) {
  ASSERT_TRUE(verdict.first_within_margin.has_value());
  EXPECT_NEAR(verdict.first_within_margin->time_s, time_s, 2e-6);
  EXPECT_LE(verdict.first_within_margin->outside_until_s, verdict.first_within_margin->time_s);
  EXPECT_NEAR(verdict.first_within_margin->outside_until_s, time_s, 2e-6);
  EXPECT_EQ(verdict.first_within_margin->step, step);
  EXPECT_EQ(verdict.first_within_margin->obstacle, obstacle);
}

TEST(MarginTest, WithoutMarginsNothingIsReported) {
  const Verdict verdict = VerdictOf(PostAndWall());
  EXPECT_TRUE(verdict.collides());
  EXPECT_FALSE(verdict.first_within_margin.has_value());
  EXPECT_FALSE(verdict.leaves_road_margin.has_value());
}

TEST(MarginTest, AlongIsInFrontAndAcrossIsBeside) {
  Scene scene = PostAndWall();
  scene.margins.body.along_m = 3.0;
  ExpectWithin(VerdictOf(scene), 7.5, 7, 1);
  scene.margins.body.across_m = 1.5;
  ExpectWithin(VerdictOf(scene), 7.5, 7, 1);
  scene.margins.body.across_m = 2.0;  // Touches the post.
  ExpectWithin(VerdictOf(scene), 4.5, 4, 0);
  scene.margins.body = {0.0, 0.0, 2.0};  // Round: touches when the fronts are level.
  ExpectWithin(VerdictOf(scene), 4.8, 4, 0);
  CheckerOptions instants;
  instants.instants_only = true;
  ExpectWithin(VerdictOf(scene, instants), 5.0, 5, 0);
}

TEST(MarginTest, FollowsTheHeadingOfTheBody) {
  Scene scene = PostAndWall();
  for (TimedPose& pose : scene.candidates[0].poses) pose.yaw_rad = 1.5707963267948966;
  scene.margins.body.along_m = 2.5;
  ExpectWithin(VerdictOf(scene), 4.8, 4, 0);
}

TEST(MarginTest, OfATypeIsAddedToThatOfTheBody) {
  Scene scene = PostAndWall();
  scene.margins.by_type = {{"post", {1.0, 3.0, 0.0}}, {"tree", {100.0, 100.0, 0.0}}};
  ExpectWithin(VerdictOf(scene), 4.7, 4, 0);
  scene.margins.body = {2.0, 0.0, 0.0};
  ExpectWithin(VerdictOf(scene), 4.5, 4, 0);
  // A type's margin alone: the others are within theirs, of 0, when they are touched.
  scene.margins.body = {};
  scene.margins.by_type = {{"tree", {100.0, 100.0, 0.0}}};
  const Verdict verdict = VerdictOf(scene);
  ExpectWithin(verdict, 7.8, 7, 1);
  EXPECT_EQ(verdict.first_within_margin->time_s, verdict.first_collision->time_s);
}

TEST(MarginTest, MovingObstaclesHaveTypesToo) {
  Scene scene = PostAndWall();
  Prediction oncoming;
  oncoming.poses = {{0.0, {100.0, 0.0}, 3.0}, {10.0, {0.0, 0.0}, 3.0}};
  scene.moving_obstacles = {{"car", "car", {ConvexPolygon::Disc(1.0).value()}, {oncoming, oncoming}, {}}};
  EXPECT_NEAR(VerdictOf(scene).first_collision->time_s, 4.9, 1e-5);
  scene.margins.by_type = {{"car", {4.0, 0.0, 0.0}}};
  ExpectWithin(VerdictOf(scene), 4.7, 4, 2);
  EXPECT_EQ(VerdictOf(scene).first_within_margin->hypothesis, 0);
}

TEST(MarginTest, StartsWithinItsMarginOrInCollision) {
  Scene scene = PostAndWall();
  scene.margins.body = {100.0, 0.0, 0.0};
  ExpectWithin(VerdictOf(scene), 0.0, 0, 1);
  EXPECT_NEAR(VerdictOf(scene).first_collision->time_s, 7.8, 1e-5);
  // Ties in time go to the first obstacle, even if another one collides.
  scene.static_obstacles[0].shapes = {TwoMetreBox({10.0, 0.0})};
  scene.static_obstacles[1].shapes = {TwoMetreBox({0.5, 0.0})};
  ExpectWithin(VerdictOf(scene), 0.0, 0, 0);
  EXPECT_EQ(VerdictOf(scene).first_collision->obstacle, 1);
}

TEST(MarginTest, BodiesOfPointsDiscsAndSeveralShapes) {
  Scene scene = PostAndWall();
  scene.margins.body = {1.0, 3.0, 0.0};
  scene.ego.shapes = {ConvexPolygon::Create({{0.0, 0.0}}).value()};
  ExpectWithin(VerdictOf(scene), 4.8, 4, 0);
  scene.ego.shapes = {ConvexPolygon::Disc(0.5).value()};
  ExpectWithin(VerdictOf(scene), 4.75, 4, 0);
  scene.ego.shapes = {TwoMetreBox({}), TwoMetreBox({-4.0, 0.0}), ConvexPolygon::Create({{2.0, 0.0}}).value()};
  ExpectWithin(VerdictOf(scene), 4.6, 4, 0);
}

TEST(MarginTest, ChangesNoHeights) {
  Scene scene = PostAndWall();
  scene.ego.height_m = 1.5;
  scene.static_obstacles[0].height = HeightSpan{2.0, 3.0};
  scene.margins.body = {0.0, 3.0, 5.0};
  ExpectWithin(VerdictOf(scene), 7.3, 7, 1);
  scene.static_obstacles[0].height = HeightSpan{1.0, 3.0};
  EXPECT_EQ(VerdictOf(scene).first_within_margin->obstacle, 0);
}

TEST(MarginTest, OfTheRoadIsApartFromObstacles) {
  Scene scene = PostAndWall();
  scene.drivable_area = {ConvexPolygon::Create({{-5.0, -5.0}, {65.0, -1.5}, {65.0, 1.5}, {-5.0, 5.0}}).value()};
  scene.margins.road = {0.0, 0.5, 0.0};
  Verdict verdict = VerdictOf(scene);
  EXPECT_FALSE(verdict.first_within_margin.has_value());
  ASSERT_TRUE(verdict.leaves_road_margin.has_value());
  // The front, at x = 1, is 1.5 m wide on either side where the road is: at x = 65.
  EXPECT_NEAR(verdict.leaves_road_margin->outside_by_s, 6.4, 1e-4);
  EXPECT_FALSE(verdict.leaves_road_margin->between_instants);
  scene.margins.road = {0.0, 1.5, 0.0};
  verdict = VerdictOf(scene);
  EXPECT_NEAR(verdict.leaves_road_margin->outside_by_s, 4.4, 1e-4);
  EXPECT_NEAR(*verdict.leaves_road_time_s, 6.4, 1e-4);
  // Not after the first collision.
  scene.static_obstacles[1].shapes = {TwoMetreBox({20.0, 0.0})};
  verdict = VerdictOf(scene);
  EXPECT_FALSE(verdict.leaves_road_margin.has_value());
  scene.margins.road.round_m = 50.0;
  EXPECT_EQ(VerdictOf(scene).leaves_road_margin->outside_by_s, 0.0);
  scene.drivable_area.clear();
  EXPECT_FALSE(VerdictOf(scene).leaves_road_margin.has_value());
}

TEST(MarginTest, ErrorsNameTheMargin) {
  const auto error_of = [](const Margins& margins) {
    Scene scene = PostAndWall();
    scene.margins = margins;
    return std::string(TrajectoryChecker::Create(Scene(scene), {}).status().message());
  };
  EXPECT_THAT(error_of({{-1.0, 0.0, 0.0}, {}, {}}), StartsWith("margins.body.along_m: -1 m is negative"));
  EXPECT_THAT(error_of({{}, {{"a", {}}, {"b", {0.0, kNan, 0.0}}}, {}}),
              StartsWith("margins.by_type[1].margin.across_m: nan is not finite"));
  EXPECT_THAT(error_of({{}, {}, {0.0, 0.0, -kNan}}), StartsWith("margins.road.round_m: nan is not finite"));
  EXPECT_THAT(error_of({{0.0, 0.0, 1e8}, {{"post", {0.0, 0.0, 1e8}}}, {}}),
              StartsWith("margins.body.round_m: 1e+08 m is beyond"));
}

// A checker shares prebuilt static obstacles that all have one margin; otherwise it indexes groups.
TEST(MarginTest, WithStaticObstaclesThatWereMadeBefore) {
  Scene scene = PostAndWall();
  const auto statics = TrajectoryChecker::MakeStaticObstacles(std::make_shared<const Scene>(scene)).value();
  for (const bool has_types : {false, true}) {
    scene.margins.body = {3.0, 0.0, 0.0};
    if (has_types) scene.margins.by_type = {{"post", {0.0, 2.5, 0.0}}};
    const absl::StatusOr<TrajectoryChecker> checker =
        TrajectoryChecker::Create(Scene(scene), {}, {std::make_shared<const Road>(), statics});
    ASSERT_TRUE(checker.ok()) << checker.status();
    Verdict verdict;
    ASSERT_TRUE(checker->Check(scene.candidates, absl::MakeSpan(&verdict, 1)).ok());
    ExpectWithin(verdict, has_types ? 4.5 : 7.5, has_types ? 4 : 7, has_types ? 0 : 1);
  }
}

}  // namespace
}  // namespace collision2d::planner
