#include "planner_adapter/checking/placed_obstacles.h"

#include <memory>
#include <numeric>
#include <optional>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "collision2d/geometry/convex_polygon.h"
#include "collision2d/geometry/pose2.h"
#include "collision2d/testing/test.h"
#include "gmock/gmock.h"
#include "planner_adapter/checking/static_obstacles.h"
#include "planner_adapter/road/road.h"
#include "planner_adapter/scene/elements.h"
#include "planner_adapter/scene/obstacle_snapshot.h"

namespace collision2d::planner {
namespace {

class BatchMakerTest : public testing::Test {
 protected:
  void ExpectPlaced(absl::Span<const PlacedShape> placed) const {
    ASSERT_EQ(static_cast<size_t>(batch_.size()), placed.size());
    for (int k = 0; k < batch_.size(); ++k) {
      EXPECT_EQ(&batch_.shape(k), placed[k].shape) << k;
      const Pose2& pose = batch_.world_from_shape(k);
      EXPECT_EQ(pose.translation.x, placed[k].local_from_shape.translation.x) << k;
      EXPECT_EQ(pose.translation.y, placed[k].local_from_shape.translation.y) << k;
      EXPECT_EQ(pose.cos, placed[k].local_from_shape.cos) << k;
      EXPECT_EQ(pose.sin, placed[k].local_from_shape.sin) << k;
    }
  }

  absl::Status Place(absl::Span<const PlacedShape> placed) {
    std::vector<int> all(placed.size());
    std::iota(all.begin(), all.end(), 0);
    return maker_.Place(placed, all, PolygonBatch(), &batch_);
  }

  void PlaceAndExpect(absl::Span<const PlacedShape> placed) {
    const absl::Status status = Place(placed);
    ASSERT_TRUE(status.ok()) << status;
    ExpectPlaced(placed);
  }

  const ConvexPolygon car_ = ConvexPolygon::Rectangle(4.5, 1.9).value();
  const ConvexPolygon truck_ = ConvexPolygon::Rectangle(12.0, 2.5).value();
  BatchMaker maker_;
  PolygonBatch batch_;
};

TEST_F(BatchMakerTest, IsEmptyAtFirst) { ExpectPlaced({}); }

TEST_F(BatchMakerTest, HoldsTheShapesInOrderAtTheirPoses) {
  PlaceAndExpect(
      {{&truck_, Pose2({1, 2}, UnitRotation(0.0, 1.0)), 0, 0}, {&car_, {{3, 4}}, 1, 0}, {&car_, {{5, 6}}, 1, 1}});
}

TEST_F(BatchMakerTest, FollowsTheSameShapes) {
  PlaceAndExpect({{&truck_, {{1, 2}}, 0, 0}, {&car_, {{3, 4}}, 1, 0}});
  PlaceAndExpect({{&truck_, Pose2({7, 8}, UnitRotation(0.6, 0.8)), 0, 0}, {&car_, {{9, 4}}, 1, 0}});
}

TEST_F(BatchMakerTest, FollowsOtherShapes) {
  PlaceAndExpect({{&truck_, {{1, 2}}, 0, 0}, {&car_, {{3, 4}}, 1, 0}});
  PlaceAndExpect({{&car_, {{1, 2}}, 0, 0}, {&truck_, {{3, 4}}, 1, 0}});
  PlaceAndExpect({{&car_, {{1, 2}}, 0, 0}});
  PlaceAndExpect({{&car_, {{1, 2}}, 0, 0}, {&truck_, {{3, 4}}, 1, 0}, {&car_, {{5, 4}}, 1, 0}});
  PlaceAndExpect({});
  PlaceAndExpect({{&truck_, {{1, 2}}, 0, 0}});
}

TEST_F(BatchMakerTest, StaysAsItWasIfAPoseIsRefused) {
  const Pose2 illegal{{0.0, std::numeric_limits<double>::infinity()}};
  const std::vector<PlacedShape> placed = {{&truck_, {{1, 2}}, 0, 0}, {&car_, {{3, 4}}, 1, 0}};
  PlaceAndExpect(placed);
  EXPECT_EQ(Place({{&truck_, {{7, 8}}, 0, 0}, {&car_, illegal, 1, 0}}).code(), absl::StatusCode::kInvalidArgument);
  ExpectPlaced(placed);
  EXPECT_EQ(Place({{&car_, illegal, 1, 0}}).code(), absl::StatusCode::kInvalidArgument);
  ExpectPlaced(placed);
  PlaceAndExpect({{&car_, {{3, 4}}, 1, 0}});
}

TEST_F(BatchMakerTest, HoldsTheSelectedShapes) {
  const std::vector<PlacedShape> placed = {{&truck_, {{1, 2}}, 0, 0}, {&car_, {{3, 4}}, 1, 0}, {&car_, {{5, 6}}, 1, 1}};
  ASSERT_TRUE(maker_.Place(placed, {2, 0}, PolygonBatch(), &batch_).ok());
  ExpectPlaced({placed[2], placed[0]});
}

TEST_F(BatchMakerTest, TakesTheShapesOfABatchThatIsAlike) {
  const std::vector<PlacedShape> placed = {{&truck_, {{1, 2}}, 0, 0}, {&car_, {{3, 4}}, 1, 0}};
  for (const auto& shapes :
       std::vector<std::vector<const ConvexPolygon*>>{{&truck_, &car_}, {&car_, &truck_}, {&car_}}) {
    const PolygonBatch like = PolygonBatch::Create(shapes, std::vector<Pose2>(shapes.size())).value();
    batch_ = PolygonBatch();
    ASSERT_TRUE(maker_.Place(placed, {0, 1}, like, &batch_).ok());
    ExpectPlaced(placed);
  }
}

// A car that drives, and one that is there from 2 s to 4 s, with a wall.
class PlacedObstaclesTest : public testing::Test {
 protected:
  PlacedObstaclesTest() {
    scene_.ego.shapes = {square_};
    scene_.static_obstacles = {{"wall", "", {square_, square_}, {}}};
    Prediction driving;
    driving.poses = {{0.0, {}, 0.0}, {10.0, {10.0, 0.0}, 0.0}};
    Prediction passing;
    passing.poses = {{2.0, {0.0, 5.0}, 0.0}, {4.0, {2.0, 5.0}, 0.0}};
    Prediction growing;
    growing.occupancies = {{0.0, {square_}}, {5.0, {square_, square_}}, {20.0, {}}};
    scene_.moving_obstacles = {{"passing", "", {square_}, {passing}, {}},
                               {"car", "", {square_}, {driving, growing}, {}}};
  }

  CheckedScene Checked() const {
    const SpaceBody body{scene_.ego.shapes, std::nullopt};
    const std::shared_ptr<const Scene> scene(std::shared_ptr<const Scene>(), &scene_);  // Not owned.
    return {scene, {}, {body}, std::make_shared<const Road>(), std::make_shared<const StaticObstacles>(scene_, body)};
  }

  // Expects what PlaceObstacles and AddMovingObstaclesDuring place.
  static void ExpectPlaced(const CheckedScene& checked, const PlacedObstacles& obstacles,
                           const std::vector<double>& times_s) {
    for (int step = 0; step < static_cast<int>(times_s.size()); ++step) {
      std::vector<PlacedShape> expected;
      PlaceObstacles(checked.scene, times_s[step], BeyondPrediction::kAbsent, 0.0, &expected);
      ASSERT_EQ(obstacles.size(step), static_cast<int>(expected.size()));
      for (int k = 0; k < obstacles.size(step); ++k) {
        ExpectSame(obstacles.shape(step, PlacedIndex(k)), expected[k]);
      }
      ASSERT_EQ(obstacles.plain_moving()[step].size(), static_cast<int>(expected.size()) - 2);
      for (int slot = 0; slot < obstacles.plain_moving()[step].size(); ++slot) {
        const PlacedShape& shape = obstacles.shape(step, obstacles.PlacedOfMoving(step, slot));
        EXPECT_EQ(obstacles.plain_moving()[step].world_from_shape(slot).translation,
                  shape.local_from_shape.translation);
      }
      if (step + 1 == static_cast<int>(times_s.size())) continue;
      std::vector<PlacedShape> at_start;
      std::vector<PlacedShape> at_end;
      AddMovingObstaclesDuring(checked.scene, {times_s[step], times_s[step + 1]}, BeyondPrediction::kAbsent, 0.0,
                               &at_start, &at_end);
      const MovingDuring during = obstacles.During(step);
      ASSERT_EQ(during.at_start.size(), at_start.size());
      ASSERT_EQ(during.at_end.size(), at_end.size());
      EXPECT_EQ(during.plain.size(), at_start.size());
      for (size_t k = 0; k < at_start.size(); ++k) {
        ExpectSame(during.at_start[k], at_start[k]);
        ExpectSame(during.at_end[k], at_end[k]);
        const PlacedObstacles::Ends ends = obstacles.ShapeDuring(step, obstacles.PlacedDuring(static_cast<int>(k)));
        ExpectSame(ends.at_start, at_start[k]);
        ExpectSame(ends.at_end, at_end[k]);
      }
    }
  }

  static void ExpectSame(const PlacedShape& actual, const PlacedShape& expected) {
    EXPECT_EQ(actual.shape, expected.shape);
    EXPECT_EQ(actual.obstacle, expected.obstacle);
    EXPECT_EQ(actual.hypothesis, expected.hypothesis);
    EXPECT_EQ(actual.local_from_shape.translation, expected.local_from_shape.translation);
  }

  // How many intervals are asked about together, from the first on.
  static std::vector<int> Runs(const PlacedObstacles& obstacles, int intervals) {
    std::vector<int> runs;
    MovingObstacles plain;
    for (int begin = 0, end = 0; begin < intervals; begin = end) {
      end = obstacles.PlainDuring(begin, intervals, &plain);
      EXPECT_EQ(plain.size(), static_cast<int64_t>(obstacles.During(begin).plain.size()));
      runs.push_back(end - begin);
    }
    return runs;
  }

  const ConvexPolygon square_ = ConvexPolygon::Rectangle(1.0, 1.0).value();
  Scene scene_;
};

TEST_F(PlacedObstaclesTest, AreThoseOfTheSceneAtAndBetweenTheTimes) {
  const CheckedScene checked = Checked();
  PlacedObstacles obstacles(checked);
  for (const std::vector<double>& times_s :
       {std::vector<double>{0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0}, {6.0, 7.0, 8.0}, {2.5}, {2.5, 2.75, 3.0, 12.0, 25.0}}) {
    obstacles.Place(times_s, PoseRange());
    ExpectPlaced(checked, obstacles, times_s);
  }
}

TEST_F(PlacedObstaclesTest, IntervalsOfTheSameShapesAreAskedAboutTogether) {
  const CheckedScene checked = Checked();
  PlacedObstacles obstacles(checked);
  obstacles.Place({0.0, 0.5, 1.0, 3.0, 3.5, 4.5, 4.75, 4.9, 6.0}, PoseRange());
  EXPECT_THAT(Runs(obstacles, 8), testing::ElementsAre(2, 1, 1, 1, 2, 1));
}

TEST_F(PlacedObstaclesTest, ShapesOfElementsStayUntilTheNextTimes) {
  StaticObstacle cones;
  cones.id = "cones";
  cones.elements = Elements::FromPoints({0.0, {1.0, 2.0}, 0.0}, {{3.0, 4.0, 0.0}, {5.0, 6.0, 0.0}}).value();
  scene_.static_obstacles.push_back(cones);
  const CheckedScene checked = Checked();
  PlacedObstacles obstacles(checked);
  obstacles.Place({0.0, 1.0}, PoseRange());
  const auto of_element = [&](int element) -> const PlacedShape& {
    return obstacles.shape(0, obstacles.PlacedOfMoving(0, 0, element));
  };
  const PlacedShape& first = of_element(0);
  const PlacedShape& second = of_element(1);
  EXPECT_EQ(first.element, 0);
  EXPECT_EQ(first.shape->vertices()[0].x, 3.0);
  EXPECT_EQ(second.element, 1);
  EXPECT_EQ(second.shape->vertices()[0].x, 5.0);
  EXPECT_EQ(&of_element(0), &first);
}

}  // namespace
}  // namespace collision2d::planner
